"""A race in the middle: read from a state, and begun from a setup. A table that continues in a
browser starts here.
"""

from typing import Any

import msgspec

from games.flamme_rouge import energy, real, rounds
from games.flamme_rouge.actions import DRAWS
from games.flamme_rouge.cards import deck, text
from games.flamme_rouge.course import place, square_and_lane
from games.flamme_rouge.setup import Situation
from games.flamme_rouge.state import DEALING, NO_ACTIONS, State, current_deal


def situation(state: State) -> dict[str, Any]:
    """Return the position as plain values; empty before the first round, where a stage begins
    anyhow.
    """
    if not state.round:
        return {}
    riders = range(len(state.place))
    bid = any(rider >= 0 for rider in state.bidders)
    waiting = state.dealing | (1 << current_deal(state).rider if state.phase == DEALING else 0)
    found = Situation(
        round=state.round,
        places=tuple(square_and_lane(at) if at else None for at in state.place),
        piles=tuple(map(text, state.pile)),
        recycled=tuple(map(text, state.recycled)),
        taken=tuple(state.taken),
        hands=tuple(
            (rider, text(hand)) if rider >= 0 else None
            for rider, hand in zip(state.drawing, state.hand, strict=True)
        ),
        chosen=tuple(state.chosen),
        waiting=tuple(rider for rider in riders if waiting >> rider & 1),
        stock=state.stock,
        arrived=state.arrived,
        passed=state.passed,
        traits=state.trait if any(state.trait) else (),
        used=tuple(rider for rider in riders if state.used >> rider & 1),
        faster=tuple(rider for rider in riders if state.plus >> rider & 1),
        known=state.known,
        bidders=state.bidders if bid else (),
        bids=state.bids if bid else (),
    )
    return dict(msgspec.json.decode(msgspec.json.encode(found)))


def begin(state: State, given: Situation) -> None:
    """Set up the position that a situation gives; then ask the seats that owe an answer."""
    riders = range(len(state.place))
    state.round = given.round
    for rider, at in enumerate(given.places):
        if at is not None:
            state.place[rider] = place(*at)
            state.road[at[0]] |= 1 << 3 - at[1]
    state.riders = tuple(rider for rider in riders if state.place[rider])
    state.pile, state.recycled = list(map(deck, given.piles)), list(map(deck, given.recycled))
    state.taken = list(given.taken)
    state.stock = given.stock or state.stock
    state.arrived = given.arrived
    state.passed = given.passed or state.passed
    state.trait = given.traits or state.trait
    state.used, state.plus = (
        sum(1 << rider for rider in row) for row in (given.used, given.faster)
    )
    state.chosen = list(given.chosen) or state.chosen
    state.bidders, state.bids = given.bidders or state.bidders, given.bids or state.bids
    state.dealing = sum(1 << rider for rider in given.waiting)
    real.begin(state, given.known)
    for seat, hand in enumerate(given.hands):
        if hand:
            state.drawing[seat], state.hand[seat] = hand[0], deck(hand[1])
    if not state.riders or (state.arrived and state.course.setup.options.stop == "first"):
        rounds.end(state)
        return
    for seat in range(state.course.seats):
        owes(state, seat)
    energy.go_on(state)


def owes(state: State, seat: int) -> None:
    """Let a seat owe a card of the hand it holds, or the name of a rider; deal the hand where one
    rider is left to choose for.
    """
    if seat in state.course.real:
        real.owe(state, seat)
        return
    own = [rider for rider in (2 * seat, 2 * seat + 1) if state.place[rider]]
    to_choose = [rider for rider in own if not state.chosen[rider]]
    waits = any(state.dealing >> rider & 1 for rider in own)
    state.legal[seat] = NO_ACTIONS
    if waits or (
        len(to_choose) == 1
        and state.drawing[seat] < 0
        and energy.wait_for_hand(state, to_choose[0])
    ):
        state.owing |= 1 << seat
        return
    if state.drawing[seat] >= 0:
        rider = state.drawing[seat]
        state.legal[seat] = energy.of_hand(state, rider)
    elif len(to_choose) == 2:
        state.legal[seat] = DRAWS
    if state.legal[seat]:
        state.owing |= 1 << seat
