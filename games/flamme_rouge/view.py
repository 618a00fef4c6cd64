"""The view of a seat (FR-110 ... FR-115), and a race as a seat may imagine it."""

from collections.abc import Callable
from typing import Any

from games.engine import Pending
from games.flamme_rouge import energy, real
from games.flamme_rouge.actions import keeps, write_action
from games.flamme_rouge.cards import NOWHERE, UNIT, deal, list_cards, mark, size, text
from games.flamme_rouge.course import square_and_lane
from games.flamme_rouge.finish import FinishRow
from games.flamme_rouge.numbers import HAND
from games.flamme_rouge.outcome import arrivals, passings
from games.flamme_rouge.state import (
    BIDDER,
    BIDDING,
    DEALING,
    FASTER,
    FLIP,
    KEEPING,
    PHASES,
    State,
    copy,
    current_deal,
    in_order,
)
from games.flamme_rouge.traits import KEYS, NAMES


def view(state: State, seat: int | None) -> dict[str, Any]:
    course, names = state.course, state.course.names
    rows, on_road, in_race = arrivals(state), in_order(state), riders(state)
    return {
        "version": course.setup.version,
        "length": course.squares,
        "unit": "square",
        "finish": course.finish,
        "tiles": course.setup.tiles,
        "round": state.round,
        "bid": state.bid,
        "phase": PHASES[state.phase],
        "asked": [course.teams[each] for each in state.asked.seats],
        "draw": state.asked.throw.label if state.asked.throw else None,
        "legal": _legal(state, seat),
        "squares": {names[rider]: state.place[rider] >> 2 for rider in on_road},
        "places": {names[rider]: list(square_and_lane(state.place[rider])) for rider in on_road},
        "dummies": list(course.teams[course.seats :]),
        "real": list(course.setup.real),
        "cards": {names[rider]: cards(state, rider, seat) for rider in in_race},
        "decks": {name: size(pile) for name, pile in dummy_decks(state).items()},
        "bidders": _bidders(state, seat),
        "traits": _traits(state),
        "offered": _list_offers(state, seat),
        "taken": {names[rider]: state.taken[rider] for rider in in_race},
        "stock": list(state.stock),
        "lines": _lines(state),
        **_results(rows),
    }


def _results(rows: list[FinishRow]) -> dict[str, Any]:
    return {
        "placed": [row.rider for row in rows],
        "times": [row.gap for row in rows],
        "bonuses": [row.bonus for row in rows],
    }


def _legal(state: State, seat: int | None) -> list[str]:
    if seat is None or seat not in state.asked.seats:
        return []
    return [write_action(action) for action in state.legal[seat]]


def _list_offers(state: State, seat: int | None) -> list[str]:
    if seat is None or state.phase != KEEPING:
        return []
    return [NAMES[trait] for trait in state.offered[seat]]


def _lines(state: State) -> dict[str, dict[str, Any]]:
    names = state.course.names
    return {
        line.key: {
            "category": line.category,
            "square": line.square,
            "riders": [names[rider] for rider in crossed],
        }
        for line, crossed in zip(state.course.lines, passings(state), strict=True)
    }


def _traits(state: State) -> dict[str, Any]:
    names, rider_traits = state.course.names, enumerate(state.trait)
    return {
        names[rider]: {"trait": KEYS[trait], "used": bool(state.used >> rider & 1)}
        for rider, trait in rider_traits
        if trait
    }


def _bidders(state: State, seat: int | None) -> dict[str, list[str]]:
    """Return the revealed bids by rider; while riders are being named each seat sees its own."""
    bidders = [
        (team, rider)
        for team, rider in enumerate(state.bidders)
        if rider >= 0 and (state.phase != BIDDER or team == seat)
    ]
    return {state.course.names[rider]: _bids(state, team, seat) for team, rider in bidders}


def riders(state: State) -> list[int]:
    """Return the riders of seats who are in the race; with a crowd those picked so far."""
    course = state.course
    if not course.setup.crowd:
        return list(range(course.humans))
    riders_on_road = {*state.riders, *(rider for rider, *_ in state.arrived)}
    return [rider for rider in range(course.humans) if rider in riders_on_road]


def dummy_decks(state: State) -> dict[str, int]:
    course = state.course
    decks = {}
    for rider in range(course.humans, len(course.names)):
        if rider // 2 != course.peloton:
            decks[course.names[rider]] = state.pile[rider]
        elif rider % 2 == 0:
            decks[course.teams[course.peloton]] = state.pile[rider]
    return decks


def cards(state: State, rider: int, seat: int | None) -> dict[str, Any]:
    """Return what a seat sees of a rider's cards: everybody sees how many lie where and their sum
    (FR-112); only the owner sees which lie where.
    """
    team = rider // 2
    drawing = state.drawing[team] == rider
    hand = state.hand[team] if drawing else 0
    own_card, is_open = face_down(state, rider), is_revealed(state)
    pile_size = size(state.pile[rider])
    if team in state.course.real:
        pile_size = real.pile_size(state, rider, own_card or state.chosen[rider])
    fields: dict[str, Any] = {
        "pile_size": pile_size,
        "recycled_size": size(real.cards_of(state, rider)) - pile_size,
        "remaining": text(sum_of_cards(state, rider)),
        "drawing": drawing,
        "has_chosen": bool(own_card or state.chosen[rider]),
        "revealed": _card(state.chosen[rider]) if is_open else "",
    }
    if seat == team:
        fields["chosen"] = _card(own_card or state.chosen[rider])
        if team not in state.course.real:
            fields |= {
                "pile": text(state.pile[rider]),
                "recycled": text(state.recycled[rider]),
                "hand": text(hand),
            }
    return fields


def _card(code: int) -> str:
    return "2" if code == NOWHERE else mark(code) if code else ""


def is_revealed(state: State) -> bool:
    """Return True while the cards of the round lie face up: somebody has a trait to use, or dummy
    teams turn theirs.
    """
    return state.phase in (FASTER, FLIP)


def face_down(state: State, rider: int) -> int:
    """Return the card that a rider chose or bid and nobody else sees yet; 0 for none."""
    team = rider // 2
    if state.bid:
        return (
            state.bids[team][-1]
            if state.bidders[team] == rider and len(state.bids[team]) == state.bid
            else 0
        )
    return 0 if is_revealed(state) else state.chosen[rider]


def sum_of_cards(state: State, rider: int) -> int:
    """Add up pile, recycled cards, hand, the card that lies face down, and bids: they may come
    back.
    """
    team = rider // 2
    hand = state.hand[team] if state.drawing[team] == rider else 0
    if state.bid:
        on_table = (
            sum(UNIT[card] for card in state.bids[team]) if state.bidders[team] == rider else 0
        )
    else:
        on_table = UNIT[face_down(state, rider)]
    return state.pile[rider] + state.recycled[rider] + hand + on_table


def _bids(state: State, team: int, seat: int | None) -> list[str]:
    """Return the bids that a seat sees: its own, and those of a round in which all have bid."""
    cards = (
        state.bids[team]
        if seat == team or state.phase != BIDDING
        else state.bids[team][: state.bid - 1]
    )
    return [mark(card) for card in cards]


def resample_hidden(state: State, seat: int | None, unit: Callable[[], float]) -> State:
    """Mix all cards of others again: each pile, recycled part and hand as large as before, with the
    same cards in sum.
    """
    other = copy(state)
    for rider in riders(state):
        if rider // 2 != seat:
            _mix(other, rider, unit)
    if state.offered:
        _mix_traits(other, seat, unit)
    return other


def _mix(state: State, rider: int, unit: Callable[[], float]) -> None:
    team = rider // 2
    if team in state.course.real:
        _mix_laid(state, rider, unit)
        return
    cards = sum_of_cards(state, rider) - sum(UNIT[card] for card in _public_bids(state, rider))
    row = list(list_cards(cards))

    def take(count: int) -> int:
        return sum(UNIT[row.pop(int(unit() * len(row)))] for _ in range(count))

    if UNIT[face_down(state, rider)]:
        _lay(state, rider, row.pop(int(unit() * len(row))))
    if state.drawing[team] == rider:
        state.hand[team] = take(size(state.hand[team]))
        if state.legal[team]:
            state.legal[team] = energy.of_hand(state, rider)
    state.recycled[rider] = take(size(state.recycled[rider]))
    state.pile[rider] = sum(UNIT[card] for card in row)
    if state.phase == DEALING and current_deal(state).rider == rider:
        _deal_again(state, rider)


def _public_bids(state: State, rider: int) -> tuple[int, ...]:
    """The bids of a rider that everybody has seen."""
    team = rider // 2
    bids = state.bid and state.bidders[team] == rider
    return state.bids[team][: state.bid - 1] if bids else ()


def _deal_again(state: State, rider: int) -> None:
    """Ask the deal that is under way of the piles as they were mixed."""
    current = current_deal(state)
    count = HAND - size(state.hand[rider // 2])
    state.asked = Pending(
        (), deal(rider, state.pile[rider], state.recycled[rider], current.key, current.label, count)
    )


def _lay(state: State, rider: int, card: int) -> None:
    """Put that card face down in place of the one that lay there."""
    team = rider // 2
    if state.bid:
        state.bids = (*state.bids[:team], (*state.bids[team][:-1], card), *state.bids[team + 1 :])
    else:
        state.chosen[rider] = card


def _mix_laid(state: State, rider: int, unit: Callable[[], float]) -> None:
    """Mix a real deck: only the card that lies face down is known to its seat alone."""
    card_on_table = face_down(state, rider)
    if UNIT[card_on_table]:
        cards = real.cards_of(state, rider) + UNIT[card_on_table]
        possible_cards = real.may_be_held(cards, state.known[rider])
        card = possible_cards[int(unit() * len(possible_cards))]
        _lay(state, rider, card)
        state.pile[rider], state.recycled[rider] = cards - UNIT[card], 0


def _mix_traits(state: State, seat: int | None, unit: Callable[[], float]) -> None:
    own = state.offered[seat] if seat is not None and seat < len(state.offered) else ()
    rest = [trait for trait in range(1, len(KEYS)) if trait not in own]
    state.offered = tuple(
        row if each == seat else tuple(sorted(rest.pop(int(unit() * len(rest))) for _ in row))
        for each, row in enumerate(state.offered)
    )
    for each, row in enumerate(state.offered):
        if each != seat:
            _offer_again(state, each, row, unit)


def _offer_again(state: State, seat: int, row: tuple[int, ...], unit: Callable[[], float]) -> None:
    """Let a seat keep one of these traits, or have kept one."""
    if state.legal[seat]:
        state.legal[seat] = keeps(row)
    elif state.kept:
        payload = row[0] << 1 | int(unit() * 2)
        state.kept = (*state.kept[:seat], payload, *state.kept[seat + 1 :])
