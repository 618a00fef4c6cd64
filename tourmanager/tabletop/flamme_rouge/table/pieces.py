"""Define the fragments of the stage page that only Flamme Rouge has: values as its templates print
them.
"""

import msgspec

from tourmanager.results.stage_page.pieces import Member
from tourmanager.scoring.words import ordinal


class Waiting(msgspec.Struct, frozen=True):
    """An arrival that waits for its square."""

    members: tuple[Member, ...]


class RoundRow(msgspec.Struct, frozen=True):
    """An arrival in a game of rounds, with all that can be done with it."""

    number: int
    rider: str
    name: str
    short: str
    svg: str
    words: str  # "first round, square 4"
    bunch: str  # "bunch of 3"
    time: str  # the winner's, then how far behind
    points: int
    square: int | None
    turn: int
    round: str  # "+1 round"
    unit: int
    together: int  # so many were tapped for one square
    tie: str
    cards: int | None  # exhaustion
    has_hand: bool
    squares: tuple[tuple[int, str], ...]
    remove: str
    earlier: str  # the entry that moves the arrival a round back
    later: str
    fewer: str  # the entry that takes a card off
    more: str
    up: str
    down: str

    @property
    def ordinal(self) -> str:
        return ordinal(self.number) if self.number else "–"  # they are out after all


class Cards(msgspec.Struct, frozen=True):
    """The rider whose exhaustion cards are asked for, and the numbers to tap with their entries."""

    rider: str
    called: str
    svg: str
    numbers: tuple[tuple[int, str], ...]
