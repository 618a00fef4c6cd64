"""The end of a turn: passages of lines, arrivals and their times (CP-J-069 ... 075, CP-M-013 ...
028).

Orders, ties and seconds are computed by `table`, the same as for a stage logged at a table. Where
riders are level, dice are thrown, and the computation begins again with them.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from games.cycling_party.earlier_rules import SETTLE
from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import (
    ASKED_NOBODY,
    NEXT_TURN,
    NO_ACTIONS,
    NOBODY,
    OFF,
    OVER,
    PACELINE,
    PELOTON_UNIT,
    THROW_FINISH_TIE,
    THROW_LINE_TIE,
    THROW_SECONDS,
    EndedCrossing,
    PaceCrossing,
    State,
    ask_chance,
    chance,
    with_item,
)
from games.cycling_party.table import arrival
from games.cycling_party.table.dice import Chain, Undecided
from games.engine import Event

KINDS = {PELOTON_UNIT: "peloton", PACELINE: "paceline"}


def end_turn(state: State) -> None:
    """Decide the lines one after the other, then the arrivals. Stop where dice are needed; the next
    call has them.
    """
    course = state.course
    if state.line < len(course.lines):
        if not _rank_lines(state):
            return
        state.line = len(course.lines)
    if state.crossings and not (_arrive(state) if course.master else _win(state)):
        return
    state.tie_dice = ()
    if not state.active or (state.crossings and not course.master):
        end(state)
    else:
        state.phase = NEXT_TURN


def _rank_lines(state: State) -> bool:
    """Decide the lines that somebody has passed and that still pay; return False where dice are
    asked for.
    """
    lines, length = state.course.lines, state.course.setup.stage.length
    lead = max(state.square)
    if lead == OFF:
        lead = max((square for square in state.square if square < OFF), default=0)
    for index in range(state.line, len(lines)):
        line = lines[index]
        if line.past <= lead and len(state.ranked[index]) < line.places and line.km != length:
            state.line = index
            if not _rank(state, index):
                return False
            state.tie_dice = ()
    return True


def end(state: State) -> None:
    state.phase = OVER
    state.seat = NOBODY
    state.asked = ASKED_NOBODY
    state.legal = NO_ACTIONS


def on_tie(state: State, dice: tuple[int, ...]) -> None:
    state.tie_dice += tuple(zip(state.tie_riders, dice, strict=True))
    if state.events is not None:
        rule = (
            "CP-M-016"
            if state.phase == THROW_LINE_TIE
            else "CP-M-028"
            if state.course.master
            else "CP-J-074"
        )
        state.events.append(Event("tie", rule, state.tie_riders, dice))
    end_turn(state)


def on_seconds(state: State, dice: tuple[int, ...]) -> None:
    state.seconds = dice
    end_turn(state)


def _ask_tie(state: State, phase: int, names: tuple[str, ...]) -> None:
    level = sum(1 << state.course.rider_of[name] for name in names)
    state.tie_riders = tuple(state.course.in_speaking_order(level, state.first))
    ask_chance(state, phase, chance((6,) * len(names)))


def _order_riders_on_square(state: State, level: list[int], wanted: int) -> list[int]:
    """Return the order of riders on one square, as far as it is wanted; raises Undecided where dice
    are missing.
    """
    names, rider_of = state.course.names, state.course.rider_of
    bits = sum(1 << rider for rider in level)
    found = []
    for setters, members in state.chains:
        if not bits & ~members:  # another paceline's does not concern them
            found.append(Chain(_names(state, setters), frozenset(_names(state, members))))
    thrown: dict[str, list[int]] = {}
    for rider, die in state.tie_dice:
        thrown.setdefault(names[rider], []).append(die)
    settle = SETTLE[state.course.rules_version]
    return [
        rider_of[name] for name in settle([names[rider] for rider in level], found, thrown, wanted)
    ]


def _names(state: State, mask: int) -> tuple[str, ...]:
    return tuple([state.course.names[rider] for rider in state.course.riders(mask)])


def _rank(state: State, index: int) -> bool:
    """Rank the riders who passed the line in this turn, by square; return False where dice are
    asked for.
    """
    line, before = state.course.lines[index], state.ranked[index]
    levels: dict[int, list[int]] = {}
    for rider, square in enumerate(state.square):
        if line.past <= square < OFF and rider not in before:
            levels.setdefault(square, []).append(rider)
    wanted = line.places - len(before)
    ranked: list[int] = []
    for square in sorted(levels, reverse=True):
        level = levels[square]
        if len(level) > 1 and len(ranked) < wanted:
            try:
                level = _order_riders_on_square(state, level, wanted - len(ranked))
            except Undecided as undecided:
                _ask_tie(state, THROW_LINE_TIE, undecided.riders)
                return False
        ranked += level
    if ranked:
        state.ranked = with_item(state.ranked, index, before + tuple(ranked[:wanted]))
        if state.events is not None:
            state.events.append(
                Event("passing", "CP-M-013", tuple(ranked[:wanted]), (index, line.km, len(before)))
            )
    return True


def units_of(state: State) -> list[PaceCrossing]:
    """Return the units that crossed in this turn, most advanced first."""
    return sorted(state.crossings, key=lambda crossing: -crossing.square)


def limit_of(state: State) -> int:
    return arrival.LAST_SQUARE if state.course.options.beyond_12 == "zero" else OFF


def units_with_die(state: State) -> list[PaceCrossing]:
    """Return the units whose seconds a die gives, in the order of the dice."""
    return _within(units_of(state), limit_of(state))


def _within(units: list[PaceCrossing], limit: int) -> list[PaceCrossing]:
    return [unit for unit in units if unit.square <= limit]


def _arrive(state: State) -> bool:
    """Give places and times to all who crossed in this turn; return False where dice are asked for.

    Within a square the better time goes first; by the option the square alone counts, and its dice
    are thrown before the seconds.
    """
    course, separate = state.course, state.course.options.seconds_die == "separate"
    units = units_of(state)
    limit = limit_of(state)
    waiting = _within(units, limit)
    try:
        if separate:
            _places(state, [(unit, 0) for unit in units])
        if waiting and not state.seconds:
            ask_chance(state, THROW_SECONDS, chance((6,) * len(waiting)))
            return False
        dice = iter(state.seconds)
        dies = [next(dice) if unit.square <= limit else None for unit in units]
        seconds = seconds_of(state, units, dies)
        by = [0] * len(units) if separate else seconds
        order = _places(state, list(zip(units, by, strict=True)))
    except Undecided as undecided:
        _ask_tie(state, THROW_FINISH_TIE, undecided.riders)
        return False
    _note(state, units, dies)
    turn = 60 * (state.turn - state.first_crossing)
    time_of = {
        rider: turn + own
        for unit, own in zip(units, seconds, strict=True)
        for rider in course.riders(unit.riders)
    }
    state.placed += tuple(order)
    state.times += tuple([time_of[rider] for rider in order])
    if state.events is not None:
        count = len(order)
        state.events.append(
            Event("arrivals", "CP-M-028", state.placed[-count:], state.times[-count:])
        )
    return True


def seconds_of(
    state: State, units: Sequence[PaceCrossing], dies: Sequence[int | None]
) -> list[int]:
    """Compute the seconds of units that crossed in one turn, with a die for those that have one."""
    beyond_12 = state.course.options.beyond_12
    return [
        arrival.stage_time(0, unit.square, die, beyond_12)
        for unit, die in zip(units, dies, strict=True)
    ]


def _places(state: State, units: list[tuple[PaceCrossing, int]]) -> list[int]:
    """Order riders by square, then time, then pace-setter or dice (CP-M-028)."""
    square, riders_of = state.square, state.course.riders
    crossed = sorted(
        [
            (-square[rider], seconds, rider)
            for unit, seconds in units
            for rider in riders_of(unit.riders)
        ]
    )
    if len(crossed) == 1:
        return [crossed[0][2]]
    order: list[int] = []
    for _, level in groupby(crossed, key=itemgetter(0, 1)):
        riders = [rider for _, _, rider in level]
        order += _order_riders_on_square(state, riders, len(riders)) if len(riders) > 1 else riders
    return order


def arrival_record(
    state: State, turn: int, unit: PaceCrossing, riders: Sequence[int], die: int | None
) -> EndedCrossing:
    """Make the record of a unit that crossed `turn` turns after the first crossing."""
    end, square = state.course.end, state.square
    return EndedCrossing(
        turn,
        unit.kind,
        tuple(riders),
        tuple([square[rider] - end for rider in riders]),
        tuple(state.course.riders(unit.setters)) if unit.setters else (),
        die or 0,
    )


def _note(state: State, units: list[PaceCrossing], dies: Sequence[int | None]) -> None:
    course = state.course
    state.first_crossing = state.first_crossing or state.turn
    turn = state.turn - state.first_crossing
    for unit, die in zip(units, dies, strict=True):
        riders = course.riders(unit.riders)
        state.arrived += (arrival_record(state, turn, unit, riders, die),)
        if state.events is not None and die:
            seconds = arrival.stage_time(turn, unit.square, die, course.options.beyond_12)
            state.events.append(
                Event("seconds", "CP-M-024", tuple(riders), (unit.square, die, turn, seconds))
            )
    state.seconds = ()


def _win(state: State) -> bool:
    """Let the rider furthest behind the line win (CP-J-071), and order the others by their
    squares.
    """
    course = state.course
    crossed = [rider for unit in state.crossings for rider in course.riders(unit.riders)]
    furthest = max(state.square[rider] for rider in crossed)
    try:
        first = _order_riders_on_square(
            state, [rider for rider in crossed if state.square[rider] == furthest], 1
        )[0]
    except Undecided as undecided:
        _ask_tie(state, THROW_FINISH_TIE, undecided.riders)
        return False
    units = units_of(state)
    _note(state, units, [None] * len(units))
    state.placed = tuple(
        sorted(crossed, key=lambda rider: (rider != first, -state.square[rider], rider))
    )
    if state.events is not None:
        state.events.append(
            Event(
                "wins",
                "CP-J-071",
                (first,),
                (state.square[first] - course.end,),
                seat=first // STRIDE,
            )
        )
    return True
