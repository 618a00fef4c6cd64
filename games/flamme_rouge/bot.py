"""The bot `steady` (FR-140 ... FR-144): plays every card of its hand through on a copy of the road,
with a guess for all others.

It reads only what its seat may see: its own cards, and the sum of each other rider's cards
(`view.everything`). A stronger bot is another class with `choose`, named in `BOTS`.
"""

import random
from collections.abc import Callable, Sequence

from games.engine import Action, BotMaker, Seat
from games.flamme_rouge import movement
from games.flamme_rouge.actions import (
    BID,
    KIND,
    LAY,
    MOST,
    PLAY,
    SHIFT,
    encode_action,
    type_and_card,
    type_and_square,
)
from games.flamme_rouge.cards import X, list_cards
from games.flamme_rouge.numbers import HAND, ROULEUR, SPRINTEUR
from games.flamme_rouge.road import ASCENT
from games.flamme_rouge.state import (
    BIDDER,
    BIDDING,
    ENERGY_PHASE,
    FASTER,
    KEEPING,
    PICKING,
    PLACING,
    SPLITTING,
    State,
    copy,
)
from games.flamme_rouge.view import sum_of_cards

FINALE = 28  # squares from the line within which strength is spent
BEHIND = 5  # squares behind the leading rider from which one hurries
TIRED, TIRED_LATE = 1.6, 0.64  # what an exhaustion card costs, and how little of it in the finale
CROSSED, OVERTAKEN = 30, 6  # what crossing the line is worth, and each rider further past it
HURRY, SPARE = 0.3, 0.12  # how gladly a high card is played behind, and how gladly kept
MATE, MATE_TIRED = 0.2, 0.5  # what squares and exhaustion of the team mate are worth
EXHAUSTION = 2  # the worth of the card itself


class Steady:
    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        if state.phase in (ENERGY_PHASE, BIDDING) and seat in state.course.real:
            return self._with_real_cards(state, seat, legal)
        return ANSWERS[state.phase](state, seat, legal)

    def _with_real_cards(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Play for somebody who left their cards on the table: the hand is four cards of those that
        may be drawn."""
        ways: dict[int, dict[int, Action]] = {}
        for action in legal:
            kind, payload = action & KIND, action >> SHIFT
            if kind == BID:
                ways.setdefault(state.bidders[seat], {})[payload] = action
            elif kind == LAY:
                ways.setdefault(2 * seat + type_and_card(payload)[0], {})[
                    type_and_card(payload)[1]
                ] = action
        rider = max(ways, key=lambda each: state.place[each])
        row = [card for card in list_cards(sum_of_cards(state, rider)) if card in ways[rider]]
        # No secret is made of it: the same seed is to give the same hand.
        seed = f"bot/{self.seed}/{state.round}/{state.bid}/{rider}"
        hand = random.Random(seed).sample(row, min(HAND, len(row)))  # nosec B311
        return ways[rider][second(hand) if state.bid else best(state, rider, hand)]


def place(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Place the Rouleur as far forward as possible, the Sprinteur on the next square behind
    (FR-141).
    """
    front = state.place[2 * seat + ROULEUR] >> 2
    ways = [(type_and_square(action >> SHIFT), action) for action in legal]
    return min(
        ways, key=lambda way: (way[0][0] != ROULEUR, front > 0 and way[0][1] >= front, -way[0][1])
    )[1]


def pick(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Pick a Sprinteur, but a Rouleur where the stage ends uphill; as far forward as possible."""
    course = state.course
    uphill = course.road.terrain[course.finish - 1] == ASCENT
    return min(
        legal,
        key=lambda action: (
            type_and_square(action >> SHIFT)[0] != (ROULEUR if uphill else SPRINTEUR),
            action,
        ),
    )


def split(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Give the larger half to the Rouleur (FR-144)."""
    cards = (legal[0] >> SHIFT) % MOST
    return legal[cards // 2]


def bid(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    return encode_action(BID, second(list_cards(state.hand[seat])))


def second(hand: Sequence[int]) -> int:
    """Return the second-highest card (FR-144)."""
    row = sorted((1 if card == X else card, card) for card in hand)
    return row[-2:][0][1]


def foremost(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Choose the hand of the foremost rider first."""
    ahead = state.place[2 * seat + ROULEUR] > state.place[2 * seat + SPRINTEUR]
    return legal[ROULEUR if ahead else SPRINTEUR]


def energy(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    if legal[-1] & KIND != PLAY:
        return foremost(state, seat, legal)
    return encode_action(
        PLAY,
        best(
            state,
            state.drawing[seat],
            [action >> SHIFT for action in legal if action & KIND == PLAY],
        ),
    )


def best(state: State, rider: int, cards: Sequence[int]) -> int:
    guessed = guess(state, rider)
    return max(cards, key=lambda card: (value(guessed, rider, card), -card))


def guess(state: State, rider: int) -> State:
    """Guess the round: the team mate rides the card that lies, everybody else the mean of the cards
    they still have (FR-142).
    """
    guessed = copy(state)
    for other in state.riders:
        if other != rider and not (other ^ 1 == rider and state.chosen[other]):
            deck = other & ~1 if other // 2 == state.course.peloton else other
            guessed.chosen[other] = mean(
                sum_of_cards(state, deck) if other < state.course.humans else state.pile[deck]
            )
    guessed.plus = 0
    return guessed


def mean(cards: int) -> int:
    row = [2 if card == X else min(card, 9) for card in list_cards(cards)]
    return max(2, round(sum(row) / len(row))) if row else 2


def value(guessed: State, rider: int, card: int) -> float:
    """Rate a card by where it takes the rider after slipstream, what it costs (FR-143), and what it
    does for the team mate.
    """
    finish = guessed.course.finish
    start, front = guessed.place[rider] >> 2, max(guessed.place) >> 2
    then = copy(guessed)
    then.chosen[rider] = card
    movement.ride(then)
    movement.slipstream(then)
    end = then.place[rider] >> 2
    total = end - start + _for_mate(guessed, then, rider ^ 1)
    if end >= finish:
        ahead = sum(then.place[other] > then.place[rider] for other in then.riders)
        return total + CROSSED + end - finish + 1 - OVERTAKEN * ahead
    tired = not then.road[end + 1]
    if finish - start <= FINALE:
        return total - TIRED_LATE * tired
    worth = EXHAUSTION if card == X else card
    total -= worth + TIRED * tired
    return total + HURRY * worth if front - start >= BEHIND else total - SPARE * worth


def _for_mate(before: State, then: State, mate: int) -> float:
    if not then.place[mate]:
        return 0
    end = then.place[mate] >> 2
    tired = end < then.course.finish and not then.road[end + 1]
    return MATE * (end - (before.place[mate] >> 2)) - MATE_TIRED * tired


ANSWERS: dict[int, Callable[[State, Seat, Sequence[Action]], Action]] = {
    KEEPING: lambda state, seat, legal: legal[-1],
    PLACING: place,
    PICKING: pick,
    SPLITTING: split,
    BIDDER: lambda state, seat, legal: legal[ROULEUR],
    BIDDING: bid,
    ENERGY_PHASE: energy,
    FASTER: lambda state, seat, legal: legal[-1],
}
BOTS: dict[str, BotMaker[State]] = {"steady": Steady}
