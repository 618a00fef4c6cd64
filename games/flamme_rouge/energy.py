"""The energy phase (FR-045 ... FR-051): every seat names a rider, gets a hand, chooses a card; then
the same for the other rider.

Hands of the breakaway are dealt here, too.
"""

from collections import Counter
from functools import lru_cache

from games.engine import Action, Event, Illegal, Pending
from games.flamme_rouge import real, rounds
from games.flamme_rouge.actions import DRAWS, TRAIT, bids, encode_action, plays, type_and_card
from games.flamme_rouge.cards import (
    FATIGUE,
    GUARD,
    HANDS,
    NOWHERE,
    UNIT,
    Deal,
    count_exhaustion,
    deal,
    holds_cards,
    list_cards,
    size,
)
from games.flamme_rouge.numbers import HAND
from games.flamme_rouge.state import (
    ASKED,
    BIDDING,
    DEALING,
    ENERGY_PHASE,
    FASTER,
    NO_ACTIONS,
    OVER,
    State,
    current_deal,
)
from games.flamme_rouge.traits import PROFESSOR, TASHKENT

Actions = tuple[Action, ...]
EXTRA = 4  # the number of a deal beyond the hand of the round


def go_on(state: State) -> None:
    """Run the race until a seat or chance is asked."""
    while not state.dealing:
        if state.owing:
            state.phase = ENERGY_PHASE
            state.asked = ASKED[state.owing]
            return
        if not rounds.reveal(state) or state.phase == OVER:
            return
        begin_round(state)
    ask_deal(state)


def go_on_riding(state: State) -> None:
    """Continue after an answer that came between reveal and movement."""
    if rounds.go_on(state) and state.phase != OVER:
        begin_round(state)
        go_on(state)


@lru_cache(maxsize=1024)
def beginning(
    riders: tuple[int, ...], seats: int, apart: tuple[int, ...] = ()
) -> tuple[tuple[Actions, ...], int, tuple[int, ...]]:
    """Prepare a round for these riders: the actions of each seat, the bits of seats that owe an
    answer, and the riders whose hand comes without asking (FR-050). The seats `apart` are dealt
    nothing.
    """
    on_road = [rider for rider in sorted(riders) if rider // 2 not in apart]
    counts = Counter(rider // 2 for rider in on_road)
    both = [counts[seat] == 2 for seat in range(seats)]
    alone = tuple(rider for rider in on_road if rider < 2 * seats and not both[rider // 2])
    return (
        tuple(DRAWS if each else NO_ACTIONS for each in both),
        sum(1 << seat for seat, each in enumerate(both) if each),
        alone,
    )


def begin_round(state: State) -> None:
    state.round += 1
    legal, state.owing, alone = beginning(state.riders, state.course.seats, state.course.real)
    state.legal[:] = legal
    if state.events is not None:
        state.events.append(Event("turn", "FR-045", (), (state.round,)))
    for rider in alone:
        if wait_for_hand(state, rider):
            state.owing |= 1 << (rider >> 1)
    if state.known:
        real.begin_round(state)


def wait_for_hand(state: State, rider: int) -> bool:
    """Return True for a rider with a card to be dealt; without one they play a 2 from nowhere
    (FR-028).
    """
    if state.pile[rider] or state.recycled[rider]:
        state.dealing |= 1 << rider
        return True
    state.chosen[rider] = NOWHERE
    return False


def ask_deal(state: State) -> None:
    """Deal to the first of the riders who wait."""
    waiting = state.dealing
    state.dealing = waiting & waiting - 1
    deal_to(state, (waiting ^ state.dealing).bit_length() - 1, state.bid)


def deal_to(state: State, rider: int, number: int = 0) -> None:
    """Ask chance for a hand. The draw depends on the round, the rider and which of their deals it
    is, not on who was quicker (FR-101).
    """
    pile = state.pile[rider]
    row = list_cards(pile)
    state.drawing[rider >> 1] = rider
    state.phase = DEALING
    key = state.round << 8 | rider << 3 | number
    label = state.course.deals[rider]
    if len(row) >= HAND and number != EXTRA:
        state.asked = Pending((), Deal(key, label, rider, 0, pile, HAND, row))
    else:
        state.asked = Pending(
            (),
            deal(
                rider, pile, state.recycled[rider], key, label, HAND - size(state.hand[rider >> 1])
            ),
        )


def on_deal(state: State, draw: tuple[int, ...]) -> None:
    """Take a hand from the pile; where it runs out, make the recycled cards the new pile
    (FR-026).
    """
    one = current_deal(state)
    try:
        cards = HANDS[draw] if type(sum(draw)) is int else -1  # 5.0 equals 5, and True is no card
    except KeyError:  # typed in the order in which they came
        cards = HANDS.get(tuple(sorted(draw)), -1)
    except TypeError:
        cards = -1
    pool = one.pool
    if one.sure:
        pool += one.sure
        cards = cards if cards >= 0 and holds_cards(cards, one.sure) else -1
    rest = (pool | GUARD) - cards
    if cards < 0 or rest < 0 or rest & GUARD != GUARD or len(draw) != one.count:
        raise Illegal(f"“{one.label}” cannot give these cards.")
    rider = one.rider
    if pool != state.pile[rider]:
        state.recycled[rider] = 0
    state.pile[rider] = rest ^ GUARD
    seat = rider >> 1
    if state.bid:
        phase, legal = BIDDING, bids
    else:
        phase, legal = ENERGY_PHASE, plays
    state.hand[seat] = hand = state.hand[seat] + cards
    state.legal[seat] = legal(hand)
    if state.trait[rider]:
        state.legal[seat] = of_hand(state, rider)
    if state.events is not None:
        state.events.append(Event("dealt", "FR-025", (rider,), (len(draw),), seat=seat))
    if state.dealing:
        ask_deal(state)
    else:
        state.phase = phase
        state.asked = ASKED[state.owing]


def of_hand(state: State, rider: int) -> Actions:
    """Return the actions of the seat that holds a hand for this rider."""
    hand = state.hand[rider >> 1]
    return bids(hand) if state.bid else tuple(sorted([*plays(hand), *trait_actions(state, rider)]))


def trait_actions(state: State, rider: int) -> list[Action]:
    """Return the actions that a trait adds to the choice of a card (FR-T-040)."""
    trait, hand = state.trait[rider], state.hand[rider >> 1]
    if (
        state.bid
        or state.used >> rider & 1
        or not (trait == PROFESSOR or (trait == TASHKENT and count_exhaustion(hand)))
    ):
        return []
    return [encode_action(TRAIT, trait)]


def on_draw(state: State, seat: int, type_: int) -> None:
    """Deal the named rider a hand; without cards their card is a 2, and the other rider is next."""
    rider = 2 * seat + type_
    if state.events is not None:
        state.events.append(Event("draws", "FR-046", (rider,), seat=seat))
    if state.pile[rider] or state.recycled[rider]:
        deal_to(state, rider)
    else:
        state.chosen[rider] = NOWHERE
        next_rider(state, seat, rider ^ 1)


def on_play(state: State, seat: int, card: int) -> None:
    """Lay the card face down and recycle the others (FR-029); then ask for the other rider's
    hand.
    """
    rider = state.drawing[seat]
    other = rider ^ 1
    state.chosen[rider] = card
    state.recycled[rider] += state.hand[seat] - UNIT[card]
    state.hand[seat] = 0
    if state.events is not None:
        state.events.append(Event("chosen", "FR-046", (rider,), seat=seat))
    if (
        not state.chosen[other]
        and state.place[other]
        and (state.pile[other] or state.recycled[other])
    ):
        deal_to(state, other)
    else:
        next_rider(state, seat, other)


def on_lay(state: State, seat: int, payload: int) -> None:
    """Lay a real card face down. The other rider's is typed when it lies, too."""
    type_, card = type_and_card(payload)
    rider = 2 * seat + type_
    real.lay(state, rider, card)
    if state.events is not None:
        state.events.append(Event("chosen", "FR-046", (rider,), seat=seat))
    go_on(state)


def next_rider(state: State, seat: int, rider: int) -> None:
    """Ask for the hand of the team's other rider if they have no card yet; else the seat has
    finished.
    """
    if not state.chosen[rider] and state.place[rider] and wait_for_hand(state, rider):
        ask_deal(state)
        return
    state.drawing[seat] = -1
    state.legal[seat] = NO_ACTIONS
    state.owing ^= 1 << seat
    if state.owing:
        state.phase = ENERGY_PHASE
        state.asked = ASKED[state.owing]
    else:
        go_on(state)


def on_trait(state: State, seat: int, trait: int) -> None:
    """Use a trait. Professor: a new hand for the whole old one. Tashkent Terror: an exhaustion card
    leaves the game, another card comes. Other traits are used after the reveal.
    """
    if state.phase == FASTER:
        rounds.on_faster(state, seat, trait)
        go_on_riding(state)
        return
    if seat in state.course.real:
        rider = real.use_trait(state, seat, trait)
        if state.events is not None:
            state.events.append(Event("trait", "FR-T-040", (rider,), (trait,), seat=seat))
        go_on(state)
        return
    rider = state.drawing[seat]
    state.used |= 1 << rider
    if state.events is not None:
        state.events.append(Event("trait", "FR-T-040", (rider,), (trait,), seat=seat))
    if trait == PROFESSOR:
        state.recycled[rider] += state.hand[seat]
        state.hand[seat] = 0
    else:
        state.hand[seat] -= FATIGUE
    state.legal[seat] = NO_ACTIONS
    if state.pile[rider] or state.recycled[rider]:
        deal_to(state, rider, EXTRA)
    elif state.hand[seat]:
        state.legal[seat] = of_hand(state, rider)
        state.asked = ASKED[state.owing]
    else:
        state.chosen[rider] = NOWHERE
        next_rider(state, seat, rider ^ 1)
