"""Draw the ground of a row: relief, squares with their kilometres, climbs and signs. It is the same
all through the stage, so it is cached.

y 0 is the upper edge of the squares; the relief rises above it, captions stand below.
"""

from collections.abc import Iterator
from functools import lru_cache
from html import escape

import msgspec
from django.utils.translation import gettext as _

from tourmanager.play.boards.road import (
    BEHIND,
    BoardRoad,
    RoadClimb,
    RoadLayout,
    RoadRow,
    RoadSign,
)
from tourmanager.tours.profile.ground import coord
from tourmanager.tours.profile.terrain import Point, cut_road
from tourmanager.tours.profile.terrain import build_road as terrain

LEAST = 10  # height of a row's sky


class BoardGround(msgspec.Struct, frozen=True):
    above: int  # height over the squares
    below: int  # height of squares and captions
    markup: str


@lru_cache(maxsize=4096)
def draw_ground(layout: RoadLayout, road: BoardRoad, row: RoadRow) -> BoardGround:
    if row.kind == "start":
        strip = (
            f'<path class="ride-flat" d="{_box(layout.margin, layout.inner, layout.strip)}"/>'
            + _edges(layout, 1, layout.inner)
        )
        return BoardGround(
            LEAST,
            layout.strip,
            strip + _text("ride-km ride-ten", layout.margin + layout.inner / 2, 19, _("Start")),
        )
    if row.kind == "behind":
        return BoardGround(
            LEAST,
            layout.strip + (layout.caption if any(road.behind) else 2),
            "".join(_behind(layout, road, row)),
        )
    points = cut_road(_points(road), row.first - 1, row.last)
    above = round(max(point.height for point in points) * layout.relief)
    captions = "".join(_captions(layout, road, row))
    markup = "".join(
        (
            *_relief(layout, road, row, points),
            *_squares(layout, road, row),
            *_marks(layout, road, row),
            captions,
        )
    )
    return BoardGround(
        max(LEAST, above + 2), layout.strip + (layout.caption if captions else 2), markup
    )


@lru_cache(maxsize=512)
def _points(road: BoardRoad) -> tuple[Point, ...]:
    return tuple(terrain(road.end, [climb.ascent for climb in road.climbs]))


def _x(layout: RoadLayout, row: RoadRow, km: float) -> str:
    """Return x of the right edge of a square."""
    return coord(layout.margin + (km - row.first + 1) * layout.cell)


def _text(kind: str, x: float, y: int, words: str) -> str:
    return f'<text class="{kind}" x="{coord(x)}" y="{y}">{escape(words)}</text>'


def _parts(road: BoardRoad, row: RoadRow) -> Iterator[tuple[RoadClimb, int, int]]:
    """Yield the climbs of a row, with their first and last square in it."""
    for climb in road.climbs:
        if climb.start <= row.last and climb.end >= row.first:
            yield climb, max(climb.start, row.first), min(climb.end, row.last)


def _relief(
    layout: RoadLayout, road: BoardRoad, row: RoadRow, points: list[Point]
) -> Iterator[str]:
    def under(part: list[Point]) -> str:
        line = "L".join(
            f"{_x(layout, row, point.km)} {coord(-point.height * layout.relief)}" for point in part
        )
        return f"M{line}V0H{_x(layout, row, part[0].km)}z"

    yield f'<path class="ride-land" d="{under(points)}"/>'
    for climb, first, last in _parts(road, row):
        yield (
            f'<path class="ride-rock ride-steep-{climb.steepness}"'
            f' d="{under(cut_road(points, first - 1, last))}"/>'
        )


def _squares(layout: RoadLayout, road: BoardRoad, row: RoadRow) -> Iterator[str]:
    count = row.last - row.first + 1
    yield f'<path class="ride-flat" d="{_box(layout.margin, count * layout.cell, layout.strip)}"/>'
    for climb, first, last in _parts(road, row):
        box = _box(
            layout.margin + (first - row.first) * layout.cell,
            (last - first + 1) * layout.cell,
            layout.strip,
        )
        yield f'<path class="ride-rock ride-steep-{climb.steepness}" d="{box}"/>'
    yield _edges(layout, count, layout.cell)
    for kind, kms in (
        ("ride-km", [km for km in range(row.first, row.last + 1) if km % 5]),
        ("ride-km ride-ten", range(0, row.last + 1, 5)),
    ):
        spans = "".join(
            f'<tspan x="{coord(layout.margin + (km - row.first + 0.5) * layout.cell)}">{km}</tspan>'
            for km in kms
            if km >= row.first
        )
        yield f'<text class="{kind}" y="19">{spans}</text>'


def _box(left: float, wide: float, tall: int) -> str:
    return f"M{coord(left)} 0h{coord(wide)}v{tall}h-{coord(wide)}z"


def _edges(layout: RoadLayout, count: int, cell: float) -> str:
    """Draw the edges around and between squares; those between are the dashes of one broad line."""
    tall = layout.strip
    between = f"M{coord(layout.margin + cell - 0.5)} {coord(tall / 2)}h{coord((count - 1) * cell)}"
    return (
        f'<path class="ride-edge" d="{_box(layout.margin, count * cell, tall)}"/><path'
        f' class="ride-edge" d="{between}" stroke-width="{tall}" stroke-dasharray="1'
        f' {cell - 1:g}"/>'
    )


def _signs(road: BoardRoad, row: RoadRow) -> list[RoadSign]:
    return [sign for sign in road.signs if row.first <= sign.square <= row.last]


def _marks(layout: RoadLayout, road: BoardRoad, row: RoadRow) -> Iterator[str]:
    """Draw what stands on the road itself: gates of sprints, summits, the line."""
    for sign in _signs(road, row):
        x, tall = _x(layout, row, sign.square), layout.strip
        match sign.kind:
            case "sprint":
                flag = "l-13 4.500 13 4.500" if sign.square == row.last else "l13 4.500-13 4.500"
                yield f'<path class="ride-gate" d="M{x} {tall + 4}V-16{flag}"/>'
            case "top":
                yield f'<path class="ride-top" d="M{x} {tall}V0m-6 0l6-11 6 11z"/>'
            case "finish":
                yield _line(float(x), tall)


def _line(x: float, tall: int) -> str:
    """Draw the chequered line."""
    checks = "".join(
        f"M{coord(x - 6 + 4 * column)} {4 * at - 20}h4v4h-4z"
        for at in range((tall + 24) // 4)
        for column in range(3)
        if (at + column) % 2
    )
    return (
        f'<path class="ride-line" d="M{coord(x - 6)} -20h12v{tall + 22}h-12z"/><path'
        f' class="ride-checks" d="{checks}"/>'
    )


def _captions(layout: RoadLayout, road: BoardRoad, row: RoadRow) -> Iterator[str]:
    """Draw captions below the squares: a bracket and a name for each climb, a name for each sign.

    A caption without enough room is shortened or left out.
    """
    captions: list[tuple[float, str, tuple[str, ...]]] = []
    for climb, first, last in _parts(road, row):
        x = layout.margin + (first - row.first) * layout.cell + 2
        yield (
            f'<path class="ride-bracket" d="M{coord(x)}'
            f' {layout.strip + 4}h{(last - first + 1) * layout.cell - 4}"/>'
        )
        captions += [
            (x, "ride-said", (sign.words, sign.brief))
            for sign in road.signs
            if sign.kind == "top" and sign.square == climb.end
        ]
    limits: list[tuple[float, str, tuple[str, ...]]] = []
    for sign in _signs(road, row):
        x = layout.margin + (sign.square - row.first + 1) * layout.cell - 8
        if sign.kind == "limit":
            limits.append((x, "ride-said ride-limit", (sign.words,)))
        elif sign.kind != "top":
            captions.append((x, "ride-said", (sign.words, sign.brief)))
    yield from _fit_captions([*sorted(captions), *limits], layout)


def _fit_captions(
    captions: list[tuple[float, str, tuple[str, ...]]], layout: RoadLayout
) -> Iterator[str]:
    """Draw captions in order, each only where it covers no earlier one."""
    spans: list[tuple[float, float]] = []
    for number, (x, kind, words) in enumerate(captions):
        following = min(
            (other for other, _, _ in captions[number + 1 :] if other > x),
            default=float(layout.width),
        )
        for text in words:
            wide = len(text) * layout.letter + 6
            left = min(x, layout.width - wide)
            free = all(left >= right or left + wide <= start for start, right in spans)
            if free and (left + wide <= following or text == words[-1]):
                yield _text(kind, left, layout.strip + 18, text)
                spans.append((left, left + wide))
                break


def _behind(layout: RoadLayout, road: BoardRoad, row: RoadRow) -> Iterator[str]:
    wide, tall, first = row.cell(layout), layout.strip, row.first - road.end
    cells = min(layout.cells_behind, BEHIND + 1 - first)
    yield f'<path class="ride-out" d="{_box(layout.margin, cells * wide, tall)}"/>'
    yield _edges(layout, cells, wide)
    for at in range(cells):
        x, number = layout.margin + wide * (at + 0.5), first + at
        yield _text("ride-km ride-ten", x, 19, f"{number}+" if number == BEHIND else str(number))
        if number <= len(road.behind):
            yield _text("ride-seconds", x, tall + 17, road.behind[number - 1])
    if first == 1:
        yield _line(float(layout.margin), tall)
