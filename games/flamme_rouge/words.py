"""Events in words: one sentence for each, with its figures."""

from collections.abc import Callable, Mapping, Sequence

from games.engine import Event
from games.flamme_rouge.cards import ATTACK, NOWHERE, X
from games.flamme_rouge.movement import CLIMB, FULL, LEAST, ROAD_END
from games.flamme_rouge.numbers import TYPE_NAMES
from games.flamme_rouge.state import State
from games.flamme_rouge.traits import NAMES

Words = Callable[["Teller", Event], str]
WORTH = {X: 2, NOWHERE: 2}  # of the cards that are not called by what they count


class Teller:
    """Names for riders and squares of one race, with the titles that a page gives its seats."""

    def __init__(self, state: State, titles: Mapping[str, str] | None = None) -> None:
        self.course = state.course
        self.titles = titles or {}

    def team(self, team: int) -> str:
        name = self.course.teams[team]
        return self.titles.get(name) or name.capitalize()

    def name(self, rider: int) -> str:
        return f"{self.team(rider // 2)} {TYPE_NAMES[rider & 1]}"

    def names(self, riders: Sequence[int]) -> str:
        return join_with_and([self.name(rider) for rider in riders])

    def deck(self, rider: int) -> str:
        """Name the deck of a dummy team."""
        return self.team(rider // 2) if rider // 2 == self.course.peloton else self.name(rider)

    def square(self, at: int) -> str:
        """Name the square of a place, which is given as square · 4 + lane."""
        square = at >> 2
        past = square - self.course.finish + 1
        return f"square {square}" if past <= 0 else f"{squares(past)} past the line"


def count_of(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def squares(count: int) -> str:
    return count_of(count, "square")


def join_with_and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def card(code: int) -> str:
    return {X: "an exhaustion card", ATTACK: "Attack!", NOWHERE: "a 2 (no cards left)"}.get(
        code
    ) or f"a {code}"


def say(state: State, event: Event, titles: Mapping[str, str] | None = None) -> str:
    return WORDS[event.kind](Teller(state, titles), event)


def _say_moved(tell: Teller, event: Event) -> str:
    card_code, value, _, steps, why = event.figures
    start, end = event.moves[0][1:]
    because = {
        LEAST: f", at least {steps} from there",
        CLIMB: ", held by the ascent",
        ROAD_END: ", to the end of the road",
        FULL: ", as the squares in front are full",
    }.get(why, "")
    name = tell.name(event.riders[0])
    counts = f" (counts {value})" if value != WORTH.get(card_code, card_code) else ""
    card_words = f"{card(card_code)}{counts}"
    if start == end:
        return f"{name} plays {card_words} and stays where they are{because}."
    return f"{name} plays {card_words}: {squares(steps)}{because}, to {tell.square(end)}."


def _say_slipped(tell: Teller, event: Event) -> str:
    limit = ", as far as there is room" if event.rule == "FR-P-022" else ""
    return (
        f"{tell.names(event.riders)} {'is' if len(event.riders) == 1 else 'are'} drawn one square"
        f" forward by slipstream{limit}."
    )


def _say_passed(tell: Teller, event: Event) -> str:
    index, square, before = event.figures
    what = "the sprint line" if tell.course.lines[index].category == "sprint" else "the summit"
    places = [
        f"{place}. {tell.name(rider)}" for place, rider in enumerate(event.riders, before + 1)
    ]
    return f"Past {what} on square {square}: {', '.join(places)}."


def _bids(tell: Teller, event: Event) -> str:
    bids = [
        f"{tell.name(rider)} {card(bid)}"
        for rider, bid in zip(event.riders, event.figures, strict=True)
    ]
    return f"Bids for the breakaway: {', '.join(bids)}."


def _breakaway(tell: Teller, event: Event) -> str:
    breakaways = [
        f"{tell.name(rider)} with {total}"
        for rider, total in zip(event.riders, event.figures, strict=True)
    ]
    goes = "breaks away to" if len(breakaways) == 1 else "break away to"
    takes = (
        "takes two exhaustion cards" if len(breakaways) == 1 else "take two exhaustion cards each"
    )
    return f"{join_with_and(breakaways)} {goes} square {event.moves[0][2] >> 2} and {takes}."


def _say_turned_up(tell: Teller, event: Event) -> str:
    riders, card_code = event.riders, event.figures[0]
    if card_code == ATTACK:
        how = f"{tell.name(riders[-1])} rides 9" + (
            f", {tell.name(riders[0])} 2" if len(riders) > 1 else ""
        )
        return f"{tell.team(riders[0] // 2)} attacks: {how}."
    card_words = "a 2, as no card is left" if card_code == NOWHERE else card(card_code)
    return f"{card_words[0].upper()}{card_words[1:]} is turned for {tell.names(riders)}."


def _traits(tell: Teller, event: Event) -> str:
    trait_words = [
        f"{tell.name(rider)} {NAMES[trait]}"
        for rider, trait in zip(event.riders, event.figures, strict=True)
    ]
    return f"Traits: {', '.join(trait_words)}."


WORDS: dict[str, Words] = {
    "first": lambda tell, event: f"{tell.team(event.seat)} begins to place riders.",
    "placed": lambda tell, event: (
        f"{tell.names(event.riders)} starts on square {event.figures[0]}."
    ),
    "split": lambda tell, event: (
        f"{tell.team(event.seat)} gives {count_of(event.figures[0], 'exhaustion card')} to their"
        f" Sprinteur and {event.figures[1]} to their Rouleur."
    ),
    "traits": _traits,
    "trait": lambda tell, event: (
        f"{tell.names(event.riders)} uses their trait, {NAMES[event.figures[0]]}."
    ),
    "faster": lambda tell, event: (
        f"{tell.names(event.riders)}, {NAMES[event.figures[0]]}, rides one more."
    ),
    "bidders": lambda tell, event: (
        f"{tell.names(event.riders)} {'tries' if len(event.riders) == 1 else 'try'} to break away."
    ),
    "bids": _bids,
    "breakaway": _breakaway,
    "turn": lambda tell, event: f"Round {event.figures[0]}.",
    "draws": lambda tell, event: (
        f"{tell.team(event.seat)} draws for their {TYPE_NAMES[event.riders[0] & 1]}."
    ),
    "dealt": lambda tell, event: (
        f"{tell.names(event.riders)} is dealt {count_of(event.figures[0], 'card')}."
    ),
    "chosen": lambda tell, event: f"{tell.names(event.riders)} has their card.",
    "revealed": lambda tell, event: (
        f"{tell.names(event.riders)} turns up {card(event.figures[0])}."
    ),
    "turned": _say_turned_up,
    "moved": _say_moved,
    "crossed": lambda tell, event: (
        f"{tell.names(event.riders)} crosses the line, {squares(event.figures[0])} past it."
    ),
    "slipped": _say_slipped,
    "passed": _say_passed,
    "tired": lambda tell, event: (
        f"{tell.names(event.riders)} rides in the wind and takes an exhaustion card,"
        f" {event.figures[0]} so far."
    ),
    "left": lambda tell, event: f"Arrived, and off the road: {tell.names(event.riders)}.",
    "wins": lambda tell, event: (
        f"{tell.names(event.riders)} wins the stage in round {event.figures[0]},"
        f" {squares(event.figures[1])} past the line."
    ),
}
