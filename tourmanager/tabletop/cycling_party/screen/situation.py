"""Where a stage stands between two turns: what of it a stage log knows, and what a running ride has
come to.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.setup import Situation
from games.cycling_party.situation import time_of
from games.engine import Finish, Outcome, Passing
from tourmanager.play.contract import NotTold
from tourmanager.play.log.position import Position
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.tabletop.cycling_party.table.sheet import game_of


def known(sheet: Sheet, turn: int, clock: int) -> dict[str, Any]:
    """What a log says of the situation after that turn: passages, arrivals, advantages, double
    throws, who is out. The squares of those on the road are known to the board alone. `clock`: how
    many turns ago the line was crossed first. Raises NotTold.
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
    return {
        "turn": turn,
        "squares": {},
        "out": [rider for rider, status in sheet.gone.items() if status != "dns"],
        "first_arrival": turn - clock if arrivals else 0,
        "arrivals": arrivals,
        "finish": list(sheet.order),
        "passages": {
            line.key: list(sheet.lines[line.key])
            for line in sheet.frame.lines.values()
            if sheet.lines[line.key] and not line.at_finish
        },
        "used": {
            team: {kind: count for kind, count in used.items() if count}
            for team, used in game_of(sheet).used.items()
            if any(used.values())
        },
        "doubles": {
            line: {team: count for team, count in teams.items() if count}
            for line, teams in game_of(sheet).doubles.items()
            if any(teams.values())
        },
    }


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
    """What a director would have logged of a running stage up to the beginning of the turn under
    way; None before the first one.
    """
    told = where.game.situation(where.state)
    if not told:
        return None
    given, course = msgspec.convert(told, Situation), where.state.course
    group = {rider: number for number, unit in enumerate(given.arrivals) for rider in unit.squares}
    finish = [
        Finish(place, rider, time_of(course, given.arrivals[group[rider]]), group[rider])
        for place, rider in enumerate(given.finish, 1)
    ]
    last = course.options.descent_death == "last_in_stage"
    latest = max((one.time or 0 for one in finish), default=0)
    return Outcome(
        finish=(*finish, *(Finish(len(finish) + 1, rider, latest) for rider in given.out if last)),
        passings=tuple(
            Passing(line.key, line.category, line.km, given.passages.get(line.key, ()))
            for line in course.lines
        ),
        out=() if last else given.out,
        behind=tuple(given.squares),
        extras=CyclingPartyExtras(
            units=given.arrivals,
            used={team: msgspec.to_builtins(used) for team, used in given.used.items()},
            doubles=given.doubles,
        ),
    )


def completed(where: Position) -> int:
    """The last turn that was completed; 0 after the opening, and before it."""
    told: Mapping[str, Any] = where.game.situation(where.state)
    turn: int = told.get("turn", 0)
    return turn
