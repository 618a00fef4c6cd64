"""Describe a stage between two turns: what its log knows of it, and what a running ride has come
to.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.course import Course
from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.setup import Situation
from games.cycling_party.situation import time_of
from games.cycling_party.state import State
from games.engine import Finish, Outcome, Passing
from tourmanager.play.contract import NotTold
from tourmanager.play.log.position import Position
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.tabletop.cycling_party.table.sheet import game_of


def read_situation(sheet: Sheet, turn: int, clock: int) -> dict[str, Any]:
    """Return what a log knows of the situation after that turn: passages, arrivals, advantages,
    double throws, abandons.

    Only the board knows the squares of riders on the road. `clock`: how many turns ago the line was
    crossed first. Raises NotTold.
    """
    arrivals = [
        _unit(sheet, unit) for unit in sorted(sheet.units.values(), key=lambda unit: unit.turn)
    ]
    if set(sheet.order) - sheet.where.keys():
        raise NotTold(
            _(
                "Arrivals that came with a table of results have no squares: such a "
                "stage does not go on digitally."
            )
        )
    game = game_of(sheet)
    return {
        "turn": turn,
        "squares": {},
        "out": [rider for rider, status in sheet.abandons.items() if status != "dns"],
        "first_arrival": turn - clock if arrivals else 0,
        "arrivals": arrivals,
        "finish": list(sheet.order),
        "passages": {
            line.key: list(sheet.lines[line.key])
            for line in sheet.frame.lines.values()
            if sheet.lines[line.key] and not line.at_finish
        },
        "used": _without_zeros(game.used),
        "doubles": _without_zeros(game.doubles),
    }


def _without_zeros(counts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Leave out what was never used, and rows where nothing was."""
    rows = {
        key: {name: count for name, count in row.items() if count} for key, row in counts.items()
    }
    return {key: row for key, row in rows.items() if row}


def _unit(sheet: Sheet, unit: Unit) -> dict[str, Any]:
    if unit.typed is not None:
        raise NotTold(
            _(
                "An arrival has a time typed by hand: the digital stage needs its "
                "square and its die."
            )
        )
    game = game_of(sheet)
    kind = game.kind(unit)
    if game.time(unit) is None:
        raise NotTold(
            _("An arrival lacks its square or its die: complete it on the stage's page first.")
        )
    return {
        "turn": unit.turn,
        "kind": "single" if kind == "alone" else kind,
        "squares": {rider: unit.square_of(rider) for rider in unit.riders},
        "setters": unit.riders[:1] if kind == "paceline" else [],
        "die": game.die(unit) if game.needs_die(unit) else None,
    }


def so_far(where: Position) -> Outcome[CyclingPartyExtras] | None:
    """Return what a director would have logged of a running stage up to the beginning of the turn
    under way; None before the first one.
    """
    data = where.game.situation(where.state)
    if not data:
        return None
    situation, course = msgspec.convert(data, Situation), cast(State, where.state).course
    last = course.options.descent_death == "last_in_stage"
    return Outcome(
        finish=_finish(course, situation, situation.out if last else ()),
        passings=tuple(
            Passing(line.key, line.category, line.km, situation.passages.get(line.key, ()))
            for line in course.lines
        ),
        out=() if last else situation.out,
        behind=tuple(situation.squares),
        extras=CyclingPartyExtras(
            units=situation.arrivals,
            used={team: msgspec.to_builtins(uses) for team, uses in situation.used.items()},
            doubles=situation.doubles,
        ),
    )


def _finish(course: Course, situation: Situation, last: Iterable[str]) -> tuple[Finish, ...]:
    """Place who has arrived, and behind them together who counts as last."""
    group = {
        rider: number for number, unit in enumerate(situation.arrivals) for rider in unit.squares
    }
    finish = [
        Finish(place, rider, time_of(course, situation.arrivals[group[rider]]), group[rider])
        for place, rider in enumerate(situation.finish, 1)
    ]
    latest = max((one.time or 0 for one in finish), default=0)
    return (*finish, *(Finish(len(finish) + 1, rider, latest) for rider in last))


def last_completed_turn(where: Position) -> int:
    """Return the last turn that was completed; 0 after the opening, and before it."""
    data: Mapping[str, Any] = where.game.situation(where.state)
    turn: int = data.get("turn", 0)
    return turn
