"""Store as a fact why a row of the history was written, and word the fact when it is shown.

A history keeps one short text with each version: `merged-into-team:12`. Those of earlier releases
have an English sentence there, which is still read.
"""

import re
from typing import Any, Final, Literal, NamedTuple

from django.utils.translation import gettext as _

Code = Literal["merged-into-team", "merged-into-rider", "moved-from-team", "restored"]

EARLIER: Final[dict[str, Code]] = {  # sentences of earlier releases, each before a number or alone
    "Merged into team": "merged-into-team",  # not shown
    "Merged into rider": "merged-into-rider",  # not shown
    "Merged from team": "moved-from-team",  # not shown
    "Brought back": "restored",
}
CODES: Final[dict[str, Code]] = {code: code for code in EARLIER.values()}
STORED = re.compile(r"(?P<code>[a-z-]+|[A-Z][a-z ]+?)(?:[: ](?P<pk>[0-9]{1,15}))?")


class Reason(NamedTuple):
    """Why a team or a rider was deleted, made or restored."""

    code: Code
    pk: int | None = None  # of the team or the rider that the code is about

    def store(self) -> str:
        return self.code if self.pk is None else f"{self.code}:{self.pk}"


def set_reason(row: Any, reason: Reason) -> None:
    """Have the next version of this team or rider say why it was written."""
    row._change_reason = reason.store()


def read_reason(text: str | None) -> Reason | None:
    """Read a stored reason, in its present or its earlier form; None for any other text."""
    match = STORED.fullmatch(text or "")
    code = (CODES.get(match["code"]) or EARLIER.get(match["code"])) if match else None
    if match is None or code is None or (match["pk"] is None) != (code == "restored"):
        return None
    return Reason(code, int(match["pk"]) if match["pk"] else None)


def describe_reason(text: str | None) -> str:
    """Word a stored reason for people; a text that is none of ours stays as it is."""
    reason = read_reason(text)
    if reason is None:
        return text or ""
    match reason.code:
        case "merged-into-team":
            return _("Merged into team %(pk)s") % {"pk": reason.pk}
        case "merged-into-rider":
            return _("Merged into rider %(pk)s") % {"pk": reason.pk}
        case "moved-from-team":
            return _("Merged from team %(pk)s") % {"pk": reason.pk}
    return _("Brought back")
