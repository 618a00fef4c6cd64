"""The breakaway: two rounds of bids, and the riders who get away (FR-P-030 ... FR-P-048)."""

from collections.abc import Mapping, Sequence

from games.engine import Event
from games.flamme_rouge import energy, real
from games.flamme_rouge.actions import BIDS_WITH
from games.flamme_rouge.cards import FATIGUE, UNIT, X
from games.flamme_rouge.course import square_and_lane
from games.flamme_rouge.movement import event_place
from games.flamme_rouge.numbers import BREAKAWAY_PRICE, read_table
from games.flamme_rouge.rounds import in_stock
from games.flamme_rouge.state import (
    BIDDER,
    BIDDING,
    NO_ACTIONS,
    State,
    ask,
    enter,
    finish_answer,
    leave,
)

ROUNDS = 2


def begin(state: State) -> None:
    """Ask every seat for the rider who tries; a seat with one rider tries with that one."""
    seats = range(state.course.seats)
    on_road = set(state.riders)
    own = [sorted({2 * seat, 2 * seat + 1} & on_road) for seat in seats]
    state.bidders = tuple(-1 if len(riders) > 1 else riders[0] for riders in own)
    state.bids = ((),) * len(seats)
    state.owing = sum(1 << seat for seat in seats if state.bidders[seat] < 0)
    state.legal = [BIDS_WITH if state.bidders[seat] < 0 else NO_ACTIONS for seat in seats]
    if state.owing:
        ask(state, BIDDER)
    else:
        _begin_bids(state, 1)


def on_bidder(state: State, seat: int, type_: int) -> None:
    """Take the rider of a seat; all are revealed together (FR-P-048)."""
    state.bidders = (*state.bidders[:seat], 2 * seat + type_, *state.bidders[seat + 1 :])
    finish_answer(state, seat)
    if state.owing:
        ask(state, BIDDER)
    else:
        _begin_bids(state, 1)


def _begin_bids(state: State, number: int) -> None:
    """Begin a round of bids and deal everybody a hand."""
    state.bid = number
    if state.events is not None and number == 1:
        state.events.append(Event("bidders", "FR-P-035", state.bidders, shows=True))
    apart = state.course.real
    state.dealing = sum(1 << rider for rider in state.bidders if rider >> 1 not in apart)
    state.owing = (1 << state.course.seats) - 1
    for seat in apart:
        state.legal[seat] = real.bids(state, state.bidders[seat])
    if state.dealing:
        energy.ask_deal(state)
    else:
        ask(state, BIDDING)


def on_bid(state: State, seat: int, card: int) -> None:
    rider = state.bidders[seat]
    state.bids = (*state.bids[:seat], (*state.bids[seat], card), *state.bids[seat + 1 :])
    if seat in state.course.real:
        real.take_card(state, rider, card)
    else:
        state.recycled[rider] += state.hand[seat] - UNIT[card]
        state.hand[seat] = 0
        state.drawing[seat] = -1
    finish_answer(state, seat)
    if state.events is not None:
        state.events.append(Event("chosen", "FR-P-036", (rider,), seat=seat))
    if state.owing:
        ask(state, state.phase)
        return
    if state.events is not None:
        state.events.append(
            Event(
                "bids", "FR-P-036", state.bidders, tuple(row[-1] for row in state.bids), shows=True
            )
        )
    for each in state.course.real:
        real.turn_up(state, state.bidders[each], state.bids[each][-1])
    if state.bid < ROUNDS:
        _begin_bids(state, state.bid + 1)
    else:
        settle(state, state.course.setup.field.places)
        energy.begin_round(state)
        energy.go_on(state)


def worth(bids: Sequence[int]) -> int:
    """Sum up bids: an exhaustion card counts 2 (FR-P-046)."""
    exhaustion = read_table("game")["exhaustion"]["worth"]
    return sum(exhaustion if card == X else card for card in bids)


def order(places: Mapping[int, int], bids: Mapping[int, Sequence[int]]) -> list[int]:
    """Order bidders by the highest sum; of equal ones the rider further back, then further left,
    gets away first (FR-P-040).
    """
    return sorted(
        bids,
        key=lambda rider: (
            -worth(bids[rider]),
            square_and_lane(places[rider])[0],
            -square_and_lane(places[rider])[1],
        ),
    )


def settle(state: State, places: int) -> None:
    """Put the best on the breakaway's places and let them pay; give the others their cards back;
    let all who bid shuffle everything (FR-P-042 ... FR-P-045).
    """
    course = state.course
    bids = dict(zip(state.bidders, state.bids, strict=True))
    away = order({rider: state.place[rider] for rider in bids}, bids)[:places]
    moves = []
    for rider in away:
        before = state.place[rider]
        leave(state, rider)
        enter(state, rider, course.breakaway)
        moves.append((rider, event_place(before), event_place(state.place[rider])))
        pay(state, rider)
    for rider, cards in bids.items():
        if rider not in away:
            state.recycled[rider] += sum(UNIT[card] for card in cards)
        state.pile[rider] += state.recycled[rider]
        state.recycled[rider] = 0
    state.bid = 0
    real.begin(state)
    if state.events is not None:
        sums = tuple(worth(bids[rider]) for rider in away)
        state.events.append(
            Event(
                "breakaway",
                "FR-P-038" if len(away) > 1 else "FR-P-039",
                tuple(away),
                sums,
                tuple(moves),
            )
        )


def pay(state: State, rider: int) -> None:
    """Take two exhaustion cards, as far as there are any (FR-P-043, FR-023)."""
    for _ in range(BREAKAWAY_PRICE):
        if not state.stock or in_stock(state, rider):
            state.recycled[rider] += FATIGUE
            state.taken[rider] += 1
