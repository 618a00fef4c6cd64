"""Validate what a tap sends: the entry, its token, and what the page showed when it was tapped."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext

from tourmanager.results.log.seen import LastSeen, read_named
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import acceptable_codes

TOKEN = r"^[A-Za-z0-9_.:-]{1,64}\Z"  # nosec B105 - it names a tap and opens nothing
LAST = r"^[0-9]{1,5}:.{1,64}\Z"
LONGEST_ENTRY = 20_000  # characters: an undo names each entry of its step
TYPED = re.compile(r"(?:(?P<hours>\d{1,2}):)?(?P<minutes>\d{1,3}):(?P<seconds>\d{2})", re.ASCII)


def typed_seconds(text: str) -> int:
    """Read a time typed as mm:ss or h:mm:ss as seconds. Raises ValueError with words."""
    match = TYPED.fullmatch(text.strip())
    if match is None:
        raise ValueError(gettext("Type the time as minutes and seconds, like 3:07."))
    hours, minutes, seconds = int(match["hours"] or 0), int(match["minutes"]), int(match["seconds"])
    if seconds > 59 or (hours and minutes > 59):
        raise ValueError(gettext("Seconds go from 00 to 59."))
    return 3600 * hours + 60 * minutes + seconds


def seen_of(text: str) -> LastSeen:
    """Read the last entry that a page knows from "12:token"; an empty LastSeen from anything
    else.
    """
    if not re.match(LAST, text):
        return LastSeen()
    seq, _, token = text.partition(":")
    return LastSeen(int(seq), token)


WITH_FRACTION = re.compile(r"(?P<clock>[\d:]+)(?:[.,](?P<fraction>\d{1,3}))?", re.ASCII)


def typed_time(text: str, *, fractions: bool) -> tuple[int, int]:
    """Read a time typed as h:mm:ss.fff as seconds and thousandths; fractions only in time trials.

    Raises ValueError with words.
    """
    match = WITH_FRACTION.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            gettext("Type the time as hours, minutes and seconds, like 1:02:03 or 1:02:03.45.")
            if fractions
            else gettext("Type the time as hours, minutes and seconds, like 1:02:03.")
        )
    if match["fraction"] and not fractions:
        raise ValueError(gettext("Fractions of a second are kept in time trials only."))
    return typed_seconds(match["clock"]), int((match["fraction"] or "0").ljust(3, "0"))


class TokenForm(forms.Form):
    """A request that may be sent twice and counts once."""

    token = forms.RegexField(regex=TOKEN, strip=False)


class ResumeForm(TokenForm):
    """The discarded correction that a director takes up again, by the entry that gave it up."""

    seq = forms.IntegerField(min_value=1, max_value=99_999)


class TapForm(TokenForm):
    entry = forms.CharField(max_length=LONGEST_ENTRY, required=False)
    # a time by hand, where no script made an entry of it
    typed = forms.CharField(max_length=20, required=False)
    client = forms.RegexField(regex=TOKEN, required=False)
    base = forms.IntegerField(min_value=0, max_value=99_999, required=False)
    line = forms.CharField(max_length=10, required=False)
    unit = forms.IntegerField(min_value=1, max_value=99, required=False)
    epoch = forms.RegexField(regex=TOKEN, required=False)
    last = forms.RegexField(regex=LAST, required=False)  # the last entry the page knows

    def clean_last(self) -> LastSeen:
        return seen_of(self.cleaned_data["last"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("typed") and not data.get("entry"):
            try:
                data["body"] = e.Time(typed_seconds(data["typed"]), data.get("unit"))
            except ValueError as error:
                self.add_error("typed", str(error))
        elif "entry" in data:
            try:
                data["body"], data["step_tokens"] = read_named(data["entry"])
            except e.Unreadable:
                self.add_error(
                    "entry",
                    gettext("This tap could not be read, so nothing was changed. Tap again."),
                )
        return data

    def why(self) -> str:
        """Return the first error as a sentence."""
        for field in ("entry", "typed"):
            if field in self.errors:
                return str(self.errors[field][0])
        return gettext("This tap could not be read, so nothing was changed. Load the page again.")


class EndForm(TokenForm):
    accepted = forms.MultipleChoiceField(
        choices=lambda: [(code, code) for code in acceptable_codes()], required=False
    )
    # sent by pages of a stage that was not reopened: they say nothing of what a correction changes
    first = forms.BooleanField(required=False)
