"""The boards: how a game's road is drawn, and what stands beside it.

A board is handed what a seat may see (`Game.view`), the setup as the engine writes it, how teams and riders look, and what has happened.
Nothing here knows the database or a request, and the same values give the same markup.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from games.engine import Outcome
from tourmanager.play.boards.cycling_party import CyclingPartyBoard
from tourmanager.play.boards.drawing import ZOOMS, Drawing, Words
from tourmanager.play.boards.flamme_rouge.board import FlammeRougeBoard
from tourmanager.play.lines import Line
from tourmanager.play.look import Look

__all__ = ["BOARDS", "ZOOMS", "Board", "Drawing", "Words", "board_of"]


class Board(Protocol):
    words: Words
    quiet: frozenset[str]  # kinds of lines that are too much for the commentary

    def draw(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        look: Look,
        mine: Collection[str] = (),
        zoom: str = "race",
        lines: Sequence[Line] = (),
    ) -> Drawing:
        """`mine` are the riders of whoever looks on, `zoom` is one of ZOOMS, `lines` are what has happened so far."""

    def answers(self, view: Mapping[str, Any], look: Look, options: Sequence[Any]) -> Any:
        """The options of who is asked as the game's own piece shows them; None where it has none. An option has `choice` and `key`."""

    def ranking(self, outcome: Outcome) -> tuple[str, ...]:
        """Teams in the order in which the game places them; empty where it does not."""

    def notes(self, outcome: Outcome) -> dict[str, str]:
        """What the result says of riders besides place and time."""


BOARDS: dict[str, Board] = {"cycling_party": CyclingPartyBoard(), "flamme_rouge": FlammeRougeBoard()}


def board_of(game: str) -> Board:
    return BOARDS[game]
