"""Tiles and the road they make, as a row of squares in riding direction (data/tiles.toml).

A stage is written as its tiles in order, with spaces between: a small letter or a plain number is
the light side, a capital letter or a number with * the dark one: "a b c g i D H q n t m K O L r e p
J s f u".
"""

import re
from collections.abc import Sequence
from functools import cache

import msgspec

from games.flamme_rouge.numbers import read_table

START, PLAIN, ASCENT, DESCENT, COBBLES, SUPPLY, FINISH = "SNADCZF"
NO_SHELTER = frozenset((ASCENT, COBBLES, FINISH))  # gives and receives no slipstream
SPRINT_ROOM = 15  # squares that a sprint line may lie from the middle (FR-132)
RUN = re.compile(r"(\d+)([SNADCZF])([123]?)")


class Road(msgspec.Struct, frozen=True):
    """A row of squares: the terrain of each as a letter, and how many lanes it has."""

    terrain: str
    lanes: tuple[int, ...]

    @property
    def finish(self) -> int:
        """First square past the line; without a line, the one behind the last."""
        at = self.terrain.find(FINISH)
        return at if at >= 0 else len(self.terrain)

    @property
    def starts(self) -> tuple[int, ...]:
        return tuple(square for square, terrain in enumerate(self.terrain) if terrain == START)

    @property
    def room(self) -> int:
        """Number of riders that the start area holds."""
        return sum(self.lanes[square] for square in self.starts)

    def stretches(self, terrain: str) -> list[tuple[int, int]]:
        """List first and last square of every unbroken row of that terrain."""
        return [
            (stretch.start(), stretch.end() - 1)
            for stretch in re.finditer(f"{terrain}+", self.terrain)
        ]

    @property
    def summits(self) -> list[tuple[int, int]]:
        """Summits: for each ascent the square behind its last one, which bears the line, and the
        number of its squares (FR-133).
        """
        return [(last + 1, last + 1 - first) for first, last in self.stretches(ASCENT)]

    @property
    def sprint(self) -> int | None:
        """Square that bears the sprint line: on plain road, nearest to the middle between start and
        finish line (FR-132).
        """
        middle = (self.starts[-1] if self.starts else 0) + self.finish  # twice the middle
        near = [
            at
            for at in range(4, self.finish)
            if abs(2 * at - middle) <= 2 * SPRINT_ROOM and self._flat(at)
        ]
        return min(near, key=lambda at: (abs(2 * at - middle), at), default=None)

    def _flat(self, at: int) -> bool:
        return len(self.terrain) > at + 1 and all(
            terrain in (PLAIN, SUPPLY) for terrain in self.terrain[at - 4 : at + 2]
        )


class Tile(msgspec.Struct, frozen=True):
    """One side of a tile. `turn` is left or right where the shape is sharp (90 degrees) or soft
    (45), else straight.
    """

    code: str
    name: str  # both sides have the same
    shape: str  # start, straight, soft, sharp, finish, bonus
    turn: str
    road: Road


@cache
def tiles() -> dict[str, Tile]:
    """Return both sides of every tile, by code."""
    tiles = {}
    for name, row in read_table("tiles")["tiles"].items():
        for side in ("light", "dark"):
            code = name if side == "light" else dark_code(name)
            tiles[code] = Tile(
                code,
                name,
                row["shape"],
                row.get(f"{side}_turn", "straight"),
                road_of_squares(row[side]),
            )
    return tiles


def dark_code(name: str) -> str:
    return f"{name}*" if name.isdigit() else name.upper()


def road_of_squares(text: str) -> Road:
    """Make a road from text like "5S2 1N2": that many squares of a terrain, each with that many
    lanes; two where no number says it.
    """
    runs = [(int(count), terrain, int(lanes or 2)) for count, terrain, lanes in RUN.findall(text)]
    return Road(
        "".join(terrain * count for count, terrain, _ in runs),
        tuple(lanes for count, _, lanes in runs for _ in range(count)),
    )


def road(codes: Sequence[str]) -> Road:
    """Make the road of these tile sides, which must be known."""
    roads = [tiles()[code].road for code in codes]
    return Road(
        "".join(tile.terrain for tile in roads),
        tuple(lanes for tile in roads for lanes in tile.lanes),
    )
