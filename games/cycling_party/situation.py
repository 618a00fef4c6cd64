"""Situations: a race described as a position between two turns, and a race that begins there."""

from typing import Any

import msgspec

from games.cycling_party.course import Course, course
from games.cycling_party.finish import KINDS
from games.cycling_party.loop import go_on
from games.cycling_party.numbers import RULES_VERSION, STRIDE
from games.cycling_party.outcome import arrivals, doubles, used_stock
from games.cycling_party.setup import ArrivalUnit, Setup, Situation, Used
from games.cycling_party.state import BREAKAWAY, NEXT_TURN, OFF, EndedCrossing, State, new_state
from games.cycling_party.table import arrival

KIND_OF = {name: kind for kind, name in KINDS.items()}


def situation(state: State) -> dict[str, Any]:
    """Return the position at the beginning of the turn under way, as plain values; empty before the
    first turn.
    """
    if state.before is None:
        return {}
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(_describe(state.before)))
    return values


def _describe(state: State) -> Situation:
    road = state.course
    names = road.names
    return Situation(
        turn=state.turn,
        squares={names[rider]: state.square[rider] for rider in road.riders(state.active)},
        out=tuple(names[rider] for rider in state.gone),
        first_arrival=state.first_crossing,
        arrivals=arrivals(state),
        finish=tuple(names[rider] for rider in state.placed),
        passages=_passages(state),
        moved_back=_moved_back(state),
        used={
            team: Used(**counts)
            for team, counts in used_stock(state).items()
            if any(counts.values())
        },
        doubles=doubles(state),
        returned=_all_returned(state),
        descending=tuple(names[rider] for rider in road.riders(state.earned)),
        losing=tuple(names[rider] for rider in road.riders(state.skip & state.active)),
    )


def _passages(state: State) -> dict[str, tuple[str, ...]]:
    names = state.course.names
    return {
        line.key: tuple(names[rider] for rider in row)
        for line, row in zip(state.course.lines, state.ranked, strict=True)
        if row
    }


def _moved_back(state: State) -> tuple[str, ...]:
    """Name the riders who have passed a line and stand before it again."""
    back = {
        state.course.names[rider]
        for line, row in zip(state.course.lines, state.ranked, strict=True)
        for rider in row
        if state.active >> rider & 1 and state.square[rider] < line.past
    }
    return tuple(sorted(back))


def _all_returned(state: State) -> dict[str, tuple[str, ...]]:
    by_pass = {
        f"p{index + 1}": _list_returned_climbers(state, index)
        for index in range(len(state.course.climbs))
    }
    return {key: teams for key, teams in by_pass.items() if teams}


def _list_returned_climbers(state: State, index: int) -> tuple[str, ...]:
    """Return the teams whose climber gets no more double throws of that pass, though still on it or
    before it.
    """
    road = state.course
    climb, found = road.climbs[index], []
    for seat, team in enumerate(road.setup.teams):
        square, left = (
            state.square[seat * STRIDE],
            climb.doubles - state.doubled[index * road.seats + seat],
        )
        on_it = climb.start <= square <= climb.end
        if left and (
            state.doubles[seat] != left
            if on_it
            else square < climb.start and state.begun[seat] >> index + 1 & 1
        ):
            found.append(team)
    return tuple(found) if road.senior else ()


def road_of(setup: Setup, rules_version: int = RULES_VERSION) -> Course:
    """Make the course of a setup, which is the same from wherever the stage begins."""
    return course(
        msgspec.structs.replace(setup, situation=None) if setup.situation else setup, rules_version
    )


def start(setup: Setup, rules_version: int) -> State:
    """Begin a race at its opening, or in the situation of the setup, which has been checked."""
    state = new_state(road_of(setup, rules_version))
    if setup.situation:
        _place(state, setup.situation)
        state.phase = NEXT_TURN
        go_on(state)
    return state


def _place(state: State, given: Situation) -> None:
    road = state.course
    state.turn = given.turn
    state.square = [OFF] * len(state.square)
    for name, square in given.squares.items():
        state.square[road.rider_of[name]] = square
    state.active = bits(road, given.squares)
    state.gone = tuple(road.rider_of[name] for name in given.out)
    # nobody is withdrawn in a tour (CP-M-044)
    state.crashed = bits(road, given.out) if road.master else 0
    state.earned, state.skip = bits(road, given.descending), bits(road, given.losing)
    state.ranked = tuple(
        tuple(road.rider_of[name] for name in given.passages.get(line.key, ()))
        for line in road.lines
    )
    _set_arrivals(state, given)
    for seat, team in enumerate(road.setup.teams):
        _stock(state, seat, given.used.get(team, Used()))
        _climber(state, seat, team, given)


def bits(road: Course, names: tuple[str, ...] | dict[str, int]) -> int:
    return sum(1 << road.rider_of[name] for name in names)


def _set_arrivals(state: State, given: Situation) -> None:
    road = state.course
    times: dict[str, int] = {}
    for unit in given.arrivals:
        riders = tuple(sorted(road.rider_of[name] for name in unit.squares))
        squares = tuple(unit.squares[road.names[rider]] for rider in riders)
        for rider, square in zip(riders, squares, strict=True):
            state.square[rider] = road.end + square
        setters = tuple(road.rider_of[name] for name in unit.setters)
        state.arrived += (
            EndedCrossing(
                unit.turn,
                KIND_OF.get(unit.kind, BREAKAWAY),
                riders,
                squares,
                setters,
                unit.die or 0,
            ),
        )
        times.update(dict.fromkeys(unit.squares, time_of(road, unit)))
    state.first_crossing = given.first_arrival
    state.placed = tuple(road.rider_of[name] for name in given.finish)
    state.times = tuple(times[name] for name in given.finish)


def time_of(road: Course, unit: ArrivalUnit) -> int:
    return arrival.stage_time(
        unit.turn, max(unit.squares.values()), unit.die, road.options.beyond_12
    )


def _stock(state: State, seat: int, used_up: Used) -> None:
    state.bottles[seat] -= used_up.bottle
    state.sprints[seat] -= used_up.sprint
    state.attacks[seat] -= used_up.attack
    leader_is_out = (
        state.crashed >> seat * STRIDE & 1 and state.course.options.descent_death == "out_of_tour"
    )
    state.mountain_attacks[seat] = (
        0 if leader_is_out else state.mountain_attacks[seat] - used_up.mountain_attack
    )
    state.attacks_made = (
        *state.attacks_made[:seat],
        used_up.mountain_attack,
        *state.attacks_made[seat + 1 :],
    )


def _climber(state: State, seat: int, team: str, given: Situation) -> None:
    """Set the passes that the climber has begun, and the double throws left on the one they are on
    (CP-S-011).
    """
    road, square, begun, made = state.course, state.square[seat * STRIDE], 0, list(state.doubled)
    for index, climb in enumerate(road.climbs):
        key = f"p{index + 1}"
        made[index * road.seats + seat] = given.doubles.get(key, {}).get(team, 0)
        returned = team in given.returned.get(key, ())
        if climb.start <= square or returned:
            begun |= 1 << index + 1
        if climb.start <= square <= climb.end and road.senior and not returned:
            state.doubles[seat] = climb.doubles - made[index * road.seats + seat]
    state.begun = (*state.begun[:seat], begun, *state.begun[seat + 1 :])
    state.doubled = tuple(made)
