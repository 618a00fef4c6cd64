"""Define the fragments of the stage page that only Cycling Party has: values as its templates print
them.
"""

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.stage_page.pieces import Member


class Tokens(msgspec.Struct, frozen=True):
    """A row of tokens, one for each advantage or double throw that a team gets (CP-APP-015,
    CP-APP-021). They are spent from the right: first those that are left, then those spent in this
    stage, last those spent in earlier ones.
    """

    team: str  # its letter
    team_name: str
    short_name: str
    key: str  # "bottle"
    name: str  # "bottle", as sentences call one
    left: int
    used: int  # in this stage
    total: int
    spend: str  # the entry of a tap on one that is left
    take_back: str
    is_barred: bool = False  # none can be spent here

    @property
    def counters(self) -> list[tuple[str, str, str]]:
        """Return, of each token, what became of it ("left", "spent", "gone", "barred"), the entry
        of a tap on it and what is read aloud.
        """
        return [self._counter(number) for number in range(1, self.total + 1)]

    def _counter(self, number: int) -> tuple[str, str, str]:
        if number <= self.left:
            words = _("%(team)s, %(name)s, %(left)s of %(total)s left, spend one")
            state, entry = ("barred", "") if self.is_barred else ("left", self.spend)
        elif number <= self.left + self.used:
            words = _("%(team)s, %(name)s, %(left)s of %(total)s left, take one back")
            state, entry = "spent", self.take_back
        else:
            words = _("%(team)s, %(name)s, %(left)s of %(total)s left")
            state, entry = "gone", ""
        return state, entry, words % self._values

    @property
    def _values(self) -> dict[str, object]:
        return {
            "team": self.team_name,
            "name": self.name,
            "left": self.left,
            "total": self.total,
        }

    @property
    def label(self) -> str:
        """Return the row in words: "Blauwberg, bottle, 3 of 5 left"."""
        return _("%(team)s, %(name)s, %(left)s of %(total)s left") % self._values


class LineDoubles(msgspec.Struct, frozen=True):
    """Double throws of all teams on one pass."""

    line: str
    rows: tuple[Tokens, ...]

    @property
    def summary(self) -> str:
        left, total = (sum(getattr(row, of) for row in self.rows) for of in ("left", "total"))
        return _("%(left)s of %(total)s left") % {"left": left, "total": total}


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
        return (
            "alone"
            if len(self.members) == 1
            else _("%(kind)s of %(count)s") % {"kind": self.kind, "count": len(self.members)}
        )


class TeamTokens(msgspec.Struct, frozen=True):
    """Everything that a team has left."""

    letter: str
    name: str
    short_name: str
    colour: str
    rows: tuple[Tokens, ...]


class ThrowButtons(msgspec.Struct, frozen=True):
    """Squares behind the line and the last die, for the arrival they would go to. Each is number,
    words (of a square its seconds, of a die the time it would give), entry.
    """

    squares: tuple[tuple[int, str, str], ...]
    beyond: tuple[tuple[int, str, str], ...]
    dice: tuple[tuple[int, str, str], ...]
    square: int | None
    die: int | None
    open: bool
    needs_die: bool
    without_die: bool  # beyond square 12
