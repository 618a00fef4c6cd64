"""Build the lists beside the board of Cycling Party: groups in race order, what each team has left,
who has arrived.
"""

from collections.abc import Collection, Mapping
from itertools import groupby
from typing import Any

import msgspec

from games.cycling_party import groups as grouping
from games.cycling_party.course import Course
from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import UNIT_NAMES
from tourmanager.play.boards.drawing import ListedRider, RiderGroup
from tourmanager.play.boards.look import Look
from tourmanager.tabletop.cycling_party.vocabulary import VOCABULARY
from tourmanager.web.jerseys import Mark

NAMES = {"breakaway": "Breakaway", "paceline": "Paceline", "peloton": "Peloton"}
HOLDINGS = {
    "bottle": "Bottles",
    "sprint": "Sprints",
    "attack": "Attacks",
    "mountain_attack": "Mountain attacks",
    "double": "Double throws",
}
Unit = tuple[str, tuple[int, ...], tuple[str, ...], str]  # kind, squares, riders, state


class StockItem(msgspec.Struct, frozen=True):
    """What a team has left of one thing; `held` is None where it differs from place to place."""

    name: str
    left: int
    held: int | None


class TeamStock(msgspec.Struct, frozen=True):
    mark: Mark
    asked: bool  # this team answers now
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


def groups_of(
    view: Mapping[str, Any], laid: Course, look: Look, mine: Collection[str]
) -> tuple[RiderGroup, ...]:
    """Return all riders on the road in groups, the most advanced first."""
    units = sorted(
        _together([*_waiting(view), *_units_after_throws(view, laid)]),
        key=lambda unit: (-unit[1][0], -unit[1][-1]),
    )
    movers = tuple(view["units"][0]["riders"]) if view["units"] and view["turn"] else ()
    found: list[RiderGroup] = []
    for kind, squares, riders, state in units:
        next_up = tuple(rider for rider in riders if rider in movers)
        found.append(
            RiderGroup(
                kind=kind,
                name=_name(kind, squares[0], laid),
                squares=squares,
                riders=tuple(ListedRider(look.riders[rider], rider in mine) for rider in riders),
                to_go=laid.end - squares[0],
                ahead=max(0, found[-1].squares[-1] - squares[0]) if found else None,
                leader=found[0].squares[0] - squares[0] if found else None,
                state="to_move" if next_up else state,
                movers=next_up,
                is_named_by_size=kind == "peloton",
            )
        )
    return tuple(found)


def _waiting(view: Mapping[str, Any]) -> list[Unit]:
    return [
        (unit["kind"], tuple(unit["squares"]), tuple(unit["riders"]), "waiting")
        for unit in view["units"]
    ]


def _units_after_throws(view: Mapping[str, Any], laid: Course) -> list[Unit]:
    """Return riders who have thrown in this turn, where they now stand."""
    waiting = {rider for unit in view["units"] for rider in unit["riders"]}
    road = [0] * (laid.end + 1)
    for rider, square in view["squares"].items():
        if rider not in waiting:
            road[square] |= 1 << laid.rider_of[rider]
    state = "moved" if waiting else "waiting"
    return [
        (
            UNIT_NAMES[unit.kind],
            unit.squares,
            tuple(laid.names[rider] for rider in laid.riders(unit.riders)),
            state,
        )
        for unit in grouping.units(laid, road, 0)
    ]


def _together(units: list[Unit]) -> list[Unit]:
    """Join the groups on one square: on a pass each team throws for itself, but riders on one
    square are one group.
    """
    found: dict[object, Unit] = {}
    for number, (kind, squares, riders, state) in enumerate(units):
        key = (squares, state) if kind == "mountain" else number
        before = found[key][2] if key in found else ()
        found[key] = (kind, squares, (*before, *riders), state)
    return list(found.values())


def _name(kind: str, square: int, laid: Course) -> str:
    if kind != "mountain":
        return NAMES[kind]
    number = laid.climb_at[square]
    category = laid.climbs[number - 1].category
    return (
        f"P{number}, {'HC' if category == 'hc' else VOCABULARY.climbs[category].label}"
        if category
        else f"Pass {number}"
    )


def stock_of(
    view: Mapping[str, Any], laid: Course, look: Look, mine: Collection[str]
) -> StockTable:
    """Return what each team has left, of the things this version of the game has."""
    held = _stock_at_start(laid)
    kinds = [kind for kind in HOLDINGS if any(count != 0 for count in held[kind])]
    own = {laid.setup.teams[laid.rider_of[rider] // STRIDE] for rider in mine}
    return StockTable(
        names=tuple(HOLDINGS[kind] for kind in kinds),
        teams=tuple(
            TeamStock(
                look.teams[team],
                team in view["asked"],
                team in own,
                tuple(
                    StockItem(HOLDINGS[kind], view["stock"][team][kind], held[kind][seat])
                    for kind in kinds
                ),
            )
            for seat, team in enumerate(laid.setup.teams)
        ),
    )


def _stock_at_start(laid: Course) -> dict[str, tuple[int | None, ...]]:
    """Return what each seat had at the start; None where it differs from pass to pass."""
    doubles = None if laid.senior and any(climb.doubles for climb in laid.climbs) else 0
    return {
        "bottle": (laid.bottles,) * laid.seats,
        "sprint": (laid.sprints,) * laid.seats,
        "attack": (laid.attacks,) * laid.seats,
        "mountain_attack": _mountain_attacks(laid),
        "double": (doubles,) * laid.seats,
    }


def _mountain_attacks(laid: Course) -> tuple[int, ...]:
    """Return the mountain attacks of the whole tour, also where some were used on earlier
    stages.
    """
    whole = laid.setup.tour_mountain_attacks
    return laid.mountain_attacks if whole is None else (whole,) * laid.seats


def list_arrivals(
    view: Mapping[str, Any], look: Look, mine: Collection[str]
) -> tuple[ArrivedRider, ...]:
    """Return the placed riders in order, then those who have crossed in this turn.

    Without times riders behind the winner share a rank on one square.
    """
    placed, squares = view["placed"], view["crossed"]
    timed = view["version"] == "master"
    seconds = dict(zip(placed, view["times"], strict=True)) if timed else {}
    new = sorted(
        (rider for rider in squares if rider not in placed), key=lambda rider: -squares[rider]
    )
    found: list[ArrivedRider] = []
    runs = groupby(
        [*placed, *new], key=lambda rider: (rider in new, seconds.get(rider, squares[rider]))
    )
    for group, (_, riders) in enumerate(runs, 1):
        shared = max(len(found) + 1, 2)
        for rider in riders:
            rank = len(found) + 1 if timed or not found else shared
            time = seconds.get(rider)
            gap = time - seconds[placed[0]] if time is not None else None
            listed = ListedRider(look.riders[rider], rider in mine)
            found.append(
                ArrivedRider(
                    None if rider in new else rank, listed, squares[rider], time, gap, group
                )
            )
    return tuple(found)
