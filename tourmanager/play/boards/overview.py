"""Draw the strip above the board: the whole road as its profile, with a mark for each group that
leads to its row of the board.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

import msgspec

from tourmanager.play.boards.drawing import RiderGroup
from tourmanager.play.boards.road import BoardRoad, RoadLayout
from tourmanager.play.boards.sheet import SquareRange, row_id
from tourmanager.tours.profile.drawing import spread_boxes
from tourmanager.tours.profile.ground import (
    ProfileGround,
    ProfileLayout,
    coord,
    draw_ground,
)

MARK, TALL = 30, 28  # least width of a mark, and its height
LETTER = 11


class Strip(msgspec.Struct, frozen=True):
    """Groups that share a mark because they stand too near each other for one each."""

    x: float
    groups: tuple[RiderGroup, ...]

    @property
    def riders(self) -> int:
        return sum(len(group.riders) for group in self.groups)

    @property
    def width(self) -> int:
        return max(MARK, LETTER * len(str(self.riders)) + 14)


def _layout(board: RoadLayout) -> ProfileLayout:
    return ProfileLayout(
        board.name, board.width, 0, 26, 0, 46, 0, 46, board.margin + 4, board.margin + 14, 4, 26
    )


def draw_overview(
    board: RoadLayout,
    road: BoardRoad,
    rows: Sequence[SquareRange],
    groups: Sequence[RiderGroup],
    unit: str = "km",
) -> str:
    layout = _layout(board)
    below = draw_ground(
        layout,
        road.length,
        tuple(climb.ascent for climb in road.climbs),
    )
    strips = _strips(below, groups)
    marks = "".join(_marks(board, below, rows, strips))
    stretch = (
        f'data-length="{road.length}" data-left="{layout.left}"'
        f' data-right="{layout.width - layout.right}"'
    )
    head = (
        f'class="ride-overview ride-{board.name}" viewBox="0 0 {layout.width} {below.height}"'
        f' {stretch} role="group" aria-label="Overview"'
    )
    body = _ground(below, tuple(climb.steepness for climb in road.climbs), unit)
    return f"<svg {head}>{body}{marks}</svg>"


@lru_cache(maxsize=256)
def _ground(below: ProfileGround, steepness: tuple[int, ...], unit: str) -> str:
    shades = zip(steepness, below.climbs, strict=True)
    climbs = "".join(
        f'<path class="ride-rock ride-steep-{steep}" d="{shape}"/>' for steep, shape in shades
    )
    words = {tick: tick.words.replace("km", unit) for tick in below.ticks}
    ticks = "".join(
        f'<text class="ride-tick ride-tick-{tick.role}" x="{tick.x}"'
        f' y="{tick.y}">{words[tick]}</text>'
        for tick in below.ticks
    )
    lines = (
        f'<path class="ride-ridge" d="{below.ridge}"/><path class="ride-axis"'
        f' d="{below.axis}{below.tick_marks}"/>'
    )
    return (
        '<g aria-hidden="true"><path class="ride-land"'
        f' d="{below.land}"/>{climbs}{lines}{ticks}</g>'
    )


def _strips(below: ProfileGround, groups: Sequence[RiderGroup]) -> list[Strip]:
    """Join groups into strips, from the last to the first."""
    strips: list[Strip] = []
    for group in reversed(groups):
        x = below.at(sum(group.squares) / len(group.squares))[0]
        if strips and x - strips[-1].x < strips[-1].width + 3:
            strips[-1] = Strip(strips[-1].x, (*strips[-1].groups, group))
        else:
            strips.append(Strip(x, (group,)))
    return strips


def _marks(
    board: RoadLayout, below: ProfileGround, rows: Sequence[SquareRange], strips: Sequence[Strip]
) -> Iterator[str]:
    middles = spread_boxes(
        [strip.x for strip in strips], [strip.width for strip in strips], 2, 1, board.width - 1
    )
    for strip, middle in zip(strips, middles, strict=True):
        front = strip.groups[-1].squares[0]
        row = min(rows, key=lambda row: max(row.first - front, front - row.last, 0))
        x, y = below.at(front)
        label = escape("; ".join(group.label for group in reversed(strip.groups)))
        kinds = "".join(
            kind
            for kind, holds in (
                (" ride-next", any(group.state == "to_move" for group in strip.groups)),
                (" ride-mine", any(rider.mine for group in strip.groups for rider in group.riders)),
            )
            if holds
        )
        left = coord(middle - strip.width / 2)
        yield (
            f'<a href="#{row_id(board, row)}" class="ride-mark{kinds}" aria-label="{label}">'
            f'<path d="M{coord(middle)} {TALL}L{coord(x)} {coord(y)}"/>'
            f'<rect x="{left}" y="1" width="{strip.width}" height="{TALL}" rx="5"/>'
            f'<text x="{coord(middle)}" y="21">{strip.riders}</text></a>'
        )
