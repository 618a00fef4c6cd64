"""Who is in the race, stage by stage: a result is cleared of riders who cannot have taken part before it is counted.

A rider who is out (CP-M-045), or who has no arrival in an ended stage, is not classified from that stage on: a missing time is
not a time of zero. What he did before stands (CP-M-041).
"""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.words import ordinal


class Counted(msgspec.Struct, frozen=True):
    """A stage as it counts: only arrivals and passages of riders who were in the race."""

    number: int
    type: str
    passages: tuple[Passage, ...]
    arrivals: tuple[Arrival, ...]
    labels: tuple[str, ...]  # "Stage 2: 1st", one for each arrival


class Field:
    """The riders still in the race; `count` takes the ended stages in their order."""

    def __init__(self, starters: Iterable[Starter]) -> None:
        self.team_of = {starter.rider: starter.team for starter in starters}
        self.teams = tuple(dict.fromkeys(self.team_of.values()))
        self.riding = set(self.team_of)

    def count(self, result: StageResult) -> Counted:
        """The stage as it counts. A rider going out in it keeps his place on the lines, but does not arrive."""
        arriving = self.riding.difference(result.out)
        arrivals, passages = result.arrivals, result.passages
        if not arriving.issuperset([arrival.rider for arrival in arrivals]):
            arrivals = tuple(arrival for arrival in arrivals if arrival.rider in arriving)
        if len(self.riding) < len(self.team_of):
            passages = tuple(
                msgspec.structs.replace(passage, riders=tuple(rider for rider in passage.riders if rider in self.riding))
                for passage in passages
            )
        self.riding = {arrival.rider for arrival in arrivals}
        return Counted(result.number, result.type, passages, arrivals, _labels(result.number, len(arrivals)))


@lru_cache(maxsize=64)
def _labels(stage: int, places: int) -> tuple[str, ...]:
    return tuple(f"Stage {stage}: {ordinal(place)}" for place in range(1, places + 1))
