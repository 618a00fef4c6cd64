"""Draw the course of a rank over the stages: first place on top, a gap where there was no rank."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from tourmanager.scoring.words import ordinal

WIDTH, HEIGHT = 400, 150
LEFT, RIGHT, TOP, BOTTOM = 46, 380, 20, 114


def rank_chart(numbers: Sequence[int], ranks: Sequence[int | None], places: int) -> str:
    """Draw ranks as SVG markup, "" before there is a line to draw; `places` is the number of rows
    in the classification.
    """
    if sum(rank is not None for rank in ranks) < 2:
        return ""
    places = max(places, 2, *(rank for rank in ranks if rank is not None))
    across = (RIGHT - LEFT) / (len(numbers) - 1)

    def x(index: int) -> float:
        return LEFT + index * across

    def y(rank: int) -> float:
        return TOP + (rank - 1) * (BOTTOM - TOP) / (places - 1)

    marks = [
        f'<line x1="{LEFT - 14}" y1="{y(rank):.1f}" x2="{RIGHT + 14}" y2="{y(rank):.1f}"'
        f' stroke="currentColor" stroke-opacity="0.25"/><text x="{LEFT - 20}" y="{y(rank) + 5:.1f}"'
        f' text-anchor="end" font-size="16" fill="currentColor">{rank}</text>'
        for rank in (1, places)
    ]
    every = 1 + len(numbers) // 12  # stage numbers keep a distance
    marks += [
        f'<text x="{x(index):.1f}" y="{HEIGHT - 8}" text-anchor="middle" font-size="16"'
        f' fill="currentColor">{number}</text>'
        for index, number in enumerate(numbers)
        if index % every == 0 or index == len(numbers) - 1
    ]
    points = [(index, rank) for index, rank in enumerate(ranks) if rank is not None]
    for (index, rank), (following, other) in pairwise(points):
        if following == index + 1:
            marks.append(
                f'<line x1="{x(index):.1f}" y1="{y(rank):.1f}" x2="{x(following):.1f}"'
                f' y2="{y(other):.1f}" stroke="currentColor" stroke-width="2.5"'
                ' stroke-linecap="round"/>'
            )
    marks += [
        f'<circle cx="{x(index):.1f}" cy="{y(rank):.1f}" r="5" fill="currentColor"/>'
        for index, rank in points
    ]
    said = ", ".join(f"stage {numbers[index]}: {ordinal(rank)}" for index, rank in points)
    return (
        f'<svg class="rank-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(f"Rank after each stage. {said}")}">'
        f"{''.join(marks)}</svg>"
    )
