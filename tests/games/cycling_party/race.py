"""Races for tests, drawn as text: `race("30: red1 blue1, 20: green1")`, then answered by texts and
dice as at a table.
"""

from typing import Any

from games.cycling_party.rules import CyclingParty
from games.cycling_party.state import OVER, PHASE_NAMES
from games.engine import CHANCE, Event
from tests.vectors.board import Board

GAME = CyclingParty()
HIGH = {"len": 150, "type": "high", "passes": [[60, "hc"]]}
PLAIN = {"len": 150, "type": "flat"}


class Race:
    """`say` answers for whoever is asked, `dice` for chance; `told` is what happened since."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.board = Board(vector)
        self.told: list[Event] = []

    @property
    def state(self) -> Any:
        return self.board.state

    @property
    def phase(self) -> str:
        return PHASE_NAMES[self.state.phase - OVER]

    @property
    def asked(self) -> str:
        return (
            str(self.state.course.setup.teams[self.state.seat])
            if self.state.seat >= 0
            else self.phase
        )

    @property
    def legal(self) -> list[str]:
        return [
            GAME.write(self.state, self.state.seat, action)
            for action in GAME.legal_actions(self.state, self.state.seat)
        ]

    @property
    def throw(self) -> tuple[int, ...]:
        return tuple(self.state.asked.throw.sides)

    def say(self, *texts: str) -> "Race":
        for text in texts:
            seat = self.state.seat
            self.told += GAME.apply(self.state, seat, GAME.read(self.state, seat, text))
        return self

    def dice(self, *dice: int) -> "Race":
        self.told += GAME.apply(self.state, CHANCE, dice)
        return self

    def passes(self) -> "Race":
        """Everybody passes until dice are thrown or the stage is over."""
        while self.state.seat >= 0:
            self.say("pass")
        return self

    def passes_to(self, asked: str) -> "Race":
        while self.asked != asked:
            self.say("pass")
        return self

    def at(self, *riders: str) -> list[int]:
        names = self.state.course.names
        return [self.state.square[names.index(rider)] for rider in riders]

    def rules(self) -> list[str]:
        return [event.rule for event in self.told]

    def sentences(self) -> list[str]:
        return [GAME.say(self.state, event) for event in self.told]


def race(at: str, version: str = "senior", stage: dict[str, Any] = PLAIN, **more: Any) -> Race:
    squares = dict(part.strip().split(": ") for part in at.split(","))
    return Race(
        {
            "version": version,
            "stage": stage,
            "at": {int(km): riders.split() for km, riders in squares.items()},
            **more,
        }
    )
