"""Moves of riders: what a stop on a square brings with it, and how riders leave the race."""

from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import BREAKAWAY, OFF, PaceCrossing, State, with_item
from games.engine import Event


def ride(state: State, rider: int, to: int, alone: bool = True) -> None:
    """Move a rider by their throw of the turn; they belong to no unit any more. Who does not ride
    `alone` crosses the line with others, as their unit does.
    """
    bit = 1 << rider
    squares = state.square
    square = squares[rider]
    squares[rider] = to
    state.road[square] &= ~bit
    if state.right:
        state.right &= ~bit
    end = state.course.end
    if to > end:
        state.active &= ~bit
        if alone:
            state.crossings += (PaceCrossing(BREAKAWAY, bit, to - end),)
    elif not rider % STRIDE:
        stop(state, rider // STRIDE, square, to)


def stop(state: State, seat: int, square: int, to: int) -> None:
    """Give the climber the double throws of a pass at the first stop on it, and take them back when
    the climber leaves it (CP-S-011).
    """
    course = state.course
    now = course.climb_at[to]
    if course.climb_at[square] == now:
        return
    state.doubles[seat] = 0
    if now and course.senior and not state.begun[seat] >> now & 1:
        state.begun = with_item(state.begun, seat, state.begun[seat] | 1 << now)
        state.doubles[seat] = course.climbs[now - 1].doubles


def put(state: State, rider: int, to: int) -> None:
    """Move a rider without a throw: back by a fall or a broken chain, or on by a bottle."""
    bit = 1 << rider
    square = state.square[rider]
    state.square[rider] = to
    if state.right | state.earned | state.almost:
        state.right &= ~bit
        state.earned &= ~bit
        state.almost &= ~bit
    if state.road[square] & bit:
        state.road[square] &= ~bit
        if to <= state.course.end:
            state.road[to] |= bit
            state.front = max(state.front, to)
            state.tail = min(state.tail, to)
    if not rider % STRIDE and to <= state.course.end:
        stop(state, rider // STRIDE, square, to)


def fall(state: State, rider: int) -> None:
    """Move a fallen rider back two squares; they and all riders still on their square lose their
    throw (CP-S-032 ... 034).
    """
    square = state.square[rider]
    hit = state.road[square] | 1 << rider
    for other in state.broken:
        if state.square[other] == square:
            hit |= 1 << other
    state.road[square] = 0
    state.broken = tuple([other for other in state.broken if not hit >> other & 1])
    state.unit &= ~hit
    state.may_throw &= ~hit
    if state.course.options.fall_loss == "next_turn":
        state.skip |= hit & ~(1 << rider)
    to = max(0, square - 2)
    put(state, rider, to)
    if state.events is not None:
        others = tuple(other for other in state.course.riders(hit) if other != rider)
        state.events.append(Event("fall", "CP-S-032", (rider, *others), (), ((rider, square, to),)))


def leave(state: State, rider: int) -> None:
    """Take a rider out of the race, by their manager's will or by an accident."""
    bit = 1 << rider
    square = state.square[rider]
    if square < len(state.road):
        state.road[square] &= ~bit
    state.square[rider] = OFF
    state.active &= ~bit
    state.right &= ~bit
    state.gone += (rider,)
