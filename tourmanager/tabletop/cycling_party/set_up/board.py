"""List the pieces that a stage needs on the table, whether one box has them, and which indicator
goes on which kilometre (CP-APP-022).

The box of the game: CP-J-007, T1. The time indicators lie behind the finish, on run-out squares
1–12 (CP-M-022).
"""

from typing import Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cycling_party.table.arrival import LAST_SQUARE, seconds_interval
from tourmanager.tabletop.cycling_party.set_up.course import (
    BOX_HEXAGONS,
    RUN_OUT_HEXAGONS,
    SQUARES_PER_HEXAGON,
    StageLike,
    count_hexagons,
    lines_on_road,
)
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORY_NAMES

PASS_INDICATORS = 24
KILOMETRE_INDICATORS = 12
SPRINT_INDICATORS = 5
EVERY = 25  # kilometres between two kilometre indicators
# What stands at 50, 8 and 6 km before the finish: the last square of an attack and of the two kinds
# of sprint (CP-S-023, CP-M-012).
TO_GO = {
    50: gettext_lazy("last square for an attack"),
    8: gettext_lazy("last square for a sprint with the d20"),
    6: gettext_lazy("last square for a sprint with three dice"),
}


class Piece(msgspec.Struct, frozen=True):
    """A kind of piece: how many the stage needs and how many one box holds."""

    name: str
    needed: int
    in_box: int

    @property
    def missing(self) -> int:
        return max(0, self.needed - self.in_box)


class Indicator(msgspec.Struct, frozen=True):
    """An indicator and the square it goes on."""

    km: int
    kind: Literal["kilometre", "sprint", "pass_start", "pass_end", "to_go"]
    name: str  # "Start of pass 1"
    detail: str = ""  # "second category"
    key: str = ""  # the line it belongs to: s1, p1

    @property
    def hexagon(self) -> int:
        """Return the hexagon of the road, counted from the start: nobody counts 134 squares on a
        table.
        """
        return -(-self.km // SQUARES_PER_HEXAGON)

    @property
    def square(self) -> int:
        """Return the square of that hexagon: 1, 2 or 3."""
        return (self.km - 1) % SQUARES_PER_HEXAGON + 1


class TimeIndicator(msgspec.Struct, frozen=True):
    """Run-out square n and its seconds: the last die gives one of them, 6 the least and 1 the most
    (CP-M-023).
    """

    square: int
    least: int
    most: int


class BoardParts(msgspec.Struct, frozen=True):
    hexagons: Piece
    pieces: tuple[Piece, ...]  # the hexagons first, then the indicators
    indicators: tuple[Indicator, ...]  # in road order
    times: tuple[TimeIndicator, ...]
    road_hexagons: int
    run_out_hexagons: int = RUN_OUT_HEXAGONS

    @property
    def one_box(self) -> bool:
        return not any(piece.missing for piece in self.pieces)

    @property
    def missing(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.missing)


# 55–60 on the square next to the line, 0–5 on the twelfth
TIMES = tuple(
    TimeIndicator(square, *seconds_interval(square)) for square in range(1, LAST_SQUARE + 1)
)


def list_pieces(stage: StageLike) -> BoardParts:
    """List what the stage needs on the table."""
    indicators = list_indicators(stage)
    road = Piece(_("hexagons"), count_hexagons(stage.length), BOX_HEXAGONS)

    def count(*kinds: str) -> int:
        return sum(indicator.kind in kinds for indicator in indicators)

    pieces = (
        road,
        Piece(_("pass indicators"), count("pass_start", "pass_end"), PASS_INDICATORS),
        Piece(_("intermediate-sprint indicators"), count("sprint"), SPRINT_INDICATORS),
        Piece(_("kilometre indicators"), count("kilometre"), KILOMETRE_INDICATORS),
    )
    return BoardParts(
        hexagons=road,
        pieces=pieces,
        indicators=tuple(indicators),
        times=TIMES,
        road_hexagons=road.needed - RUN_OUT_HEXAGONS,
    )


def list_indicators(stage: StageLike) -> list[Indicator]:
    """Return the indicators on the road, in road order."""
    indicators = [
        Indicator(km, "kilometre", _("Kilometre %(km)s") % {"km": km})
        for km in range(EVERY, stage.length + 1, EVERY)
    ]
    indicators += [
        Indicator(
            stage.length - to_go, "to_go", _("%(to_go)s km to go") % {"to_go": to_go}, str(detail)
        )
        for to_go, detail in TO_GO.items()
        if stage.length > to_go
    ]
    for line in lines_on_road(stage):
        if line.kind == "sprint":
            indicators.append(
                Indicator(
                    line.km,
                    "sprint",
                    _("Intermediate sprint %(number)s") % {"number": line.key[1:]},
                    key=line.key,
                )
            )
            continue
        category, name = CATEGORY_NAMES.get(line.category, ""), line.label.lower()
        indicators.append(
            Indicator(
                line.start or line.km,
                "pass_start",
                _("Start of %(name)s") % {"name": name},
                category,
                line.key,
            )
        )
        indicators.append(
            Indicator(
                line.km, "pass_end", _("End of %(name)s") % {"name": name}, category, line.key
            )
        )
    return sorted(indicators, key=lambda indicator: indicator.km)
