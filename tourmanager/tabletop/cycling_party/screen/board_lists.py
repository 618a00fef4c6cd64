"""Build the lists beside the board of Cycling Party: groups in race order, what each team has left,
who has arrived.
"""

from collections.abc import Collection, Mapping
from itertools import groupby, pairwise
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cycling_party import groups as grouping
from games.cycling_party.course import Course
from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import UNIT_NAMES
from tourmanager.play.boards.drawing import ListedRider, RiderGroup
from tourmanager.play.boards.look import Look
from tourmanager.tabletop.cycling_party.vocabulary import VOCABULARY
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark

NAMES = {
    "breakaway": gettext_lazy("Breakaway"),
    "paceline": gettext_lazy("Paceline"),
    "peloton": gettext_lazy("Peloton"),
}
HOLDINGS = {
    "bottle": gettext_lazy("Bottles"),
    "sprint": gettext_lazy("Sprints"),
    "attack": gettext_lazy("Attacks"),
    "mountain_attack": gettext_lazy("Mountain attacks"),
    "double": gettext_lazy("Double throws"),
}
Unit = tuple[str, tuple[int, ...], tuple[str, ...], str]  # kind, squares, riders, state


class StockItem(msgspec.Struct, frozen=True):
    """What a team has left of one thing, as a row of tokens to be read; `at_start` is None where it
    differs between places.
    """

    key: str
    name: str
    team_name: str
    left: int
    at_start: int | None
    team: str = ""
    is_barred: bool = False

    @property
    def counters(self) -> list[tuple[str, str, str]]:
        """Return the tokens: how each lies, and no entry and no label of its own."""
        spent = max((self.at_start or 0) - self.left, 0)
        return [("left", "", "")] * self.left + [("spent", "", "")] * spent

    @property
    def label(self) -> str:
        values = {"team": self.team_name, "name": self.name.lower(), "left": self.left}
        if self.at_start is None:
            return _("%(team)s, %(name)s, %(left)s left") % values
        return _("%(team)s, %(name)s, %(left)s of %(total)s left") % (
            values | {"total": self.at_start}
        )


class TeamStock(msgspec.Struct, frozen=True):
    mark: Mark
    is_asked: bool  # this team answers now
    mine: bool
    holdings: tuple[StockItem, ...]


class StockTable(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    teams: tuple[TeamStock, ...]


class ArrivedRider(msgspec.Struct, frozen=True):
    """A rider over the line. Until the turn has ended they have no rank; where the game measures no
    time there is none.
    """

    rank: int | None
    rider: ListedRider
    square: int  # behind the line
    seconds: int | None
    gap: int | None  # seconds behind the winner
    group: int  # riders with one time, or on one square: 1, 2 …


class BoardLists(msgspec.Struct, frozen=True):
    groups: tuple[RiderGroup, ...]
    stock: StockTable
    arrived: tuple[ArrivedRider, ...]
    out: tuple[ListedRider, ...]

    @property
    def has_times(self) -> bool:
        """Return True when this game measures times."""
        return any(row.seconds is not None for row in self.arrived)

    @property
    def has_same_times(self) -> bool:
        """Return True when somebody has the time of the rider above."""
        return any(
            row.seconds is not None and row.group == above.group
            for above, row in pairwise(self.arrived)
        )


def groups_of(
    view: Mapping[str, Any], course: Course, look: Look, mine: Collection[str]
) -> tuple[RiderGroup, ...]:
    """Return all riders on the road in groups, the most advanced first."""
    units = sorted(
        _together([*_waiting(view), *_units_after_throws(view, course)]),
        key=lambda unit: (-unit[1][0], -unit[1][-1]),
    )
    movers = tuple(view["units"][0]["riders"]) if view["units"] and view["turn"] else ()
    groups: list[RiderGroup] = []
    for kind, squares, riders, state in units:
        next_up = tuple(rider for rider in riders if rider in movers)
        groups.append(
            RiderGroup(
                kind=kind,
                name=_name(kind, squares[0], course),
                squares=squares,
                riders=tuple(ListedRider(look.riders[rider], rider in mine) for rider in riders),
                to_go=course.end - squares[0],
                ahead=max(0, groups[-1].squares[-1] - squares[0]) if groups else None,
                leader=groups[0].squares[0] - squares[0] if groups else None,
                state="to_move" if next_up else state,
                movers=next_up,
                is_named_by_size=kind == "peloton",
            )
        )
    return tuple(groups)


def _waiting(view: Mapping[str, Any]) -> list[Unit]:
    return [
        (unit["kind"], tuple(unit["squares"]), tuple(unit["riders"]), "waiting")
        for unit in view["units"]
    ]


def _units_after_throws(view: Mapping[str, Any], course: Course) -> list[Unit]:
    """Return riders who have thrown in this turn, where they now stand."""
    waiting = {rider for unit in view["units"] for rider in unit["riders"]}
    road = [0] * (course.end + 1)
    for rider, square in view["squares"].items():
        if rider not in waiting:
            road[square] |= 1 << course.rider_of[rider]
    state = "moved" if waiting else "waiting"
    return [
        (
            UNIT_NAMES[unit.kind],
            unit.squares,
            tuple(course.names[rider] for rider in course.riders(unit.riders)),
            state,
        )
        for unit in grouping.units(course, road, 0)
    ]


def _together(units: list[Unit]) -> list[Unit]:
    """Join the groups on one square: on a pass each team throws for itself, but riders on one
    square are one group.
    """
    units_by_key: dict[object, Unit] = {}
    for number, (kind, squares, riders, state) in enumerate(units):
        key = (squares, state) if kind == "mountain" else number
        before = units_by_key[key][2] if key in units_by_key else ()
        units_by_key[key] = (kind, squares, (*before, *riders), state)
    return list(units_by_key.values())


def _name(kind: str, square: int, course: Course) -> str:
    if kind != "mountain":
        return str(NAMES[kind])
    number = course.climb_at[square]
    category = course.climbs[number - 1].category
    return (
        f"P{number}, {'HC' if category == 'hc' else VOCABULARY.climbs[category].label}"
        if category
        else labels.line(f"p{number}")
    )


def stock_of(
    view: Mapping[str, Any], course: Course, look: Look, mine: Collection[str]
) -> StockTable:
    """Return what each team has left, of the things this version of the game has."""
    stock_at_start = _stock_at_start(course)
    kinds = [kind for kind in HOLDINGS if any(count != 0 for count in stock_at_start[kind])]
    own = {course.setup.teams[course.rider_of[rider] // STRIDE] for rider in mine}
    return StockTable(
        names=tuple(str(HOLDINGS[kind]) for kind in kinds),
        teams=tuple(
            TeamStock(
                look.teams[team],
                team in view["asked"],
                team in own,
                tuple(
                    StockItem(
                        kind,
                        str(HOLDINGS[kind]),
                        look.teams[team].team,
                        view["stock"][team][kind],
                        stock_at_start[kind][seat],
                    )
                    for kind in kinds
                ),
            )
            for seat, team in enumerate(course.setup.teams)
        ),
    )


def _stock_at_start(course: Course) -> dict[str, tuple[int | None, ...]]:
    """Return what each seat had at the start; None where it differs from pass to pass."""
    doubles = None if course.senior and any(climb.doubles for climb in course.climbs) else 0
    return {
        "bottle": (course.bottles,) * course.seats,
        "sprint": (course.sprints,) * course.seats,
        "attack": (course.attacks,) * course.seats,
        "mountain_attack": _mountain_attacks(course),
        "double": (doubles,) * course.seats,
    }


def _mountain_attacks(course: Course) -> tuple[int, ...]:
    """Return the mountain attacks of the whole tour, also where some were used on earlier
    stages.
    """
    whole = course.setup.tour_mountain_attacks
    return course.mountain_attacks if whole is None else (whole,) * course.seats


def list_arrivals(
    view: Mapping[str, Any], look: Look, mine: Collection[str]
) -> tuple[ArrivedRider, ...]:
    """Return the placed riders in order, then those who have crossed in this turn.

    Without times riders behind the winner share a rank on one square.
    """
    finishers, squares = view["placed"], view["crossed"]
    is_timed = view["version"] == "master"
    seconds = dict(zip(finishers, view["times"], strict=True)) if is_timed else {}
    new = sorted(
        (rider for rider in squares if rider not in finishers), key=lambda rider: -squares[rider]
    )
    arrivals: list[ArrivedRider] = []
    runs = groupby(
        [*finishers, *new], key=lambda rider: (rider in new, seconds.get(rider, squares[rider]))
    )
    for group, (_key, riders) in enumerate(runs, 1):
        shared_rank = max(len(arrivals) + 1, 2)
        for rider in riders:
            rank = len(arrivals) + 1 if is_timed or not arrivals else shared_rank
            time = seconds.get(rider)
            gap = time - seconds[finishers[0]] if time is not None else None
            rider_row = ListedRider(look.riders[rider], rider in mine)
            arrivals.append(
                ArrivedRider(
                    None if rider in new else rank, rider_row, squares[rider], time, gap, group
                )
            )
    return tuple(arrivals)
