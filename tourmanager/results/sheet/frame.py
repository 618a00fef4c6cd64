"""Define the frame against which a stage's log is read: its lines, its starters, and what the game
adds. Pure values.
"""

import msgspec
from django.utils.translation import gettext as _

FINISH = "finish"


class FrameLine(msgspec.Struct, frozen=True):
    """A sprint or climb: `places` is how many riders are named there (0 for a hill)."""

    key: str
    label: str
    category: str
    km: int
    points: tuple[int, ...]
    start: int | None = None
    # a pass that ends on the last square: the order at the finish is its order
    at_finish: bool = False

    @property
    def places(self) -> int:
        return len(self.points)


class GameFrame(msgspec.Struct, frozen=True):
    """What a game adds to the frame of a stage, in a subclass of its own. This one adds nothing, as
    for a race whose results come in tables.
    """

    @property
    def squares(self) -> int:
        """Count the squares behind the line that riders can arrive on; 0 where there are none."""
        return 0

    def clock(self, turn: int) -> str:
        """Say which turn the clock shows, 0 being that of the first arrival."""
        return _("turn %(turn)s") % {"turn": turn}

    def describe_turn(self, turn: int) -> str:
        """Say that the clock was set to that turn."""
        return _("clock at %(turn)s") % {"turn": self.clock(turn)}


class Frame(msgspec.Struct, frozen=True):
    number: int
    type: str
    lines: dict[str, FrameLine]  # in road order
    riders: tuple[str, ...]  # codes of the riders who started the stage
    teams: tuple[str, ...]  # letters
    names: dict[str, str]  # what codes and letters are called: {"b4": "Blue 4", "b": "Blue"}
    key: str  # of the game whose entries the log holds
    game: GameFrame
    options: dict[str, str] = {}
    label: str = ""  # "3a", where the stage is not called by its number
    kind: str = "road"
    rankings: dict[str, str] = {}  # what the classifications are called: {"mountain": "Mountain"}

    def option(self, key: str, default: str) -> str:
        return self.options.get(key, default)

    def places_needed(self, line: FrameLine) -> int:
        """Count the riders to be named at a line: as many as it pays, or all there are."""
        return min(line.places, len(self.riders))

    def name(self, code: str) -> str:
        """Return what a rider or a team is called in a sentence."""
        return self.names.get(code, code)

    def at(self, line: str) -> str:
        """Return what a line is called in a sentence."""
        if line == FINISH:
            return _("the finish")
        return self.lines[line].label if line in self.lines else line
