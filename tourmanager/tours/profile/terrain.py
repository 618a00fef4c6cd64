"""Invent the ups and downs of a road for its profile: believable, and always the same for the same
stage.

A course says only where a climb begins and ends; how high its category is, and how long the road
comes down behind it, is said by the vocabulary of the game. Here a pass climbs from its first
square to its last, with steeper and easier kilometres; behind it the road comes down on flat
squares as far as they last; the rest rolls. Heights are shares of the highest a
mountain can be (0 … 1); kilometres are counted at the end of a square.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import sin
from typing import NamedTuple

VALLEY = 0.06
# A descent: how far along it (share of its kilometres), and how much of the height is left.
DESCENT = (
    (0.08, 0.93),
    (0.2, 0.72),
    (0.32, 0.55),
    (0.45, 0.41),
    (0.6, 0.24),
    (0.8, 0.09),
    (1.0, 0.0),
)


class Ascent(NamedTuple):
    """A pass as it is drawn: from the end of the square before it to the end of its last."""

    foot: int
    top: int
    height: float  # of the summit
    descent: int  # kilometres of road until it is down again


class Point(NamedTuple):
    km: float
    height: float


def build_road(length: int, ascents: Sequence[Ascent]) -> list[Point]:
    """Return the road from 0 to `length`, in order; ascents lie within it, the lower foot first."""
    tune = sum((7 * a.foot + 3 * a.top for a in ascents), length) % 97 / 7.0
    points = [Point(0, _rolling(0, tune))]
    for at, ascent in enumerate(ascents):
        here = points[-1]
        if ascent.top <= here.km:  # swallowed by the pass before: the course check says so
            continue
        foot = max(float(ascent.foot), here.km)
        summit = max(ascent.height, here.height + 0.08 if foot == here.km else 0)
        points += _valley(here, foot, tune)
        points += _climb(points[-1], ascent.top, min(1.0, summit), tune + at)
        later = ascents[at + 1 :]
        most = 0.5 * (later[0].height if later else 2.0)
        points += _descent(
            points[-1],
            ascent.descent,
            min([after.foot for after in later], default=length),
            most,
        )
    return points + _valley(points[-1], length, tune)


def height_at(points: Sequence[Point], km: float) -> float:
    """Return the height of a road at any kilometre."""
    for before, after in pairwise(points):
        if km <= after.km:
            share = (km - before.km) / (after.km - before.km) if after.km > before.km else 1
            return before.height + (after.height - before.height) * max(share, 0)
    return points[-1].height


def cut_road(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a road from one kilometre to another."""
    inner = [point for point in points if start < point.km < end]
    return [Point(start, height_at(points, start)), *inner, Point(end, height_at(points, end))]


def _rolling(km: float, tune: float) -> float:
    return VALLEY + 0.022 * sin(km * 0.43 + tune) + 0.014 * sin(km * 1.13 + 2 * tune)


def _valley(here: Point, end: float, tune: float) -> list[Point]:
    """Return the flat between two mountains."""
    if here.km >= end:
        return []
    step = 3.0
    kilometres = [
        here.km + step * n
        for n in range(1, int((end - here.km) / step) + 1)
        if here.km + step * n < end - 1
    ]
    return [Point(km, _rolling(km, tune)) for km in [*kilometres, end]]


def _climb(foot: Point, top: int, summit: float, tune: float) -> list[Point]:
    """Return a climb kilometre by kilometre, some steeper than others, the last ones steepest."""
    steps = max(1, round(top - foot.km))
    steep = [
        max(0.06, 1 + 0.85 * sin(1.3 * i + tune) + 0.6 * sin(3.7 * i + 2 * tune))
        * (0.8 + 0.6 * i / steps)
        for i in range(steps)
    ]
    points, share_climbed = [], 0.0
    for i, share in enumerate(steep, 1):
        share_climbed += share / sum(steep)
        points.append(
            Point(
                foot.km + (top - foot.km) * i / steps,
                foot.height + (summit - foot.height) * share_climbed,
            )
        )
    return points


def _descent(summit: Point, kilometres: int, end: int, most: float) -> list[Point]:
    """Return the road down behind the summit, as far as flat squares last.

    A short saddle dips far enough for the next one to be a climb.
    """
    room = end - summit.km
    if room <= 0:
        return []
    natural = [
        Point(summit.km + kilometres * share, VALLEY + (summit.height - VALLEY) * height_share)
        for share, height_share in DESCENT
    ]
    before = [point for point in [summit, *natural] if point.km < end]
    if len(before) <= len(natural):  # it ends on the way down
        last, after = before[-1], natural[len(before) - 1]
        height = last.height + (after.height - last.height) * (end - last.km) / (after.km - last.km)
        deeper = max(0.0, height - most)
        before = [*before, Point(end, height)]
        return [Point(km, height - deeper * (km - summit.km) / room) for km, height in before[1:]]
    return before[1:]
