"""Define the fragments of the stage page that only Cycling Party has: values as its templates print
them.
"""

import msgspec

from tourmanager.results.stage_page.pieces import Member


class Doubles(msgspec.Struct, frozen=True):
    """Double throws of one team on one pass (CP-APP-015)."""

    team: str
    name: str
    short_name: str
    used: int
    allowed: int
    use: str
    back: str

    @property
    def left(self) -> int:
        return self.allowed - self.used


class LineDoubles(msgspec.Struct, frozen=True):
    """Double throws of all teams on one pass."""

    teams: tuple[Doubles, ...]


class UnitView(msgspec.Struct, frozen=True):
    """An arrival: alone, a paceline or a peloton."""

    number: int
    kind: str
    members: tuple[Member, ...]
    turn: int
    square: int | None
    die: int | None
    typed: bool
    needs_die: bool
    time: str  # "" while square or die is missing
    seconds: int | None
    lacks: str  # what it waits for
    kinds: tuple[tuple[str, str, bool], ...]  # kind, entry, whether it is this one
    earlier: str  # the entry that moves it a turn back
    later: str

    @property
    def words(self) -> str:
        return "alone" if len(self.members) == 1 else f"{self.kind} of {len(self.members)}"


class Left(msgspec.Struct, frozen=True):
    """The number that a team has left of an advantage (CP-APP-021)."""

    key: str
    name: str
    left: int
    used: int  # in this stage
    total: int
    use: str
    back: str


class TeamAdvantages(msgspec.Struct, frozen=True):
    letter: str
    name: str
    short_name: str
    advantages: tuple[Left, ...]


class ThrowButtons(msgspec.Struct, frozen=True):
    """Squares behind the line and the last die, for the arrival they would go to. Each is number,
    words, entry.
    """

    squares: tuple[tuple[int, str, str], ...]
    beyond: tuple[tuple[int, str, str], ...]
    dice: tuple[tuple[int, str, str], ...]
    square: int | None
    die: int | None
    open: bool
    needs_die: bool
    without_die: bool  # beyond square 12
