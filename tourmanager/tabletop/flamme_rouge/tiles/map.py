"""Draw a whole road before the start: one drawing, its signs, and which tiles lie on each other."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

import msgspec
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.flamme_rouge.course import climb_category
from games.flamme_rouge.road import FINISH, START, Road, road
from tourmanager.tabletop.flamme_rouge.tiles.ground import TileSign, draw_ground, path, shape
from tourmanager.tabletop.flamme_rouge.tiles.panels import MAPS, Panel, lay_out_panels
from tourmanager.tabletop.flamme_rouge.tiles.plane import find_overlaps, lay_tiles
from tourmanager.tabletop.flamme_rouge.vocabulary import VOCABULARY


class Map(msgspec.Struct, frozen=True):
    drawing: SafeString  # for wide and for narrow places; tabletop/flamme_rouge/tiles.css shows one
    overlaps: tuple[tuple[str, str], ...]  # tiles, by what is written on the side that lies up

    @property
    def words(self) -> str:
        """Say which tiles lie on each other; "" where none do."""
        return _warning(self.overlaps)


def warning_of(codes: Sequence[str]) -> str:
    """Say which tiles of a road lie on each other, for a road that is drawn otherwise."""
    return _warning([(codes[one], codes[other]) for one, other in find_overlaps(tuple(codes))])


def _warning(pairs: Sequence[tuple[str, str]]) -> str:
    named = [_("%(one)s and %(other)s") % {"one": one, "other": other} for one, other in pairs]
    return _("Tiles lie on each other: %(named)s.") % {"named": ", ".join(named)} if named else ""


def map_of(codes: Sequence[str]) -> Map:
    """Draw the map of these tile sides, which must be known."""
    return _map(tuple(codes))


@lru_cache(maxsize=128)
def _map(codes: tuple[str, ...]) -> Map:
    if not codes:
        return Map(SafeString(""), ())
    signs, pairs = signs_of(road(codes)), find_overlaps(codes)
    named = Map(SafeString(""), tuple((codes[one], codes[other]) for one, other in pairs))
    said = escape(
        (
            _("The road of %(count)s squares, tiles %(codes)s. %(named)s")
            % {"count": len(lay_tiles(codes)), "codes": " ".join(codes), "named": named.words}
        ).strip()
    )
    drawn = ""
    for layout in MAPS:
        (panel,) = lay_out_panels(codes, [(0, len(lay_tiles(codes)) - 1)], layout)
        head = (
            f'class="tile-road tile-{layout.name}" viewBox="0 0 {layout.width} {panel.height:.0f}"'
            f' role="img" aria-label="{said}"'
        )
        drawn += f"<svg {head}>{draw_ground(panel, signs)}{''.join(_hidden(panel, pairs))}</svg>"
    return Map(mark_safe(f'<div class="tile-map">{drawn}</div>'), named.overlaps)  # nosec B308 B703 - drawn of numbers and known codes


def _hidden(panel: Panel, pairs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Draw a broken edge around tiles that lie on each other."""
    tiles = {tile for pair in pairs for tile in pair}
    yield from path(
        "tile-overlap", (shape(panel, square) for square in panel.squares if square.tile in tiles)
    )


def signs_of(given: Road) -> tuple[TileSign, ...]:
    """Return the signs that a road has by itself."""
    lines = [(given.sprint, "sprint")] if given.sprint is not None else []
    return with_signs(
        given, [*lines, *((square, climb_category(length)) for square, length in given.summits)]
    )


def with_signs(given: Road, lines: Sequence[tuple[int, str]]) -> tuple[TileSign, ...]:
    """Return start and finish of a road, and these lines: each its square and its category."""
    found = [TileSign(square, *_sign(kind)) for square, kind in lines if square != given.finish]
    if START in given.terrain:
        found.append(TileSign(given.starts[-1] + 1, "start", "Start"))
    if FINISH in given.terrain:
        at_line = [
            VOCABULARY.climbs[kind].brief
            for square, kind in lines
            if square == given.finish and kind != "sprint"
        ]
        found.append(TileSign(given.finish, "finish", ", ".join(["Finish", *at_line])))
    return tuple(sorted(found, key=lambda sign: sign.square))


def _sign(kind: str) -> tuple[str, str]:
    if kind == "sprint":
        return "sprint", "Sprint"
    return "top", f"Summit, {VOCABULARY.climbs[kind].brief}"
