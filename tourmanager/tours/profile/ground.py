"""Draw the ground of a profile: road, mountains and kilometres of one layout, the same all through
the stage.

It is computed once per road and layout and then cached: a stage page draws it again with every tap.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from tourmanager.tours.measure import KM, Measure
from tourmanager.tours.profile.terrain import Ascent, Point, build_road, cut_road, height_at

LEAST_SKY = 0.5  # of the highest mountain


class ProfileLayout(msgspec.Struct, frozen=True):
    """Sizes of a drawing in its own units; on a phone, and on a tablet held upright, a unit is
    about a pixel.
    """

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
        """Return where the highest mountain may begin, below signs and leaders."""
        return self.sign_height + 2 + self.leader + 14


WIDE = ProfileLayout("wide", 840, 78, 66, 6, 114, 3, 50, 14, 26)
NARROW = ProfileLayout("narrow", 390, 35, 46, 3, 110, 2, 44, 10, 20)
STRIP = ProfileLayout("wide", 840, 48, 46, 6, 60, 2, 50, 12, 24, 14)
STRIP_NARROW = ProfileLayout("narrow", 390, 35, 46, 3, 64, 2, 44, 10, 20, 14)
CARD = ProfileLayout("only", 360, 32, 31, 3, 60, 1, 60, 8, 20, 12)
LAYOUTS = {"large": (WIDE, NARROW), "strip": (STRIP, STRIP_NARROW), "card": (CARD,)}


class Text(msgspec.Struct, frozen=True):
    x: str
    y: str
    words: str
    role: str  # a class of profile.css, without its "profile-"


class ProfileGround(msgspec.Struct, frozen=True):
    """The drawing under the signs: paths, and the height of the road at each kilometre."""

    layout: ProfileLayout
    length: int
    points: tuple[Point, ...]
    base: int  # y of the lowest line
    ridge: str
    land: str
    climbs: tuple[str, ...]
    hatching: str
    mountain_squares: str  # on the base line, from the foot of each climb to its top
    ticks: tuple[Text, ...]
    tick_marks: str
    axis: str

    @property
    def height(self) -> int:
        return self.base + self.layout.axis

    def at(self, km: float) -> tuple[float, float]:
        """Return the point of the drawing at a kilometre of the road."""
        pen = _Pen(self.layout, self.length, self.points)
        return pen.x(km), pen.y(height_at(self.points, km))


@lru_cache(maxsize=512)
def draw_ground(
    layout: ProfileLayout, length: int, ascents: tuple[Ascent, ...], measure: Measure = KM
) -> ProfileGround:
    points = tuple(build_road(length, ascents))
    return _Pen(layout, length, points).ground(ascents, measure)


def coord(number: float) -> str:
    """Write a coordinate to a tenth of a unit, which is finer than anybody sees."""
    return f"{number:.1f}".removesuffix(".0")


class _Pen:
    """Convert kilometres and heights to paths of one layout."""

    def __init__(self, layout: ProfileLayout, length: int, points: tuple[Point, ...]) -> None:
        self.layout = layout
        self.length = length
        self.points = points
        # All stages have one scale; over a flat one there is less sky.
        highest = max(LEAST_SKY, *(point.height for point in points))
        self.base = layout.top + round(highest * layout.field)

    def x(self, km: float) -> float:
        km = min(max(km, 0), self.length)
        return self.layout.left + km / self.length * (
            self.layout.width - self.layout.left - self.layout.right
        )

    def y(self, height: float) -> float:
        return self.base - 6 - height * (self.layout.field - 6)

    def path(self, points: Iterable[Point]) -> str:
        return "M" + "L".join(
            f"{coord(self.x(point.km))} {coord(self.y(point.height))}" for point in points
        )

    def under(self, points: Sequence[Point]) -> str:
        """Draw the area between the road and the base line."""
        base = coord(self.base)
        return f"{self.path(points)}V{base}H{coord(self.x(points[0].km))}Z"

    def ground(self, ascents: Sequence[Ascent], measure: Measure) -> ProfileGround:
        hatched = [km for ascent in ascents for km in range(ascent.foot + 1, ascent.top + 1)]
        return ProfileGround(
            layout=self.layout,
            length=self.length,
            points=self.points,
            base=self.base,
            ridge=self.path(self.points),
            land=self.under(self.points),
            climbs=tuple(
                self.under(cut_road(self.points, ascent.foot, ascent.top)) for ascent in ascents
            ),
            hatching="".join(
                f"M{coord(self.x(km))} {coord(self.y(height_at(self.points, km)))}V{self.base}"
                for km in hatched
            ),
            mountain_squares="".join(
                f"M{coord(self.x(a.foot))}"
                f" {self.base}H{coord(self.x(a.top))}v7H{coord(self.x(a.foot))}Z"
                for a in ascents
            ),
            ticks=tuple(self.ticks(measure)),
            tick_marks="".join(
                f"M{coord(self.x(km))} {self.base}v10" for km in range(0, self.length + 1, 25)
            ),
            axis=f"M{coord(self.x(0))} {self.base}H{coord(self.x(self.length))}",
        )

    def ticks(self, measure: Measure) -> Iterable[Text]:
        step = 25
        while self.x(step) - self.x(0) < self.layout.tick_room and step < self.length:
            step *= 2
        y = coord(self.base + 27)
        for km in range(0, self.length, step):
            if self.x(self.length) - self.x(km) > self.layout.tick_room * 1.4:
                yield Text(coord(self.x(km)), y, str(km), "mid" if km else "first")
        yield Text(coord(self.layout.width - 2), y, measure.length(self.length), "last")
