"""Draw the signs of a profile, and the whole drawing, for a wide and a narrow place.

Everything is computed here, so that the template only writes it: no pattern, gradient or clip needs
an id, so a profile may stand on a page many times. Signs stand in one row above the mountains, in
road order, as near to their kilometre as there is room.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from django.utils.translation import gettext as _

from tourmanager.scoring.vocabulary import ANY_CLIMB
from tourmanager.tours.measure import KM, Measure
from tourmanager.tours.profile.ground import (
    LAYOUTS,
    ProfileGround,
    ProfileLayout,
    Text,
    coord,
    draw_ground,
)
from tourmanager.tours.profile.layout import ProfileLine
from tourmanager.tours.profile.terrain import Ascent
from tourmanager.web.by_language import cached_by_language

MOST_LINES = 24  # a road has nine; a plan under repair may have more
LONGEST = 600
ROOM_FOR_WORDS = 70  # a narrower sign has its name and one word


class ProfileSign(msgspec.Struct, frozen=True):
    """A line as it is drawn: the mark on the road, the sign above, and the leader between them."""

    line: ProfileLine
    kind: str  # sprint, pass, finish
    height: int
    left: str
    middle: str
    width: str
    leader: str
    flag: str  # the mark on the road, a path
    crest: str  # what runs along the top of the sign, a path
    tick: str  # of a sign that is done
    pointer: str  # of a sign that is open
    href: str
    texts: tuple[Text, ...]


class ProfileDrawing(msgspec.Struct, frozen=True):
    ground: ProfileGround
    signs: tuple[ProfileSign, ...]
    has_links: bool  # has signs that are links; in a narrow place they are too small for a finger


def draw_profile(
    length: int, lines: Sequence[ProfileLine], size: str = "large", measure: Measure = KM
) -> list[ProfileDrawing]:
    """Draw a road: once for wide and once for narrow places, or a single time for a card."""
    length = min(max(length, 1), LONGEST)
    signs = sorted(lines, key=lambda line: (line.km, line.category == "finish"))[:MOST_LINES]
    if not any(line.category == "finish" for line in signs):
        signs.append(ProfileLine("finish", "Finish", "Finish", "finish", None, length))
    ascents = sorted(
        Ascent(foot, top, climb.height, climb.descent)
        for line in signs
        if line.start is not None
        and (climb := line.climb or ANY_CLIMB)
        and (foot := max(line.start - 1, 0)) < (top := min(line.km, length))
    )
    return [
        _drawing(draw_ground(layout, length, tuple(ascents), measure), signs)
        for layout in LAYOUTS[size]
    ]


def spread_evenly(
    positions: Sequence[float], width: float, gap: float, low: float, high: float
) -> list[float]:
    """Spread boxes of one width: return their middles in order, apart, within low … high, and as
    near as can be to the wanted ones.
    """
    return spread_boxes(positions, [width] * len(positions), gap, low, high)


def spread_boxes(
    positions: Sequence[float], widths: Sequence[float], gap: float, low: float, high: float
) -> list[float]:
    """Spread boxes of different widths in the same way."""
    if not positions:
        return []
    offsets = [0.0]
    for before, width in pairwise(widths):
        offsets.append(offsets[-1] + (before + width) / 2 + gap)
    blocks: list[list[float]] = []  # each is moved as one: sum of what it wants, and how many
    for offset, want in zip(offsets, positions, strict=True):
        blocks.append([want - offset, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    most = high - widths[-1] / 2 - offsets[-1]
    even = [total / count for total, count in blocks for _ in range(int(count))]
    return [
        max(low + widths[0] / 2, min(most, at)) + offset
        for at, offset in zip(even, offsets, strict=True)
    ]


def _drawing(ground: ProfileGround, lines: Sequence[ProfileLine]) -> ProfileDrawing:
    layout = ground.layout
    links = layout.name != "narrow"
    places = [ground.at(line.km) for line in lines]
    room = (layout.width - layout.sign_gap * (len(lines) - 1)) / len(lines)
    width = min(layout.sign_width, room)
    middles = spread_evenly([x for x, _ in places], width, layout.sign_gap, 1, layout.width - 1)
    signs = (
        _sign(layout, line, place, middle, width, links)
        for line, place, middle in zip(lines, places, middles, strict=True)
    )
    return ProfileDrawing(ground, tuple(signs), links and any(line.href for line in lines))


@cached_by_language(4096)
def _sign(
    layout: ProfileLayout,
    line: ProfileLine,
    place: tuple[float, float],
    middle: float,
    width: float,
    links: bool,
) -> ProfileSign:
    kind = {"s": "sprint", "f": "finish"}.get(line.key[:1], "pass")
    x, y = place
    # A script may change the state of a link: tick and pointer are there, and the style shows them.
    is_link = bool(links and line.href)
    bottom, bend, left = (
        layout.sign_height + 2,
        layout.sign_height + 2 + layout.leader,
        middle - width / 2,
    )
    return ProfileSign(
        line=line,
        kind=kind,
        height=layout.sign_height,
        left=coord(left),
        middle=coord(middle),
        width=coord(width),
        leader=f"M{coord(middle)} {bottom}L{coord(x)} {bend}V{coord(y)}",
        flag=_flag(kind, x, y),
        crest=_crest(kind, left, width),
        tick=_tick(layout, left, middle, width) if is_link or line.state == "done" else "",
        pointer=(
            f"M{coord(middle - 9)} {bottom}h18l-9 9z" if is_link or line.state == "open" else ""
        ),
        href=line.href if is_link else "",
        texts=tuple(_texts(layout, line, left, middle, width)),
    )


def _texts(
    layout: ProfileLayout, line: ProfileLine, left: float, middle: float, width: float
) -> Iterable[Text]:
    if width < 26:
        return
    rows = layout.rows
    if rows == 3 and width >= ROOM_FOR_WORDS:
        yield from _full(line, left, width)
        return
    brief = line.climb.brief if line.climb else str(line.km)
    if rows == 1:
        yield Text(coord(middle), "26", brief if line.climb else line.short[:3], "only")
    else:
        yield Text(coord(middle), "26", line.short[:3], "name")
        # the tick of a sign that is done takes its place
        yield Text(coord(middle), "41", brief, "brief")


def _full(line: ProfileLine, left: float, width: float) -> Iterable[Text]:
    notes = wrap_note(line.note) or [line.sign]
    yield Text(coord(left + 7), "28", line.short, "title")
    if len(notes) > 1 and line.category != "finish":
        yield Text(
            coord(left + width - (22 if line.state == "done" else 7)), "28", str(line.km), "far"
        )
    for row, words in enumerate(
        notes if len(notes) > 1 else [*notes, _("km %(km)s") % {"km": line.km}]
    ):
        yield Text(coord(left + 7), str(45 + 16 * row), words, "note")


def wrap_note(note: str, width: int = 9, rows: int = 2) -> list[str]:
    """Wrap a note in rows of words; what has no room is replaced by an ellipsis."""
    filled: list[str] = []
    for word in note.split():
        if filled and len(filled[-1]) + 1 + len(word) <= width:
            filled[-1] += f" {word}"
        else:
            filled.append(word[:width])
    if len(filled) > rows:
        filled = [*filled[: rows - 1], f"{filled[rows - 1][: width - 1]}…"]
    return filled


def _flag(kind: str, x: float, y: float) -> str:
    """Draw the mark on the road: a pennant, a peak, a chequered flag."""
    at = f"M{coord(x)} {coord(y)}"
    match kind:
        case "sprint":
            return f"{at}m0-24l14 5-14 5z"
        case "pass":
            return f"{at}m-7-1 7-12 7 12z"
        case _:
            return "".join(
                f"{at}m{4 * column} {4 * row - 36}h4v4h-4z"
                for row in range(3)
                for column in range(4)
                if (row + column) % 2 == 0
            )


def _tick(layout: ProfileLayout, left: float, middle: float, width: float) -> str:
    """Draw a tick, in the corner where there is room for words too, otherwise in their place."""
    if layout.rows == 3 and width >= ROOM_FOR_WORDS:
        return f"M{coord(left + width - 19)} 21.5l4 4.5 8-9"
    return f"M{coord(middle - 6)} 36l5 5 9-10" if layout.rows > 1 else ""


def _crest(kind: str, left: float, width: float) -> str:
    """Draw the top of a sign: a bar for a sprint, dots for a pass, chequers for the finish."""
    match kind:
        case "sprint":
            return f"M{coord(left + 4)} 5.5h{coord(width - 8)}v4h-{coord(width - 8)}z"
        case "pass":
            count = max(1, int((width - 6) // 9))
            first = left + (width - 9 * (count - 1)) / 2
            return "".join(
                f"M{coord(first + 9 * i - 2.4)} 7.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0"
                for i in range(count)
            )
        case _:
            count = max(1, int((width - 8) // 4))
            first = left + (width - 4 * count) / 2
            return "".join(
                f"M{coord(first + 4 * i)} {5.5 if i % 2 else 8.5}h4v3h-4z" for i in range(count)
            )
