"""What scoring gives back: rows that carry their own working.

`who` is a rider's code or, in the team classification, a team's letter. Figures are whole seconds where the classification goes by
time and points where it goes by points. All of it is immutable and without cycles, so the garbage collector need not walk it
(`gc=False`): a long tour has many thousand parts.
"""

import msgspec

BY_TIME = frozenset({"individual", "teams"})


class Part(msgspec.Struct, frozen=True, gc=False):
    """One summand of a figure: "Stage 2, Pass 1 (hors category): 2nd" 25. `counted` is false for what was dropped."""

    stage: int
    label: str
    amount: int
    who: str = ""  # the rider it comes from, where the row is a team or a player
    counted: bool = True
    source: str = ""  # the classification it counts in


class Row(msgspec.Struct, frozen=True, gc=False):
    """One line of a classification. Rows level on the whole chain of tie-breaks share a rank."""

    rank: int
    who: str
    figure: int
    gap: int  # to the first: seconds more, or points fewer
    change: int | None = None  # ranks gained since the stage before; None where there was no rank
    decided: str = ""  # why this row stands behind the one above though level on the figure: "more stage wins: 1 against 0"
    parts: tuple[Part, ...] = ()


class Classification(msgspec.Struct, frozen=True):
    """`chain` says in words, in order, what ranks: ("lower total time", "lower sum of stage places", …)."""

    key: str  # individual, mountain, is, regularity, teams
    name: str
    rows: tuple[Row, ...]
    chain: tuple[str, ...]

    @property
    def leaders(self) -> tuple[str, ...]:
        """Those who share the first rank: nobody before the first points, several where all criteria are level."""
        return tuple(row.who for row in self.rows if row.rank == 1)


class Day(msgspec.Struct, frozen=True):
    """One ended stage by itself: the riders in place order, and its team ranking (CP-M-038)."""

    stage: int
    riders: tuple[Row, ...]  # figure: stage time; parts: regularity points and what else the day paid
    teams: tuple[Row, ...]


class Jersey(msgspec.Struct, frozen=True):
    """Who leads a classification, and who rides in its colour (CP-M-043)."""

    key: str  # the classification
    colour: str  # yellow, dots, purple, green
    leader: str | None  # his counter stands on the podium
    wearer: str | None  # who rides with its white counter: None where the leader already wears a colour before it
    shared: tuple[str, ...] = ()  # all leaders where several are level on the whole chain


class Player(msgspec.Struct, frozen=True, gc=False):
    """One team's Cycling Party points: `sources` by classification key, "stage" first; each a list of parts."""

    rank: int
    team: str
    points: int
    sources: dict[str, int]
    parts: tuple[tuple[str, Part], ...]  # (source key, what it was for)
    change: int | None = None
    decided: str = ""


class Standings(msgspec.Struct, frozen=True):
    """A tour after its ended stages; empty classifications before the first."""

    after: int  # number of the last stage counted, 0 for none
    classifications: dict[str, Classification]
    days: tuple[Day, ...]
    jerseys: tuple[Jersey, ...]  # in order of priority
    players: tuple[Player, ...]
