"""A whole board in one layout: rows one below the other, as high as their riders need, and a break where rows are left out."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from tourmanager.play.boards.ground import ground
from tourmanager.play.boards.people import People
from tourmanager.play.boards.road import Layout, Road, Row
from tourmanager.play.boards.stacking import Label, Stack, labelled, stacked

BREAK, BETWEEN = 28, 8  # heights of a break, and of the paper between two rows


def row_id(layout: Layout, row: Row) -> str:
    return f"road-{layout.name}-{row.first}"


def sheet(layout: Layout, road: Road, rows: Sequence[Row], people: People, title: str) -> str:
    """The board as an <svg>."""
    drawn, y = "", 2.0
    skipped = [0, *(after.first - before.last - 1 for before, after in pairwise(rows))]
    for row, left_out in zip(rows, skipped, strict=True):
        if left_out:
            drawn += f'<text class="ride-break" x="{layout.width // 2}" y="{y + 16:g}">·  ·  ·  {left_out} km  ·  ·  ·</text>'
            y += BREAK
        below, stacks = ground(layout, road, row), stacked(people.stands(layout, road, row), layout)
        labels = labelled(stacks, layout)
        high = max((_height(layout, each) for each in (*stacks, *labels)), default=0)
        foot = y + max(below.above, high)
        names = f'id="{row_id(layout, row)}" class="ride-row" data-first="{row.first}" data-last="{row.last}"'
        drawn += f'<g {names} transform="translate(0 {foot:g})" aria-hidden="true">{below.markup}</g>'
        drawn += "".join(people.draw(stacks, labels, layout, foot))
        y = foot + below.below + BETWEEN
    head = f'class="ride-road ride-{layout.name}" viewBox="0 0 {layout.width} {y:g}" role="group" aria-label="{escape(title)}"'
    return f"<svg {head}>{drawn}</svg>"


def _height(layout: Layout, of: Stack | Label) -> int:
    """Above the squares."""
    riders, head = (of.high, 6) if isinstance(of, Stack) else (of.over, layout.label + 5)
    return layout.pointer + riders * layout.jersey[1] + head
