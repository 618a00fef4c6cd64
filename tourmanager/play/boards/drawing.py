"""What a board hands to the page: markup of the road, and values for the lists beside it."""

import msgspec
from django.utils.safestring import SafeString

from tourmanager.web.jerseys import Mark

ZOOMS = {"race": "Race", "mine": "My riders", "road": "Whole road"}


class Rider(msgspec.Struct, frozen=True):
    """A rider in a list."""

    mark: Mark
    mine: bool = False


class Group(msgspec.Struct, frozen=True):
    """Riders who ride together, in race order; gaps are in km, None for the first on the road."""

    kind: str  # breakaway, paceline, peloton, mountain
    name: str  # "Peloton", "P2, HC"
    squares: tuple[int, ...]  # most advanced first
    riders: tuple[Rider, ...]
    to_go: int  # km to the finish
    ahead: int | None  # behind the group in front of it
    leader: int | None  # behind the first on the road
    state: str  # to_move, waiting, moved
    movers: tuple[str, ...] = ()  # riders whose throw comes next: on a pass one team after the other

    @property
    def where(self) -> str:
        first, last = self.squares[-1], self.squares[0]
        return "at the start" if not last else f"km {last}" if first == last else f"km {first}–{last}"

    @property
    def said(self) -> str:
        """ "Peloton of 20, km 40–42"."""
        size = len(self.riders)
        return f"{self.name}{f' of {size}' if self.kind == 'peloton' else f', {size} riders' if size > 1 else ''}, {self.where}"


class Holding(msgspec.Struct, frozen=True):
    """What a team has left of one thing; `held` is None where it differs from place to place."""

    name: str
    left: int
    held: int | None


class TeamStock(msgspec.Struct, frozen=True):
    mark: Mark
    asked: bool  # this team answers now
    mine: bool
    holdings: tuple[Holding, ...]


class Stock(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    teams: tuple[TeamStock, ...]


class Arrived(msgspec.Struct, frozen=True):
    """A rider over the line. Until the turn has ended he has no rank; where the game measures no time there is none."""

    rank: int | None
    rider: Rider
    square: int  # behind the line
    seconds: int | None
    gap: int | None  # seconds behind the winner
    group: int  # riders with one time, or on one square: 1, 2 …


class Drawing(msgspec.Struct, frozen=True):
    symbols: SafeString  # the jerseys; once in the page, before everything else
    wide: SafeString
    narrow: SafeString
    overview: SafeString
    groups: tuple[Group, ...]
    stock: Stock
    arrived: tuple[Arrived, ...]
    out: tuple[Rider, ...]
    zoom: str = "race"
    owned: bool = False  # whoever looks on has riders

    @property
    def zooms(self) -> dict[str, str]:
        """What may be chosen, with its words."""
        return {key: words for key, words in ZOOMS.items() if self.owned or key != "mine"}

    @property
    def timed(self) -> bool:
        """Whether this game measures times."""
        return any(row.seconds is not None for row in self.arrived)
