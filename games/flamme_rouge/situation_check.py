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
    situation, riders, seats, road = (
        setup.situation,
        2 * len(setup.everybody),
        len(setup.teams),
        setup.road,
    )
    if not situation.round:
        if situation != Situation():
            yield "A situation names its round, from 1 on."
        return
    wrong = list(_rows(situation, riders, seats))
    if situation.passed and len(situation.passed) != len(lines(setup, road)):
        wrong.append(
            f"The situation has {len(situation.passed)} lines where the stage has"
            f" {len(lines(setup, road))}."
        )
    wrong = (
        wrong
        or [*_places(situation, road), *_cards(situation, riders, seats), *_bids(situation, seats)]
        or [*_hands(situation), *_check_real_decks(setup)]
    )
    yield from wrong or [*_decks(setup), *_crowd(setup)]


def _rows(situation: Situation, riders: int, seats: int) -> Iterator[str]:
    """Check for rows that are too short, and riders who are not in the race."""
    if not 1 <= situation.round <= LAST_ROUND:
        yield f"A round is 1 to {LAST_ROUND}, not {situation.round}."
    yield from _lengths(situation, riders, seats)
    yield from _names(situation, riders, seats)


def _names(situation: Situation, riders: int, seats: int) -> Iterator[str]:
    """Say first of all what is wrong with the riders that a situation names."""
    hand_riders = [hand[0] for hand in situation.hands if hand]
    lists = (situation.waiting, situation.used, situation.faster, *situation.passed)
    riders_in_lists = [
        *chain.from_iterable(lists),
        *(each[0] for each in situation.arrived),
        *hand_riders,
    ]
    if any(len(set(row)) < len(row) for row in lists):
        yield "The situation names a rider twice."
    elif riders_in_lists and not 0 <= min(riders_in_lists) <= max(riders_in_lists) < riders:
        yield "The situation names a rider who is not in the race."
    elif not _hands_of_own_riders(situation, seats):
        yield "Hands are of a seat's own riders."


def _hands_of_own_riders(situation: Situation, seats: int) -> bool:
    own = all(hand[0] // 2 == seat for seat, hand in enumerate(situation.hands) if hand)
    return own and max(situation.waiting, default=-1) < 2 * seats


def _lengths(situation: Situation, riders: int, seats: int) -> Iterator[str]:
    """Find rows whose length is not that of what they list."""
    for name in ("places", "piles", "recycled", "taken"):
        count = len(getattr(situation, name))
        if count != riders:
            yield f"The situation has {count} {name} for {riders} riders."
    may_be_empty = {
        "chosen": riders,
        "traits": riders,
        "hands": seats,
        "stock": 2,
        "known": 2 * seats,
    }
    for name, length in may_be_empty.items():
        count = len(getattr(situation, name))
        if count not in (0, length):
            yield f"The situation has {count} {name} where there are {length}."


def _places(situation: Situation, road: Road) -> Iterator[str]:
    places = [at for at in situation.places if at is not None]
    if not all(
        0 <= square < road.finish and 0 <= lane < road.lanes[square] for square, lane in places
    ):
        yield "A rider of the situation stands beside the road, or past the line."
    if len(set(places)) < len(places):
        yield "Two riders of the situation stand on one place."
    yield from _arrivals(situation, road)


def _arrivals(situation: Situation, road: Road) -> Iterator[str]:
    off = [rider for rider, *_ in situation.arrived]
    if len(set(off)) < len(off) or any(situation.places[rider] is not None for rider in off):
        yield "Who has arrived is off the road, and has arrived once."
    if not off and not any(situation.places):
        yield "Nobody rides in this situation."
    past = len(road.terrain) - road.finish
    for _, round_, squares, lane in situation.arrived:
        if not (1 <= round_ <= situation.round and 1 <= squares <= past and 0 <= lane <= 2):
            yield "An arrival is rider, round, squares past the line and lane."
            return


def _cards(situation: Situation, riders: int, seats: int) -> Iterator[str]:
    hands = [hand for hand in situation.hands if hand]
    if not all(
        map(_is_cards, [*situation.piles, *situation.recycled, *(cards for _, cards in hands)])
    ):
        yield "Cards are written like 2235x."
        return
    hand_sizes = [size(deck(cards)) for rider, cards in hands if rider not in situation.waiting]
    if not all(1 <= count <= HAND for count in hand_sizes):
        yield f"A hand has 1 to {HAND} cards."
    yield from _numbers(situation)
    if any(situation.traits[2 * seats :]):
        yield "Riders of dummy teams have no traits."


def _is_cards(text: str) -> bool:
    """True for cards as they are written, no more than 15 of a number."""
    few = all(text.count(card) <= 15 for card in CODES if card != "x")
    return few and CARDS.fullmatch(text) is not None


def _numbers(situation: Situation) -> Iterator[str]:
    """Find numbers that stand for no card, no trait, and no count of exhaustion cards."""
    if not set(situation.chosen) <= {0, NOWHERE, X, *KINDS}:
        yield "A chosen card is a number, 12 for exhaustion, 1 for none to choose from."
    counts = (*situation.taken, *situation.stock)
    if not set(situation.traits) <= set(range(len(KEYS))) or not set(counts) <= set(range(100)):
        yield "Traits and exhaustion of the situation are no such numbers."


def _bids(situation: Situation, seats: int) -> Iterator[str]:
    """Check that each seat tried with one rider and laid a card in each round of bids."""
    if not situation.bidders and not situation.bids:
        return
    if len(situation.bidders) != seats or len(situation.bids) != seats:
        yield f"After a breakaway a situation has {seats} bidders and their bids."
    elif any(rider // 2 != seat for seat, rider in enumerate(situation.bidders)):
        yield "A seat bids with one of its own riders."
    elif not all(len(row) == ROUNDS and set(row) <= BID_CARDS for row in situation.bids):
        yield f"A bid is {ROUNDS} cards: numbers, {X} for exhaustion."


def _check_real_decks(setup: Setup) -> Iterator[str]:
    """Check the bounds of real decks: no more cards in a pile than there are, and a possible number
    of exhaustion cards.
    """
    situation, seats = setup.situation, [setup.teams.index(team) for team in setup.real]
    for rider, row in enumerate(situation.known):
        if (row is not None) != (rider // 2 in seats):
            yield "What is known of a deck is said of real cards, and of all of them."
            return
        if row is not None and not _can_be_known(situation, rider, row):
            yield (
                "Of a real deck: cards in the pile, and at least and at most how many of them are"
                " exhaustion."
            )
            return
    riders_with_hands = [*situation.waiting, *(hand[0] for hand in situation.hands if hand)]
    if any(rider // 2 in seats for rider in riders_with_hands):
        yield "A player with real cards is dealt no hand."


def _can_be_known(situation: Situation, rider: int, row: tuple[int, int, int]) -> bool:
    pile, least, most = row
    card = situation.chosen[rider] if situation.chosen else 0
    cards = deck(situation.piles[rider]) + deck(situation.recycled[rider]) + UNIT[card]
    return (
        0 <= pile <= size(cards)
        and least <= most
        and tighten_bounds(cards, pile, least, most) == row
    )


def _decks(setup: Setup) -> Iterator[str]:
    """Check that no rider has more of a card than their deck, and that dummy teams recycle
    nothing.
    """
    situation, humans = setup.situation, 2 * len(setup.teams)
    hands = {hand[0]: deck(hand[1]) for hand in situation.hands if hand}
    for rider, cards in enumerate(new_state(course(setup)).pile):
        has = deck(situation.piles[rider]) + deck(situation.recycled[rider]) + hands.get(rider, 0)
        if rider < humans and situation.chosen:
            has += UNIT[situation.chosen[rider]]
        too_few = not holds_cards(cards & LOW, has & LOW)
        if too_few or (rider >= humans and (situation.recycled[rider] or count_exhaustion(has))):
            yield "A rider of the situation has cards that are not in their deck."
            return


def _crowd(setup: Setup) -> Iterator[str]:
    situation = setup.situation
    riding = [rider // 2 for rider, at in enumerate(situation.places) if at is not None] + [
        each[0] // 2 for each in situation.arrived
    ]
    if setup.crowd and len(set(riding)) < len(riding):
        yield "With more than six players each has one rider."


def _hands(situation: Situation) -> Iterator[str]:
    """Check that riders who wait for a hand or hold one are still to choose, and have cards to
    choose from.
    """
    cards = situation.chosen or (0,) * len(situation.places)
    busy = {*situation.waiting, *(hand[0] for hand in situation.hands if hand)}
    off = {rider for rider, at in enumerate(situation.places) if at is None}
    riders_with_card = {rider for rider, card in enumerate(cards) if card}
    if busy & (off | riders_with_card):
        yield "Who waits for a hand or holds one is on the road and has not chosen."
    if not _one_hand_a_seat(situation):
        yield "A seat holds one hand, or waits for one."
    if not all(situation.piles[rider] or situation.recycled[rider] for rider in situation.waiting):
        yield "A rider without cards waits for no hand."
    if off & riders_with_card:
        yield "Who is off the road has chosen nothing."


def _one_hand_a_seat(situation: Situation) -> bool:
    """True when no seat has two riders with a hand to come or held, and no full hand waits."""
    hands = [hand for hand in situation.hands if hand]
    busy = {*situation.waiting, *(rider for rider, _ in hands)}
    full = {rider for rider, cards in hands if size(deck(cards)) >= HAND}
    return len({rider // 2 for rider in busy}) == len(busy) and full.isdisjoint(situation.waiting)
