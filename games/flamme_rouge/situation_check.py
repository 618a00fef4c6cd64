"""Check that a position can have come about, and that play can continue from it."""

import re
from collections.abc import Iterator
from itertools import chain

from games.flamme_rouge.breakaway import ROUNDS
from games.flamme_rouge.cards import (
    ATTACK,
    CODES,
    KINDS,
    LOW,
    NOWHERE,
    UNIT,
    X,
    count_exhaustion,
    deck,
    holds_cards,
    size,
)
from games.flamme_rouge.course import course, lines
from games.flamme_rouge.numbers import HAND
from games.flamme_rouge.real import tighten_bounds
from games.flamme_rouge.road import Road
from games.flamme_rouge.setup import Setup, Situation
from games.flamme_rouge.state import new_state
from games.flamme_rouge.traits import KEYS

CARDS = re.compile(r"[2-79x!]{0,80}")
LAST_ROUND = 200
BID_CARDS = frozenset((X, *KINDS)) - {ATTACK}


def problems(setup: Setup) -> Iterator[str]:
    """Yield the problems of a setup that could begin at its start; none for an empty situation,
    which does begin there.
    """
    given, riders, seats, road = (
        setup.situation,
        2 * len(setup.everybody),
        len(setup.teams),
        setup.road,
    )
    if not given.round:
        if given != Situation():
            yield "A situation names its round, from 1 on."
        return
    wrong = list(_rows(given, riders, seats))
    if given.passed and len(given.passed) != len(lines(setup, road)):
        wrong.append(
            f"The situation has {len(given.passed)} lines where the stage has"
            f" {len(lines(setup, road))}."
        )
    wrong = (
        wrong
        or [*_places(given, road), *_cards(given, riders, seats), *_bids(given, seats)]
        or [*_hands(given), *_check_real_decks(setup)]
    )
    yield from wrong or [*_decks(setup), *_crowd(setup)]


def _rows(given: Situation, riders: int, seats: int) -> Iterator[str]:
    """Check for rows that are too short, and riders who are not in the race."""
    if not 1 <= given.round <= LAST_ROUND:
        yield f"A round is 1 to {LAST_ROUND}, not {given.round}."
    yield from _lengths(given, riders, seats)
    yield from _names(given, riders, seats)


def _names(given: Situation, riders: int, seats: int) -> Iterator[str]:
    """Say first of all what is wrong with the riders that a situation names."""
    held = [hand[0] for hand in given.hands if hand]
    lists = (given.waiting, given.used, given.faster, *given.passed)
    named = [*chain.from_iterable(lists), *(each[0] for each in given.arrived), *held]
    if any(len(set(row)) < len(row) for row in lists):
        yield "The situation names a rider twice."
    elif named and not 0 <= min(named) <= max(named) < riders:
        yield "The situation names a rider who is not in the race."
    elif not _hands_of_own_riders(given, seats):
        yield "Hands are of a seat's own riders."


def _hands_of_own_riders(given: Situation, seats: int) -> bool:
    own = all(hand[0] // 2 == seat for seat, hand in enumerate(given.hands) if hand)
    return own and max(given.waiting, default=-1) < 2 * seats


def _lengths(given: Situation, riders: int, seats: int) -> Iterator[str]:
    """Find rows whose length is not that of what they list."""
    for name in ("places", "piles", "recycled", "taken"):
        count = len(getattr(given, name))
        if count != riders:
            yield f"The situation has {count} {name} for {riders} riders."
    may_be_empty = {
        "chosen": riders,
        "traits": riders,
        "hands": seats,
        "stock": 2,
        "known": 2 * seats,
    }
    for name, wanted in may_be_empty.items():
        count = len(getattr(given, name))
        if count not in (0, wanted):
            yield f"The situation has {count} {name} where there are {wanted}."


def _places(given: Situation, road: Road) -> Iterator[str]:
    found = [at for at in given.places if at is not None]
    if not all(
        0 <= square < road.finish and 0 <= lane < road.lanes[square] for square, lane in found
    ):
        yield "A rider of the situation stands beside the road, or past the line."
    if len(set(found)) < len(found):
        yield "Two riders of the situation stand on one place."
    yield from _arrivals(given, road)


def _arrivals(given: Situation, road: Road) -> Iterator[str]:
    off = [rider for rider, *_ in given.arrived]
    if len(set(off)) < len(off) or any(given.places[rider] is not None for rider in off):
        yield "Who has arrived is off the road, and has arrived once."
    if not off and not any(given.places):
        yield "Nobody rides in this situation."
    past = len(road.terrain) - road.finish
    for _, round_, squares, lane in given.arrived:
        if not (1 <= round_ <= given.round and 1 <= squares <= past and 0 <= lane <= 2):
            yield "An arrival is rider, round, squares past the line and lane."
            return


def _cards(given: Situation, riders: int, seats: int) -> Iterator[str]:
    hands = [hand for hand in given.hands if hand]
    if not all(map(_is_cards, [*given.piles, *given.recycled, *(cards for _, cards in hands)])):
        yield "Cards are written like 2235x."
        return
    held = [size(deck(cards)) for rider, cards in hands if rider not in given.waiting]
    if not all(1 <= count <= HAND for count in held):
        yield f"A hand has 1 to {HAND} cards."
    yield from _numbers(given)
    if any(given.traits[2 * seats :]):
        yield "Riders of dummy teams have no traits."


def _is_cards(text: str) -> bool:
    """True for cards as they are written, no more than 15 of a number."""
    few = all(text.count(card) <= 15 for card in CODES if card != "x")
    return few and CARDS.fullmatch(text) is not None


def _numbers(given: Situation) -> Iterator[str]:
    """Find numbers that stand for no card, no trait, and no count of exhaustion cards."""
    if not set(given.chosen) <= {0, NOWHERE, X, *KINDS}:
        yield "A chosen card is a number, 12 for exhaustion, 1 for none to choose from."
    counts = (*given.taken, *given.stock)
    if not set(given.traits) <= set(range(len(KEYS))) or not set(counts) <= set(range(100)):
        yield "Traits and exhaustion of the situation are no such numbers."


def _bids(given: Situation, seats: int) -> Iterator[str]:
    """Check that each seat tried with one rider and laid a card in each round of bids."""
    if not given.bidders and not given.bids:
        return
    if len(given.bidders) != seats or len(given.bids) != seats:
        yield f"After a breakaway a situation has {seats} bidders and their bids."
    elif any(rider // 2 != seat for seat, rider in enumerate(given.bidders)):
        yield "A seat bids with one of its own riders."
    elif not all(len(row) == ROUNDS and set(row) <= BID_CARDS for row in given.bids):
        yield f"A bid is {ROUNDS} cards: numbers, {X} for exhaustion."


def _check_real_decks(setup: Setup) -> Iterator[str]:
    """Check the bounds of real decks: no more cards in a pile than there are, and a possible number
    of exhaustion cards.
    """
    given, seats = setup.situation, [setup.teams.index(team) for team in setup.real]
    for rider, row in enumerate(given.known):
        if (row is not None) != (rider // 2 in seats):
            yield "What is known of a deck is said of real cards, and of all of them."
            return
        if row is not None and not _can_be_known(given, rider, row):
            yield (
                "Of a real deck: cards in the pile, and at least and at most how many of them are"
                " exhaustion."
            )
            return
    dealt = [*given.waiting, *(hand[0] for hand in given.hands if hand)]
    if any(rider // 2 in seats for rider in dealt):
        yield "A player with real cards is dealt no hand."


def _can_be_known(given: Situation, rider: int, row: tuple[int, int, int]) -> bool:
    pile, least, most = row
    card = given.chosen[rider] if given.chosen else 0
    cards = deck(given.piles[rider]) + deck(given.recycled[rider]) + UNIT[card]
    return (
        0 <= pile <= size(cards)
        and least <= most
        and tighten_bounds(cards, pile, least, most) == row
    )


def _decks(setup: Setup) -> Iterator[str]:
    """Check that no rider has more of a card than their deck, and that dummy teams recycle
    nothing.
    """
    given, humans = setup.situation, 2 * len(setup.teams)
    held = {hand[0]: deck(hand[1]) for hand in given.hands if hand}
    for rider, cards in enumerate(new_state(course(setup)).pile):
        has = deck(given.piles[rider]) + deck(given.recycled[rider]) + held.get(rider, 0)
        if rider < humans and given.chosen:
            has += UNIT[given.chosen[rider]]
        too_few = not holds_cards(cards & LOW, has & LOW)
        if too_few or (rider >= humans and (given.recycled[rider] or count_exhaustion(has))):
            yield "A rider of the situation has cards that are not in their deck."
            return


def _crowd(setup: Setup) -> Iterator[str]:
    given = setup.situation
    riding = [rider // 2 for rider, at in enumerate(given.places) if at is not None] + [
        each[0] // 2 for each in given.arrived
    ]
    if setup.crowd and len(set(riding)) < len(riding):
        yield "With more than six players each has one rider."


def _hands(given: Situation) -> Iterator[str]:
    """Check that riders who wait for a hand or hold one are still to choose, and have cards to
    choose from.
    """
    chosen = given.chosen or (0,) * len(given.places)
    busy = {*given.waiting, *(hand[0] for hand in given.hands if hand)}
    off = {rider for rider, at in enumerate(given.places) if at is None}
    done = {rider for rider, card in enumerate(chosen) if card}
    if busy & (off | done):
        yield "Who waits for a hand or holds one is on the road and has not chosen."
    if not _one_hand_a_seat(given):
        yield "A seat holds one hand, or waits for one."
    if not all(given.piles[rider] or given.recycled[rider] for rider in given.waiting):
        yield "A rider without cards waits for no hand."
    if off & done:
        yield "Who is off the road has chosen nothing."


def _one_hand_a_seat(given: Situation) -> bool:
    """True when no seat has two riders with a hand to come or held, and no full hand waits."""
    hands = [hand for hand in given.hands if hand]
    busy = {*given.waiting, *(rider for rider, _ in hands)}
    full = {rider for rider, cards in hands if size(deck(cards)) >= HAND}
    return len({rider // 2 for rider in busy}) == len(busy) and full.isdisjoint(given.waiting)
