"""The stages that are ready to ride, and their tiles for the teams that start
(data/stages.toml).
"""

import re
from functools import cache

import msgspec

from games.engine import BadSetup
from games.flamme_rouge.numbers import CROWD, read_table
from games.flamme_rouge.road import PLAIN, dark_code, tiles

SMALL = 4  # teams up to which the small side is played (FR-P-004)
MANY_BID = 5  # bidding seats from which the light side of tile 2 lies up (FR-P-031)
WIDE = {"a": "1*", "A": "1"}  # start tiles of three lanes, with as many start squares (FR-P-008)
SIDE = re.compile(r"-(?:small|large)$")  # of a key
BREAKAWAY_SQUARE = 3  # of tile 2, counted from 0 (FR-P-041)


class Ready(msgspec.Struct, frozen=True):
    key: str
    name: str
    set: str  # base, peloton, community
    players: tuple[int, int]
    tiles: str
    road: str

    @property
    def title(self) -> str:
        """Name that its two sides share."""
        return self.name if SIDE.search(self.key) is None else self.name.partition(" (")[0]


class StartingTeams(msgspec.Struct, frozen=True):
    """The starters: teams of seats, dummy teams, and whether there is a breakaway."""

    seats: int
    dummies: int = 0
    breakaway: bool = False

    @property
    def riders(self) -> int:
        return self.seats if self.seats >= CROWD else 2 * (self.seats + self.dummies)

    @property
    def large(self) -> bool:
        return self.seats + self.dummies > SMALL

    @property
    def places(self) -> int:
        """Number of riders who get away (FR-P-038, FR-P-039)."""
        return (2 if self.seats >= MANY_BID else 1) if self.breakaway else 0


@cache
def ready_stages() -> dict[str, Ready]:
    return {
        stage.key: stage for stage in msgspec.convert(read_table("stages")["stages"], list[Ready])
    }


def catalogue() -> dict[str, Ready]:
    """List the stages to choose from: a stage with two sides is there once, under the key and the
    name that they share.
    """
    stages: dict[str, Ready] = {}
    for stage in ready_stages().values():
        key = SIDE.sub("", stage.key)
        if key in stages:
            stages[key] = msgspec.structs.replace(
                stages[key], players=(stages[key].players[0], stage.players[1])
            )
        else:
            stages[key] = msgspec.structs.replace(stage, key=key, name=stage.title)
    return stages


def find_stage(key: str, field: StartingTeams) -> Ready:
    """Return the stage of a key; of one with two sides the side that fits the field (FR-P-003)."""
    for name in (key, f"{key}-{'large' if field.large else 'small'}"):
        if name in ready_stages():
            return ready_stages()[name]
    raise BadSetup(f"There is no stage “{key[:40]}”.")


def tiles_of_stage(key: str, field: StartingTeams) -> str:
    """Return the tiles of a ready stage, for that field."""
    codes = find_stage(key, field).tiles.split()
    if field.large:
        codes[0] = WIDE.get(codes[0], codes[0])
    return with_breakaway(" ".join(codes), field, exchange=True)


def with_breakaway(text: str, field: StartingTeams, *, exchange: bool) -> str:
    """Choose the side of tile 2 that fits; with `exchange` it replaces the first plain straight
    where the stage has none (FR-P-049).
    """
    codes = text.split()
    if not field.breakaway:
        return text
    second = "2" if field.places > 1 else dark_code("2")
    if [code.rstrip("*") for code in codes[1:2]] == ["2"]:
        codes[1] = second
    elif exchange:
        plain = [
            code
            for code in codes[1:]
            if tiles()[code].shape == "straight" and set(tiles()[code].road.terrain) == {PLAIN}
        ]
        if plain:
            codes.remove(plain[0])
            codes.insert(1, second)
    return " ".join(codes)


def breakaway_square(text: str) -> int:
    return len(tiles()[text.split()[0]].road.terrain) + BREAKAWAY_SQUARE
