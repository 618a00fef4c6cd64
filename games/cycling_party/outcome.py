"""How a stage ended, as a director would have logged it."""

from itertools import groupby

import msgspec

from games.cycling_party.finish import KINDS
from games.cycling_party.setup import ArrivalUnit
from games.cycling_party.state import OVER, State
from games.engine import Finish, Outcome, Passing


class CyclingPartyExtras(msgspec.Struct, frozen=True):
    """Results that only this game has. `Finish.group` is the index of a unit."""

    units: tuple[ArrivalUnit, ...]
    used: dict[str, dict[str, int]]  # by team: bottle, sprint, attack, mountain_attack
    doubles: dict[str, dict[str, int]]  # by line and team: double throws


class LoggedOutcome(msgspec.Struct, frozen=True):
    """The outcome that the checksum at the end of a log is made of: fields and order never
    change.
    """

    finish: tuple[Finish, ...]
    units: tuple[ArrivalUnit, ...]
    passings: tuple[Passing, ...]
    used: dict[str, dict[str, int]]
    doubles: dict[str, dict[str, int]]
    out: tuple[str, ...]
    behind: tuple[str, ...]


def outcome_for_checksum(state: State) -> LoggedOutcome | None:
    ended = outcome(state)
    if ended is None:
        return None
    extras = ended.extras
    return LoggedOutcome(
        ended.finish,
        extras.units,
        ended.passings,
        extras.used,
        extras.doubles,
        ended.out,
        ended.behind,
    )


def outcome(state: State) -> Outcome[CyclingPartyExtras] | None:
    if state.phase != OVER:
        return None
    course = state.course
    names = course.names
    last_in_stage = course.master and course.options.descent_death == "last_in_stage"
    riding = sorted(course.riders(state.active), key=lambda rider: -state.square[rider])
    return Outcome(
        finish=(*_finish(state), *(_place_crashed_riders(state) if last_in_stage else ())),
        passings=tuple(
            Passing(line.key, line.category, line.km, tuple(names[rider] for rider in riders))
            for line, riders in zip(course.lines, passings(state), strict=True)
        ),
        out=tuple(names[rider] for rider in _riders_out(state, last_in_stage=last_in_stage)),
        behind=tuple(names[rider] for rider in riding),
        extras=CyclingPartyExtras(arrivals(state), used_stock(state), doubles(state)),
    )


def _riders_out(state: State, *, last_in_stage: bool) -> list[int]:
    """List who left the race; by the option who crashed is placed last instead."""
    placed_last = state.crashed if last_in_stage else 0
    return [rider for rider in state.gone if not placed_last >> rider & 1]


def arrivals(state: State) -> tuple[ArrivalUnit, ...]:
    names = state.course.names
    return tuple(
        ArrivalUnit(
            unit.turn,
            KINDS.get(unit.kind, "single"),
            {names[rider]: square for rider, square in zip(unit.riders, unit.squares, strict=True)},
            tuple(names[rider] for rider in unit.setters),
            unit.die or None,
        )
        for unit in state.arrived
    )


def _finish(state: State) -> list[Finish]:
    """List places in order. In junior and senior only the winner is decided; level riders behind
    the winner share a rank.
    """
    names, group = (
        state.course.names,
        {rider: index for index, unit in enumerate(state.arrived) for rider in unit.riders},
    )
    if state.course.master:
        return [
            Finish(place, names[rider], time, group[rider])
            for place, (rider, time) in enumerate(zip(state.placed, state.times, strict=True), 1)
        ]
    found: list[Finish] = []
    winner = [Finish(1, names[rider], None, group[rider]) for rider in state.placed[:1]]
    for _, level in groupby(state.placed[1:], key=lambda rider: state.square[rider]):
        rank = 2 + len(found)
        found += [Finish(rank, names[rider], None, group[rider]) for rider in level]
    return winner + found


def _place_crashed_riders(state: State) -> list[Finish]:
    """Place crashed riders last, in the last finisher's time, where the option says so."""
    crashed = [rider for rider in state.gone if state.crashed >> rider & 1]
    rank, time = len(state.placed) + 1, state.times[-1] if state.times else 0
    return [
        Finish(rank, state.course.names[rider], max([time, *state.times]), None)
        for rider in crashed
    ]


def passings(state: State) -> list[tuple[int, ...]]:
    """Return the riders of each line; a pass that ends on the finish has the order of the finish
    (CP-M-018).
    """
    course = state.course
    return [
        state.placed[: line.places] if line.km == course.setup.stage.length else riders
        for line, riders in zip(course.lines, state.ranked, strict=True)
    ]


def used_stock(state: State) -> dict[str, dict[str, int]]:
    course = state.course
    return {
        team: {
            "bottle": course.bottles - state.bottles[seat],
            "sprint": course.sprints - state.sprints[seat],
            "attack": course.attacks - state.attacks[seat],
            "mountain_attack": state.attacks_made[seat],
        }
        for seat, team in enumerate(course.setup.teams)
    }


def doubles(state: State) -> dict[str, dict[str, int]]:
    seats = state.course.seats
    found: dict[str, dict[str, int]] = {}
    for index in range(len(state.course.climbs)):
        for seat, team in enumerate(state.course.setup.teams):
            if thrown := state.doubled[index * seats + seat]:
                found.setdefault(f"p{index + 1}", {})[team] = thrown
    return found
