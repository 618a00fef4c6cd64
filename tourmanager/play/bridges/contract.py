"""What each game says of its digital stages in tours, and the refusals it says it by."""

from collections.abc import Mapping
from typing import Any, Protocol

from games.engine import Outcome
from tourmanager.play.bridges.telling import Telling
from tourmanager.play.look import Look
from tourmanager.play.position import Position
from tourmanager.play.start_forms import SeatsForm
from tourmanager.results.reading import StageReading
from tourmanager.results.sheet import Sheet
from tourmanager.tours.models import Stage


class NotDigital(Exception):
    """The stage cannot be ridden digitally; the message says why, for its director."""


class NotTold(Exception):
    """The log does not say enough for an engine to go on from it; the message says what is missing."""


class Table(Protocol):
    """The way between screen and table in the middle of a stage, for games whose boards say all there is to know."""

    def so_far(self, where: Position) -> Outcome | None:
        """What a director would have logged of a running stage up to the beginning of the turn under way; None before the first one."""

    def completed(self, where: Position) -> int:
        """The last turn that was completed; 0 before the first."""

    def set_up(self, where: Position, look: Look) -> Any:
        """The sheet to set a board up by; None before the first turn."""

    def form(self, data: Any, reading: StageReading) -> Any:
        """Where everybody stands on the board, to be typed: a form with `situation()`. Raises NotTold."""


class Bridge(Protocol):
    """How a game crosses between the stage log of a tour and its engine. The log calls riders by the tour's codes, the setup may call
    them otherwise; what goes over the bridge is renamed on it.
    """

    table: Table | None  # None: such a stage is ridden to its end where it was begun

    def why_not(self, stage: Stage) -> str:
        """Why no stage like this one is ridden digitally; "" where it is."""

    def begun(self, sheet: Sheet) -> bool:
        """Whether anything of the race itself stands in the log."""

    def seats_form(self, data: Any, reading: StageReading) -> SeatsForm:
        """Who sits where, asked before the start; `agreed()` is added to the setup."""

    def data_of(self, reading: StageReading, situation: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The setup as plain values, not judged yet. Raises NotDigital."""

    def look_of(self, reading: StageReading) -> Look:
        """Teams and riders as the stage's page draws them, leaders in their jerseys, by the names of the setup."""

    def in_words(self, refusal: str) -> str:
        """The engine's reason against a setup, fit for a page."""

    def told(self, outcome: Outcome, sheet: Sheet) -> Telling:
        """The sheet as the outcome leaves it, with the entries that bring it there. Raises Refused."""

    def differences(self, outcome: Outcome, sheet: Sheet) -> list[str]:
        """Where the sheet says something else than the outcome, in words for a director; nothing where they are the same stage."""
