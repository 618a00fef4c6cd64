"""How a game finishes: when an arrival is complete, what places a rider, what time that is, and what of the log the game has at all.

The sheet asks (`sheet.py`), each game answers. In the Cycling Party an arrival crosses with one pace and a die gives its second; in a game
of rounds every rider has his square, and times follow from all arrivals of the stage (`scoring/bunches.py`).
"""

from typing import TYPE_CHECKING, Protocol

import msgspec

from tourmanager.results import entries as e
from tourmanager.results.frame import Frame
from tourmanager.results.units import Unit
from tourmanager.scoring.bunches import Crossing, Timed, timed
from tourmanager.scoring.result import Arrival
from tourmanager.tours.games import FLAMME_ROUGE

if TYPE_CHECKING:
    from tourmanager.results.sheet import Sheet

Key = tuple[int, ...]


class Finishing(Protocol):
    """What the sheet asks a game."""

    rounds: bool  # raced in rounds on squares, without dice

    def refuses(self, body: e.Body) -> str:
        """Why the game knows no such entry, "" where it does."""

    def missing(self, unit: Unit) -> str:
        """What an arrival waits for: "square", "die", or nothing."""

    def key(self, unit: Unit, rider: str) -> Key | None:
        """What places a rider, the least first; None where no square says it yet."""

    def seconds(self, rider: str, sheet: "Sheet") -> int | None:
        """His time, of somebody who has an arrival; None while something is missing."""

    def told(self, arrival: Arrival, unit: Unit) -> Arrival:
        """The arrival with what scoring is told besides place and time."""

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        """Whether the director may put one rider where the other is placed."""

    def clock(self, turn: int) -> str:
        """What the clock shows."""


class Dice:
    """The Cycling Party: turn, square and a die (CP-M-021 ... CP-M-028)."""

    rounds = False

    def __init__(self, beyond_12: str, tie_dice: str) -> None:
        self.beyond_12, self.tie_dice = beyond_12, tie_dice

    def refuses(self, body: e.Body) -> str:
        return "This game has no exhaustion cards and no traits." if isinstance(body, e.Exhaustion | e.Trait) else ""

    def missing(self, unit: Unit) -> str:
        if unit.seconds(self.beyond_12) is not None:
            return ""
        return "square" if unit.square is None else "die"

    def key(self, unit: Unit, rider: str) -> Key | None:
        seconds, square = unit.seconds(self.beyond_12), unit.square_of(rider)
        if unit.typed is not None or seconds is None or square is None:
            return None
        return (unit.turn, -square) if self.tie_dice == "separate" else (unit.turn, -square, seconds)

    def seconds(self, rider: str, sheet: "Sheet") -> int | None:
        return sheet.units[sheet.where[rider]].seconds(self.beyond_12)

    def told(self, arrival: Arrival, unit: Unit) -> Arrival:
        return msgspec.structs.replace(arrival, turn=unit.turn)

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        return True

    def clock(self, turn: int) -> str:
        return f"+{turn} min"


class Rounds:
    """Flamme Rouge: round and square (FR-091, FR-121 ... FR-125); the director's word only tells the lanes of one square apart."""

    rounds = True

    def refuses(self, body: e.Body) -> str:
        match body:
            case e.Die() | e.Time() | e.Kind():
                return "The times of this game follow from rounds and squares: there is no die, and nothing to type."
            case e.Use() | e.GiveBack() | e.Double() | e.DoubleBack():
                return "There are no advantages in this game."
            case e.Out() | e.Back():
                return "There are no accidents in this game: whoever leaves the race gets a status from the jury."
        return ""

    def missing(self, unit: Unit) -> str:
        return "" if unit.squares.keys() >= set(unit.riders) else "square"

    def key(self, unit: Unit, rider: str) -> Key | None:
        square = unit.squares.get(rider)
        return None if square is None else (unit.turn, -square)

    def seconds(self, rider: str, sheet: "Sheet") -> int | None:
        one = self.timed(sheet).get(rider)
        return one.gap if one else None

    def timed(self, sheet: "Sheet") -> dict[str, Timed]:
        """Who has his square, in order, with his bunch."""
        arrived = [(rider, sheet.unit_of(rider)) for rider in sheet.order]
        crossings = [Crossing(rider, unit.turn, unit.squares[rider]) for rider, unit in arrived if unit and rider in unit.squares]
        return {one.rider: one for one in timed(crossings)}

    def told(self, arrival: Arrival, unit: Unit) -> Arrival:
        return msgspec.structs.replace(arrival, turn=unit.turn, past=unit.squares.get(arrival.rider, 0))

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        return one is None or other is None or one == other

    def clock(self, turn: int) -> str:
        return "first round" if not turn else f"+{turn} round{'s' if turn > 1 else ''}"


ROUNDS = Rounds()


def finishing_of(frame: Frame) -> Finishing:
    """That of the frame's game; a race without a board brings tables of results, and asks nothing of it."""
    return ROUNDS if frame.game == FLAMME_ROUGE else Dice(frame.option("beyond_12", "zero"), frame.option("seconds_die", "shared"))
