"""Define what a board gives the page: the road as markup, and what else its game shows, with
templates.
"""

from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.web.jerseys import Mark

ZOOMS = {
    "race": gettext_lazy("Race"),
    "mine": gettext_lazy("My riders"),
    "road": gettext_lazy("Whole road"),
}


class Words(msgspec.Struct, frozen=True):
    """A game's names for things that every page of a ride mentions."""

    turn: str = "turn"
    unit: str = "km"  # of the road
    climb: str = "Pass"
    # a team that nobody answers for
    no_seat: str | Promise = gettext_lazy("rides without a player")
    # the head of the column that says where behind the line riders came to
    behind: str | Promise = gettext_lazy("Behind the line")
    none_used: str | Promise = gettext_lazy("Nobody used anything.")


class Pieces(msgspec.Struct, frozen=True):
    """The templates of a game's own parts of the page.

    Each finds its values in `drawing.own`, the answers in `answers`.
    """

    lists: str  # below the board: groups, what is left, who has arrived
    answers: str = "play/_answers.html"
    beside: str = ""  # under the question: what the person who looks holds


class ListedRider(msgspec.Struct, frozen=True):
    """A rider in a list."""

    mark: Mark
    mine: bool = False


class RiderGroup(msgspec.Struct, frozen=True):
    """Riders who ride together, in race order; gaps are in units of the road, None for the first on
    it.
    """

    kind: str  # a key of the game's
    name: str  # "Peloton", "P2, HC"
    squares: tuple[int, ...]  # most advanced first
    riders: tuple[ListedRider, ...]
    to_go: int  # to the finish
    ahead: int | None  # behind the group in front of it
    leader: int | None  # behind the first on the road
    state: str = "waiting"  # to_move, waiting, moved
    # riders whose throw comes next: on a pass one team after the other
    movers: tuple[str, ...] = ()
    unit: str = "km"
    is_named_by_size: bool = False  # "Peloton of 20", and not "P2, HC, 3 riders"

    @property
    def where(self) -> str:
        first, last = self.squares[-1], self.squares[0]
        return (
            _("at the start")
            if not last
            else f"{self.unit} {last}"
            if first == last
            else f"{self.unit} {first}–{last}"
        )

    @property
    def label(self) -> str:
        """Describe the group in a few words: "Peloton of 20, km 40–42"."""
        values = {"name": self.name, "count": len(self.riders), "where": self.where}
        if self.is_named_by_size:
            return _("%(name)s of %(count)s, %(where)s") % values
        if len(self.riders) < 2:
            return f"{self.name}, {self.where}"
        return _("%(name)s, %(count)s riders, %(where)s") % values


class BoardDrawing(msgspec.Struct, frozen=True):
    symbols: SafeString  # the jerseys; once in the page, before everything else
    wide: SafeString
    narrow: SafeString
    overview: SafeString
    own: Any = None
    pieces: Pieces = Pieces("")
    zoom: str = "race"
    owned: bool = False  # the person who looks has riders

    @property
    def zooms(self) -> dict[str, str]:
        """Return the zooms to choose from, with their labels."""
        return {key: str(words) for key, words in ZOOMS.items() if self.owned or key != "mine"}
