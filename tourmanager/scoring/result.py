"""What a stage hands to scoring, however it was raced.

A rider is named by his code, his team's letter and his number (`b4`); a team by its letter (`b`). Place, time, bonus, penalty and status
are five separate things, and what is left blank is None, never zero. Times are whole seconds; in the Cycling Party they run from the
crossing of the first rider's turn (CP-M-024). Nothing here knows the database.
"""

from typing import Literal

import msgspec

Status = Literal["dnf", "dns", "otl", "dsq"]
STATUS_NAMES: dict[str, str] = {"dnf": "did not finish", "dns": "did not start", "otl": "outside the time limit", "dsq": "disqualified"}

Counts = Literal["all", "points", "nothing"]


class Starter(msgspec.Struct, frozen=True):
    """A rider of the start list, the team he rides for, and his marks ("youth")."""

    rider: str
    team: str
    marks: tuple[str, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """The order over one line: `category` is a key of the scheme's categories ("is", "hill" ... "hc")."""

    key: str  # "s1", "p2": the line's name within its stage
    label: str  # "Sprint 1", "Pass 2": as it stands on the page
    category: str
    riders: tuple[str, ...]
    paid: tuple[int, ...] = ()  # points by place where the race gave others than the scheme's table


class Arrival(msgspec.Struct, frozen=True, gc=False):
    """One rider's arrival. The place is his position in the stage's list unless the race gave another (places left open, dead heats)."""

    rider: str
    seconds: int | None  # None: placed without a time, so he has left what goes by time
    place: int = 0
    fraction: int = 0  # thousandths of a second beyond the whole ones, in time trials
    bonus: int | None = None  # seconds the race gave him on this stage in all; None: what the scheme gives
    turn: int = 0  # in a game: turns after the winner's
    past: int = 0  # in a game of rounds: squares past the line


class Penalty(msgspec.Struct, frozen=True):
    """What the jury takes. A cancelled one stays visible and counts for nothing."""

    who: str  # a rider, or a team for team seconds
    amount: int
    unit: Literal["seconds", "points", "team_seconds"] = "seconds"
    reason: str = ""
    classification: str = ""  # where points are taken from
    cancelled: str = ""  # why, or "" while it stands


class StageResult(msgspec.Struct, frozen=True):
    """One ended stage, or with `on_road` one being raced."""

    number: int  # its position in the tour
    type: str
    passages: tuple[Passage, ...]
    arrivals: tuple[Arrival, ...]
    statuses: dict[str, Status] = {}  # who left the race in this stage (CP-M-045); he may have arrived all the same
    name: str = ""  # "Stage 3a"; by default "Stage 3"
    kind: Literal["road", "itt", "ttt"] = "road"
    counts: Counts = "all"  # a neutralised stage counts for points only, a cancelled one for nothing
    why: str = ""  # it does not count in full
    penalties: tuple[Penalty, ...] = ()
    finish_paid: dict[str, dict[str, int]] = {}  # points at the finish where the race gave others than the tables: classification, rider
    exhaustion: dict[str, int] = {}  # cards riders had as they arrived (FR-T-031)
    traits: dict[str, str] = {}  # given to riders in this stage (FR-T-040)
    on_road: tuple[str, ...] = ()  # while the stage is raced: who has not arrived yet
    clock: int = 0  # and the seconds he would have were he to arrive now

    @property
    def title(self) -> str:
        return self.name or f"Stage {self.number}"

    @property
    def out(self) -> tuple[str, ...]:
        """Who left the race in this stage."""
        return tuple(self.statuses)
