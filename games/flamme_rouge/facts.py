"""Facts about a road before it is ridden: its length, its climbs, its cobbles, and how many riders
fit on its start.
"""

import msgspec

from games.flamme_rouge.course import climb_category
from games.flamme_rouge.road import ASCENT, COBBLES, DESCENT, SUPPLY, road, tiles


class Stretch(msgspec.Struct, frozen=True):
    """An unbroken row of squares of one terrain, counted as the road is: the rearmost start square
    is 0.
    """

    first: int
    last: int

    @property
    def squares(self) -> int:
        return self.last + 1 - self.first


class ClimbStretch(Stretch, frozen=True):
    category: str = ""  # hill, third, second, first, hc

    @property
    def summit(self) -> int:
        """Square that bears the line."""
        return self.last + 1


class Facts(msgspec.Struct, frozen=True):
    length: int  # squares up to the finish line
    room: int  # riders whom the start area holds
    climbs: tuple[ClimbStretch, ...]
    descents: tuple[Stretch, ...]
    cobbles: tuple[Stretch, ...]
    supply: tuple[Stretch, ...]
    sprint: int | None  # the square that bears the line
    sharp: int  # turns
    soft: int
    peloton: bool  # whether it needs tiles of Peloton


def facts_of_road(text: str) -> Facts:
    """Compute the facts of known tiles, in any order."""
    stage_tiles = [tiles()[code] for code in text.split()]
    whole = road([tile.code for tile in stage_tiles])

    def stretches(terrain: str) -> tuple[Stretch, ...]:
        return tuple(Stretch(first, last) for first, last in whole.stretches(terrain))

    shapes = [tile.shape for tile in stage_tiles]
    return Facts(
        length=whole.finish,
        room=whole.room,
        climbs=tuple(
            ClimbStretch(each.first, each.last, climb_category(each.squares))
            for each in stretches(ASCENT)
        ),
        descents=stretches(DESCENT),
        cobbles=stretches(COBBLES),
        supply=stretches(SUPPLY),
        sprint=whole.sprint,
        sharp=shapes.count("sharp"),
        soft=shapes.count("soft"),
        peloton=any(tile.name.isdigit() for tile in stage_tiles),
    )
