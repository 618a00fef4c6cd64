"""Show the box of tiles and the row of laid tiles in the designer: each side is drawn small, once
for a page.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.flamme_rouge.road import (
    ASCENT,
    COBBLES,
    DESCENT,
    FINISH,
    PLAIN,
    START,
    SUPPLY,
    Tile,
    tiles,
)
from tourmanager.tabletop.flamme_rouge.designs.row import TileRow, find_tile
from tourmanager.tabletop.flamme_rouge.tiles.ground import draw_ground
from tourmanager.tabletop.flamme_rouge.tiles.panels import PanelLayout, lay_out_panels

WORDS = re.compile(r"<text\b.*?</text>")
SMALL = PanelLayout("small", 96, 56, least=0, enough=0, most=14)
GROUPS = {  # shapes, in the order of the box
    "start": gettext_lazy("Start"),
    "straight": gettext_lazy("Straight"),
    "soft": gettext_lazy("Soft turns"),
    "sharp": gettext_lazy("Sharp turns"),
    "bonus": gettext_lazy("Bonus"),
    "finish": gettext_lazy("Finish"),
}
TERRAIN = {
    START: gettext_lazy("start"),
    PLAIN: gettext_lazy("plain"),
    ASCENT: gettext_lazy("ascent"),
    DESCENT: gettext_lazy("descent"),
    COBBLES: gettext_lazy("cobbles"),
    SUPPLY: gettext_lazy("supply"),
    FINISH: gettext_lazy("past the line"),
}

TURNS = {
    ("soft", "left"): gettext_lazy("soft turn to the left"),
    ("soft", "right"): gettext_lazy("soft turn to the right"),
    ("sharp", "left"): gettext_lazy("sharp turn to the left"),
    ("sharp", "right"): gettext_lazy("sharp turn to the right"),
}


class Side(NamedTuple):
    """One side of a tile, as a button shows it."""

    code: str
    drawing: SafeString
    words: str  # for who cannot see it
    lies: bool = False  # this side
    used: bool = False  # the tile, whichever side


class Lying(NamedTuple):
    at: int
    side: Side
    marked: bool


def symbol_of(tile: Tile) -> str:
    return f"tile-{tile.name}-{'light' if tile.code == tile.name else 'dark'}"


def words_of(tile: Tile) -> str:
    """Describe a tile side: "b, dark side: 4 descent, 2 plain"."""
    runs = [
        f"{len(list(squares))} {TERRAIN[terrain]}"
        for terrain, squares in groupby(tile.road.terrain)
    ]
    turn = TURNS.get((tile.shape, tile.turn))
    sentence = (
        _("Tile %(tile)s, light side: %(road)s")
        if tile.code == tile.name
        else _("Tile %(tile)s, dark side: %(road)s")
    )
    road = ", ".join([str(turn), *runs] if turn else runs)
    return sentence % {"tile": tile.name, "road": road}


def side_of(code: str, *, lies: bool = False, is_used: bool = False) -> Side:
    tile = tiles()[code]
    return Side(code, _use(symbol_of(tile)), words_of(tile), lies, is_used)


@cache
def _use(symbol: str) -> SafeString:
    return mark_safe(  # nosec B308 B703 - drawn of known names
        f'<svg class="tile-small" viewBox="0 0 {SMALL.width} {SMALL.height}"'
        f' aria-hidden="true"><use href="#{symbol}"/></svg>'
    )


def tiles_in_row(row: TileRow) -> list[Lying]:
    return [Lying(at, side_of(code), at == row.marked) for at, code in enumerate(row.tiles)]


def box_by_shape(row: TileRow) -> list[tuple[str, list[list[Side]]]]:
    """Return both sides of every tile, by shape."""
    return [(str(words), list(_tiles_of(shape, row))) for shape, words in GROUPS.items()]


def _tiles_of(shape: str, row: TileRow) -> Iterator[list[Side]]:
    of_shape = [tile for tile in tiles().values() if tile.shape == shape]
    for name in dict.fromkeys(tile.name for tile in of_shape):
        yield [
            side_of(
                tile.code,
                lies=tile.code in row.tiles,
                is_used=find_tile(row, tile.code) is not None,
            )
            for tile in of_shape
            if tile.name == name
        ]


@cache
def tile_symbols() -> SafeString:
    """Draw the symbols that buttons refer to, once for a page."""
    return mark_safe(  # nosec B308 B703 - drawn of known tiles
        '<svg class="tile-symbols" width="0" height="0"'
        f' aria-hidden="true"><defs>{"".join(map(_symbol, tiles().values()))}</defs></svg>'
    )


def _symbol(tile: Tile) -> str:
    """Draw a tile without words: they could not be read, and the button says the code."""
    (panel,) = lay_out_panels((tile.code,), [(0, len(tile.road.terrain) - 1)], SMALL)
    down = (SMALL.height - panel.height) / 2
    return (
        f'<symbol id="{escape(symbol_of(tile))}" viewBox="0 0 {SMALL.width} {SMALL.height}"><g'
        ' class="tile-road" transform="translate(0'
        f' {down:.1f})">{WORDS.sub("", draw_ground(panel, ()))}</g></symbol>'
    )
