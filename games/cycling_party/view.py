"""The view of a seat. Nothing is hidden in Cycling Party: every seat sees the whole road; only the
questions are its own.
"""

from typing import Any

from games.cycling_party import groups
from games.cycling_party.actions import write_action
from games.cycling_party.outcome import passings
from games.cycling_party.state import OVER, PHASE_NAMES, UNIT_NAMES, State


def view(state: State, seat: int | None) -> dict[str, Any]:
    course, names = state.course, state.course.names
    return {
        "version": course.setup.version,
        "turn": state.turn,
        "phase": PHASE_NAMES[state.phase - OVER],
        "first": course.setup.teams[state.first],
        "asked": [course.setup.teams[each] for each in state.asked.seats],
        "throw": list(state.asked.throw.sides) if state.asked.throw else None,
        "legal": _legal(state, seat),
        "length": course.setup.stage.length,
        "squares": {names[rider]: state.square[rider] for rider in course.riders(state.active)},
        "crossed": {
            names[rider]: state.square[rider] - course.end for rider in _riders_across(state)
        },
        "out": [names[rider] for rider in state.gone],
        "units": _units(state),
        "pace": state.pace,
        "rights": [names[rider] for rider in course.riders(state.right | state.earned)],
        "stock": _stock(state),
        "lines": _lines(state),
        "placed": [names[rider] for rider in state.placed],
        "times": list(state.times),
    }


def _legal(state: State, seat: int | None) -> list[str]:
    if seat is None or seat != state.seat:
        return []
    return [write_action(state.course.names, state.seat, action) for action in state.legal]


def _units(state: State) -> list[dict[str, Any]]:
    course = state.course
    return [
        {
            "kind": UNIT_NAMES[unit.kind],
            "squares": list(unit.squares),
            "riders": [course.names[rider] for rider in course.riders(unit.riders)],
        }
        for unit in groups.units_now(state)
    ]


def _stock(state: State) -> dict[str, dict[str, int]]:
    return {
        team: {
            "bottle": state.bottles[index],
            "sprint": state.sprints[index],
            "attack": state.attacks[index],
            "mountain_attack": state.mountain_attacks[index],
            "double": state.doubles[index],
        }
        for index, team in enumerate(state.course.setup.teams)
    }


def _lines(state: State) -> dict[str, dict[str, Any]]:
    names = state.course.names
    return {
        line.key: {
            "category": line.category,
            "km": line.km,
            "riders": [names[rider] for rider in riders],
        }
        for line, riders in zip(state.course.lines, passings(state), strict=True)
    }


def _riders_across(state: State) -> list[int]:
    course = state.course
    return [
        rider for rider in course.riders(course.starters & ~state.active) if rider not in state.gone
    ]
