"""Seats that play with real cards: their decks lie on the table, and only the card that a rider
plays is typed.

Of such a deck three things are known: the sum of its cards (played cards have left it, exhaustion
that was taken has joined it), how many lie face down in the pile, and at least and at most how many
of those are exhaustion: exhaustion that is taken is recycled, so it cannot be drawn before the pile
runs out. Every hand that fits these may have come, and no other. The cards are those of
`state.pile`; exhaustion taken since stands in `state.recycled` until the next card is laid.

A card that lies face down is known to its seat alone, so its effect on the deck is computed when
all have been turned up.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine import Action, Illegal
from games.flamme_rouge.actions import BID, LAY, TRAIT, encode_action, payload_of_lay, type_and_card
from games.flamme_rouge.cards import (
    FATIGUE,
    NOWHERE,
    UNIT,
    X,
    count_exhaustion,
    distinct_cards,
    mark,
    size,
)
from games.flamme_rouge.numbers import HAND, TYPE_NAMES
from games.flamme_rouge.state import State
from games.flamme_rouge.traits import PROFESSOR, TASHKENT


class Known(NamedTuple):
    """Bounds on a real deck: cards in its pile, and at least and at most how many of them are
    exhaustion.
    """

    pile: int
    least: int
    most: int


def bounds_of_full_pile(cards: int) -> Known:
    """Return the bounds of a deck with all its cards in the pile."""
    return Known(size(cards), count_exhaustion(cards), count_exhaustion(cards))


def tighten_bounds(cards: int, pile: int, least: int, most: int) -> Known:
    """Tighten the bounds by what is possible with these cards."""
    tired = count_exhaustion(cards)
    return Known(pile, max(0, least, pile - size(cards) + tired), min(most, tired, pile))


def _from_recycled(cards: int, bounds: Known) -> int:
    """Count the cards of the hand that come from the recycled ones, where the pile runs out."""
    return max(0, min(HAND, size(cards)) - bounds.pile)


@lru_cache(maxsize=1 << 12)
def may_be_held(cards: int, bounds: Known) -> tuple[int, ...]:
    """Return every card that can be in the next hand."""
    tired = bounds.most + _from_recycled(cards, bounds) > 0
    fresh = bounds.least < max(bounds.pile, min(HAND, size(cards)))
    return tuple(card for card in distinct_cards(cards) if (tired if card == X else fresh))


def bounds_after_hand(cards: int, bounds: Known, card: int = 0) -> Known:
    """Return the bounds after a hand from which `card` is laid, or none, and all others are
    recycled. `cards` are those before.
    """
    rest, tired, others = cards - UNIT[card], card == X, HAND - (card > 0)
    if bounds.pile >= HAND:
        return tighten_bounds(
            rest, bounds.pile - HAND, bounds.least - tired - others, bounds.most - tired
        )
    fresh_cards = _from_recycled(cards, bounds)
    return tighten_bounds(
        rest,
        size(cards) - bounds.pile - fresh_cards,
        count_exhaustion(cards) - bounds.most - fresh_cards,
        count_exhaustion(cards) - bounds.least,
    )


def bounds_after_loss(cards: int, bounds: Known) -> Known:
    """Return the bounds after an exhaustion card of the hand left the game and another card came;
    the hand is still to be laid from. If the new card may have come from the pile, everything
    possible is allowed.
    """
    in_pile = bounds.most > 0
    return tighten_bounds(
        cards - FATIGUE, bounds.pile - in_pile, max(bounds.least - 1, 0), bounds.most - in_pile
    )


def cards_of(state: State, rider: int) -> int:
    """Return all cards of a rider except the one that lies face down."""
    return state.pile[rider] + state.recycled[rider]


def refusal(state: State, seat: int, payload: int) -> Illegal:
    """Say why this card cannot be laid now."""
    type_, card = type_and_card(payload)
    name = f"{state.course.teams[seat].capitalize()} {TYPE_NAMES[type_]}"
    if state.chosen[2 * seat + type_] or not state.place[2 * seat + type_]:
        return Illegal(f"{name} plays no card now.")
    what, card_name = (
        ("exhaustion card", "exhaustion") if card == X else (mark(card), f"a {mark(card)}")
    )
    if card not in distinct_cards(cards_of(state, 2 * seat + type_)):
        return Illegal(f"{name} has no {what} any more, or never had one.")
    return Illegal(
        f"{name} cannot have drawn {card_name}: it lies recycled until their pile runs out."
    )


def begin(state: State, rows: Sequence[tuple[int, int, int] | None] = ()) -> None:
    """Set the bounds of real decks. A deck without given bounds has `pile` in its pile and
    `recycled` beside it.
    """
    if not state.course.real:
        return
    human_rows = rows or (None,) * state.course.humans
    state.known = tuple(
        (
            None
            if rider // 2 not in state.course.real
            else Known(*row)
            if row
            else bounds_of_full_pile(state.pile[rider])
        )
        for rider, row in enumerate(human_rows)
    )


def begin_round(state: State) -> None:
    """Let these seats owe a card for each rider; a rider without cards plays a 2 from nowhere
    (FR-028).
    """
    for seat in state.course.real:
        for rider in (2 * seat, 2 * seat + 1):
            if state.place[rider] and not cards_of(state, rider):
                state.chosen[rider] = NOWHERE
        owe(state, seat)


def owe(state: State, seat: int) -> None:
    """Set all that a seat may do now. The order of its riders is decided at the table: each card is
    typed with its rider, in one answer.
    """
    legal: list[Action] = []
    for type_ in (0, 1):
        rider = 2 * seat + type_
        if state.place[rider] and not state.chosen[rider]:
            possible_cards = may_be_held(cards_of(state, rider), state.known[rider])
            legal += [encode_action(LAY, payload_of_lay(type_, card)) for card in possible_cards]
            trait = state.trait[rider]
            if not state.used >> rider & 1 and (
                trait == PROFESSOR or (trait == TASHKENT and X in possible_cards)
            ):
                legal.append(encode_action(TRAIT, trait))
    state.legal[seat] = tuple(sorted(legal))
    state.owing = state.owing | 1 << seat if legal else state.owing & ~(1 << seat)


def lay(state: State, rider: int, card: int) -> None:
    state.chosen[rider] = card
    take_card(state, rider, card)
    owe(state, rider >> 1)


def pile_size(state: State, rider: int, card: int) -> int:
    """Return the size of the pile as everybody at the table sees it: the card that the rider lays
    in this round was drawn with three others.
    """
    bounds = state.known[rider]
    return (
        bounds_after_hand(cards_of(state, rider) + UNIT[card], bounds, card).pile
        if UNIT[card]
        else bounds.pile
    )


def take_card(state: State, rider: int, card: int) -> None:
    """Take a card out of the rider's cards, face down."""
    state.pile[rider] = cards_of(state, rider) - UNIT[card]
    state.recycled[rider] = 0


def turn_up(state: State, rider: int, card: int) -> None:
    """Update the bounds of a rider's deck by their card, which everybody now sees."""
    now = bounds_after_hand(cards_of(state, rider) + UNIT[card], state.known[rider], card)
    state.known = (*state.known[:rider], now, *state.known[rider + 1 :])


def end_round(state: State) -> None:
    for seat in state.course.real:
        for rider in (2 * seat, 2 * seat + 1):
            if UNIT[state.chosen[rider]]:
                turn_up(state, rider, state.chosen[rider])


def bids(state: State, rider: int) -> tuple[Action, ...]:
    return tuple(
        encode_action(BID, card) for card in may_be_held(cards_of(state, rider), state.known[rider])
    )


def use_trait(state: State, seat: int, trait: int) -> int:
    """Use a trait and return its rider. Professor: the hand lies recycled, another comes. Tashkent
    Terror: an exhaustion card is out of the game.
    """
    rider = 2 * seat + (state.trait[2 * seat + 1] == trait)
    cards, bounds = cards_of(state, rider), state.known[rider]
    now = (
        bounds_after_hand(cards, bounds) if trait == PROFESSOR else bounds_after_loss(cards, bounds)
    )
    state.pile[rider] = cards if trait == PROFESSOR else cards - FATIGUE
    state.recycled[rider] = 0
    state.known = (*state.known[:rider], now, *state.known[rider + 1 :])
    state.used |= 1 << rider
    if not state.pile[rider]:
        state.chosen[rider] = NOWHERE
    owe(state, seat)
    return rider
