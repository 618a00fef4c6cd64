"""Turn arrivals into the rows of the outcome (FR-120 ... FR-127); times and bunches are computed by
`table.bunches`.
"""

from collections.abc import Collection, Sequence

import msgspec

from games.flamme_rouge.numbers import BONUS
from games.flamme_rouge.table.bunches import LineCrossing, time_arrivals


class LaneArrival(msgspec.Struct, frozen=True):
    rider: str
    round: int
    past: int  # squares past the line
    lane: int


class FinishRow(msgspec.Struct, frozen=True):
    rider: str
    round: int
    past: int
    bunch: int  # from 1
    gap: int  # seconds behind the winner
    bonus: int  # seconds, not part of the gap


def sheet(arrivals: Sequence[LaneArrival], outside: Collection[str] = ()) -> list[FinishRow]:
    """List everybody who arrived, in order. `outside` are riders of teams that take no bonus."""
    from_right = sorted(arrivals, key=lambda one: one.lane)
    order = time_arrivals(LineCrossing(one.rider, one.round, one.past) for one in from_right)
    time_bonuses = bonuses([one.rider for one in order], outside)
    return [
        FinishRow(
            one.rider, one.round, one.past, one.bunch, one.gap, time_bonuses.get(one.rider, 0)
        )
        for one in order
    ]


def bonuses(order: Sequence[str], outside: Collection[str] = ()) -> dict[str, int]:
    return dict(zip([rider for rider in order if rider not in outside], BONUS, strict=False))
