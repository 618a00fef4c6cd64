"""Validate what the jury's page sends: one small form for each decision, which makes the entries
that record it.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tourmanager.results.jury_desk.amending import MOST
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import acceptable_codes
from tourmanager.results.stage_page.forms import TOKEN, typed_time
from tourmanager.riders.names import has_unseen_character, tidy_name
from tourmanager.scoring import codes
from tourmanager.scoring.scheme import Scheme
from tourmanager.web.labels import STATUS_NAMES

SHORT_TOKEN = r"^[A-Za-z0-9_.:-]{1,60}\Z"  # nosec B105 - it names a tap and opens nothing; entries of one step add a number
MOST_SEQ = 99_999
COMBATIVITY = "Combativity"


class ReasonField(forms.CharField):
    """A short reason that is stored in the log."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", "Reason")
        kwargs.setdefault("error_messages", {"required": gettext("Say why: it stands in the log.")})
        super().__init__(max_length=200, **kwargs)

    def clean(self, value: Any) -> str:
        text = tidy_name(super().clean(value) or "")
        if has_unseen_character(text):
            raise forms.ValidationError(
                gettext("There is a character in it that cannot be seen; type it again.")
            )
        return text


class JuryStepForm(forms.Form):
    """A step that may be sent twice and counts once; `base` is the last entry the director had seen
    when making it.
    """

    token = forms.RegexField(regex=SHORT_TOKEN, strip=False, widget=forms.HiddenInput)
    client = forms.RegexField(regex=TOKEN, widget=forms.HiddenInput)
    base = forms.IntegerField(min_value=0, max_value=MOST_SEQ, widget=forms.HiddenInput)

    do = ""
    title: str | Promise = ""
    button: str | Promise = ""

    def __init__(self, *args: Any, reading: StageReading, who: str = "", **kwargs: Any) -> None:
        kwargs["auto_id"] = f"{self.do}_%s"
        super().__init__(*args, **kwargs)
        self.reading, self.who, self.sheet = reading, who, reading.log.sheet

    def bodies(self) -> Sequence[e.EntryBody]:
        """Return the entries that a valid form records."""
        raise NotImplementedError

    @classmethod
    def fits(cls, reading: StageReading) -> bool:
        """Return True when the form can be used in this tour."""
        return True

    @property
    def torn(self) -> bool:
        """Return True when a hidden field is wrong, which no user can have typed."""
        return any(name in self.errors for name in ("token", "client", "base"))


class StatusForm(JuryStepForm):
    do, title, button = "status", gettext_lazy("Status"), gettext_lazy("Set the status")
    status = forms.ChoiceField(
        label=gettext_lazy("Status"),
        required=False,
        choices=[("", gettext_lazy("finished, or still in the race")), *STATUS_NAMES.items()],
    )

    def bodies(self) -> Sequence[e.EntryBody]:
        status = self.cleaned_data["status"]
        if not status and self.who in self.sheet.out and self.who not in self.sheet.jury.statuses:
            return [e.Back(self.who)]
        return [e.Status(self.who, status)]


class TimeForm(JuryStepForm):
    do, title, button = "time", gettext_lazy("Time"), gettext_lazy("Set the time")
    typed = forms.CharField(
        label=gettext_lazy("Own time"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        trial = self._trial
        written = (
            gettext("h:mm:ss.fff, like 1:02:03.45.") if trial else gettext("h:mm:ss, like 1:02:03.")
        )
        empty = (
            gettext("Leave it empty to remove their own time.")
            if self.who in self.sheet.jury.times
            else gettext("An empty time is no time, never zero.")
        )
        self.fields["typed"].help_text = f"{written} {empty}"

    @property
    def _trial(self) -> bool:
        return self.reading.frame.kind in ("itt", "ttt")

    def clean_typed(self) -> tuple[int, int] | None:
        text: str = self.cleaned_data["typed"].strip()
        if not text:
            if self.who not in self.sheet.jury.times:
                raise forms.ValidationError(gettext("Type a time. There is no own time to remove."))
            return None
        try:
            return typed_time(text, fractions=self._trial)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None

    def bodies(self) -> Sequence[e.EntryBody]:
        time = self.cleaned_data["typed"]
        return [e.OwnTime(self.who, None) if time is None else e.OwnTime(self.who, *time)]


class PlaceForm(JuryStepForm):
    do, title, button = "place", "Place", gettext_lazy("Set the place")
    place = forms.IntegerField(label=gettext_lazy("Place on the stage"), min_value=1, max_value=999)

    def bodies(self) -> Sequence[e.EntryBody]:
        move = e.Move(e.FINISH, self.who, self.cleaned_data["place"])
        if self.who in self.sheet.order or not self.sheet.table.blanks:
            return [move]
        return [e.Arrive((self.who,)), move]


class BonusForm(JuryStepForm):
    do, title, button = "bonus", gettext_lazy("Time bonus"), gettext_lazy("Set the bonus")
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds given on this stage in all"),
        min_value=0,
        max_value=359_999,
        required=False,
        help_text=gettext_lazy("Empty: what the scheme gives. 0: none."),
    )

    def bodies(self) -> Sequence[e.EntryBody]:
        return [e.OwnBonus(self.who, self.cleaned_data["seconds"])]


class PenaltyForm(JuryStepForm):
    do, title, button = "penalise", gettext_lazy("Penalty"), gettext_lazy("Give the penalty")
    amount = forms.IntegerField(label=gettext_lazy("How much"), min_value=1, max_value=86_400)
    kind = forms.ChoiceField(label=gettext_lazy("Of what"))
    reason = ReasonField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = penalty_choices(self.reading.field.scheme)  # type: ignore[attr-defined]  # it is a ChoiceField

    def bodies(self) -> Sequence[e.EntryBody]:
        data = self.cleaned_data
        unit, _, classification = data["kind"].partition(":")
        return [e.Penalise(self.who, data["amount"], unit, data["reason"], classification)]


class TeamPenaltyForm(JuryStepForm):
    do, title, button = "team", gettext_lazy("Penalty of a team"), gettext_lazy("Give the penalty")
    team = forms.ChoiceField(label="Team")
    amount = forms.IntegerField(
        label=gettext_lazy("Seconds in the team classification"), min_value=1, max_value=86_400
    )
    reason = ReasonField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].choices = [  # type: ignore[attr-defined]
            (team.letter, team.name) for team in self.reading.field.teams
        ]

    @classmethod
    def fits(cls, reading: StageReading) -> bool:
        return any(ranking.by == "team_time" for ranking in reading.field.scheme.classifications)

    def bodies(self) -> Sequence[e.EntryBody]:
        data = self.cleaned_data
        return [e.Penalise(data["team"], data["amount"], "team_seconds", data["reason"])]


class AwardForm(JuryStepForm):
    do, title, button = "award", "Award", gettext_lazy("Give the award")
    name = forms.CharField(
        label="Award",
        max_length=40,
        initial=COMBATIVITY,
        help_text=gettext_lazy(
            "It pays points if the scoring has a line category with the same name."
        ),
        error_messages={"required": gettext_lazy("Enter the name of the award.")},
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if has_unseen_character(name):
            raise forms.ValidationError(
                gettext("There is a character in it that cannot be seen. Type it again.")
            )
        return name

    def bodies(self) -> Sequence[e.EntryBody]:
        return [e.Award(self.cleaned_data["name"], self.who)]


class AwardBackForm(JuryStepForm):
    do, title, button = "award_back", gettext_lazy("Take an award back"), gettext_lazy("Take back")
    name = forms.CharField(max_length=40, widget=forms.HiddenInput)
    rider = forms.RegexField(regex=rf"^{codes.RIDER}\Z", widget=forms.HiddenInput)

    def bodies(self) -> Sequence[e.EntryBody]:
        return [e.Award(self.cleaned_data["name"], self.cleaned_data["rider"], given=False)]


class CancelForm(JuryStepForm):
    do, title, button = (
        "cancel",
        gettext_lazy("Cancel a penalty"),
        gettext_lazy("Cancel the penalty"),
    )
    number = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    reason = ReasonField(label=gettext_lazy("Why it is given back"))

    def bodies(self) -> Sequence[e.EntryBody]:
        return [e.CancelPenalty(self.cleaned_data["number"], self.cleaned_data["reason"])]


class CountsForm(JuryStepForm):
    do, title, button = (
        "counts",
        gettext_lazy("How the stage counts"),
        gettext_lazy("Set how it counts"),
    )
    counts = forms.ChoiceField(
        label=gettext_lazy("The stage counts"),
        choices=[
            ("all", gettext_lazy("in full")),
            ("points", gettext_lazy("for points only: neutralised")),
            ("nothing", gettext_lazy("for nothing: cancelled")),
        ],
    )
    reason = ReasonField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (
            data.get("counts") in ("points", "nothing")
            and not data.get("reason")
            and "reason" not in self.errors
        ):
            self.add_error(
                "reason", gettext("Say why the stage does not count in full: it stands in the log.")
            )
        return data

    def bodies(self) -> Sequence[e.EntryBody]:
        return [e.Counts(self.cleaned_data["counts"], self.cleaned_data["reason"])]


class AmendForm(forms.Form):
    """Entries whose consequences were shown, to be recorded on an ended stage in one step."""

    token = forms.RegexField(regex=SHORT_TOKEN, strip=False)
    client = forms.RegexField(regex=TOKEN, required=False)
    seq = forms.IntegerField(min_value=0, max_value=MOST_SEQ)
    accepted = forms.MultipleChoiceField(
        choices=lambda: [(code, code) for code in acceptable_codes()], required=False
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.sent: list[str] = data.getlist("entry")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            data["bodies"] = [e.read(text) for text in self.sent[: MOST + 1]]
        except e.Unreadable as error:
            raise forms.ValidationError(
                gettext("What was to be corrected could not be read.")
            ) from error
        return data


def penalty_choices(scheme: Scheme) -> list[tuple[str, str]]:
    """Return the choices of what a penalty takes from a rider: seconds, or points of a ranking."""
    points = [
        (f"points:{ranking.key}", gettext("points in %(ranking)s") % {"ranking": ranking.name})
        for ranking in scheme.classifications
        if ranking.by == "points"
    ]
    return [("seconds", gettext("seconds")), *points]


OF_RIDER: tuple[type[JuryStepForm], ...] = (
    StatusForm,
    TimeForm,
    PlaceForm,
    BonusForm,
    PenaltyForm,
    AwardForm,
)
OF_STAGE: tuple[type[JuryStepForm], ...] = (TeamPenaltyForm, CountsForm)
