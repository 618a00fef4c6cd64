"""Units: which riders throw together, and which unit is in front.

They are computed from the squares of the riders still to throw, again before every throw
(CP-J-023): riders who have thrown take no part (CP-J-024), and a mountain square ends a run like an
empty one (CP-J-029).
"""

from collections.abc import Iterator, Sequence

import msgspec

from games.cycling_party.course import Course
from games.cycling_party.numbers import PELOTON, STRIDE
from games.cycling_party.state import BREAKAWAY, MOUNTAIN, NONE, PACELINE, PELOTON_UNIT, State

TEAM = tuple(0b111111 << STRIDE * seat for seat in range(6))
# By seats, as bits: the riders of the seats that are not among these.
LOUD = tuple(
    sum(team for seat, team in enumerate(TEAM) if not quiet >> seat & 1)
    for quiet in range(1 << len(TEAM))
)


class RoadUnit(msgspec.Struct, frozen=True):
    kind: int
    squares: tuple[int, ...]  # most advanced first
    riders: int  # bits


def find_front(state: "State | Sight") -> None:
    """Put the front unit, which throws next (CP-J-022), into the state. Riders with a broken chain
    come after all units.
    """
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


def _find_broken(state: "State | Sight") -> None:
    if not state.broken:
        state.unit_kind, state.unit = NONE, 0
        return
    rider = state.broken[0]
    state.at = state.square[rider]
    state.owner = rider // STRIDE
    state.unit_kind = MOUNTAIN if state.course.mountain[state.square[rider]] else BREAKAWAY
    state.unit = 1 << rider


class Sight:
    """The road as a page or a test looks at it: `find_front` works on it as on the state of a
    race.
    """

    __slots__ = (
        "at",
        "broken",
        "course",
        "first",
        "front",
        "owner",
        "road",
        "square",
        "tail",
        "unit",
        "unit_kind",
    )

    def __init__(
        self,
        course: Course,
        road: list[int],
        first: int,
        broken: tuple[int, ...] = (),
        square: Sequence[int] = (),
    ) -> None:
        self.course, self.road, self.first, self.broken, self.square = (
            course,
            list(road),
            first,
            broken,
            square,
        )
        self.front, self.tail = len(road) - 1, 0
        self.unit_kind = self.unit = self.at = self.owner = 0

    def units(self) -> Iterator[RoadUnit]:
        """Yield all units in throwing order: the front unit, then the one in front once it has
        thrown.
        """
        find_front(self)
        while self.unit_kind != NONE:
            riders = self.unit
            squares = [square for square in range(self.front, -1, -1) if self.road[square] & riders]
            for square in squares:
                self.road[square] &= ~riders
            if not squares:
                squares, self.broken = [self.at], self.broken[1:]
            yield RoadUnit(self.unit_kind, tuple(squares), riders)
            find_front(self)


def units(course: Course, road: list[int], first: int) -> list[RoadUnit]:
    """Return all units of riders who stand as `road` says."""
    return list(Sight(course, road, first).units())


def units_now(state: State) -> list[RoadUnit]:
    """Return the units still to throw, broken chains last."""
    return list(Sight(state.course, state.road, state.first, state.broken, state.square).units())


def units_of_next_turn(state: State, turn: int) -> list[RoadUnit]:
    """Return the units with which turn + 1 begins if nobody moves any more."""
    road = [0] * len(state.road)
    for rider in state.course.riders(state.active):
        road[state.square[rider]] |= 1 << rider
    return units(state.course, road, first_speaker(state.course, turn + 1))


def first_speaker(course: Course, turn: int) -> int:
    """Return the seat that speaks first in a turn (CP-J-009)."""
    return 0 if course.options.speaking_order == "fixed" else (turn - 1) % course.seats
