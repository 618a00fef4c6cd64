"""Draw a whole road before the start: one drawing, its signs, and which tiles lie on each other."""

from collections.abc import Iterator, Sequence
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
from tourmanager.web.by_language import cached_by_language


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
    pair_names = [_("%(one)s and %(other)s") % {"one": one, "other": other} for one, other in pairs]
    return (
        _("Tiles lie on each other: %(named)s.") % {"named": ", ".join(pair_names)}
        if pair_names
        else ""
    )


def map_of(codes: Sequence[str]) -> Map:
    """Draw the map of these tile sides, which must be known."""
    return _map(tuple(codes))


@cached_by_language(128)
def _map(codes: tuple[str, ...]) -> Map:
    if not codes:
        return Map(SafeString(""), ())
    signs, pairs = signs_of(road(codes)), find_overlaps(codes)
    overlap_map = Map(SafeString(""), tuple((codes[one], codes[other]) for one, other in pairs))
    label = escape(
        (
            _("The road of %(count)s squares, tiles %(codes)s. %(named)s")
            % {"count": len(lay_tiles(codes)), "codes": " ".join(codes), "named": overlap_map.words}
        ).strip()
    )
    body = ""
    for layout in MAPS:
        (panel,) = lay_out_panels(codes, [(0, len(lay_tiles(codes)) - 1)], layout)
        head = (
            f'class="tile-road tile-{layout.name}" viewBox="0 0 {layout.width} {panel.height:.0f}"'
            f' role="img" aria-label="{label}"'
        )
        body += f"<svg {head}>{draw_ground(panel, signs)}{''.join(_hidden(panel, pairs))}</svg>"
    return Map(mark_safe(f'<div class="tile-map">{body}</div>'), overlap_map.overlaps)  # nosec B308 B703 - drawn of numbers and known codes


def _hidden(panel: Panel, pairs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Draw a broken edge around tiles that lie on each other."""
    tiles = {tile for pair in pairs for tile in pair}
    yield from path(
        "tile-overlap", (shape(panel, square) for square in panel.squares if square.tile in tiles)
    )


def signs_of(stage_road: Road) -> tuple[TileSign, ...]:
    """Return the signs that a road has by itself."""
    lines = [(stage_road.sprint, "sprint")] if stage_road.sprint is not None else []
    return with_signs(
        stage_road,
        [*lines, *((square, climb_category(length)) for square, length in stage_road.summits)],
    )


def with_signs(stage_road: Road, lines: Sequence[tuple[int, str]]) -> tuple[TileSign, ...]:
    """Return start and finish of a road, and these lines: each its square and its category."""
    signs = [
        TileSign(square, *_sign(kind)) for square, kind in lines if square != stage_road.finish
    ]
    if START in stage_road.terrain:
        signs.append(TileSign(stage_road.starts[-1] + 1, "start", _("Start")))
    if FINISH in stage_road.terrain:
        at_line = [
            VOCABULARY.climbs[kind].brief
            for square, kind in lines
            if square == stage_road.finish and kind != "sprint"
        ]
        signs.append(TileSign(stage_road.finish, "finish", ", ".join([_("Finish"), *at_line])))
    return tuple(sorted(signs, key=lambda sign: sign.square))


def _sign(kind: str) -> tuple[str, str]:
    if kind == "sprint":
        return "sprint", _("Sprint")
    return "top", _("Summit, %(category)s") % {"category": VOCABULARY.climbs[kind].brief}
