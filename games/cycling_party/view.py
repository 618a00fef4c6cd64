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
    asked = seat is not None and seat == state.seat
    return {
        "version": course.setup.version,
        "turn": state.turn,
        "phase": PHASE_NAMES[state.phase - OVER],
        "first": course.setup.teams[state.first],
        "asked": [course.setup.teams[each] for each in state.asked.seats],
        "throw": list(state.asked.throw.sides) if state.asked.throw else None,
        "legal": [write_action(names, state.seat, action) for action in state.legal]
        if asked
        else [],
        "length": course.setup.stage.length,
        "squares": {names[rider]: state.square[rider] for rider in course.riders(state.active)},
        "crossed": {names[rider]: state.square[rider] - course.end for rider in _crossed(state)},
        "out": [names[rider] for rider in state.gone],
        "units": [
            {
                "kind": UNIT_NAMES[unit.kind],
                "squares": list(unit.squares),
                "riders": [names[rider] for rider in course.riders(unit.riders)],
            }
            for unit in groups.units_now(state)
        ],
        "pace": state.pace,
        "rights": [names[rider] for rider in course.riders(state.right | state.earned)],
        "stock": {
            team: {
                "bottle": state.bottles[index],
                "sprint": state.sprints[index],
                "attack": state.attacks[index],
                "mountain_attack": state.mountain_attacks[index],
                "double": state.doubles[index],
            }
            for index, team in enumerate(course.setup.teams)
        },
        "lines": {
            line.key: {
                "category": line.category,
                "km": line.km,
                "riders": [names[rider] for rider in riders],
            }
            for line, riders in zip(course.lines, passings(state), strict=True)
        },
        "placed": [names[rider] for rider in state.placed],
        "times": list(state.times),
    }


def _crossed(state: State) -> list[int]:
    course = state.course
    return [
        rider for rider in course.riders(course.starters & ~state.active) if rider not in state.gone
    ]
