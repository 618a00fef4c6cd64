"""Choose which squares a board shows, and how they are turned and sized: panels, one below the
other, each as large as its place allows.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from tourmanager.tabletop.flamme_rouge.tiles.plane import PlaneSquare, Point, lay_tiles

TURNS = tuple(range(0, 360, 45))  # that a panel may be turned by
# so much larger must another turn make it, since a road that lies as before is found again
BETTER = 1.2
MARGIN = 0.75  # beside the road, for words
NEAR = 3  # squares that are not left out between two that are shown


class PanelLayout(msgspec.Struct, frozen=True):
    """Sizes in units of the drawing; at the intended size a unit is about a pixel."""

    name: str
    width: int
    height: int  # of a panel
    least: float  # scale below which a panel is cut in two
    enough: float  # scale from which a panel lies as the first tile does
    most: float


WIDE = PanelLayout("wide", 620, 520, 31, 42, 52)
NARROW = PanelLayout("narrow", 372, 480, 32, 42, 46)
# The whole road in one piece where there is room, riders being found again by the strip above it.
WHOLE_WIDE = PanelLayout("wide", 620, 720, 20, 20, 50)
WHOLE_NARROW = PanelLayout("narrow", 372, 560, 24, 24, 46)
# A road without riders, always in one piece.
MAPS = (PanelLayout("wide", 620, 620, 0, 30, 40), PanelLayout("narrow", 372, 600, 0, 30, 40))


class Panel(msgspec.Struct, frozen=True):
    """Squares first … last of a row of tiles, in one drawing."""

    codes: tuple[str, ...]
    first: int
    last: int
    turn: int
    scale: float
    left: float  # of the plane, in squares
    top: float
    width: float  # of the drawing
    height: float

    @property
    def squares(self) -> tuple[PlaneSquare, ...]:
        return lay_tiles(self.codes, self.turn)[self.first : self.last + 1]

    def on(self, point: Point) -> Point:
        """Convert a point of the plane to a point of the drawing."""
        return (point[0] - self.left) * self.scale, (point[1] - self.top) * self.scale

    def spot(self, square: int, lane: int) -> Point:
        """Return the middle of a lane of one of its squares."""
        one = lay_tiles(self.codes, self.turn)[square]
        return self.on(one.at(0.5, one.lane(lane)))


def merge_stretches(stretches: Iterable[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """Merge the wanted stretches of squares, first and last, in road order; no small gap is left
    between two.
    """
    ranges: list[tuple[int, int]] = []
    for first, last in sorted((max(0, first), min(end, last)) for first, last in stretches):
        if ranges and first <= ranges[-1][1] + 1 + NEAR:
            ranges[-1] = (ranges[-1][0], max(last, ranges[-1][1]))
        else:
            ranges.append((first, last))
    return ranges


def lay_out_panels(
    codes: tuple[str, ...], stretches: Sequence[tuple[int, int]], layout: PanelLayout
) -> list[Panel]:
    return [panel for first, last in stretches for panel in _fit(codes, first, last, layout)]


@lru_cache(maxsize=2048)
def _fit(codes: tuple[str, ...], first: int, last: int, layout: PanelLayout) -> tuple[Panel, ...]:
    """Return one panel, or several where it would be too small: cut between two tiles so that the
    smaller part is as large as can be.
    """
    best = _turn(codes, first, last, 0, layout)
    for turn in TURNS[1:] if best.scale < layout.enough else ():
        panel = _turn(codes, first, last, turn, layout)
        if panel.scale > best.scale * (BETTER if best.turn == 0 else 1.001):
            best = panel
    if best.scale >= layout.least or not (cuts := list(_cuts(codes, first, last))):
        return (best,)
    parts = [(*_fit(codes, first, at - 1, layout), *_fit(codes, at, last, layout)) for at in cuts]
    return max(parts, key=lambda each: (-len(each), min(panel.scale for panel in each)))


def _cuts(codes: tuple[str, ...], first: int, last: int) -> Iterator[int]:
    """Yield squares that begin a tile, near the middle of the stretch."""
    squares, third = lay_tiles(codes), (last - first) // 3
    yield from (
        at
        for at in range(first + third, last - third + 1)
        if at > first and squares[at].tile != squares[at - 1].tile
    )


def _turn(codes: tuple[str, ...], first: int, last: int, turn: int, layout: PanelLayout) -> Panel:
    points = [
        point
        for square in lay_tiles(codes, turn)[first : last + 1]
        for point in square.outline(square.half + MARGIN)
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    scale = min(layout.most, layout.width / wide, layout.height / tall)
    spare = layout.width / scale - wide
    return Panel(
        codes, first, last, turn, scale, min(xs) - spare / 2, min(ys), layout.width, tall * scale
    )
