"""Questions and legal actions in words. Questions are public and reveal nothing that is hidden."""

from collections.abc import Callable, Mapping, Sequence

from games.engine import Action, Choice, Question
from games.flamme_rouge.actions import (
    BID,
    BID_WITH,
    DRAW,
    KEEP,
    KIND,
    LAY,
    MOST,
    PICK,
    PLACE,
    PLAY,
    SHIFT,
    SPLIT,
    TRAIT,
    type_and_card,
    type_and_square,
    write_action,
)
from games.flamme_rouge.cards import X
from games.flamme_rouge.movement import card_value
from games.flamme_rouge.numbers import TYPE_NAMES
from games.flamme_rouge.state import (
    BIDDER,
    BIDDING,
    DEALING,
    ENERGY_PHASE,
    FASTER,
    FLIP,
    KEEPING,
    LOT,
    OVER,
    PICKING,
    PLACING,
    SPLITTING,
    TRAITS,
    State,
    current_deal,
)
from games.flamme_rouge.traits import NAMES, PROFESSOR, TASHKENT
from games.flamme_rouge.words import Teller, count_of, join_with_and, squares

# with who is asked, and the s of a verb where it is one
Ask = Callable[["Teller", State, str, str], str]


def _deal(tell: Teller, state: State, who: str, s: str) -> str:
    deal = current_deal(state)
    return f"{count_of(len(deal.sides), 'card')} for {tell.name(deal.rider)}."


def _energy(tell: Teller, state: State, who: str, s: str) -> str:
    theirs = "their riders"
    if s:
        on_road = sum(rider // 2 == state.asked.seats[0] for rider in state.riders)
        theirs = "their rider" if on_road == 1 else "their riders"
    return f"{who} choose{s} the energy of {theirs}.{_name_typing_teams(tell, state)}"


def _bidding(tell: Teller, state: State, who: str, s: str) -> str:
    return (
        f"{who} bid{s} for the breakaway, round {state.bid} of 2.{_name_typing_teams(tell, state)}"
    )


def _name_typing_teams(tell: Teller, state: State) -> str:
    """Name the teams that have cards on the table and type the ones they lay."""
    teams = [tell.team(seat) for seat in state.asked.seats if seat in state.course.real]
    return (
        f" {join_with_and(teams)} type{'s' if len(teams) == 1 else ''}"
        " the cards that lie on the table."
        if teams
        else ""
    )


ASK: dict[int, tuple[str, Ask]] = {
    OVER: ("FR-002", lambda tell, state, who, s: "The stage is over."),
    KEEPING: (
        "FR-T-040",
        lambda tell, state, who, s: f"{who} {'keeps' if s else 'each keep'} one of two traits.",
    ),
    PLACING: ("FR-037", lambda tell, state, who, s: f"{who} places a rider in the start area."),
    PICKING: ("FR-P-082", lambda tell, state, who, s: f"{who} picks a rider and places them."),
    SPLITTING: ("FR-P-076", lambda tell, state, who, s: f"{who} splits their exhaustion cards."),
    BIDDER: (
        "FR-P-035",
        lambda tell, state, who, s: f"{who} name{s} the rider who tries to break away.",
    ),
    BIDDING: ("FR-P-036", _bidding),
    ENERGY_PHASE: ("FR-046", _energy),
    FASTER: (
        "FR-T-041",
        lambda tell, state, who, s: f"Does {tell.name(state.faster[0])} ride one more?",
    ),
    LOT: ("FR-036", lambda tell, state, who, s: "Who places first?"),
    TRAITS: (
        "FR-T-040",
        lambda tell, state, who, s: f"Two trait cards for {tell.team(len(state.offered))}.",
    ),
    DEALING: ("FR-025", _deal),
    FLIP: (
        "FR-P-064",
        lambda tell, state, who, s: f"The next card of {tell.deck(state.flips[0])}.",
    ),
}


def question(state: State, titles: Mapping[str, str] | None = None) -> Question:
    tell = Teller(state, titles)
    rule, words = ASK[state.phase]
    teams = [tell.team(seat) for seat in state.asked.seats]
    riders = tuple(state.course.names[rider] for rider in _about(state))
    card_count = len(state.asked.throw.sides) if state.asked.throw else 0
    sentence = words(
        tell, state, join_with_and(teams) if teams else "", "s" if len(teams) == 1 else ""
    )
    return Question(sentence, rule, riders, (riders[:1] or ("",)) * card_count)


def _about(state: State) -> tuple[int, ...]:
    match state.phase:
        case phase if phase == DEALING:
            return (current_deal(state).rider,)
        case phase if phase == FLIP:
            return state.flips[:1]
        case phase if phase == FASTER:
            return state.faster[:1]
    return ()


def choices(
    state: State, seat: int, legal: Sequence[Action], titles: Mapping[str, str] | None = None
) -> list[Choice]:
    tell = Teller(state, titles)
    return [_choice(state, tell, seat, action) for action in legal]


def _choice(state: State, tell: Teller, seat: int, action: Action) -> Choice:
    kind, payload = action & KIND, action >> SHIFT
    words, then, rule = OFFER[kind](state, tell, seat, payload)
    rider = _rider(state, seat, kind, payload)
    short = then.partition(", ")[2] if kind in (PLAY, LAY) else SHORT.get(kind, words)
    return Choice(
        write_action(action),
        words,
        then,
        rule,
        state.course.names[rider] if rider >= 0 else "",
        short,
    )


def _rider(state: State, seat: int, kind: int, payload: int) -> int:
    """Return the rider of an action; -1 for both of a team."""
    if kind in (PLACE, PICK):
        return 2 * seat + type_and_square(payload)[0]
    if kind in (DRAW, BID_WITH):
        return 2 * seat + payload
    if kind == KEEP:
        return 2 * seat + (payload & 1)
    if kind == LAY:
        return 2 * seat + type_and_card(payload)[0]
    if kind == TRAIT:
        return _rider_of_trait(state, seat, payload)
    return state.drawing[seat] if kind in (PLAY, BID) else -1


def _rider_of_trait(state: State, seat: int, payload: int) -> int:
    if state.phase == FASTER:
        return state.faster[0]
    if seat in state.course.real:
        return 2 * seat + (state.trait[2 * seat + 1] == payload)
    return state.drawing[seat]


def _place(state: State, tell: Teller, seat: int, payload: int) -> tuple[str, str, str]:
    type_, square = type_and_square(payload)
    return f"{TYPE_NAMES[type_]} on square {square}", "", "FR-037"


def _pick(state: State, tell: Teller, seat: int, payload: int) -> tuple[str, str, str]:
    type_, square = type_and_square(payload)
    return f"A {TYPE_NAMES[type_]} on square {square}", "", "FR-P-082"


def _play(state: State, tell: Teller, seat: int, card: int) -> tuple[str, str, str]:
    return _card(card), *_good_for(state, state.drawing[seat], card)


def _lay(state: State, tell: Teller, seat: int, payload: int) -> tuple[str, str, str]:
    type_, card = type_and_card(payload)
    return f"The {TYPE_NAMES[type_]} plays {_card(card).lower()}", *_good_for(
        state, 2 * seat + type_, card
    )


def _good_for(state: State, rider: int, card: int) -> tuple[str, str]:
    """Say how far the card goes if nobody stands in the way, and return the rule behind it."""
    start = state.place[rider] >> 2
    end = state.course.reach[state.trait[rider]][start][card]
    past = end - state.course.finish + 1
    where = f"{squares(past)} past the line" if past > 0 else f"square {end}"
    rule = "FR-054" if end - start == card_value(state, rider, card) else "FR-062"
    return f"{squares(end - start)}, to {where}", rule


def _card(card: int) -> str:
    return "Exhaustion, 2" if card == X else str(card)


def _trait(state: State, tell: Teller, seat: int, trait: int) -> tuple[str, str, str]:
    then = {PROFESSOR: "four new cards", TASHKENT: "an exhaustion card out, another card in"}.get(
        trait, "their card counts 1 more"
    )
    return (
        (f"Use the trait {NAMES[trait]}", then, "FR-T-040")
        if trait
        else ("Not now", "", "FR-T-041")
    )


SHORT = {DRAW: "Draw", BID_WITH: "Bid"}
Offer = Callable[[State, Teller, int, int], tuple[str, str, str]]
OFFER: dict[int, Offer] = {
    PLACE: _place,
    PICK: _pick,
    SPLIT: lambda state, tell, seat, payload: (
        f"{payload // MOST} for the Sprinteur, {payload % MOST} for the Rouleur",
        "",
        "FR-P-076",
    ),
    BID_WITH: lambda state, tell, seat, type_: (
        f"Bid with the {TYPE_NAMES[type_]}",
        "",
        "FR-P-035",
    ),
    BID: lambda state, tell, seat, card: (_card(card), "", "FR-P-036"),
    DRAW: lambda state, tell, seat, type_: (f"Draw for the {TYPE_NAMES[type_]}", "", "FR-046"),
    PLAY: _play,
    KEEP: lambda state, tell, seat, payload: (
        f"{NAMES[payload >> 1]} for the {TYPE_NAMES[payload & 1]}",
        "",
        "FR-T-040",
    ),
    TRAIT: _trait,
    LAY: _lay,
}
