"""Draws the profile: kilometres, heights and signs to SVG paths, for a wide and a narrow place.

Everything is worked out here, so that the template only sets it down: no pattern, gradient or clip needs an id, so a profile may
stand on a page many times. Signs stand in one row above the mountains, in road order, as near to their kilometre as there is room.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from tourmanager.tours.profile import BRIEF, WORDS, ProfileLine
from tourmanager.tours.terrain import Ascent, Point, road

MOST_LINES = 24  # a road has nine; a plan under repair may have more
LONGEST = 600
LEAST_SKY = 0.5  # of the highest mountain
ROOM_FOR_WORDS = 70  # a narrower sign has its name and one word


class Layout(msgspec.Struct, frozen=True):
    """Sizes of a drawing in its own units; on the screen it was made for, a unit is about a pixel."""

    name: str
    width: int
    sign_width: int
    sign_height: int
    sign_gap: int
    field: int  # height of the highest mountain
    rows: int  # lines of text on a sign
    tick_room: int  # least distance of two kilometre figures
    left: int
    right: int
    leader: int = 20  # between signs and mountains
    axis: int = 34

    @property
    def top(self) -> int:
        """Where the highest mountain may begin, below signs and leaders."""
        return self.sign_height + 2 + self.leader + 14


WIDE = Layout("wide", 1000, 84, 66, 8, 144, 3, 50, 16, 30)
NARROW = Layout("narrow", 390, 35, 46, 3, 110, 2, 44, 10, 20)
STRIP = Layout("wide", 1000, 52, 44, 6, 70, 2, 50, 12, 24, 14)
STRIP_NARROW = Layout("narrow", 390, 35, 46, 3, 64, 2, 44, 10, 20, 14)
CARD = Layout("only", 360, 32, 26, 3, 60, 1, 60, 8, 20, 12)
LAYOUTS = {"large": (WIDE, NARROW), "strip": (STRIP, STRIP_NARROW), "card": (CARD,)}


class Text(msgspec.Struct, frozen=True):
    x: str
    y: str
    words: str
    role: str  # a class of profile.css, without its "profile-"


class Sign(msgspec.Struct, frozen=True):
    """A line as it is drawn: the mark on the road, the sign above, and the leader between them."""

    line: ProfileLine
    kind: str  # sprint, pass, finish
    x: str  # where the line lies
    y: str  # the road there
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


class Drawing(msgspec.Struct, frozen=True):
    layout: Layout
    height: int
    signs: tuple[Sign, ...]
    ridge: str
    land: str
    climbs: tuple[str, ...]
    hatching: str
    mountain_squares: str  # on the base line, where one die is thrown
    ticks: tuple[Text, ...]
    tick_marks: str
    axis: str
    linked: bool  # has signs that are links; in a narrow place they are too small for a finger


def draw(length: int, lines: Sequence[ProfileLine], size: str = "large") -> list[Drawing]:
    """The drawings of a road: one for wide and one for narrow places, or a single one for a card."""
    length = min(max(length, 1), LONGEST)
    signs = sorted(lines, key=lambda line: (line.km, line.category == "finish"))[:MOST_LINES]
    if not any(line.category == "finish" for line in signs):
        signs.append(ProfileLine("finish", "Finish", "Finish", "finish", None, length))
    ascents = sorted(
        Ascent(foot, top, line.category)
        for line in signs
        if line.start is not None and (foot := max(line.start - 1, 0)) < (top := min(line.km, length))
    )
    points = road(length, ascents)
    return [_Pen(layout, length, points).drawing(signs, ascents) for layout in LAYOUTS[size]]


def _n(number: float) -> str:
    """A coordinate: a tenth of a unit is finer than anybody sees."""
    return f"{number:.1f}".removesuffix(".0")


def spread(wanted: Sequence[float], width: float, gap: float, low: float, high: float) -> list[float]:
    """Middles for boxes of one width, in order, apart, within low … high, and as near as can be to the wanted ones."""
    pitch = width + gap
    blocks: list[list[float]] = []  # each is moved as one: sum of what it wants, and how many
    for i, want in enumerate(wanted):
        blocks.append([want - i * pitch, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    most = high - width / 2 - (len(wanted) - 1) * pitch
    even = [total / count for total, count in blocks for _ in range(int(count))]
    return [max(low + width / 2, min(most, at)) + i * pitch for i, at in enumerate(even)]


class _Pen:
    """Turns kilometres and heights into paths of one layout."""

    def __init__(self, layout: Layout, length: int, points: list[Point]) -> None:
        self.layout = layout
        self.length = length
        self.points = points
        self.links = layout.name != "narrow"
        # All stages have one scale; over a flat one there is less sky.
        highest = max(LEAST_SKY, *(point.height for point in points))
        self.base = layout.top + round(highest * layout.field)

    def x(self, km: float) -> float:
        km = min(max(km, 0), self.length)
        return self.layout.left + km / self.length * (self.layout.width - self.layout.left - self.layout.right)

    def y(self, height: float) -> float:
        return self.base - 6 - height * (self.layout.field - 6)

    def height_at(self, km: float) -> float:
        for before, after in pairwise(self.points):
            if km <= after.km:
                share = (km - before.km) / (after.km - before.km) if after.km > before.km else 1
                return before.height + (after.height - before.height) * max(share, 0)
        return self.points[-1].height

    def path(self, points: Iterable[Point]) -> str:
        return "M" + "L".join(f"{_n(self.x(point.km))} {_n(self.y(point.height))}" for point in points)

    def under(self, points: Sequence[Point]) -> str:
        """The area between the road and the base line."""
        base = _n(self.base)
        return f"{self.path(points)}V{base}H{_n(self.x(points[0].km))}Z"

    def drawing(self, lines: Sequence[ProfileLine], ascents: Sequence[Ascent]) -> Drawing:
        layout = self.layout
        hatched = [km for ascent in ascents for km in range(ascent.foot + 1, ascent.top + 1)]
        return Drawing(
            layout=layout,
            height=self.base + layout.axis,
            signs=tuple(self.signs(lines)),
            ridge=self.path(self.points),
            land=self.under(self.points),
            climbs=tuple(self.under(self.between(ascent.foot, ascent.top)) for ascent in ascents),
            hatching="".join(f"M{_n(self.x(km))} {_n(self.y(self.height_at(km)))}V{self.base}" for km in hatched),
            mountain_squares="".join(f"M{_n(self.x(a.foot))} {self.base}H{_n(self.x(a.top))}v7H{_n(self.x(a.foot))}Z" for a in ascents),
            ticks=tuple(self.ticks()),
            tick_marks="".join(f"M{_n(self.x(km))} {self.base}v10" for km in range(0, self.length + 1, 25)),
            axis=f"M{_n(self.x(0))} {self.base}H{_n(self.x(self.length))}",
            linked=self.links and any(line.href for line in lines),
        )

    def between(self, start: int, end: int) -> list[Point]:
        inner = [point for point in self.points if start < point.km < end]
        return [Point(start, self.height_at(start)), *inner, Point(end, self.height_at(end))]

    def ticks(self) -> Iterable[Text]:
        step = 25
        while self.x(step) - self.x(0) < self.layout.tick_room and step < self.length:
            step *= 2
        y = _n(self.base + 27)
        for km in range(0, self.length, step):
            if self.x(self.length) - self.x(km) > self.layout.tick_room * 1.4:
                yield Text(_n(self.x(km)), y, str(km), "mid" if km else "first")
        yield Text(_n(self.layout.width - 2), y, f"{self.length} km", "last")

    def signs(self, lines: Sequence[ProfileLine]) -> Iterable[Sign]:
        layout = self.layout
        room = (layout.width - layout.sign_gap * (len(lines) - 1)) / max(len(lines), 1)
        width = min(layout.sign_width, room)
        middles = spread([self.x(line.km) for line in lines], width, layout.sign_gap, 1, layout.width - 1)
        for line, middle in zip(lines, middles, strict=True):
            yield self.sign(line, middle, width)

    def sign(self, line: ProfileLine, middle: float, width: float) -> Sign:
        layout = self.layout
        kind = {"is": "sprint", "finish": "finish"}.get(line.category, "pass")
        x, y = self.x(line.km), self.y(self.height_at(line.km))
        bottom, bend, left = layout.sign_height + 2, layout.sign_height + 2 + layout.leader, middle - width / 2
        return Sign(
            line=line,
            kind=kind,
            x=_n(x),
            y=_n(y),
            left=_n(left),
            middle=_n(middle),
            width=_n(width),
            leader=f"M{_n(middle)} {bottom}L{_n(x)} {bend}V{_n(y)}",
            flag=_flag(kind, x, y),
            crest=_crest(kind, left, width),
            tick=_tick(layout, left, middle, width) if line.state == "done" else "",
            pointer=f"M{_n(middle - 9)} {bottom}h18l-9 9z" if line.state == "open" else "",
            href=line.href if self.links else "",
            texts=tuple(self.texts(line, left, middle, width)),
        )

    def texts(self, line: ProfileLine, left: float, middle: float, width: float) -> Iterable[Text]:
        if width < 26:
            return
        rows = self.layout.rows
        if rows == 3 and width >= ROOM_FOR_WORDS:
            yield from self.full(line, left, width)
            return
        is_pass = line.category in BRIEF
        brief = BRIEF[line.category] if is_pass else str(line.km)
        if rows == 1:
            yield Text(_n(middle), "21", brief if is_pass else line.short[:3], "only")
        else:
            yield Text(_n(middle), "26", line.short[:3], "name")
            if line.state != "done":
                yield Text(_n(middle), "41", brief, "brief")

    def full(self, line: ProfileLine, left: float, width: float) -> Iterable[Text]:
        said = wrapped(line.note) or [WORDS.get(line.category, "")]
        yield Text(_n(left + 7), "28", line.short, "title")
        if len(said) > 1 and line.category != "finish":
            yield Text(_n(left + width - (24 if line.state == "done" else 7)), "28", str(line.km), "far")
        for row, words in enumerate(said if len(said) > 1 else [*said, f"km {line.km}"]):
            yield Text(_n(left + 7), str(45 + 16 * row), words, "note")


def wrapped(note: str, width: int = 9, rows: int = 2) -> list[str]:
    """A note in rows of words; what has no room is left out with an ellipsis."""
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
    """The mark on the road: a pennant, a peak, a chequered flag."""
    at = f"M{_n(x)} {_n(y)}"
    match kind:
        case "sprint":
            return f"{at}m0-24l14 5-14 5z"
        case "pass":
            return f"{at}m-7-1 7-12 7 12z"
        case _:
            return "".join(
                f"{at}m{4 * column} {4 * row - 36}h4v4h-4z" for row in range(3) for column in range(4) if (row + column) % 2 == 0
            )


def _tick(layout: Layout, left: float, middle: float, width: float) -> str:
    """In the corner where there is room for words too, otherwise in their place."""
    if layout.rows == 3 and width >= ROOM_FOR_WORDS:
        return f"M{_n(left + width - 19)} 21.5l4 4.5 8-9"
    return f"M{_n(middle - 6)} 36l5 5 9-10" if layout.rows > 1 else ""


def _crest(kind: str, left: float, width: float) -> str:
    """What runs along the top of a sign: a bar for a sprint, dots for a pass, chequers for the finish."""
    match kind:
        case "sprint":
            return f"M{_n(left + 4)} 5.5h{_n(width - 8)}v4h-{_n(width - 8)}z"
        case "pass":
            count = max(1, int((width - 6) // 9))
            first = left + (width - 9 * (count - 1)) / 2
            return "".join(f"M{_n(first + 9 * i - 2.4)} 7.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0" for i in range(count))
        case _:
            count = max(1, int((width - 8) // 4))
            first = left + (width - 4 * count) / 2
            return "".join(f"M{_n(first + 4 * i)} {5.5 if i % 2 else 8.5}h4v3h-4z" for i in range(count))
