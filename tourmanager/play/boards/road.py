"""Define a road as boards draw it: its squares in rows of one length, the same for every game that
rides on one.

Squares count from the start (0). `end` is the last one in front of the line; behind it square n is
`end + n`.
"""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from tourmanager.scoring.vocabulary import ANY_CLIMB, Climb
from tourmanager.tours.profile.terrain import Ascent

BEHIND = 13  # cells behind the line; the last is for all that lies further


class RoadClimb(msgspec.Struct, frozen=True):
    name: str  # P1
    start: int
    end: int
    kind: Climb = ANY_CLIMB

    @property
    def ascent(self) -> Ascent:
        return Ascent(self.start - 1, self.end, self.kind.height, self.kind.descent)

    @property
    def steepness(self) -> int:
        """Return how dark the climb is drawn, from 1 to 5."""
        return min(max(round(5 * self.kind.height), 1), 5)


class RoadSign(msgspec.Struct, frozen=True):
    """Something at the end of a square: an intermediate sprint, the top of a climb, the line, a
    last square for something.
    """

    square: int
    kind: str  # sprint, top, finish, limit
    words: str
    brief: str


class BoardRoad(msgspec.Struct, frozen=True):
    length: int  # km
    end: int
    climbs: tuple[RoadClimb, ...]
    signs: tuple[RoadSign, ...]  # in road order
    behind: tuple[str, ...]  # what is written at the cells behind the line, from the first on

    def next_line(self, square: int) -> int:
        """Return the square of the next line for a rider on that square."""
        return min(
            (sign.square for sign in self.signs if sign.kind != "limit" and sign.square > square),
            default=self.end,
        )


class RoadLayout(msgspec.Struct, frozen=True):
    """Sizes in units of the drawing; at the intended size a unit is about a pixel."""

    name: str
    squares: int  # in a row
    cell: int  # width of a square
    cells_behind: int  # in a row
    jersey: tuple[int, int]
    relief: int  # height of the highest mountain
    margin: int
    letter: float  # width of a letter of a label
    strip: int = 26
    caption: int = 24
    gap: int = 2  # between stacks
    label: int = 20
    pointer: int = 9

    @property
    def inner(self) -> int:
        return self.squares * self.cell

    @property
    def width(self) -> int:
        return self.inner + 2 * self.margin


WIDE = RoadLayout("wide", 15, 40, 13, (38, 37), 44, 10, 8.4)
NARROW = RoadLayout("narrow", 10, 36, 7, (34, 33), 36, 6, 7.8)


class RoadRow(msgspec.Struct, frozen=True):
    """Squares first … last; a start row is the start alone."""

    kind: str  # start, road, behind
    first: int
    last: int

    def middle(self, layout: RoadLayout, road: BoardRoad, square: int) -> float:
        """Return x of the middle of a square of this row."""
        if self.kind == "start":
            return layout.margin + layout.inner / 2
        width = self.cell(layout)
        at = min(square, road.end + BEHIND) if self.kind == "behind" else square
        return layout.margin + (at - self.first + 0.5) * width

    def holds_any(self, squares: Iterable[int]) -> bool:
        """True when one of these squares is drawn in this row."""
        return any(self.first <= square <= self.last for square in squares)

    def cell(self, layout: RoadLayout) -> float:
        return layout.inner / layout.cells_behind if self.kind == "behind" else layout.cell


def split_into_rows(layout: RoadLayout, road: BoardRoad) -> Iterator[RoadRow]:
    """Yield the rows: the start, the road, and the squares behind the line.

    No throw reaches further than the last row is said to hold.
    """
    yield RoadRow("start", 0, 0)
    for first in range(1, road.end + 1, layout.squares):
        yield RoadRow("road", first, min(first + layout.squares - 1, road.end))
    for first in range(1, BEHIND + 1, layout.cells_behind):
        last = first + layout.cells_behind - 1
        yield RoadRow("behind", road.end + first, road.end + (last if last < BEHIND else 99))


def choose_rows(
    all_rows: list[RoadRow],
    road: BoardRoad,
    zoom: str,
    squares: Collection[int],
    own: Collection[int],
) -> list[RoadRow]:
    """Return the rows that a zoom shows: the whole road ("road"), those with own riders ("mine"),
    or the race with the next row and the next line.
    """
    if zoom == "road":
        return all_rows
    if zoom == "mine" and own:
        return [row for row in all_rows if row.holds_any(own)]
    riding = [square for square in squares if square <= road.end]
    line = road.next_line(max(riding)) if riding else road.end
    with_riders = [index for index, row in enumerate(all_rows) if row.holds_any(squares)] or [0, -1]
    race = range(with_riders[0], with_riders[-1] + 2)
    return [row for index, row in enumerate(all_rows) if index in race or row.holds_any([line])]
