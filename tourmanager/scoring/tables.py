"""The tables that scoring returns: rows, and on request the parts of each sum.

`who` is a rider's code or, in a team classification, a team's letter. Figures are whole seconds
where the classification goes by time and points where it goes by points. Rows are immutable and
without cycles, so the garbage collector need not walk them (`gc=False`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import msgspec

from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.tie_breaks import Criterion, Tie

# What a summand is for: a place at the finish or on a line, the clock of who is still on the
# road, seconds given, what the jury took, a team's time that counts again, or a place in a
# classification.
PartKind = Literal["place", "on_road", "bonus", "penalty", "team_time", "rank"]
# Why it was given or does not count: the stage counts for its points only, or for nothing; the jury
# cancelled it; the rider has not arrived; the race gave another amount than the scheme.
Why = Literal["", "points_only", "nothing", "cancelled", "on_road", "as_given"]


class Part(msgspec.Struct, frozen=True, gc=False):
    """A summand of a figure, as facts: `web.labels.part` words it. `counted` is false where it was
    dropped or cancelled.
    """

    stage: int
    amount: int
    who: str = ""  # the rider it comes from, where the row is a team or a player
    counted: bool = True
    source: str = ""  # the classification it counts in
    called: str = ""  # what stands behind the word stage: "3a"
    kind: PartKind = "place"
    place: int = 0
    line: str = ""  # the key of a line, "finish" for the bonus given there, "award" for an award
    name: str = ""  # of the line or the award, where it has one of its own
    category: str = ""  # of the line, where it pays by category
    times: int = 0  # how often a team's time counts
    why: Why = ""
    reason: str = ""  # as somebody typed it


class RankedRow(msgspec.Struct, frozen=True, gc=False):
    """A line of a classification. Rows level on the whole chain of tie-breaks share a rank."""

    rank: int
    who: str
    figure: int
    gap: int  # to the first: seconds more, or points fewer
    change: int | None = None  # ranks gained since the stage before; None where there was no rank
    tie: Tie | None = None  # why it stands behind the row above though level with it on the figure


Working = Callable[[str], tuple[Part, ...]]


@dataclass(frozen=True)
class Classification:
    """A ranking with its rows. `chain` has the criteria in order, the figure itself first."""

    ranking: Ranking
    rows: tuple[RankedRow, ...]
    chain: tuple[Criterion, ...]
    # the parts of somebody's figure; computed when they are asked for
    parts: Working = field(compare=False, repr=False)
    # Who shares a place only because they are still on the road of the first stage: it pays no
    # manager points yet.
    unpaid: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        return self.ranking.key

    @property
    def name(self) -> str:
        return self.ranking.name

    @property
    def by_time(self) -> bool:
        return self.ranking.by_time

    @property
    def leaders(self) -> tuple[str, ...]:
        """Everybody on the first rank: nobody before the first points, several where all criteria
        are level.
        """
        return tuple(row.who for row in self.rows if row.rank == 1)


@dataclass(frozen=True)
class Day:
    """One ended stage by itself; its tables are computed when they are asked for."""

    stage: int
    called: str  # what stands behind the word stage: "3a"
    _riders: Callable[[], tuple[RankedRow, ...]] = field(compare=False, repr=False)
    _teams: Callable[[], tuple[RankedRow, ...]] = field(compare=False, repr=False)
    paid: Working = field(compare=False, repr=False)  # points that the day paid a rider
    team_parts: Working = field(compare=False, repr=False)  # the times that made a team's

    @cached_property
    def riders(self) -> tuple[RankedRow, ...]:
        """Rows in place order; the figure is the stage time, and a rider without a time is left
        out.
        """
        return self._riders()

    @cached_property
    def teams(self) -> tuple[RankedRow, ...]:
        """Team ranking of the day."""
        return self._teams()


class Jersey(msgspec.Struct, frozen=True):
    """The leader of a classification, and the wearer of its colour."""

    key: str  # the classification
    colour: str  # one of scheme.COLOURS
    leader: str | None  # their counter stands on the podium
    wearer: str | None  # rides with its counter: the leader, unless they wear a colour before it
    shared: tuple[str, ...] = ()  # all leaders where several are level on the whole chain
    stands_in_for: str | None = None  # the leader for whom the wearer rides in it


class PlayerRow(msgspec.Struct, frozen=True, gc=False):
    """Manager points of one team: `sources` by classification key, "stage" first; each a list of
    parts.
    """

    rank: int
    team: str
    points: int
    sources: dict[str, int]
    parts: tuple[tuple[str, Part], ...]  # (source key, what it was for)
    change: int | None = None
    tie: Tie | None = None


@dataclass(frozen=True)
class Standings:
    """A tour after its ended stages; empty classifications before the first."""

    after: int  # number of the last stage counted, 0 for none
    classifications: dict[str, Classification]
    days: tuple[Day, ...]
    jerseys: tuple[Jersey, ...]  # in order of priority
    players: tuple[PlayerRow, ...]
