"""A locked peloton: managers throw for its members or accept the pace, until all have passed in a
row (CP-J-034 ... 041, CP-D-006).
"""

from games.cycling_party.actions import ESCAPE, NINE, PASS, PASS_TURN, PASS_UNIT, SHIFT, THROW
from games.cycling_party.course import MOST, NUMBERS
from games.cycling_party.groups import LOUD
from games.cycling_party.moves import fall, ride, stop
from games.cycling_party.numbers import PACE, PELOTON, STRIDE
from games.cycling_party.state import (
    ASKED,
    DOMESTIQUE,
    IN_PELOTON,
    PELOTON_UNIT,
    THROW_PELOTON,
    UNIT_DONE,
    PaceCrossing,
    State,
    ask_chance,
    chance,
)
from games.engine import Event

FLAT_DOMESTIQUE = 3  # number less one
JUNIOR_THROW, SENIOR_THROW = chance((6, 6)), chance((6, 6), True)

# Legal actions of a manager, by the seat and the numbers of its members who have not thrown.
THROWS = [
    [
        (
            PASS,
            PASS_UNIT,
            PASS_TURN,
            *((seat * STRIDE + number) << SHIFT | THROW for number in NUMBERS[mine]),
        )
        for mine in range(MOST + 1)
    ]
    for seat in range(6)
]


def lock(state: State) -> None:
    state.pace = PELOTON
    state.may_throw = state.unit
    state.passed = 0
    state.position = 0
    ask(state)


def ask(state: State) -> None:
    """Ask the next manager; when nobody is left to be asked, move the peloton."""
    may_throw = state.may_throw & LOUD[state.passed | state.muted_unit | state.muted_turn]
    if may_throw:
        order = state.course.orders[state.first]
        seats = len(order)
        for position in range(state.position, state.position + seats):
            seat = order[position % seats]
            mine = may_throw >> STRIDE * seat & MOST
            if mine:
                state.position = position % seats
                state.phase = IN_PELOTON
                state.seat = seat
                state.asked = ASKED[seat]
                state.legal = THROWS[seat][mine]
                return
    _move(state)


def on_pass(state: State) -> None:
    state.passed |= 1 << state.seat
    state.position += 1
    ask(state)


def throw_for(state: State, rider: int) -> None:
    state.thrower = rider
    state.may_throw &= ~(1 << rider)
    ask_chance(state, THROW_PELOTON, SENIOR_THROW if state.course.senior else JUNIOR_THROW)


def on_throw(state: State, dice: tuple[int, ...]) -> None:
    rider, total = state.thrower, dice[0] + dice[1]
    flat_domestique = state.course.senior and rider % STRIDE == FLAT_DOMESTIQUE
    if len(dice) > 2:
        if state.events is not None:
            state.events.append(Event("again", "CP-S-030", (rider,), dice))
        if dice[2] == dice[3]:
            fall(state, rider)
            _go_on(state)
            return
    if total in PACE:
        _set_pace(state, total, dice, "CP-J-036")
    elif total < PELOTON:
        if flat_domestique and total > 2:
            if state.events is not None:
                state.events.append(Event("stays", "CP-S-018", (rider,), dice))
        else:
            _leave(state, "puncture", "CP-S-018" if flat_domestique else "CP-J-037", dice)
    elif flat_domestique:
        state.dice = dice
        state.phase = DOMESTIQUE
        state.seat = rider // STRIDE
        state.asked = ASKED[state.seat]
        state.legal = ESCAPE, NINE
        return
    else:
        _leave(state, "escape", "CP-J-038", dice)
    _go_on(state)


def on_escape(state: State, _: int) -> None:
    _leave(state, "escape", "CP-S-017", state.dice)
    _go_on(state)


def on_nine(state: State, _: int) -> None:
    _set_pace(state, PACE[-1], state.dice, "CP-S-017")
    _go_on(state)


def _go_on(state: State) -> None:
    """Ask the next manager after a throw; managers who passed before are asked again."""
    state.passed = 0
    state.position += 1
    ask(state)


def _set_pace(state: State, total: int, dice: tuple[int, ...], rule: str) -> None:
    state.pace = max(state.pace, total)
    if state.events is not None:
        state.events.append(Event("pace", rule, (state.thrower,), (total, state.pace, *dice)))


def _leave(state: State, kind: str, rule: str, dice: tuple[int, ...]) -> None:
    rider = state.thrower
    square = state.square[rider]
    to = state.course.to[square][dice[0] + dice[1]]
    state.unit &= ~(1 << rider)
    ride(state, rider, to)
    if state.events is not None:
        state.events.append(Event(kind, rule, (rider,), dice, ((rider, square, to),)))


def _move(state: State) -> None:
    """Move all who are left at the pace; the price of each is that of their own square
    (CP-J-048).
    """
    course, square, road, pace = state.course, state.square, state.road, state.pace
    end = course.end
    crossed, furthest, moves = 0, 0, []
    reach, events, left = course.to, state.events is not None, ~state.unit
    for seat in range(course.seats):
        for number in NUMBERS[state.unit >> STRIDE * seat & MOST]:
            rider = seat * STRIDE + number
            before = square[rider]
            to = reach[before][pace]
            square[rider] = to
            road[before] &= left
            if to > end:
                crossed |= 1 << rider
                furthest = max(furthest, to - end)
            elif not number:
                stop(state, seat, before, to)
            if events:
                moves.append((rider, before, to))
    state.right &= ~state.unit
    state.active &= ~crossed
    if crossed:
        state.crossings += (PaceCrossing(PELOTON_UNIT, crossed, furthest),)
    if moves and state.events is not None:
        state.events.append(
            Event(
                "peloton", "CP-J-039" if pace > PELOTON else "CP-J-034", (), (pace,), tuple(moves)
            )
        )
    state.phase = UNIT_DONE
