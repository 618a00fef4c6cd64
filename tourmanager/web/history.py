"""What all history pages share: the filter that stands in the address, the rows they list, and how
versions of rows (django-simple-history) are found and compared.

A page of history says who did what and when, the newest first. Its address says which of it:
`?who=dora&stage=3&kind=jury&day=2026-07-04&page=2`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import CharField, OuterRef, QuerySet, Subquery, Value
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

PER_PAGE = 50
NOBODY = "*"  # in the address: what was done without an account; no user can be called that
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)  # databases and clocks agree on these

Kinds = Mapping[str, str | Promise]
TYPES = {"new": "+", "changed": "~", "deleted": "-"}  # kinds of versions, as they are stored
KIND_OF_TYPE = {stored: kind for kind, stored in TYPES.items()}
Pair = tuple[Any, Any]  # a version, and the one before it; None where it is the first


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

    def takes_kind(self, model: str) -> bool:
        """Tell whether versions of that kind of row are among what is shown."""
        return self.kind in ("", *TYPES, model)

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


def versions_shown(
    shown: HistoryFilter, versions: Mapping[str, QuerySet[Any, Any]]
) -> QuerySet[Any, Any]:
    """Return date, number and kind of the versions that the filter takes, the newest first.
    `versions` are those of rows, by their kind.
    """
    found = [
        of_model.order_by()
        .filter(**shown.lookups("history_user_name", "history_date"))
        .filter(**({"history_type": TYPES[shown.kind]} if shown.kind in TYPES else {}))
        .annotate(model=Value(model, output_field=CharField()))
        .values_list("history_date", "history_id", "model")
        for model, of_model in versions.items()
    ]
    together: QuerySet[Any, Any] = found[0].union(*found[1:], all=True)
    return together.order_by("-history_date", "-history_id", "model")


def authors_of(versions: Iterable[QuerySet[Any, Any]]) -> set[str]:
    """Return the names of everybody who made one of these versions (1 query)."""
    names = [
        each.order_by().values_list("history_user_name", flat=True).distinct() for each in versions
    ]
    return set(names[0].union(*names[1:]))


def with_previous(model: Any, pks: Iterable[int]) -> dict[int, Pair]:
    """Return versions by their numbers, each with the one before it (2 queries)."""
    earlier = model.history.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id"))
    previous = Subquery(earlier.order_by("-history_id").values("history_id")[:1])
    versions = list(model.history.filter(history_id__in=pks).annotate(previous_id=previous))
    before = model.history.in_bulk([each.previous_id for each in versions if each.previous_id])
    return {each.history_id: (each, before.get(each.previous_id)) for each in versions}


def say_changed(now: Mapping[str, str], before: Mapping[str, str] | None) -> str:
    """Say from what to what each value was changed."""
    if before is None:
        return _("changed; what it was before is not known")
    changes = [
        _("%(field)s %(before)s → %(after)s")
        % {"field": field, "before": before[field], "after": value}
        for field, value in now.items()
        if before[field] != value
    ]
    return "; ".join(changes) or _("saved without a change")
