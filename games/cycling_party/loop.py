"""The loop of a race (CP-D-001): withdrawals; while somebody has a throw left, a window and the
throw of the front unit; a last window; the end of the turn. It runs until somebody has to choose,
or dice have to be thrown.
"""

from functools import lru_cache

from games.cycling_party import bottles, finish, mountain, paceline, peloton, specials
from games.cycling_party.actions import PASS, PASS_TURN, PASSES, SHIFT, WITHDRAW
from games.cycling_party.course import MOST, NUMBERS
from games.cycling_party.groups import LOUD, find_front, first_speaker
from games.cycling_party.moves import leave, ride
from games.cycling_party.numbers import SEATS, STRIDE
from games.cycling_party.state import (
    ACTED,
    ASKED,
    BREAKAWAY,
    IN_PELOTON,
    LAST_WINDOW,
    MOUNTAIN,
    NEXT_TURN,
    NO_ACTIONS,
    PACELINE,
    PASSED,
    PELOTON_UNIT,
    UNIT_DONE,
    WINDOW,
    WITHDRAWALS,
    State,
    copy,
    team_of,
)
from games.engine import Event


def go_on(state: State) -> None:
    """Run the race until a question is open. A phase below OVER only marks how far it has come."""
    while True:
        phase = state.phase
        if phase == ACTED:
            before = state.unit
            find_front(state)
            state.position = 0
            # the unit that some had passed for has moved by a special throw
            if not before & state.unit:
                state.muted_unit = 0
        elif phase != PASSED:
            if phase == NEXT_TURN:
                begin_turn(state)
                if state.phase == WITHDRAWALS:
                    return
            find_front(state)
            state.position = state.muted_unit = 0
        kind = state.unit_kind
        if kind == MOUNTAIN:
            if not state.thirsty or not ask_window(state):
                mountain.lock(state)
            return
        if ask_window(state):
            return
        if kind == BREAKAWAY:
            paceline.throw_alone(state)
            return
        if kind == PACELINE:
            paceline.throw_paceline(state)
            return
        if kind == PELOTON_UNIT:
            peloton.lock(state)
        else:
            finish.end_turn(state)
        if state.phase >= 0:
            return


BITS = tuple(1 << rider for rider in range(STRIDE * SEATS[-1]))


def begin_turn(state: State) -> None:
    """Begin a turn: everybody throws again, and rights won in the turn before become usable."""
    course = state.course
    state.before = None
    state.before = copy(state)
    state.turn += 1
    state.first = first_speaker(course, state.turn)
    state.given = [0] * course.seats
    state.thirsty = (
        sum([1 << seat for seat, bottles in enumerate(state.bottles) if bottles])
        if any(state.bottles)
        else 0
    )
    state.one_bottle = state.two_bottles = state.attacked = 0
    state.right, state.earned, state.almost = state.earned, 0, 0
    state.spent = 0
    state.broken = state.chains = state.crossings = ()
    state.line = 0
    state.muted_turn = state.muted_unit = 0
    road, square, throwing = state.road, state.square, state.active & ~state.skip
    for at, bit in zip(square, BITS, strict=False):
        if throwing & bit:
            road[at] |= bit
    front = max(square)
    if front > course.end:
        front = max([at for at in square if at <= course.end], default=0)
    state.front, state.tail = front, min(square)
    state.skip = 0
    if state.events is not None:
        state.events.append(Event("turn", "CP-J-021", (), (state.turn,), seat=state.first))
    state.phase = UNIT_DONE
    if not course.master:
        state.position = 0
        ask_withdrawals(state)


def ask_withdrawals(state: State) -> None:
    """Ask each manager between two turns for riders to withdraw, one after the other (CP-J-076);
    not in a tour (CP-M-044).
    """
    order = state.course.orders[state.first]
    while state.position < len(order):
        seat = order[state.position]
        mine = team_of(state.active, seat)
        if mine:
            state.phase = WITHDRAWALS
            state.seat = seat
            state.asked = ASKED[seat]
            state.legal = WITHDRAWS[seat][mine]
            return
        state.position += 1
    state.phase = UNIT_DONE


WITHDRAWS = [
    [
        (PASS, *((seat * STRIDE + number) << SHIFT | WITHDRAW for number in NUMBERS[mine]))
        for mine in range(MOST + 1)
    ]
    for seat in range(6)
]


@lru_cache(maxsize=1 << 14)
def in_order(some: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(some + more))


PASSES_LAST = (PASS, PASS_TURN)  # in the last window there is no unit to wait for


def withdraw(state: State, rider: int) -> None:
    square = state.square[rider]
    leave(state, rider)
    if state.events is not None:
        state.events.append(Event("withdrawal", "CP-J-076", (rider,), (square,)))
    ask_withdrawals(state)


def ask_window(state: State) -> bool:
    """Ask the next manager who has something to give or declare; return False when all have passed
    in a row (CP-D-002).
    """
    kind = state.unit_kind
    quiet = state.muted_unit | state.muted_turn
    declaring = 0 if kind == MOUNTAIN or not kind else state.unit & ~state.spent & LOUD[quiet]
    thirsty = state.thirsty & ~quiet
    if not thirsty and not declaring & (declaring - 1):
        return declaring > 0 and _ask_one(state, declaring.bit_length() - 1)
    order = state.course.orders[state.first]
    for position in range(state.position, len(order)):
        seat = order[position]
        mine = declaring >> STRIDE * seat & MOST
        has_bottles = thirsty >> seat & 1
        if mine:
            legal = specials.special_actions(state, seat, mine)
        elif has_bottles:
            legal = NO_ACTIONS
        else:
            continue
        if has_bottles and (drinking := bottles.bottle_actions(state, seat)):
            legal = (
                in_order(legal, drinking) if legal else (PASSES if kind else PASSES_LAST) + drinking
            )
        if legal:
            state.position = position
            state.phase = WINDOW if kind else LAST_WINDOW
            state.seat = seat
            state.asked = ASKED[seat]
            state.legal = legal
            return True
    return False


def _ask_one(state: State, rider: int) -> bool:
    """Ask about the one rider who may declare something when nobody has bottles to give."""
    seat = rider // STRIDE
    position = (seat - state.first) % state.course.seats
    if position < state.position:
        return False
    legal = specials.special_actions(state, seat, 1 << rider % STRIDE)
    if not legal:
        return False
    state.position = position
    state.phase = WINDOW
    state.seat = seat
    state.asked = ASKED[seat]
    state.legal = legal
    return True


def on_pass(state: State, _: int = 0) -> None:
    phase = state.phase
    if phase == IN_PELOTON:
        peloton.on_pass(state)
        return
    state.position += 1
    if phase == WITHDRAWALS:
        ask_withdrawals(state)
    else:
        state.phase = PASSED


def on_pass_unit(state: State, _: int) -> None:
    state.muted_unit |= 1 << state.seat
    on_pass(state)


def on_pass_turn(state: State, _: int) -> None:
    state.muted_turn |= 1 << state.seat
    on_pass(state)


def on_opening(state: State, dice: tuple[int, ...]) -> None:
    """Move every rider by two dice, with no other rule than the price of a pass (CP-J-017,
    CP-J-018).
    """
    course = state.course
    moves = []
    for index, rider in enumerate(course.riders(course.starters)):
        to = course.to[0][dice[2 * index] + dice[2 * index + 1]]
        ride(state, rider, to)
        moves.append((rider, 0, to))
    if state.events is not None:
        state.events.append(Event("opening", "CP-J-017", (), dice, tuple(moves)))
    finish.end_turn(state)
