"""The energy phase (FR-045 ... FR-051): every seat names a rider, is dealt his hand, chooses a card; then the same for his other rider.

Hands of the breakaway are dealt here, too.
"""

from functools import lru_cache

from games.engine import Action, Event, Illegal, Pending
from games.flamme_rouge import rounds
from games.flamme_rouge.actions import DRAWS, TRAIT, bids, of, plays
from games.flamme_rouge.cards import FATIGUE, GUARD, HANDS, LOW, MOST, NOWHERE, TOP, UNIT, Deal, deal, fatigue, holds, size
from games.flamme_rouge.numbers import HAND
from games.flamme_rouge.state import ASKED, BIDDING, DEALING, ENERGY_PHASE, NO_ACTIONS, OVER, State
from games.flamme_rouge.traits import PROFESSOR, TASHKENT

EXTRA = 4  # the number of a deal beyond the hand of the round


def go_on(state: State) -> None:
    """Until a seat or chance is asked."""
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
    """After an answer that came between reveal and movement."""
    if rounds.go_on(state) and state.phase != OVER:
        begin_round(state)
        go_on(state)


@lru_cache(maxsize=1024)
def beginning(riders: tuple[int, ...], seats: int) -> tuple[tuple[list[Action], ...], int, tuple[int, ...]]:
    """Of a round with these on the road: what seats may choose, who owes an answer, and whose hand comes without asking (FR-050)."""
    on_road = frozenset(riders)
    both = [{2 * seat, 2 * seat + 1} <= on_road for seat in range(seats)]
    alone = tuple(sorted(rider for rider in on_road if rider < 2 * seats and not both[rider // 2]))
    return tuple(DRAWS if each else NO_ACTIONS for each in both), sum(1 << seat for seat, each in enumerate(both) if each), alone


def begin_round(state: State) -> None:
    state.round += 1
    legal, state.owing, alone = beginning(state.riders, state.course.seats)
    state.legal[:] = legal
    if state.told is not None:
        state.told.append(Event("turn", "FR-045", (), (state.round,)))
    for rider in alone:
        wait_for_hand(state, rider)


def wait_for_hand(state: State, rider: int) -> bool:
    """Whether he has a card to be dealt; without one he plays a 2 from nowhere (FR-028)."""
    if state.pile[rider] or state.recycled[rider]:
        state.dealing |= 1 << rider
        return True
    state.chosen[rider] = NOWHERE
    return False


def ask_deal(state: State) -> None:
    """For the first of those who wait."""
    dealing = state.dealing
    deal_to(state, (dealing & -dealing).bit_length() - 1)


def deal_to(state: State, rider: int) -> None:
    """The draw depends on round, rider and how often he draws in it, not on who was quicker (FR-101)."""
    pile, hand = state.pile[rider], state.hand[rider >> 1]
    state.rider = rider
    state.phase = DEALING
    key = state.round << 8 | rider << 3 | (EXTRA if state.extra >> rider & 1 else state.bid)
    label = state.course.deals[rider]
    if (pile & LOW) % MOST + (pile >> TOP) >= HAND and not hand:
        state.asked = Pending((), Deal(key, label, 0, pile, HAND))
    else:
        state.asked = Pending((), deal(pile, state.recycled[rider], key, label, HAND - size(hand)))


def on_deal(state: State, draw: tuple[int, ...]) -> None:
    """From the pile; where it runs out, the recycled cards become the new one (FR-026)."""
    rider, one = state.rider, state.asked.throw
    sure, pool, cards = one.sure, one.pool, HANDS.get(draw, -1)
    if cards < 0:  # typed in the order in which they came
        cards = HANDS.get(tuple(sorted(draw)), -1)
    left = (sure + pool | GUARD) - cards
    if cards < 0 or len(draw) != one.count or left < 0 or left & GUARD != GUARD or (sure and not holds(cards, sure)):
        raise Illegal(f"“{one.label}” cannot give these cards.")
    if sure or pool != state.pile[rider]:
        state.recycled[rider] = 0
    state.pile[rider] = sure + pool - cards
    seat = rider >> 1
    state.hand[seat] = hand = state.hand[seat] + cards
    state.drawing[seat] = rider
    state.dealing ^= 1 << rider
    state.owing |= 1 << seat
    state.legal[seat] = bids(hand) if state.bid else plays(hand)
    if state.trait[rider]:
        state.legal[seat] = [*state.legal[seat], *trait_actions(state, rider)]
    if state.told is not None:
        state.told.append(Event("dealt", "FR-025", (rider,), (len(draw),)))
    if state.dealing:
        ask_deal(state)
    else:
        state.phase = BIDDING if state.bid else ENERGY_PHASE
        state.asked = ASKED[state.owing]


def trait_actions(state: State, rider: int) -> list[Action]:
    """What his trait adds to the choice of a card (FR-T-040)."""
    trait, hand = state.trait[rider], state.hand[rider >> 1]
    if state.bid or state.used >> rider & 1 or not (trait == PROFESSOR or (trait == TASHKENT and fatigue(hand))):
        return []
    return [of(TRAIT, trait)]


def on_draw(state: State, seat: int, type_: int) -> None:
    """His hand is dealt; without cards his is a 2, and the other rider is next."""
    rider = 2 * seat + type_
    state.legal[seat] = NO_ACTIONS
    if state.told is not None:
        state.told.append(Event("draws", "FR-046", (rider,), seat=seat))
    if wait_for_hand(state, rider):
        deal_to(state, rider)
    else:
        next_rider(state, seat, rider ^ 1)


def on_play(state: State, seat: int, card: int) -> None:
    """The card lies face down, the others are recycled (FR-029); then his other rider's hand."""
    rider = state.drawing[seat]
    state.chosen[rider] = card
    state.recycled[rider] += state.hand[seat] - UNIT[card]
    state.hand[seat] = 0
    state.drawing[seat] = -1
    state.legal[seat] = NO_ACTIONS
    if state.told is not None:
        state.told.append(Event("chosen", "FR-046", (rider,), seat=seat))
    next_rider(state, seat, rider ^ 1)


def next_rider(state: State, seat: int, rider: int) -> None:
    """The hand of his other rider, where he has no card yet; else the seat has done."""
    if not state.chosen[rider] and state.place[rider] and wait_for_hand(state, rider):
        deal_to(state, rider)
        return
    state.owing ^= 1 << seat
    if state.owing:
        state.phase = ENERGY_PHASE
        state.asked = ASKED[state.owing]
    else:
        go_on(state)


def on_trait(state: State, seat: int, trait: int) -> None:
    """Professor: a new hand for the whole old one. Tashkent Terror: an exhaustion card leaves the game, another card comes."""
    rider = state.drawing[seat]
    state.used |= 1 << rider
    state.extra |= 1 << rider
    if state.told is not None:
        state.told.append(Event("trait", "FR-T-040", (rider,), (trait,), seat=seat))
    if trait == PROFESSOR:
        state.recycled[rider] += state.hand[seat]
        state.hand[seat] = 0
    else:
        state.hand[seat] -= FATIGUE
    state.legal[seat] = NO_ACTIONS
    if state.pile[rider] or state.recycled[rider]:
        state.dealing |= 1 << rider
        ask_deal(state)
    elif state.hand[seat]:
        state.legal[seat] = plays(state.hand[seat])
        state.asked = ASKED[state.owing]
    else:
        state.drawing[seat] = -1
        state.chosen[rider] = NOWHERE
        next_rider(state, seat, rider ^ 1)
