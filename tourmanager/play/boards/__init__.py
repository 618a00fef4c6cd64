"""The boards: how a game's road is drawn, and what stands beside it.

A board is handed what a seat may see (`Game.view`), the setup as the engine writes it, and how teams and riders look. Nothing here knows
the database or a request, and the same values give the same markup.
"""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from tourmanager.play.boards.cycling_party import CyclingPartyBoard
from tourmanager.play.boards.drawing import ZOOMS, Drawing
from tourmanager.play.look import Look

__all__ = ["BOARDS", "ZOOMS", "Board", "Drawing", "board_of"]


class Board(Protocol):
    def draw(
        self, view: Mapping[str, Any], setup: Mapping[str, Any], look: Look, mine: Collection[str] = (), zoom: str = "race"
    ) -> Drawing:
        """`mine` are the riders of whoever looks on, `zoom` is one of ZOOMS."""


BOARDS: dict[str, Board] = {"cycling_party": CyclingPartyBoard()}


def board_of(game: str) -> Board:
    return BOARDS[game]
