"""From arrivals to times, bunches and bonuses (FR-121 ... FR-127), and what a tour carries from stage to stage. Values in, values out."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import msgspec

from games.flamme_rouge.numbers import BONUS, ROUND, SQUARE


class Arrival(msgspec.Struct, frozen=True):
    rider: str
    round: int
    past: int  # squares past the line
    lane: int


class Row(msgspec.Struct, frozen=True):
    rider: str
    round: int
    past: int
    bunch: int  # from 1
    gap: int  # seconds behind the winner
    bonus: int  # seconds, not part of the gap


def sheet(arrivals: Sequence[Arrival], outside: Collection[str] = ()) -> list[Row]:
    """Everybody who arrived, in order. `outside` are riders of teams that take no bonus."""
    order = sorted(arrivals, key=lambda one: (one.round, -one.past, one.lane))
    bunch = [1] * len(order)
    for index, (before, one) in enumerate(pairwise(order), 1):
        # An unbroken row of squares, reached in one round, has one time (FR-122).
        bunch[index] = bunch[index - 1] + (one.round > before.round or before.past - one.past > 1)
    front = {number: order[bunch.index(number)] for number in set(bunch)}
    times = [ROUND * front[number].round - SQUARE * front[number].past for number in bunch]
    paid = bonuses([one.rider for one in order], outside)
    return [
        Row(one.rider, one.round, one.past, number, time - times[0], paid.get(one.rider, 0))
        for one, number, time in zip(order, bunch, times, strict=True)
    ]


def bonuses(order: Sequence[str], outside: Collection[str] = ()) -> dict[str, int]:
    return dict(zip([rider for rider in order if rider not in outside], BONUS, strict=False))


def carried(cards: int, sheriff: bool = False) -> int:
    """Exhaustion kept for the next stage: half of it rounded up, one less with the Sheriff (FR-T-030, FR-T-040)."""
    return max(0, (cards + 1) // 2 - sheriff)


def seats(order: Sequence[str], team_of: Mapping[str, str]) -> list[str]:
    """Teams by the place of their better rider (FR-094)."""
    return list(dict.fromkeys(team_of[rider] for rider in order))


def start_order(points: Mapping[str, int], general: Sequence[str], team_of: Mapping[str, str]) -> list[str]:
    """Who places first on the next stage: the fewest tour points; of equal teams the one whose better rider stands lower in the general
    classification (FR-T-022, FR-T-033)."""
    standing = {team: place for place, team in enumerate(seats(general, team_of))}
    return sorted(points, key=lambda team: (points[team], -standing.get(team, len(standing))))
