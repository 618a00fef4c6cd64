"""The state of a race: whole numbers and lists of them, so that it is copied in a microsecond or
two.

A place is square · 4 + 3 - lane (`course.place`), 0 off the road; cards lying together are one
number (`cards`).
"""

import hashlib
from dataclasses import dataclass, fields
from typing import Any

import msgspec

from games.engine import Event, Pending
from games.flamme_rouge import traits
from games.flamme_rouge.cards import (
    ATTACKS,
    ENERGY,
    FATIGUE,
    MUSCLE,
    Deal,
    Drawing,
    count_exhaustion,
)
from games.flamme_rouge.course import BEYOND, Course
from games.flamme_rouge.numbers import OF_A_TYPE, ROULEUR, SEATS, SPRINTEUR

# What is waited for. Those from LOT on are draws of chance; NEXT only says that the loop goes on.
(
    NEXT,
    OVER,
    KEEPING,
    PLACING,
    PICKING,
    SPLITTING,
    BIDDER,
    BIDDING,
    ENERGY_PHASE,
    FASTER,
    LOT,
    TRAITS,
    DEALING,
    FLIP,
) = range(14)
PHASES = (
    "next over keeping placing picking splitting bidder bidding energy faster lot traits dealing"
    " flip".split()
)
NO_ACTIONS: tuple[int, ...] = ()
ASKED_NOBODY: Pending[Drawing] = Pending()


@dataclass(slots=True)
class State:
    """A class with slots: its fields are set three times as fast as those of a struct."""

    course: Course
    # who is asked what
    phase: int
    asked: Pending[Drawing]
    owing: int  # bits of the seats that owe an answer
    legal: list[tuple[int, ...]]  # by seat; of one that owes nothing empty
    # the round
    round: int  # 0 before the first
    bid: int  # which bidding round, 0 outside of them
    starting: tuple[int, ...]  # seats that still have to place, the next one first
    dealing: int  # bits of the riders who wait for a hand, besides the one who is dealt theirs now
    drawing: list[int]  # by seat: for which rider it holds a hand, -1 for none
    hand: list[int]  # by seat
    chosen: list[int]  # by rider: the card of this round, 0 for none
    flips: tuple[int, ...]  # dummy riders whose card is to be turned
    faster: tuple[int, ...]  # riders who may still ride one further in this round
    plus: int  # bits of the riders who do
    # riders
    riders: tuple[int, ...]  # those on the road
    place: list[int]
    road: list[int]  # by square: bits of the lanes that are taken
    pile: list[int]
    recycled: list[int]
    taken: list[int]  # exhaustion cards
    stock: tuple[int, ...]  # exhaustion cards left of each type; empty: as many as they like
    picked: tuple[int, ...]  # riders of each type that are left to pick
    # breakaway
    bidders: tuple[int, ...]  # by seat: the rider, -1 for none yet
    bids: tuple[tuple[int, ...], ...]  # by seat
    # traits
    trait: tuple[int, ...]  # by rider
    offered: tuple[tuple[int, ...], ...]  # by seat: trait cards to keep one of
    kept: tuple[int, ...]  # by seat: which one and for whom, as an action says it; -1 before
    used: int  # bits of the riders whose trait was used
    # real cards
    # by rider: what is known of a deck that lies on the table (`real.Known`); empty where the app
    # deals all cards
    known: tuple[Any, ...]
    # arrivals
    arrived: tuple[tuple[int, int, int, int], ...]  # rider, round, squares past, lane; in order
    line: int  # lines before it were passed by everybody who can
    passed: tuple[tuple[int, ...], ...]  # by line: riders in order
    events: list[Event] | None = None  # of the answer under way; None where nobody listens


def new_state(course: Course) -> State:
    """Make a race with shuffled decks and nobody on the road."""
    count = len(course.names)
    given = course.setup.traits
    piles = _decks(course)
    trait = (*(traits.KEYS.index(each) for each in given), *(traits.NONE,) * (count - len(given)))
    return State(
        course=course,
        phase=NEXT,
        asked=ASKED_NOBODY,
        owing=0,
        legal=[NO_ACTIONS] * course.seats,
        round=0,
        bid=0,
        starting=(),
        dealing=0,
        drawing=[-1] * course.seats,
        hand=[0] * course.seats,
        chosen=[0] * count,
        flips=(),
        faster=(),
        plus=0,
        riders=(),
        place=[0] * count,
        road=[0] * (course.squares + BEYOND),
        pile=piles,
        recycled=[0] * count,
        taken=[0] * count,
        stock=_stock(course, piles),
        picked=(OF_A_TYPE,) * 2 if course.setup.crowd else (),
        bidders=(-1,) * course.seats,
        bids=((),) * course.seats,
        trait=trait,
        offered=(),
        kept=(),
        used=0,
        known=(),
        arrived=(),
        line=0,
        passed=((),) * len(course.lines),
    )


def _decks(course: Course) -> list[int]:
    """Make every rider's deck with the exhaustion they start with; the Peloton Team has that of its
    Rouleur, kept as its Sprinteur's.
    """
    setup = course.setup
    decks = [ENERGY[rider & 1] for rider in range(len(course.names))]
    for rider in range(course.humans):
        own = setup.kept[rider] if setup.kept else 0
        decks[rider] += FATIGUE * (own + (setup.handicap[rider // 2] if setup.handicap else 0))
    for rider in range(course.humans, len(decks), 2):
        if rider // 2 == course.peloton:
            decks[rider], decks[rider + 1] = ENERGY[ROULEUR] + ATTACKS, 0
        else:
            decks[rider] += MUSCLE
    return decks


def _stock(course: Course, piles: list[int]) -> tuple[int, ...]:
    """Count the cards in the box when everybody has the exhaustion they start with (FR-023)."""
    if course.stock is None:
        return ()
    return tuple(
        max(0, course.stock - sum(map(count_exhaustion, piles[type_ : course.humans : 2])))
        for type_ in (SPRINTEUR, ROULEUR)
    )


def enter(state: State, rider: int, square: int) -> None:
    """Put a rider on the free lane with the smallest number (FR-038, FR-057)."""
    slot = state.course.free[square][state.road[square]]
    state.place[rider] = square << 2 | slot
    state.road[square] |= 1 << slot
    state.riders = (*state.riders, rider)


def leave(state: State, rider: int) -> None:
    at = state.place[rider]
    state.road[at >> 2] ^= 1 << (at & 3)
    state.place[rider] = 0
    state.riders = tuple(each for each in state.riders if each != rider)


def in_order(state: State) -> list[int]:
    """Return the riders on the road, the leading one first (FR-014)."""
    return sorted(state.riders, key=state.place.__getitem__, reverse=True)


def copy(state: State) -> State:
    """Copy a race so that both can go on by themselves. Values that are replaced and never changed
    (tuples, the rows of `legal`) are shared.
    """
    other = State.__new__(State)
    other.course = state.course
    other.phase = state.phase
    other.asked = state.asked
    other.owing = state.owing
    other.legal = state.legal.copy()
    other.round = state.round
    other.bid = state.bid
    other.starting = state.starting
    other.dealing = state.dealing
    other.drawing = state.drawing.copy()
    other.hand = state.hand.copy()
    other.chosen = state.chosen.copy()
    other.flips = state.flips
    other.faster = state.faster
    other.plus = state.plus
    other.riders = state.riders
    other.place = state.place.copy()
    other.road = state.road.copy()
    other.pile = state.pile.copy()
    other.recycled = state.recycled.copy()
    other.taken = state.taken.copy()
    other.stock = state.stock
    other.picked = state.picked
    other.bidders = state.bidders
    other.bids = state.bids
    other.trait = state.trait
    other.offered = state.offered
    other.kept = state.kept
    other.used = state.used
    other.known = state.known
    other.arrived = state.arrived
    other.line = state.line
    other.passed = state.passed
    other.events = None
    return other


def digest(state: State) -> str:
    """Return the same text for the same race, on any machine and in any process."""
    plain: dict[str, Any] = {
        field.name: getattr(state, field.name)
        for field in fields(State)
        if field.name not in ("course", "asked", "events")
    }
    plain["setup"] = state.course.setup
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


# Seats that are asked, by their bits.
ASKED: tuple[Pending[Drawing], ...] = tuple(
    Pending(seats=tuple(seat for seat in range(SEATS[-1]) if owing >> seat & 1))
    for owing in range(1 << SEATS[-1])
)


def ask(state: State, phase: int) -> None:
    """Ask all seats that owe an answer."""
    state.phase = phase
    state.asked = ASKED[state.owing]


def ask_one(state: State, phase: int, seat: int, legal: tuple[int, ...]) -> None:
    state.owing = 1 << seat
    state.legal[seat] = legal
    ask(state, phase)


def finish_answer(state: State, seat: int) -> None:
    state.owing &= ~(1 << seat)
    state.legal[seat] = NO_ACTIONS


def current_deal(state: State) -> Deal:
    """Return the hand that chance is asked for."""
    drawing = state.asked.throw
    if not isinstance(drawing, Deal):
        raise TypeError("no hand is to be dealt now")
    return drawing


def ask_chance(state: State, phase: int, drawing: Drawing) -> None:
    state.phase = phase
    state.asked = Pending(throw=drawing)
