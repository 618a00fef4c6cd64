"""Place riders on the board: a stack above each square, so that none covers another, and names of
groups where there is room.

Stacks of one row may spread sideways and point to their square. High stacks, wide ones and those
far from their square all cost; the cheapest arrangement is taken.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

import msgspec

from tourmanager.play.boards.road import RoadLayout
from tourmanager.tours.profile.drawing import spread_boxes

PER_HIGH, PER_COLUMN = 0.5, 0.15
PER_SQUARE_AWAY, NEAR = 2.0, 0.3  # so many squares away cost nothing yet
LETTERS_APART = 8.0


class Stand(msgspec.Struct, frozen=True):
    """Riders on one square. `labels` name their group, in words that get shorter; a group is named
    over its first square of a row.
    """

    square: int
    middle: float
    riders: tuple[str, ...]
    group: int = 0
    labels: tuple[str, ...] = ()
    next_up: bool = False  # it is their turn: they are named before all others


class Stack(msgspec.Struct, frozen=True):
    stand: Stand
    middle: float
    columns: int
    high: int  # riders above each other

    def places(self, layout: RoadLayout, bottom: float) -> list[tuple[str, float, float]]:
        """Return rider, left and top of each, rows from the top; the lowest stand on `bottom`."""
        wide, tall = layout.jersey
        places = []
        for number, rider in enumerate(self.stand.riders):
            row, column = divmod(number, self.columns)
            in_row = min(self.columns, len(self.stand.riders) - row * self.columns)
            places.append(
                (
                    rider,
                    self.middle + (column - in_row / 2) * wide,
                    bottom - (self.high - row) * tall,
                )
            )
        return places

    def edges(self, layout: RoadLayout) -> tuple[float, float]:
        half = self.columns * layout.jersey[0] / 2
        return self.middle - half, self.middle + half


class Label(msgspec.Struct, frozen=True):
    words: str
    middle: float
    over: int  # riders above each other that it stands over
    stack: Stack


@lru_cache(maxsize=4096)
def arrange_stacks(stands: tuple[Stand, ...], layout: RoadLayout) -> tuple[Stack, ...]:
    """Arrange the stacks of a row, from left to right."""
    best: tuple[Stack, ...] = ()
    least = float("inf")
    for high in range(1, max((len(stand.riders) for stand in stands), default=0) + 1):
        columns = [ceil(len(stand.riders) / high) for stand in stands]
        plain = PER_HIGH * high + PER_COLUMN * max(columns)
        if (
            sum(columns) * layout.jersey[0] + layout.gap * (len(stands) - 1) > layout.inner
            or plain >= least
        ):
            continue
        stacks = _beside(stands, layout, columns)
        away = max(abs(stack.middle - stack.stand.middle) for stack in stacks) / layout.cell
        cost = plain + PER_SQUARE_AWAY * max(0, away - NEAR)
        if cost < least:
            best, least = stacks, cost
    return best


def _beside(
    stands: Sequence[Stand], layout: RoadLayout, columns: Sequence[int]
) -> tuple[Stack, ...]:
    widths = [count * layout.jersey[0] for count in columns]
    right = layout.margin + layout.inner
    middles = spread_boxes(
        [stand.middle for stand in stands], widths, layout.gap, layout.margin, right
    )
    return tuple(
        Stack(stand, middle, count, ceil(len(stand.riders) / count))
        for stand, middle, count in zip(stands, middles, columns, strict=True)
    )


@lru_cache(maxsize=4096)
def place_labels(stacks: tuple[Stack, ...], layout: RoadLayout) -> tuple[Label, ...]:
    """Place the names of groups, none over another and none over another group's riders.

    A name without enough room is shortened or left out.
    """
    labels: list[Label] = []
    for stack in sorted(
        stacks, key=lambda stack: (not stack.stand.next_up, -len(stack.stand.riders), stack.middle)
    ):
        label = next(
            (
                label
                for words in stack.stand.labels
                if (label := _place_label(words, stack, stacks, labels, layout))
            ),
            None,
        )
        if label:
            labels.append(label)
    return tuple(labels)


def _place_label(
    words: str, stack: Stack, stacks: Sequence[Stack], labels: Sequence[Label], layout: RoadLayout
) -> Label | None:
    half = len(words) * layout.letter / 2
    left, right = stack.edges(layout)
    low, high = layout.margin + half, layout.margin + layout.inner - half
    for target in (stack.middle, left + half, right - half):
        middle = max(low, min(high, target))
        beside = any(
            abs(other.middle - middle) < half + len(other.words) * layout.letter / 2 + LETTERS_APART
            for other in labels
        )
        over = _height_over(stack, _under(middle, half, stacks, layout))
        if over is not None and not beside:
            return Label(words, middle, over, stack)
    return None


def _under(middle: float, half: float, stacks: Sequence[Stack], layout: RoadLayout) -> list[Stack]:
    """List the stacks below words that reach so far to both sides of a middle."""
    return [
        other
        for other in stacks
        if other.edges(layout)[0] < middle + half and other.edges(layout)[1] > middle - half
    ]


def _height_over(stack: Stack, under: Sequence[Stack]) -> int | None:
    """Give the height over the stacks of its group; None where another group would hide it."""
    group = stack.stand.group
    over = max([stack.high, *(other.high for other in under if other.stand.group == group)])
    is_covered = any(other.high >= over for other in under if other.stand.group != group)
    return None if is_covered else over
