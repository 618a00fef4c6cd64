"""Units: which riders throw together, and which of them is in front.

Worked out from the squares of the riders still to throw, anew before every throw (CP-J-023): riders who have thrown take no part
(CP-J-024), and a mountain square ends a run like an empty one (CP-J-029).
"""

import msgspec

from games.cycling_party.course import Course
from games.cycling_party.numbers import PELOTON, STRIDE
from games.cycling_party.state import BREAKAWAY, MOUNTAIN, NONE, PACELINE, PELOTON_UNIT, State

TEAM = tuple(0b111111 << STRIDE * seat for seat in range(6))
# By seats, as bits: the riders of the seats that are not among these.
LOUD = tuple(sum(team for seat, team in enumerate(TEAM) if not quiet >> seat & 1) for quiet in range(1 << len(TEAM)))


class Unit(msgspec.Struct, frozen=True):
    kind: int
    squares: tuple[int, ...]  # most advanced first
    riders: int  # bits


def find_front(state: State) -> None:
    """Puts the front unit into the state: what is next to throw (CP-J-022). Riders with a broken chain come after all units."""
    road, mountain = state.road, state.course.mountain
    front, tail = state.front, state.tail
    here = road[front]
    while not here:
        front -= 1
        if front < tail:
            state.front = tail
            _find_broken(state)
            return
        here = road[front]
    state.front = front
    if mountain[front]:
        if here & (here - 1):
            for seat in state.course.orders[state.first]:
                if mine := here & TEAM[seat]:
                    state.unit = mine
                    state.owner = seat
                    break
        else:
            state.unit = here
            state.owner = (here.bit_length() - 1) // STRIDE
        state.at = front
        state.unit_kind = MOUNTAIN
        return
    run = here
    behind = front - 1
    while behind >= tail and road[behind] and not mountain[behind]:
        run |= road[behind]
        behind -= 1
    if run.bit_count() >= PELOTON:
        state.unit_kind, state.unit = PELOTON_UNIT, run
    else:
        state.unit_kind, state.unit = (PACELINE if here & (here - 1) else BREAKAWAY), here


def _find_broken(state: State) -> None:
    if not state.broken:
        state.unit_kind, state.unit = NONE, 0
        return
    rider = state.broken[0]
    state.at = state.square[rider]
    state.owner = rider // STRIDE
    state.unit_kind = MOUNTAIN if state.course.mountain[state.square[rider]] else BREAKAWAY
    state.unit = 1 << rider


def units(course: Course, road: list[int], first: int) -> list[Unit]:
    """All units in throwing order, for who looks at the road."""
    found: list[Unit] = []
    square = len(road) - 1
    while square >= 0:
        here = road[square]
        if here and course.mountain[square]:
            found += [Unit(MOUNTAIN, (square,), here & TEAM[seat]) for seat in course.orders[first] if here & TEAM[seat]]
        elif here:
            run = [square]
            while run[-1] and road[run[-1] - 1] and not course.mountain[run[-1] - 1]:
                run.append(run[-1] - 1)
            found += _run(run, road)
            square = run[-1]
        square -= 1
    return found


def _run(run: list[int], road: list[int]) -> list[Unit]:
    """A run is one peloton, or each of its squares a paceline or a breakaway (CP-J-028 ... 031)."""
    riders = sum(road[square] for square in run)
    if riders.bit_count() >= PELOTON:
        return [Unit(PELOTON_UNIT, tuple(run), riders)]
    return [Unit(PACELINE if road[square].bit_count() > 1 else BREAKAWAY, (square,), road[square]) for square in run]


def units_now(state: State) -> list[Unit]:
    """The units still to throw, broken chains last."""
    alone = [
        Unit(MOUNTAIN if state.course.mountain[state.square[rider]] else BREAKAWAY, (state.square[rider],), 1 << rider)
        for rider in state.broken
    ]
    return units(state.course, state.road, state.first) + alone


def units_of_next_turn(state: State, turn: int) -> list[Unit]:
    """As turn + 1 would begin if nobody moved any more."""
    road = [0] * len(state.road)
    for rider in state.course.riders(state.active):
        road[state.square[rider]] |= 1 << rider
    return units(state.course, road, first_speaker(state.course, turn + 1))


def first_speaker(course: Course, turn: int) -> int:
    """CP-J-009."""
    return 0 if course.options.speaking_order == "fixed" else (turn - 1) % course.seats
