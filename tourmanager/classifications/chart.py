"""Draw the course of a rank over the stages: first place on top, a gap where there was no rank."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from django.utils.translation import gettext

from tourmanager.scoring.words import ordinal

WIDTH, HEIGHT = 400, 150
LEFT, RIGHT, TOP, BOTTOM = 46, 380, 20, 114


def rank_chart(numbers: Sequence[int], ranks: Sequence[int | None], places: int) -> str:
    """Draw ranks as SVG markup, "" before there is a line to draw; `places` is the number of rows
    in the classification.
    """
    points = [(index, rank) for index, rank in enumerate(ranks) if rank is not None]
    if len(points) < 2:
        return ""
    places = max(places, 2, *(rank for _, rank in points))
    across = (RIGHT - LEFT) / (len(numbers) - 1)
    down = (BOTTOM - TOP) / (places - 1)
    drawn = [
        (index, f"{LEFT + index * across:.1f}", f"{TOP + (rank - 1) * down:.1f}")
        for index, rank in points
    ]
    marks = [
        _rank_line(1, TOP),
        _rank_line(places, BOTTOM),
        *_stage_numbers(numbers, across),
        *(
            _line_between(one, other)
            for (at, *one), (following, *other) in pairwise(drawn)
            if following == at + 1
        ),
        *(f'<circle cx="{x}" cy="{y}" r="5" fill="currentColor"/>' for _, x, y in drawn),
    ]
    said = ", ".join(
        gettext("stage %(stage)s: %(rank)s") % {"stage": numbers[index], "rank": ordinal(rank)}
        for index, rank in points
    )
    label = gettext("Rank after each stage. %(ranks)s") % {"ranks": said}
    return (
        f'<svg class="rank-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(label)}">'
        f"{''.join(marks)}</svg>"
    )


def _stage_numbers(numbers: Sequence[int], across: float) -> Iterator[str]:
    """Write numbers of stages below the chart, with a distance between them."""
    every = 1 + len(numbers) // 12
    for index, number in enumerate(numbers):
        if index % every == 0 or index == len(numbers) - 1:
            yield (
                f'<text x="{LEFT + index * across:.1f}" y="{HEIGHT - 8}" text-anchor="middle"'
                f' font-size="16" fill="currentColor">{number}</text>'
            )


def _rank_line(rank: int, y: float) -> str:
    """Draw the line of a rank across the chart, with its number at the left."""
    return (
        f'<line x1="{LEFT - 14}" y1="{y:.1f}" x2="{RIGHT + 14}" y2="{y:.1f}"'
        f' stroke="currentColor" stroke-opacity="0.25"/><text x="{LEFT - 20}" y="{y + 5:.1f}"'
        f' text-anchor="end" font-size="16" fill="currentColor">{rank}</text>'
    )


def _line_between(one: Sequence[str], other: Sequence[str]) -> str:
    """Draw a line between two points."""
    return (
        f'<line x1="{one[0]}" y1="{one[1]}" x2="{other[0]}" y2="{other[1]}"'
        ' stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/>'
    )
