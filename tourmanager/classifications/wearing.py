"""Jerseys over the tour: the leader and the wearer of each jersey after every stage, and how many
days each had it.

A rider who leads several classifications rides in the first of their colours; the scheme decides
about the others (`stand_ins`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tourmanager.classifications.reading import NOW, TourSnapshot
from tourmanager.scoring.tables import Jersey, Standings
from tourmanager.scoring.words import join_with_and
from tourmanager.web.jerseys import Mark


@dataclass(frozen=True)
class Head:
    """A jersey: its classification and colour."""

    key: str
    name: str
    colour: str


@dataclass(frozen=True)
class LeaderCell:
    """The leader, drawn in the jersey, and in words its wearer where that is somebody else."""

    leaders: Sequence[Mark]
    note: str


@dataclass(frozen=True)
class WornRow:
    asked: str
    label: str
    chosen: bool
    cells: Sequence[LeaderCell]


@dataclass(frozen=True)
class JerseyHistory:
    heads: Sequence[Head]
    rows: Sequence[WornRow]


@dataclass(frozen=True)
class Ridden:
    """A jersey in the stage to come: its wearer, and why."""

    head: Head
    mark: Mark | None
    words: str


@dataclass(frozen=True)
class Held:
    """How often a rider led, and in how many stages they rode in the jersey."""

    mark: Mark
    led: int
    rode: int


@dataclass(frozen=True)
class Days:
    head: Head
    holders: Sequence[Held]


def draw_leaders(race: TourSnapshot, jersey: Jersey) -> list[Mark]:
    """Return the leaders, drawn in the jersey: nobody before the first points, several where all
    criteria are level.
    """
    riders = jersey.shared or ((jersey.leader,) if jersey.leader else ())
    return [race.field.mark(rider, jersey.colour) for rider in riders]


def jersey_history(race: TourSnapshot) -> JerseyHistory:
    """List the course of all jerseys; the stage on the road comes last."""
    return JerseyHistory(_heads(race), [_row(race, stood) for stood in race.course])


def _heads(race: TourSnapshot) -> list[Head]:
    return [
        Head(ranking.key, ranking.name, ranking.colour)
        for ranking in race.field.scheme.classifications
        if ranking.colour
    ]


def _row(race: TourSnapshot, stood: Standings) -> WornRow:
    on_road = race.virtual and stood.after == race.number
    label = (
        _("now")
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
    cells = [
        LeaderCell(draw_leaders(race, jersey), _note(race, jersey)) for jersey in stood.jerseys
    ]
    return WornRow(NOW if on_road else str(stood.after), label, stood.after == race.number, cells)


def _note(race: TourSnapshot, jersey: Jersey) -> str:
    if jersey.shared:
        return _("shared: worn by nobody")
    if jersey.leader is None or jersey.wearer == jersey.leader:
        return ""
    return (
        _("worn by %(wearer)s") % {"wearer": race.name(jersey.wearer)}
        if jersey.wearer
        else _("rides in another colour")
    )


def jerseys_to_wear(race: TourSnapshot) -> list[Ridden]:
    """List the wearers of jerseys in the stage that follows the chosen one."""
    heads = {head.key: head for head in _heads(race)}
    worn_by: dict[str | None, str] = {
        jersey.wearer: heads[jersey.key].name for jersey in race.now.jerseys if jersey.wearer
    }
    found = []
    for jersey in race.now.jerseys:
        mark = race.field.mark(jersey.wearer, jersey.colour) if jersey.wearer else None
        found.append(Ridden(heads[jersey.key], mark, _why(race, jersey, worn_by)))
    return found


def _why(race: TourSnapshot, jersey: Jersey, worn_by: dict[str | None, str]) -> str:
    if jersey.shared:
        return _("%(names)s share the lead, so nobody wears it.") % {
            "names": join_with_and([race.name(who) for who in jersey.shared])
        }
    if jersey.leader is None:
        return _("Nobody leads it yet.")
    if jersey.wearer == jersey.leader:
        return _("Leads it.")
    other = worn_by.get(jersey.leader, _("another classification"))
    if jersey.wearer is None:
        return _(
            "%(leader)s leads it and wears the jersey of %(other)s: nobody rides in this one."
        ) % {"leader": race.name(jersey.leader), "other": other}
    return _("Stands in for %(leader)s, who leads it and wears the jersey of %(other)s.") % {
        "leader": race.name(jersey.leader),
        "other": other,
    }


def days_in_jerseys(race: TourSnapshot) -> list[Days]:
    """List the holders of each jersey up to the chosen stage, most days first. In the stage on the
    road jerseys are worn, but nobody leads yet.
    """
    stood = [each for each in race.until_now if not (race.virtual and each.after == race.number)]
    begun, found = _stages_until_now(race), []
    for head in _heads(race):
        led, rode = _days_of(head.key, stood, begun)
        holders = sorted(led.keys() | rode.keys(), key=lambda who: (-led[who], -rode[who], who))
        found.append(
            Days(
                head,
                [Held(race.field.mark(who, head.colour), led[who], rode[who]) for who in holders],
            )
        )
    return found


def _stages_until_now(race: TourSnapshot) -> set[int]:
    """Number the stages up to the chosen one."""
    return {
        stage.number
        for stage in race.stages
        if stage.number <= race.number and stage.kind != "rest"
    }


def _days_of(
    key: str, stood: Iterable[Standings], begun: set[int]
) -> tuple[Counter[str], Counter[str]]:
    """Count the days that riders led a classification, and those that they rode in its jersey."""
    led: Counter[str] = Counter()
    rode: Counter[str] = Counter()
    for each in stood:
        jersey = next(jersey for jersey in each.jerseys if jersey.key == key)
        led.update(jersey.shared or ([jersey.leader] if jersey.leader else []))
        if jersey.wearer and _next(begun, each.after):
            rode[jersey.wearer] += 1
    return led, rode


def _next(begun: set[int], after: int) -> bool:
    """Return True when a stage has been ridden since: a jersey won in one stage is worn in the
    next.
    """
    return any(number > after for number in begun)
