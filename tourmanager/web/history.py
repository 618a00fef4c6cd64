"""What all history pages share: the filter that stands in the address, and the rows they list.

A page of history says who did what and when, the newest first. Its address says which of it:
`?who=dora&stage=3&kind=jury&day=2026-07-04&page=2`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

PER_PAGE = 50
NOBODY = "*"  # in the address: what was done without an account; no user can be called that
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)  # databases and clocks agree on these

Kinds = Mapping[str, str | Promise]


class HistoryRow(NamedTuple):
    """Something that was done: by whom, when, and in words what."""

    at: datetime
    who: str
    words: str
    kind: str | Promise = ""
    where: str = ""  # the stage or the team it was done to
    address: str = ""  # of the page of that
    marks: tuple[Any, ...] = ()  # jerseys drawn before the words
    undone: bool = False
    imported: bool = False


@dataclass(frozen=True)
class HistoryFilter:
    """Which part of a history is shown; what an address says wrongly counts for nothing."""

    who: str = ""
    kind: str = ""
    stage: str = ""  # the number of a stage of the tour
    day: date | None = None

    @classmethod
    def read(
        cls, data: Mapping[str, str], kinds: Kinds, stages: Iterable[int] = ()
    ) -> "HistoryFilter":
        """Read the filter that an address holds."""
        kind, stage = data.get("kind", ""), data.get("stage", "")
        return cls(
            who=data.get("who", "")[:150],
            kind=kind if kind in kinds else "",
            stage=stage if stage in {str(number) for number in stages} else "",
            day=read_day(data.get("day", "")),
        )

    @property
    def name(self) -> str | None:
        """Return the name of the person whose doings are shown; None for everybody's."""
        if not self.who:
            return None
        return "" if self.who == NOBODY else self.who

    @property
    def period(self) -> tuple[datetime, datetime] | None:
        """Return the moments between which the day lies, in the zone of this server."""
        if self.day is None:
            return None
        begins = timezone.make_aware(datetime.combine(self.day, time()))
        ends = timezone.make_aware(datetime.combine(self.day + timedelta(days=1), time()))
        return begins, ends

    def takes(self, who: str, at: datetime) -> bool:
        """Tell whether this person and this moment are among what is shown."""
        in_period = self.period is None or self.period[0] <= at < self.period[1]
        return in_period and self.name in (None, who)

    def lookups(self, who: str, at: str) -> dict[str, Any]:
        """Return the same for a query set, by the names of its fields."""
        found: dict[str, Any] = {}
        if self.name is not None:
            found[who] = self.name
        if self.period is not None:
            found[f"{at}__gte"], found[f"{at}__lt"] = self.period
        return found

    @property
    def query(self) -> str:
        """Return the filter as an address holds it, "" where it leaves nothing out."""
        day = self.day.isoformat() if self.day else ""
        values = {"who": self.who, "stage": self.stage, "kind": self.kind, "day": day}
        return urlencode({name: value for name, value in values.items() if value})


def read_day(text: str) -> date | None:
    """Read a day as fields of a form send it; None for anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if len(text) == 10 and FIRST_DAY <= day <= LAST_DAY else None


@dataclass
class FilterChoices:
    """What the form of the filter offers."""

    people: Iterable[str]
    kinds: Kinds
    stages: list[tuple[str, str]] = field(default_factory=list)  # number and name

    @property
    def who(self) -> list[tuple[str, str]]:
        """Return the people by name; last what was done without an account."""
        names = sorted({name for name in self.people if name}, key=str.casefold)
        nobody = [(NOBODY, _("No account"))] if "" in set(self.people) else []
        return [*((name, name) for name in names), *nobody]
