"""The arithmetic of a stage raced in rounds on squares: riders who cross together have one time
(FR-121 ... FR-123, FR-T-010 ... FR-T-014).

A round after that of the first arrival costs 60 seconds, every square past the line gains 10: those
of the rider, or of the front rider of their bunch. The bonus of the first two is the scheme's.
"""

from collections.abc import Iterable
from itertools import pairwise

import msgspec

ROUND, SQUARE = 60, 10  # seconds
MOST_PAST = 5  # squares past the line on the finish tile; its dark side has one fewer (FR-015)


class LineCrossing(msgspec.Struct, frozen=True):
    rider: str
    round: int
    past: int  # squares past the line


class Timed(msgspec.Struct, frozen=True):
    """The arrival of one rider: the figures of their time, and their seconds behind the winner."""

    rider: str
    round: int
    past: int
    front: int  # squares past the line of the front rider of their bunch
    bunch: int  # from 1
    gap: int


def time_arrivals(crossings: Iterable[LineCrossing]) -> list[Timed]:
    """List everybody in the order of arrival: by round, then squares; riders of one square in the
    order given, from the right lane to the left (FR-091).
    """
    order = sorted(crossings, key=lambda one: (one.round, -one.past))
    bunch = [1] * len(order)
    for index, (before, one) in enumerate(pairwise(order), 1):
        # an unbroken row of squares, reached in one round
        bunch[index] = bunch[index - 1] + (one.round > before.round or before.past - one.past > 1)
    front = {number: one.past for number, one in reversed(list(zip(bunch, order, strict=True)))}
    times = [
        ROUND * one.round - SQUARE * front[number] for number, one in zip(bunch, order, strict=True)
    ]
    return [
        Timed(one.rider, one.round, one.past, front[number], number, time - times[0])
        for one, number, time in zip(order, bunch, times, strict=True)
    ]


def least_seconds(round_: int, winner: int, most: int = MOST_PAST) -> int:
    """Return the fewest seconds of a rider who crosses that round after the first one, where the
    winner came `winner` squares past the line.
    """
    return max(0, ROUND * round_ - SQUARE * (most - winner)) if round_ else 0
