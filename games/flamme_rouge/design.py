"""The stage designer: errors that a stage must not have, and hints that the expansion gives
(FR-P-050 ... FR-P-055). Values in, values out.
"""

from collections.abc import Iterator, Sequence

import msgspec

from games.flamme_rouge.numbers import TEAMS
from games.flamme_rouge.road import ASCENT, COBBLES, SUPPLY, Tile, road, tiles

STRAIGHTS = 9  # start and finish among them
FEW, MANY = 2, 3
FOUR_TEAMS = 8  # riders; with more the large side is played
BREAKAWAY_TILE = "2"


class DesignProblem(msgspec.Struct, frozen=True):
    code: str
    words: str


class Advice(msgspec.Struct, frozen=True):
    """Errors, which are refused, and hints, which may be ignored."""

    errors: tuple[DesignProblem, ...]
    hints: tuple[DesignProblem, ...]


def check_stage(text: str, riders: int, breakaway: bool = False) -> Advice:
    """Check the stage of these tiles for that many riders at the start."""
    codes = text.split()
    unknown = [code for code in codes if code not in tiles()]
    if unknown or not codes:
        words = (
            f"There is no tile {', '.join(code[:6] for code in unknown[:5])}."
            if unknown
            else "A stage needs tiles."
        )
        return Advice((DesignProblem("tile-unknown", words),), ())
    stage_tiles = [tiles()[code] for code in codes]
    return Advice(
        tuple(_errors(stage_tiles, riders, breakaway)), tuple(_hints(stage_tiles, riders))
    )


def _errors(stage_tiles: Sequence[Tile], riders: int, breakaway: bool) -> Iterator[DesignProblem]:
    names = [tile.name for tile in stage_tiles]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        yield DesignProblem("tile-twice", f"There is only one tile {', '.join(twice)}.")
    yield from _wrong_ends([tile.shape for tile in stage_tiles])
    room = road([tile.code for tile in stage_tiles]).room
    if room < riders:
        yield DesignProblem("room", f"{riders} riders start, and the start area holds {room}.")
    if breakaway and names[1:2] != [BREAKAWAY_TILE]:
        yield DesignProblem("breakaway-tile", "With a breakaway tile 2 lies behind the start tile.")


def _wrong_ends(shapes: Sequence[str]) -> Iterator[DesignProblem]:
    if shapes[0] != "start" or shapes.count("start") > 1:
        yield DesignProblem("start", "A stage begins with a start tile, and has no other.")
    if shapes[-1] != "finish" or shapes.count("finish") > 1:
        yield DesignProblem("finish", "A stage ends with the finish tile, and has no other.")


def sections(stage_tiles: Sequence[Tile]) -> int:
    """Count unbroken rows of ascent squares and of cobbles."""
    whole = road([tile.code for tile in stage_tiles])
    return len(whole.stretches(ASCENT)) + len(whole.stretches(COBBLES))


def _hints(stage_tiles: Sequence[Tile], riders: int) -> Iterator[DesignProblem]:
    yield from _unusual_count(stage_tiles)
    if len(stage_tiles) > 1 and SUPPLY in stage_tiles[-2].road.terrain:
        yield DesignProblem("supply-beside-finish", "A supply zone lies beside the finish tile.")
    yield from _unusual_sections(sections(stage_tiles))
    if FOUR_TEAMS < riders <= 2 * TEAMS:
        yield from _for_five_or_six_teams(stage_tiles)


def _unusual_count(stage_tiles: Sequence[Tile]) -> Iterator[DesignProblem]:
    straights = sum(tile.shape in ("start", "straight", "finish") for tile in stage_tiles)
    turns = sum(tile.shape in ("soft", "sharp") for tile in tiles().values()) // 2
    laid_turns = len({tile.name for tile in stage_tiles if tile.shape in ("soft", "sharp")})
    if straights != STRAIGHTS or laid_turns != turns:
        words = (
            f"A stage has {STRAIGHTS} straight tiles, start and finish among them, and all {turns}"
            " turns"
        )
        yield DesignProblem(
            "tile-count",
            f"{words}; this one has {straights} and {laid_turns}"
            f" turn{'' if laid_turns == 1 else 's'}.",
        )


def _unusual_sections(count: int) -> Iterator[DesignProblem]:
    if not FEW <= count <= MANY:
        words = (
            f"{count} stretch{'' if count == 1 else 'es'} of ascents and cobbles; {FEW} or {MANY}"
            " are best."
        )
        yield DesignProblem("sections-few" if count < FEW else "sections-many", words)


def _for_five_or_six_teams(stage_tiles: Sequence[Tile]) -> Iterator[DesignProblem]:
    if not any(tile.shape == "bonus" for tile in stage_tiles):
        yield DesignProblem("no-bonus-tile", "With five or six teams the bonus tile 9 is added.")
    if not {"3", "4"} <= {tile.code for tile in stage_tiles}:
        yield DesignProblem(
            "not-both-supply-zones",
            "With five or six teams both supply zones are used: the light sides of tiles 3 and 4.",
        )
