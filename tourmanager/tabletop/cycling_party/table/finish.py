"""Build the finish of Cycling Party as the stage page shows it: the arrival on the table, its
squares and dice.
"""

from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from games.cycling_party.table.arrival import LAST_SQUARE
from games.cycling_party.table.arrival import seconds_of_square as run_out_seconds
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.units import Unit
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pieces import render_fragment
from tourmanager.tabletop.cycling_party.table.entries import Die, Kind
from tourmanager.tabletop.cycling_party.table.pieces import ThrowButtons, UnitView
from tourmanager.tabletop.cycling_party.table.sheet import game_of, interval
from tourmanager.web.templatetags.race import clock

ROOM = "tabletop/cycling_party"
FURTHEST = 18  # the last square that the pad offers


class DiceFinish(FinishPanel):
    template: ClassVar[str] = f"{ROOM}/_finish.html"

    def __init__(self, reading: StageReading, jerseys: Jerseys, unit: int | None = None) -> None:
        super().__init__(reading, jerseys, unit)
        self.game = game_of(self.sheet)

    @cached_property
    def unit(self) -> UnitView | None:
        unit = self.shown_unit
        return self._unit(unit) if unit else None

    def _unit(self, unit: Unit) -> UnitView:
        seconds = self.game.time(unit)
        now = self.game.kind(unit)
        kinds = tuple(
            (kind, e.write_for_button(Kind(kind, unit.number)), now == kind)
            for kind in ("paceline", "peloton")
            if len(unit.riders) > 1
        )
        return UnitView(
            unit.number,
            now,
            self.members(unit),
            unit.turn,
            unit.square,
            self.game.die(unit),
            unit.typed is not None,
            self.game.needs_die(unit),
            clock(seconds),
            seconds,
            self.game.missing(unit),
            kinds,
            e.write_for_button(e.UnitTurn(unit.turn - 1, unit.number)) if unit.turn else "",
            e.write_for_button(e.UnitTurn(unit.turn + 1, unit.number)),
        )

    @cached_property
    def throw(self) -> ThrowButtons:
        unit, beyond = self.target, self.game.frame.beyond_12
        square = unit.square if unit else None
        needs_die = bool(unit and self.game.needs_die(unit))
        squares = [
            (
                number,
                interval(number, beyond),
                e.write_for_button(e.Square(number, self.unit_number)),
            )
            for number in range(1, FURTHEST + 1)
        ]
        dice = []
        for die in range(1, 7):
            time = ""
            if unit and square and needs_die:
                time = clock(60 * unit.turn + run_out_seconds(square, die, beyond))
            dice.append((die, time, e.write_for_button(Die(die, self.unit_number))))
        return ThrowButtons(
            tuple(squares[:LAST_SQUARE]),
            tuple(squares[LAST_SQUARE:]),
            tuple(dice),
            square,
            self.game.die(unit) if unit else None,
            unit is not None,
            needs_die,
            beyond == "zero",
        )

    def words(self, unit: Unit) -> str:
        if len(unit.riders) == 1:
            return _("alone")
        return _("%(unit)s of %(count)s") % {
            "unit": self.game.kind(unit),
            "count": len(unit.riders),
        }

    def tie(self, code: str, ahead: str) -> str:
        """Say that only a die tells who is first where two arrivals are level on square and second
        (CP-M-028).
        """
        one, other = self.sheet.unit_of(ahead), self.sheet.unit_of(code)
        if (
            one is None
            or other is None
            or one is other
            or one.typed is not None
            or other.typed is not None
            or one.turn != other.turn
        ):
            return ""
        seconds = self.game.time(other)
        level = one.square_of(ahead) == other.square_of(code) and self.game.time(one) == seconds
        if not level or seconds is None:
            return ""
        return _(
            "Level with %(ahead)s: same square, same second. Throw a die, move up if it wins."
        ) % {"ahead": self.jerseys.name_in_sentence(ahead)}

    @property
    def throw_pad(self) -> str:
        return render_fragment(f"{ROOM}/_throw", self.throw)
