"""Who wears what: the leader and the wearer of each jersey after every stage, and how many days
each had it.

Who leads several classifications rides in the first of his colours; what becomes of the others says
the scheme (`stand_ins`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tourmanager.classifications.reading import NOW, Race
from tourmanager.scoring.tables import Jersey, Standings
from tourmanager.web.jerseys import Mark


@dataclass(frozen=True)
class Head:
    """A jersey: its classification and colour."""

    key: str
    name: str
    colour: str


@dataclass(frozen=True)
class Cell:
    """Who leads, drawn in the jersey, and in words who rides in it where that is somebody else."""

    leaders: Sequence[Mark]
    note: str


@dataclass(frozen=True)
class WornRow:
    asked: str
    label: str
    chosen: bool
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Worn:
    heads: Sequence[Head]
    rows: Sequence[WornRow]


@dataclass(frozen=True)
class Ridden:
    """One jersey in the stage to come: who rides in it, and why."""

    head: Head
    mark: Mark | None
    words: str


@dataclass(frozen=True)
class Held:
    """How often somebody led, and in how many stages he rode in the jersey."""

    mark: Mark
    led: int
    rode: int


@dataclass(frozen=True)
class Days:
    head: Head
    holders: Sequence[Held]


def leading(race: Race, jersey: Jersey) -> list[Mark]:
    """Who leads, drawn in the jersey: nobody before the first points, several where all criteria
    are level.
    """
    riders = jersey.shared or ((jersey.leader,) if jersey.leader else ())
    return [race.field.mark(rider, jersey.colour) for rider in riders]


def worn(race: Race) -> Worn:
    """The course of all jerseys; the stage on the road comes last."""
    return Worn(_heads(race), [_row(race, stood) for stood in race.course])


def _heads(race: Race) -> list[Head]:
    return [
        Head(ranking.key, ranking.name, ranking.colour)
        for ranking in race.field.scheme.classifications
        if ranking.colour
    ]


def _row(race: Race, stood: Standings) -> WornRow:
    on_road = race.virtual and stood.after == race.number
    label = (
        "now"
        if on_road
        else next(
            (
                stage.label or str(stage.number)
                for stage in race.stages
                if stage.number == stood.after
            ),
            "",
        )
    )
    cells = [Cell(leading(race, jersey), _note(race, jersey)) for jersey in stood.jerseys]
    return WornRow(NOW if on_road else str(stood.after), label, stood.after == race.number, cells)


def _note(race: Race, jersey: Jersey) -> str:
    if jersey.shared:
        return "shared: worn by nobody"
    if jersey.leader is None or jersey.wearer == jersey.leader:
        return ""
    return f"worn by {race.name(jersey.wearer)}" if jersey.wearer else "rides in another colour"


def riding(race: Race) -> list[Ridden]:
    """Who rides in what in the stage that follows the chosen one."""
    heads = {head.key: head for head in _heads(race)}
    worn_by: dict[str | None, str] = {
        jersey.wearer: heads[jersey.key].name for jersey in race.now.jerseys if jersey.wearer
    }
    found = []
    for jersey in race.now.jerseys:
        mark = race.field.mark(jersey.wearer, jersey.colour) if jersey.wearer else None
        found.append(Ridden(heads[jersey.key], mark, _why(race, jersey, worn_by)))
    return found


def _why(race: Race, jersey: Jersey, worn_by: dict[str | None, str]) -> str:
    if jersey.shared:
        return _("%(names)s share the lead, so nobody wears it.") % {
            "names": " and ".join(race.name(who) for who in jersey.shared)
        }
    if jersey.leader is None:
        return _("Nobody leads it yet.")
    if jersey.wearer == jersey.leader:
        return "Leads it."
    other = worn_by.get(jersey.leader, "another classification")
    if jersey.wearer is None:
        return _(
            "%(leader)s leads it and wears the jersey of %(other)s: nobody rides in this one."
        ) % {"leader": race.name(jersey.leader), "other": other}
    return _("Stands in for %(leader)s, who leads it and wears the jersey of %(other)s.") % {
        "leader": race.name(jersey.leader),
        "other": other,
    }


def days(race: Race) -> list[Days]:
    """Holders of each jersey up to the chosen stage, most days first. The stage on the road is
    ridden, but led by nobody yet.
    """
    stood = [each for each in race.until_now if not (race.virtual and each.after == race.number)]
    begun = {
        stage.number
        for stage in race.stages
        if stage.number <= race.number and stage.kind != "rest"
    }
    found = []
    for head in _heads(race):
        led: Counter[str] = Counter()
        rode: Counter[str] = Counter()
        for each in stood:
            jersey = next(jersey for jersey in each.jerseys if jersey.key == head.key)
            led.update(jersey.shared or [who for who in (jersey.leader,) if who])
            if jersey.wearer and _next(begun, each.after):
                rode[jersey.wearer] += 1
        holders = sorted(led.keys() | rode.keys(), key=lambda who: (-led[who], -rode[who], who))
        found.append(
            Days(
                head,
                [Held(race.field.mark(who, head.colour), led[who], rode[who]) for who in holders],
            )
        )
    return found


def _next(begun: set[int], after: int) -> bool:
    """Whether a stage has been ridden since: what is worn after one stage is ridden in in
    the next.
    """
    return any(number > after for number in begun)
