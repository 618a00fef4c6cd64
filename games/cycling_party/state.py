"""The state of a race: whole numbers, lists of them, and sets of riders as bits of one number, so
that it is copied in microseconds.
"""

import hashlib
from dataclasses import dataclass, fields
from functools import cache
from typing import TypeVar

import msgspec

from games.cycling_party.course import MOST, Course
from games.cycling_party.numbers import PELOTON, STRIDE
from games.cycling_party.throws import SingleThrow, throw
from games.engine import CHANCE, Event, Pending

T = TypeVar("T")
OFF = 9999  # the square of a rider who left the race, or never was in it
NOBODY = -2  # asked when the stage is over

# What a unit is.
NONE, BREAKAWAY, PACELINE, PELOTON_UNIT, MOUNTAIN = range(5)
UNIT_NAMES = ("none", "breakaway", "paceline", "peloton", "mountain")

# What is waited for. Those from THROW_OPENING on are throws; below OVER nothing is, and the loop
# goes on.
UNIT_DONE, ACTED, PASSED, NEXT_TURN = -4, -3, -2, -1
(
    OVER,
    WITHDRAWALS,
    WINDOW,
    LAST_WINDOW,
    IN_PELOTON,
    DOMESTIQUE,
    JOINING,
    PLANNING,
    SHARING,
    THROW_OPENING,
    THROW_ALONE,
    THROW_PACELINE,
    THROW_PELOTON,
    THROW_MOUNTAIN,
    THROW_SPRINT,
    THROW_ATTACK,
    THROW_FALL_BACK,
    THROW_DESCENT,
    THROW_LINE_TIE,
    THROW_SECONDS,
    THROW_FINISH_TIE,
) = range(21)
PHASE_NAMES = (
    "over withdrawals window last_window peloton domestique joining planning sharing opening alone"
    " paceline peloton_throw mountain sprint attack fall_back descent line_tie seconds finish_tie"
).split()

ASKED: tuple[Pending[SingleThrow], ...] = tuple(Pending(seats=(seat,)) for seat in range(6))
ASKED_NOBODY: Pending[SingleThrow] = Pending()


class PaceCrossing(msgspec.Struct, frozen=True, gc=False):
    """Riders who crossed the line with one pace, in one throw."""

    kind: int
    riders: int  # bits
    square: int  # behind the line, of those who give the time
    setters: int = 0


class EndedCrossing(msgspec.Struct, frozen=True, gc=False):
    """A unit that crossed in an ended turn, with the figures that its seconds were computed
    from.
    """

    turn: int  # after the first in which anybody crossed
    kind: int
    riders: tuple[int, ...]
    squares: tuple[int, ...]  # behind the line
    setters: tuple[int, ...]
    die: int  # 0 where none was thrown


@dataclass(slots=True)
class State:
    """A class with slots: its fields are set three times as fast as those of a struct, and a race
    sets little else.
    """

    course: Course
    # who is asked what
    phase: int
    seat: int
    asked: Pending[SingleThrow]
    legal: tuple[int, ...]
    position: int  # in the speaking order
    muted_unit: int  # seats that want no more questions until the unit in front has moved
    muted_turn: int  # ... in this turn
    # the turn
    turn: int
    first: int  # the seat that speaks first
    front: int  # no unit stands further ahead
    tail: int  # ... nor further behind
    # riders, by 6·seat + number - 1
    square: list[int]
    road: list[int]  # by square: bits of riders still to throw who form units
    active: int
    broken: tuple[int, ...]  # riders whose chain broke and who are still to throw, in that order
    spent: int  # riders whose chain broke in this turn
    skip: int  # riders who lose the next throw (option)
    right: int  # riders who may descend at full speed now
    earned: int  # riders who won that right in this turn
    almost: int  # riders whose natural 6 ended on the last square of a pass in this turn
    one_bottle: int  # riders who had one bottle in this turn
    two_bottles: int
    attacked: int  # leaders who made a mountain attack in this turn
    # the unit in front
    unit_kind: int
    unit: int  # bits
    at: int  # its square, where it is on a mountain
    owner: int  # whose it is there
    may_throw: int  # members of a peloton who have not thrown
    passed: int  # seats that passed since the last throw of the peloton
    pace: int
    thrower: int
    plan: int
    dice: tuple[int, ...]
    row: tuple[int, ...]  # the riders of a paceline, in speaking order
    joins: tuple[int, ...]  # answers of the rouleurs asked so far
    # stock, by seat
    bottles: list[int]
    given: list[int]  # bottles in this turn
    thirsty: int  # seats that may give some now
    sprints: list[int]
    attacks: list[int]
    mountain_attacks: list[int]
    attacks_made: tuple[int, ...]  # on mountains
    doubles: list[int]  # double throws left on the pass the climber is on
    begun: tuple[int, ...]  # bits of the passes that the climber has begun
    doubled: tuple[int, ...]  # by pass · seats + seat: double throws made
    # lines and arrivals
    # pacelines of this turn that kept together: bits of setters and members
    chains: tuple[tuple[int, int], ...]
    crossings: tuple[PaceCrossing, ...]
    ranked: tuple[tuple[int, ...], ...]  # by line
    line: int  # lines of this turn decided so far
    tie_riders: tuple[int, ...]
    tie_dice: tuple[tuple[int, int], ...]  # rider, die
    seconds: tuple[int, ...]  # dice of the crossings, sorted most advanced first
    first_crossing: int  # turn, 0 before
    placed: tuple[int, ...]
    times: tuple[int, ...]  # along with placed
    arrived: tuple[EndedCrossing, ...]
    gone: tuple[int, ...]  # riders who left the race, in that order
    crashed: int  # those of them who had an accident
    # how the race stood when the turn began, never changed; None before the first
    before: "State | None" = None
    events: list[Event] | None = None  # of the answer under way; None where nobody listens


def new_state(course: Course) -> State:
    """Make a race with every starter on the start square, full stock, and the opening to be
    thrown.
    """
    seats, size = course.seats, course.seats * STRIDE
    opening = throw((6, 6) * course.starters.bit_count())
    return State(
        course=course,
        phase=THROW_OPENING,
        seat=CHANCE,
        asked=Pending(throw=opening),
        legal=(),
        position=0,
        muted_unit=0,
        muted_turn=0,
        turn=0,
        first=0,
        front=0,
        tail=0,
        square=[0 if course.starters >> rider & 1 else OFF for rider in range(size)],
        road=[0] * (course.end + 1),
        active=course.starters,
        broken=(),
        spent=0,
        skip=0,
        right=0,
        earned=0,
        almost=0,
        one_bottle=0,
        two_bottles=0,
        attacked=0,
        unit_kind=NONE,
        unit=0,
        at=0,
        owner=0,
        may_throw=0,
        passed=0,
        pace=PELOTON,
        thrower=0,
        plan=0,
        dice=(),
        row=(),
        joins=(),
        bottles=[course.bottles] * seats,
        given=[0] * seats,
        thirsty=0,
        sprints=[course.sprints] * seats,
        attacks=[course.attacks] * seats,
        mountain_attacks=list(course.mountain_attacks),
        attacks_made=(0,) * seats,
        doubles=[0] * seats,
        begun=(0,) * seats,
        doubled=(0,) * (len(course.climbs) * seats),
        chains=(),
        crossings=(),
        ranked=((),) * len(course.lines),
        line=0,
        tie_riders=(),
        tie_dice=(),
        seconds=(),
        first_crossing=0,
        placed=(),
        times=(),
        arrived=(),
        gone=(),
        crashed=0,
    )


def copy(state: State) -> State:
    """Copy a race so that both can go on by themselves. Values that are replaced and never changed
    (tuples, `legal`) are shared.
    """
    other = State.__new__(State)
    other.course = state.course
    other.phase = state.phase
    other.seat = state.seat
    other.asked = state.asked
    other.legal = state.legal
    other.position = state.position
    other.muted_unit = state.muted_unit
    other.muted_turn = state.muted_turn
    other.turn = state.turn
    other.first = state.first
    other.front = state.front
    other.tail = state.tail
    other.square = state.square.copy()
    other.road = state.road.copy()
    other.active = state.active
    other.broken = state.broken
    other.spent = state.spent
    other.skip = state.skip
    other.right = state.right
    other.earned = state.earned
    other.almost = state.almost
    other.one_bottle = state.one_bottle
    other.two_bottles = state.two_bottles
    other.attacked = state.attacked
    other.unit_kind = state.unit_kind
    other.unit = state.unit
    other.at = state.at
    other.owner = state.owner
    other.may_throw = state.may_throw
    other.passed = state.passed
    other.pace = state.pace
    other.thrower = state.thrower
    other.plan = state.plan
    other.dice = state.dice
    other.row = state.row
    other.joins = state.joins
    other.bottles = state.bottles.copy()
    other.given = state.given.copy()
    other.thirsty = state.thirsty
    other.sprints = state.sprints.copy()
    other.attacks = state.attacks.copy()
    other.mountain_attacks = state.mountain_attacks.copy()
    other.attacks_made = state.attacks_made
    other.doubles = state.doubles.copy()
    other.begun = state.begun
    other.doubled = state.doubled
    other.chains = state.chains
    other.crossings = state.crossings
    other.ranked = state.ranked
    other.line = state.line
    other.tie_riders = state.tie_riders
    other.tie_dice = state.tie_dice
    other.seconds = state.seconds
    other.first_crossing = state.first_crossing
    other.placed = state.placed
    other.times = state.times
    other.arrived = state.arrived
    other.gone = state.gone
    other.crashed = state.crashed
    other.before = state.before
    other.events = None
    return other


def with_item(row: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a tuple with one item replaced. Rows that seldom change are tuples: they need no
    copy.
    """
    return (*row[:index], item, *row[index + 1 :])


def digest(state: State) -> str:
    """Return the same text for the same race, on any machine and in any process."""
    plain = {
        field.name: getattr(state, field.name)
        for field in fields(State)
        if field.name not in ("course", "asked", "before", "events")
    }
    plain["setup"] = state.course.setup
    plain["throw"] = (
        (state.asked.throw.sides, state.asked.throw.again) if state.asked.throw else None
    )
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


def team_of(mask: int, seat: int) -> int:
    """Return the bits of that seat's riders, moved to the right."""
    return mask >> STRIDE * seat & MOST


def ask_chance(state: State, phase: int, dice: Pending[SingleThrow]) -> None:
    state.phase = phase
    state.seat = CHANCE
    state.asked = dice
    state.legal = NO_ACTIONS


NO_ACTIONS: tuple[int, ...] = ()


@cache
def chance(sides: tuple[int, ...], again: bool = False) -> Pending[SingleThrow]:
    """Ask for the throw of these dice: the same value whenever it comes."""
    return Pending(throw=throw(sides, again))
