"""Draw riders on the board: jerseys that tell them apart, in stacks above their squares."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape

import msgspec

from tourmanager.play.boards.look import Look
from tourmanager.play.boards.road import BEHIND, BoardRoad, RoadLayout, RoadRow
from tourmanager.play.boards.stacking import Label, Stack, Stand
from tourmanager.tours.profile.ground import coord
from tourmanager.web import drawing


class DrawnRiders(msgspec.Struct, frozen=True):
    """Everybody who is drawn, and what is known of them."""

    look: Look
    at: Mapping[str, int]  # by rider: their square
    mine: Collection[str]
    movers: frozenset[str]  # who throw next
    downhill: Collection[str]  # who may descend at full speed
    notes: Mapping[str, str]  # by rider: where they are and what is next, in words
    groups: Mapping[str, int]  # by rider: which group they ride in
    names: Sequence[tuple[str, ...]]  # what each group is called, in words that get shorter

    def stands(self, layout: RoadLayout, road: BoardRoad, row: RoadRow) -> tuple[Stand, ...]:
        """Return the riders of a row by square, those of a square in the order of teams and
        numbers.
        """
        here: dict[int, list[str]] = {}
        for rider in self.look.riders:
            if row.first <= (square := self.at.get(rider, -1)) <= row.last:
                here.setdefault(min(square, road.end + BEHIND), []).append(rider)
        name_squares: dict[int, int] = {}  # by group: its first square in this row
        for square, riders in here.items():
            for rider in riders:
                group = self.groups.get(rider, -1)
                name_squares[group] = max(square, name_squares.get(group, 0))
        return tuple(
            self._stand(square, row.middle(layout, road, square), riders, name_squares)
            for square, riders in sorted(here.items())
        )

    def _stand(
        self, square: int, middle: float, riders: list[str], name_squares: Mapping[int, int]
    ) -> Stand:
        """Make the stand of a square; where two groups share it, name that of the rider who throws
        next.
        """
        first = next((rider for rider in riders if rider in self.movers), riders[0])
        group = self.groups.get(first, -1)
        labels = self.names[group] if group >= 0 and name_squares[group] == square else ()
        return Stand(square, middle, tuple(riders), group, labels, first in self.movers)

    def draw(
        self, stacks: Sequence[Stack], labels: Sequence[Label], layout: RoadLayout, ground: float
    ) -> Iterator[str]:
        """Draw the stacks of a row whose squares begin at y `ground`."""
        for stack in stacks:
            riders = stack.stand.riders
            next_up = [rider for rider in riders if rider in self.movers]
            together = len(next_up) == len(riders)
            yield _plate(stack, layout, ground, " ride-next" if together else "")
            for rider, x, y in stack.places(layout, ground - layout.pointer - 2):
                yield self._rider(rider, x, y, layout, ring=not together and rider in next_up)
        for label in labels:
            y = ground - layout.pointer - 9 - label.over * layout.jersey[1]
            kind = (
                "ride-label ride-next"
                if self.movers.intersection(label.stack.stand.riders)
                else "ride-label"
            )
            yield (
                f'<text class="{kind}" x="{coord(label.middle)}"'
                f' y="{coord(y)}">{escape(label.words)}</text>'
            )

    def _rider(self, rider: str, x: float, y: float, layout: RoadLayout, ring: bool) -> str:
        wide, tall = layout.jersey
        box = f'x="{coord(x)}" y="{coord(y)}" width="{wide}" height="{tall}"'
        mine = rider in self.mine
        own = ' class="ride-mine"' if mine else ""
        label = ", ".join(
            part
            for part in (drawing.jersey_label(self.look.riders[rider]), self.notes.get(rider, ""))
            if part
        )
        return (
            f'<g data-rider="{rider}" data-at="{self.at[rider]}"{own} role="img"'
            f' aria-label="{escape(label)}">'
            + (f'<rect class="ride-ring" {box} rx="4"/>' if ring else "")
            + (
                f'<path class="ride-own" d="M{coord(x + 4)} {coord(y + tall - 1)}h{wide - 8}"/>'
                if mine
                else ""
            )
            + (
                f'<path class="ride-downhill" d="M{coord(x + wide - 9)} {coord(y + 2)}l7'
                ' 7m0-6v6h-6"/>'
                if rider in self.downhill
                else ""
            )
            + f'<use href="#{drawing.close_id(rider)}" {box}/></g>'
        )


def _plate(stack: Stack, layout: RoadLayout, ground: float, kind: str) -> str:
    """Draw the plate under the jerseys of a stack, with a pointer to the square."""
    foot, (left, right), to = ground - layout.pointer, stack.edges(layout), stack.stand.middle
    base = min(max(to, left + 8), right - 8)
    top = foot - stack.high * layout.jersey[1] - 4
    pointer = f"H{coord(base + 6)}L{coord(to)} {coord(ground - 1)}L{coord(base - 6)} {coord(foot)}"
    return (
        f'<path class="ride-plate{kind}" d="M{coord(left)}'
        f' {coord(top)}H{coord(right)}V{coord(foot)}{pointer}H{coord(left)}z"/>'
    )
