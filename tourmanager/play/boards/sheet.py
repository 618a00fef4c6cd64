"""Draw a whole board in one layout: rows one below the other, as high as their riders need, and a
break where rows are left out.
"""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Protocol

from django.utils.translation import gettext as _

from tourmanager.play.boards.ground import draw_ground
from tourmanager.play.boards.people import DrawnRiders
from tourmanager.play.boards.road import BoardRoad, RoadLayout, RoadRow
from tourmanager.play.boards.stacking import arrange_stacks, place_labels

BREAK, BETWEEN = 28, 8  # heights of a break, and of the paper between two rows


class SquareRange(Protocol):
    """A part of a road that is drawn as one row."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


def row_id(layout: RoadLayout, row: SquareRange) -> str:
    return f"road-{layout.name}-{row.first}"


def draw_sheet(
    layout: RoadLayout, road: BoardRoad, rows: Sequence[RoadRow], people: DrawnRiders, title: str
) -> str:
    """Draw the board as an <svg>."""
    body, y = "", 2.0
    gaps = [
        0,
        *(min(after.first, road.end + 1) - before.last - 1 for before, after in pairwise(rows)),
    ]
    for row, left_out in zip(rows, gaps, strict=True):
        if left_out > 0:
            body += (
                f'<text class="ride-break" x="{layout.width // 2}" y="{y + 16:g}">·  ·  · '
                f" {_('%(count)s km') % {'count': left_out}}  ·  ·  ·</text>"
            )
            y += BREAK
        height, markup = _row(layout, road, row, people, y)
        body += markup
        y += height + BETWEEN
    head = (
        f'class="ride-road ride-{layout.name}" viewBox="0 0 {layout.width} {y:g}" role="group"'
        f' aria-label="{escape(title)}"'
    )
    return f"<svg {head}>{body}</svg>"


def _row(
    layout: RoadLayout, road: BoardRoad, row: RoadRow, people: DrawnRiders, y: float
) -> tuple[int, str]:
    """Return the height of a row and its markup, from y down."""
    below, stacks = (
        draw_ground(layout, road, row),
        arrange_stacks(people.stands(layout, road, row), layout),
    )
    labels = place_labels(stacks, layout)
    tall = [stack.high * layout.jersey[1] + 6 for stack in stacks]
    tall += [each.over * layout.jersey[1] + layout.label + 5 for each in labels]
    above = max(below.above, *(layout.pointer + height for height in tall), 0)
    names = (
        f'id="{row_id(layout, row)}" class="ride-row" data-first="{row.first}"'
        f' data-last="{row.last}"'
    )
    bare = (
        f'<g {names} transform="translate(0 {y + above:g})" aria-hidden="true">{below.markup}</g>'
    )
    return above + below.below, bare + "".join(people.draw(stacks, labels, layout, y + above))
