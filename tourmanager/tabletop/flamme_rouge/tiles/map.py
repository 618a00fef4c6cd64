"""A whole road as one looks at it before the start: one piece, its signs, and which tiles lie on
each other.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

import msgspec
from django.utils.safestring import SafeString, mark_safe

from games.flamme_rouge.course import climb_category
from games.flamme_rouge.road import FINISH, START, Road, road
from tourmanager.tabletop.flamme_rouge.tiles.ground import Sign, ground, path, shape
from tourmanager.tabletop.flamme_rouge.tiles.panels import MAPS, Panel, panels
from tourmanager.tabletop.flamme_rouge.tiles.plane import laid, overlaps
from tourmanager.tours.profile import BRIEF


class Map(msgspec.Struct, frozen=True):
    drawing: SafeString  # for wide and for narrow places; tabletop/flamme_rouge/tiles.css shows one
    overlaps: tuple[tuple[str, str], ...]  # tiles, by what is written on the side that lies up

    @property
    def words(self) -> str:
        """What is wrong with how the tiles lie; "" where nothing is."""
        return _warning(self.overlaps)


def warning_of(codes: Sequence[str]) -> str:
    """The same, of a road that is drawn otherwise."""
    return _warning([(codes[one], codes[other]) for one, other in overlaps(tuple(codes))])


def _warning(pairs: Sequence[tuple[str, str]]) -> str:
    named = [f"{one} and {other}" for one, other in pairs]
    return f"Tiles lie on each other: {', '.join(named)}." if named else ""


def map_of(codes: Sequence[str]) -> Map:
    """The map of these tile sides, which must be known."""
    return _map(tuple(codes))


@lru_cache(maxsize=128)
def _map(codes: tuple[str, ...]) -> Map:
    if not codes:
        return Map(SafeString(""), ())
    signs, pairs = signs_of(road(codes)), overlaps(codes)
    named = Map(SafeString(""), tuple((codes[one], codes[other]) for one, other in pairs))
    said = escape(
        f"The road of {len(laid(codes))} squares, tiles {' '.join(codes)}. {named.words}".strip()
    )
    drawn = ""
    for layout in MAPS:
        (panel,) = panels(codes, [(0, len(laid(codes)) - 1)], layout)
        head = (
            f'class="tile-road tile-{layout.name}" viewBox="0 0 {layout.width} {panel.height:.0f}"'
            f' role="img" aria-label="{said}"'
        )
        drawn += f"<svg {head}>{ground(panel, signs)}{''.join(_hidden(panel, pairs))}</svg>"
    return Map(mark_safe(f'<div class="tile-map">{drawn}</div>'), named.overlaps)  # nosec B308 B703 - drawn of numbers and known codes


def _hidden(panel: Panel, pairs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Tiles that lie on each other have a broken edge."""
    tiles = {tile for pair in pairs for tile in pair}
    yield from path(
        "tile-overlap", (shape(panel, square) for square in panel.squares if square.tile in tiles)
    )


def signs_of(given: Road) -> tuple[Sign, ...]:
    """Those that a road has by itself."""
    lines = [(given.sprint, "sprint")] if given.sprint is not None else []
    return with_signs(
        given, [*lines, *((square, climb_category(length)) for square, length in given.summits)]
    )


def with_signs(given: Road, lines: Sequence[tuple[int, str]]) -> tuple[Sign, ...]:
    """Start and finish of a road, and these lines: each its square and its category."""
    found = [Sign(square, *_sign(kind)) for square, kind in lines if square != given.finish]
    if START in given.terrain:
        found.append(Sign(given.starts[-1] + 1, "start", "Start"))
    if FINISH in given.terrain:
        at_line = [
            BRIEF[kind] for square, kind in lines if square == given.finish and kind != "sprint"
        ]
        found.append(Sign(given.finish, "finish", ", ".join(["Finish", *at_line])))
    return tuple(sorted(found, key=lambda sign: sign.square))


def _sign(kind: str) -> tuple[str, str]:
    return ("sprint", "Sprint") if kind == "sprint" else ("top", f"Summit, {BRIEF[kind]}")
