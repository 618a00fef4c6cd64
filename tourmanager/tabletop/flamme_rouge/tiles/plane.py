"""Compute how tiles lie on a table: where each square of a row of tiles is in the plane, and which
tiles lie on each other.

A unit is the length of a square of a straight tile; x grows to the right, y downwards, a way of 0
degrees leads to the right and grows clockwise. Lane 0 is the right one.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, hypot, radians, sin

import msgspec

from games.flamme_rouge.road import tiles

LANES = (0, 0.85, 0.85, 0.75)  # width of one, by how many a square has
# By shape of a turn: how far one of its squares bends, and the radius of its middle line. A sharp
# turn is wider than of cardboard, so that riders beside each other have room on its inner lane.
BENDS = {"sharp": (45.0, 1.6), "soft": (22.5, 2.55)}
TOUCH = 0.02  # by which tiles may touch without lying on each other
Point = tuple[float, float]


class PlaneSquare(msgspec.Struct, frozen=True):
    """A square: where its middle line begins, which way, how far it bends (degrees, to the right
    positive) and with which radius.
    """

    number: int
    tile: int  # of the row
    code: str
    terrain: str
    lanes: int
    x: float
    y: float
    way: float
    bend: float = 0
    radius: float = 0

    def at(self, along: float, aside: float = 0) -> Point:
        """Return the point that lies `along` the square, 0 at its beginning and 1 at its end, and
        `aside` to the right of the middle line.
        """
        way = radians(self.way)
        right = (-sin(way), cos(way))
        if not self.bend:
            return self.x + along * cos(way) + aside * right[0], self.y + along * sin(
                way
            ) + aside * right[1]
        reach = self.radius if self.bend > 0 else -self.radius
        angle = radians(self.way + self.bend * along)
        centre = (self.x + reach * right[0], self.y + reach * right[1])
        return centre[0] + (reach - aside) * sin(angle), centre[1] - (reach - aside) * cos(angle)

    def heading(self, along: float = 0.5) -> float:
        return self.way + self.bend * along

    def lane(self, lane: int) -> float:
        """Return how far aside the middle of a lane lies."""
        return ((self.lanes - 1) / 2 - lane) * LANES[self.lanes]

    @property
    def upright(self) -> bool:
        """Return True when its edges are parallel to those of the page."""
        return not self.bend and self.way % 90 == 0

    @property
    def half(self) -> float:
        """Return half its width."""
        return self.lanes * LANES[self.lanes] / 2

    def outline(self, half: float) -> Iterator[Point]:
        """Yield points around it, so far from its middle line, as straight pieces."""
        alongs = (0, 0.5, 1) if self.bend else (0, 1)
        yield from (self.at(along, -half) for along in alongs)
        yield from (self.at(along, half) for along in reversed(alongs))


@lru_cache(maxsize=512)
def lay_tiles(codes: tuple[str, ...], way: float = 0) -> tuple[PlaneSquare, ...]:
    """Lay all squares of these tile sides, which must be known; the first one begins at 0, 0."""
    squares: list[PlaneSquare] = []
    x = y = 0.0
    for tile, code in enumerate(codes):
        side = tiles()[code]
        bend, radius = BENDS.get(side.shape, (0.0, 0.0))
        bend = bend if side.turn == "right" else -bend
        for terrain, lanes in zip(side.road.terrain, side.road.lanes, strict=True):
            square = PlaneSquare(len(squares), tile, code, terrain, lanes, x, y, way, bend, radius)
            squares.append(square)
            (x, y), way = square.at(1), way + bend
    return tuple(squares)


@lru_cache(maxsize=512)
def find_overlaps(codes: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Find tiles of the row that lie on each other, in pairs of their places in the row."""
    shapes = [
        (square, square.at(0.5), list(square.outline(square.half - TOUCH)))
        for square in lay_tiles(codes)
    ]
    pairs = {
        (one.tile, other.tile)
        for (one, middle, outline), (other, other_middle, other_outline) in combinations(shapes, 2)
        if other.tile > one.tile + 1
        and hypot(middle[0] - other_middle[0], middle[1] - other_middle[1])
        < one.half + other.half + 1
        and _touch(outline, other_outline)
    }
    return tuple(sorted(pairs))


def _touch(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return True when two convex shapes overlap: no edge of either has all of the other beyond it.

    A bent square is nearly convex.
    """
    return not any(
        _beyond(edge, one, other)
        for shape in (one, other)
        for edge in zip(shape, (*shape[1:], shape[0]), strict=True)
    )


def _beyond(edge: tuple[Point, Point], one: Sequence[Point], other: Sequence[Point]) -> bool:
    (x1, y1), (x2, y2) = edge
    across = (y1 - y2, x2 - x1)
    heights = [[x * across[0] + y * across[1] for x, y in shape] for shape in (one, other)]
    return max(heights[0]) <= min(heights[1]) or max(heights[1]) <= min(heights[0])
