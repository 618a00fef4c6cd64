"""A race in the middle: read from a state, and begun from a setup. A table that continues in a
browser starts here.
"""

from collections.abc import Sequence
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
    bid = any(rider >= 0 for rider in state.bidders)
    waiting = state.dealing | (1 << current_deal(state).rider if state.phase == DEALING else 0)
    values = Situation(
        round=state.round,
        places=tuple(square_and_lane(at) if at else None for at in state.place),
        piles=tuple(map(text, state.pile)),
        recycled=tuple(map(text, state.recycled)),
        taken=tuple(state.taken),
        hands=_hands(state),
        chosen=tuple(state.chosen),
        waiting=_riders_of(state, waiting),
        stock=state.stock,
        arrived=state.arrived,
        passed=state.passed,
        traits=state.trait if any(state.trait) else (),
        used=_riders_of(state, state.used),
        faster=_riders_of(state, state.plus),
        known=state.known,
        bidders=state.bidders if bid else (),
        bids=state.bids if bid else (),
    )
    return dict(msgspec.json.decode(msgspec.json.encode(values)))


def _hands(state: State) -> tuple[tuple[int, str] | None, ...]:
    return tuple(
        (rider, text(hand)) if rider >= 0 else None
        for rider, hand in zip(state.drawing, state.hand, strict=True)
    )


def _riders_of(state: State, mask: int) -> tuple[int, ...]:
    """The riders of these bits."""
    return tuple(rider for rider in range(len(state.place)) if mask >> rider & 1)


def begin(state: State, situation: Situation) -> None:
    """Set up the position that a situation gives; then ask the seats that owe an answer."""
    state.round = situation.round
    _place(state, situation)
    state.pile, state.recycled = (
        list(map(deck, situation.piles)),
        list(map(deck, situation.recycled)),
    )
    state.taken = list(situation.taken)
    state.arrived = situation.arrived
    _replace_defaults(state, situation)
    state.used, state.plus, state.dealing = (
        sum(1 << rider for rider in row)
        for row in (situation.used, situation.faster, situation.waiting)
    )
    real.begin(state, situation.known)
    for seat, hand in enumerate(situation.hands):
        if hand:
            state.drawing[seat], state.hand[seat] = hand[0], deck(hand[1])
    if not state.riders or (state.arrived and state.course.setup.options.stop == "first"):
        rounds.end(state)
        return
    for seat in range(state.course.seats):
        owes(state, seat)
    energy.go_on(state)


def _place(state: State, situation: Situation) -> None:
    for rider, at in enumerate(situation.places):
        if at is not None:
            state.place[rider] = place(*at)
            state.road[at[0]] |= 1 << 3 - at[1]
    state.riders = tuple(rider for rider, at in enumerate(state.place) if at)


def _replace_defaults(state: State, situation: Situation) -> None:
    """Take over what a situation may leave out."""
    state.stock = situation.stock or state.stock
    state.passed = situation.passed or state.passed
    state.trait = situation.traits or state.trait
    state.chosen = list(situation.chosen) or state.chosen
    state.bidders, state.bids = situation.bidders or state.bidders, situation.bids or state.bids


def owes(state: State, seat: int) -> None:
    """Let a seat owe a card of the hand it holds, or the name of a rider; deal the hand where one
    rider is left to choose for.
    """
    if seat in state.course.real:
        real.owe(state, seat)
        return
    own = [rider for rider in (2 * seat, 2 * seat + 1) if state.place[rider]]
    waits = _waits_for_hand(state, seat, own)
    state.legal[seat] = NO_ACTIONS if waits else _to_choose(state, seat, own)
    if waits or state.legal[seat]:
        state.owing |= 1 << seat


def _waits_for_hand(state: State, seat: int, own: Sequence[int]) -> bool:
    """True where a hand is to be dealt, which a last rider to choose for asks for here."""
    if any(state.dealing >> rider & 1 for rider in own):
        return True
    riders = [rider for rider in own if not state.chosen[rider]]
    return (
        len(riders) == 1
        and state.drawing[seat] < 0
        and bool(energy.wait_for_hand(state, riders[0]))
    )


def _to_choose(state: State, seat: int, own: Sequence[int]) -> energy.Actions:
    if state.drawing[seat] >= 0:
        return energy.of_hand(state, state.drawing[seat])
    return DRAWS if len(own) == 2 and not any(state.chosen[rider] for rider in own) else NO_ACTIONS
