"""Draw the ground of a panel: squares with their terrain, lanes and signs. It is the same all
through the stage, so it is cached.

Terrain is told by colour and by a pattern: chevrons climb, lines run down, dots are cobbles,
barriers a supply zone, boxes the start.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise
from math import cos, radians, sin
from typing import NamedTuple

import msgspec

from games.flamme_rouge.road import ASCENT, COBBLES, DESCENT, FINISH, START, SUPPLY
from tourmanager.tabletop.flamme_rouge.tiles.panels import Panel
from tourmanager.tabletop.flamme_rouge.tiles.plane import PlaneSquare, Point

LIMITS = {ASCENT: "≤5", DESCENT: "≥5", SUPPLY: "≥4"}
ROOMY = 30  # scale from which every fifth square has its number; below it every tenth
LETTERS = {"tile-name": 7.5, "tile-number": 8.5}  # widths; of signs and limits:
LETTER = 8.4
TALL = 14  # height of a word


class Word(NamedTuple):
    kind: str
    x: float  # its middle
    y: float  # its foot
    words: str

    @property
    def half(self) -> float:
        return len(self.words) * LETTERS.get(self.kind, LETTER) / 2


class TileSign(msgspec.Struct, frozen=True):
    """A line on the near edge of its square."""

    square: int
    kind: str  # start, sprint, top, finish
    words: str


@lru_cache(maxsize=1024)
def draw_ground(panel: Panel, signs: tuple[TileSign, ...]) -> str:
    squares = panel.squares
    return "".join(
        (
            *_terrain(panel, squares),
            *_patterns(panel, squares),
            *_lines(panel, squares),
            *_signs(panel, signs),
            *draw_words(
                [
                    *_words_of_signs(panel, signs),
                    *_limits(panel, squares),
                    *_numbers(panel, squares),
                    *_names(panel, squares),
                ]
            ),
        )
    )


def coord(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def write_point(panel: Panel, point: Point) -> str:
    x, y = panel.on(point)
    return f"{coord(x)} {coord(y)}"


def draw_side(panel: Panel, square: PlaneSquare, aside: float, back: bool = False) -> str:
    """Draw the side of a square, continuing from the end of the path."""
    end = write_point(panel, square.at(0 if back else 1, aside))
    if not square.bend:
        return f"L{end}"
    radius = coord((square.radius - (aside if square.bend > 0 else -aside)) * panel.scale)
    return f"A{radius} {radius} 0 0 {int((square.bend > 0) != back)} {end}"


def shape(panel: Panel, square: PlaneSquare) -> str:
    half = square.half
    left = f"M{write_point(panel, square.at(0, -half))}{draw_side(panel, square, -half)}"
    right = f"L{write_point(panel, square.at(1, half))}{draw_side(panel, square, half, True)}"
    return f"{left}{right}z"


def path(kind: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield one path of all the drawn parts; none where there are none."""
    if d := "".join(parts):
        yield f'<path class="{kind}" d="{d}"/>'


def draw_words(words: Iterable[Word]) -> Iterator[str]:
    """Draw words in order, each only where it covers no earlier one."""
    placed_words: list[Word] = []
    for word in words:
        if not any(
            abs(word.x - other.x) < word.half + other.half and abs(word.y - other.y) < TALL
            for other in placed_words
        ):
            placed_words.append(word)
            yield (
                f'<text class="{word.kind}" x="{coord(word.x)}"'
                f' y="{coord(word.y)}">{escape(word.words)}</text>'
            )


def point_beside(
    panel: Panel, square: PlaneSquare, side: int, away: float, drop: float = 5
) -> Point:
    """Return the point for a short word beside the middle of a square, on its right (1) or left
    (-1), so many units away.
    """
    x, y = panel.on(square.at(0.5, side * square.half))
    out = radians(square.heading() + 90 * side)
    return x + (away + 3) * cos(out), y + away * sin(out) + drop


def _terrain(panel: Panel, squares: Sequence[PlaneSquare]) -> Iterator[str]:
    for terrain in sorted({square.terrain for square in squares}):
        yield from path(
            f"tile-{terrain}",
            (shape(panel, square) for square in squares if square.terrain == terrain),
        )


def _patterns(panel: Panel, squares: Sequence[PlaneSquare]) -> Iterator[str]:
    def of(terrain: str) -> list[PlaneSquare]:
        return [square for square in squares if square.terrain == terrain]

    yield from path(
        "tile-climb",
        (_chevron(panel, square, where) for square in of(ASCENT) for where in (0.1, 0.55)),
    )
    yield from path(
        "tile-run",
        (
            _run(panel, square, aside)
            for square in of(DESCENT)
            for aside in (-0.72, -0.36, 0, 0.36, 0.72)
        ),
    )
    yield from path(
        "tile-stones",
        (_side(panel, square, aside) for square in of(COBBLES) for aside in _rows(square)),
    )
    barriers = (
        _side(panel, square, side * (square.half - 0.1))
        for square in of(SUPPLY)
        for side in (-1, 1)
    )
    yield from path("tile-barrier", barriers)
    yield from path(
        "tile-box",
        (
            _box(panel, square, square.lane(lane))
            for square in of(START)
            for lane in range(square.lanes)
        ),
    )


def _side(panel: Panel, square: PlaneSquare, aside: float) -> str:
    return f"M{write_point(panel, square.at(0.04, aside))}{draw_side(panel, square, aside)}"


def _rows(square: PlaneSquare) -> Iterator[float]:
    """Yield where rows of stones lie: three to a lane."""
    for lane in range(square.lanes):
        yield from (square.lane(lane) + aside for aside in (-0.26, 0, 0.26))


def _chevron(panel: Panel, square: PlaneSquare, where: float) -> str:
    wing = square.half * 0.86
    points = (square.at(where, -wing), square.at(where + 0.32, 0), square.at(where, wing))
    return "M" + "L".join(write_point(panel, point) for point in points)


def _run(panel: Panel, square: PlaneSquare, aside: float) -> str:
    off = aside * square.half
    return f"M{write_point(panel, square.at(0.12, off))}L{write_point(panel, square.at(0.88, off))}"


def _box(panel: Panel, square: PlaneSquare, aside: float) -> str:
    points = ((0.55, -0.33), (0.9, -0.33), (0.9, 0.33), (0.55, 0.33))
    return "M" + "L".join(write_point(panel, square.at(on, aside + by)) for on, by in points)


def _lines(panel: Panel, squares: Sequence[PlaneSquare]) -> Iterator[str]:
    """Draw the lines: thin between lanes, thick between squares, double along the right lane."""
    runs = [list(stretch) for _, stretch in groupby(squares, key=lambda square: square.lanes)]
    dividers = [
        (stretch, (stretch[0].lane(lane) + stretch[0].lane(lane + 1)) / 2)
        for stretch in runs
        for lane in range(stretch[0].lanes - 1)
    ]
    yield from path("tile-lane", (_edge(panel, stretch, aside) for stretch, aside in dividers))
    yield from path(
        "tile-cross",
        (
            _cross(panel, square, max(square.half, before.half))
            for before, square in pairwise(squares)
        ),
    )
    yield from path("tile-edge", (_edge(panel, stretch, -stretch[0].half) for stretch in runs))
    right = "".join(_edge(panel, stretch, stretch[0].half) for stretch in runs)
    yield from path("tile-double", [right])
    yield from path("tile-between", [right])


def _edge(panel: Panel, stretch: Sequence[PlaneSquare], aside: float) -> str:
    return f"M{write_point(panel, stretch[0].at(0, aside))}" + "".join(
        draw_side(panel, square, aside) for square in stretch
    )


def _cross(panel: Panel, square: PlaneSquare, half: float) -> str:
    return f"M{write_point(panel, square.at(0, -half))}L{write_point(panel, square.at(0, half))}"


def _limits(panel: Panel, squares: Sequence[PlaneSquare]) -> Iterator[Word]:
    """Yield the limits that stretches of terrain set to cards, on the left."""
    for terrain, same_terrain in groupby(squares, key=lambda square: square.terrain):
        if terrain in LIMITS:
            stretch = list(same_terrain)
            yield Word(
                "tile-limit",
                *point_beside(panel, stretch[(len(stretch) - 1) // 2], -1, 13),
                LIMITS[terrain],
            )


def _names(panel: Panel, squares: Sequence[PlaneSquare]) -> Iterator[Word]:
    """Yield the names of tiles, small, on the left."""
    for _, tile in groupby(squares, key=lambda square: square.tile):
        first = next(tile)
        yield Word("tile-name", *point_beside(panel, first, -1, 9, 4), first.code)


def _numbers(panel: Panel, squares: Sequence[PlaneSquare]) -> Iterator[Word]:
    """Yield the numbers of squares, on the right; squares past the line count from it."""
    every = 5 if panel.scale >= ROOMY else 10
    past = 0
    for square in squares:
        past += square.terrain == FINISH
        if past or square.number % every == 0:
            yield Word(
                "tile-number",
                *point_beside(panel, square, 1, 13),
                f"+{past}" if past else str(square.number),
            )


def _lying(
    panel: Panel, signs: Sequence[TileSign]
) -> Iterator[tuple[TileSign, PlaneSquare, float]]:
    """Yield signs of a panel with their square and half the width of the road there."""
    by_number = {square.number: square for square in panel.squares}
    for sign in signs:
        if square := by_number.get(sign.square):
            yield sign, square, max(square.half, by_number.get(sign.square - 1, square).half)


def _signs(panel: Panel, signs: Sequence[TileSign]) -> Iterator[str]:
    for sign, square, near in _lying(panel, signs):
        d = _cross(panel, square, near + 0.12)
        if sign.kind == "finish":
            yield f'<path class="tile-finish" d="{d}"/><path class="tile-checks" d="{d}"/>'
        else:
            yield f'<path class="tile-sign tile-sign-{sign.kind}" d="{d}"/>'


def _words_of_signs(panel: Panel, signs: Sequence[TileSign]) -> Iterator[Word]:
    """Yield the words of signs beside the left end of the line, outwards, within the panel."""
    for sign, square, near in _lying(panel, signs):
        x, y = panel.on(square.at(0, -near - 0.2))
        left = radians(square.way - 90)
        word = Word("tile-said", x, y + 5 + 6 * sin(left), sign.words)
        yield word._replace(
            x=max(word.half, min(panel.width - word.half, x + word.half * cos(left)))
        )
