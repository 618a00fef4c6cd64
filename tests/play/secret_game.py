"""The smallest game with secrets: everybody is dealt three numbers, all lay one at the same time, the highest sum of three rounds wins.

It stands for the games with hands of cards: what a page shows of a seat that is not its own is easy to see here.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.safestring import mark_safe

from games.chance import throw
from games.engine import CHANCE, BadNotation, BadSetup, Choice, Event, Finish, Illegal, NotAsked, Outcome, Pending, Question
from tourmanager.play.boards.drawing import Drawing, Words

SIDES, CARDS = 9999, 3


@dataclass
class State:
    seats: int
    hands: list[list[int]] = field(default_factory=list)
    laid: dict[int, int] = field(default_factory=dict)
    sums: list[int] = field(default_factory=list)
    rounds: int = 0


class Secrets:
    key, name, rules_version, seats, versions, hidden = "secrets", "Secrets", 1, range(2, 5), ("only",), True

    def read_setup(self, data: Any) -> int:
        if not isinstance(data, dict) or data.get("seats") not in self.seats:
            raise BadSetup("Two to four sit at this game.")
        return int(data["seats"])

    def write_setup(self, setup: int) -> dict[str, Any]:
        return {"seats": setup}

    def example(self, version: str, seats: int) -> int:
        return seats

    def start(self, setup: int) -> State:
        return State(setup, sums=[0] * setup)

    def pending(self, state: State) -> Pending:
        if not state.hands:
            return Pending(throw=throw((SIDES,) * CARDS * state.seats))
        if state.rounds == CARDS:
            return Pending()
        return Pending(seats=tuple(seat for seat in range(state.seats) if seat not in state.laid))

    def legal_actions(self, state: State, seat: int) -> Sequence[int]:
        return sorted(state.hands[seat]) if seat in self.pending(state).seats else ()

    def apply(self, state: State, who: int, what: Any, tell: bool = True) -> list[Event]:
        if who == CHANCE and not state.hands:
            state.hands = [list(what[seat * CARDS : seat * CARDS + CARDS]) for seat in range(state.seats)]
            return [Event("dealt", "S-1")]
        if who not in self.pending(state).seats:
            raise NotAsked("Somebody else is asked.")
        if what not in state.hands[who]:
            raise Illegal("That is not in the hand.")
        state.hands[who].remove(what)
        state.laid[who] = what
        if len(state.laid) < state.seats:
            return [Event("chosen", "S-2", (), (), seat=who)]
        laid = tuple(state.laid[seat] for seat in range(state.seats))
        state.sums = [total + value for total, value in zip(state.sums, laid, strict=True)]
        state.laid, state.rounds = {}, state.rounds + 1
        return [Event("turn", "S-3", (), laid)]

    def view(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return {"sums": state.sums, "hand": sorted(state.hands[seat]) if seat is not None and state.hands else []}

    def outcome(self, state: State) -> Outcome | None:
        if state.rounds < CARDS:
            return None
        ranked = sorted(range(state.seats), key=lambda seat: -state.sums[seat])
        return Outcome(tuple(Finish(rank, "abcd"[seat] + "1") for rank, seat in enumerate(ranked, 1)), (), (), {}, {}, (), ())

    def copy(self, state: State) -> State:
        return State(state.seats, [hand.copy() for hand in state.hands], state.laid.copy(), state.sums.copy(), state.rounds)

    def digest(self, state: State) -> str:
        return hashlib.sha256(msgspec.json.encode([state.hands, sorted(state.laid.items()), state.sums])).hexdigest()

    def seat_names(self, state: State) -> tuple[str, ...]:
        return tuple("abcd"[: state.seats])

    def rider_names(self, state: State) -> tuple[str, ...]:
        return tuple(f"{letter}1" for letter in "abcd"[: state.seats])

    def write(self, state: State, seat: int, action: int) -> str:
        return f"lay {action}"

    def read(self, state: State, seat: int, text: str) -> int:
        word, _, number = text.partition(" ")
        if word != "lay" or not number.isdigit():
            raise BadNotation("A card is laid like lay 7.")
        return int(number)

    def say(self, state: State, event: Event, titles: Any = None) -> str:
        words = {"dealt": "Everybody is dealt three.", "chosen": "One has chosen.", "turn": f"Laid: {event.figures}."}
        return words[event.kind]

    def question(self, state: State, titles: Any = None) -> Question:
        return Question("Everybody lays a card.", "S-2")

    def choices(self, state: State, seat: int, titles: Any = None) -> Sequence[Choice]:
        return [Choice(f"lay {card}", f"Lay the {card}") for card in self.legal_actions(state, seat)]

    def situation(self, state: State) -> dict[str, Any]:
        return {}

    def rules(self) -> Mapping[str, str]:
        return {"S-1": "Three are dealt.", "S-2": "One is laid.", "S-3": "All are shown."}

    def bots(self) -> Mapping[str, Any]:
        return {}


class SecretBoard:
    """The hand of whoever looks, and the sums."""

    words = Words()
    quiet: frozenset[str] = frozenset()

    def draw(self, view: Mapping[str, Any], setup: Any, look: Any, mine: Any = (), zoom: str = "race", lines: Any = ()) -> Drawing:
        drawn = mark_safe(f"<svg><text>hand {view['hand']}, sums {view['sums']}</text></svg>")
        return Drawing(mark_safe(""), drawn, drawn, mark_safe(""), zoom=zoom)

    def answers(self, view: Mapping[str, Any], look: Any, options: Any) -> None:
        return None

    def ranking(self, outcome: Outcome) -> tuple[str, ...]:
        return ()

    def notes(self, outcome: Outcome) -> dict[str, str]:
        return {}
