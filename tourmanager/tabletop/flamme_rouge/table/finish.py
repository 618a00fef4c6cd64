"""Build the finish of Flamme Rouge as the stage page shows it: squares, lanes, and the exhaustion
cards that riders bring home.
"""

from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from games.flamme_rouge.table.bunches import SQUARE, Timed
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.units import Unit
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pieces import place_menu, render_fragment
from tourmanager.tabletop.flamme_rouge.table.entries import Exhaustion
from tourmanager.tabletop.flamme_rouge.table.frame import bunch_words
from tourmanager.tabletop.flamme_rouge.table.pieces import Cards, RoundRow, Waiting
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of
from tourmanager.web.labels import STATUS_NAMES
from tourmanager.web.templatetags.race import clock_with, gap

ROOM = "tabletop/flamme_rouge"
MOST_CARDS = 15  # that the page offers; a stepper goes on from there


class RoundsFinish(FinishPanel):
    template: ClassVar[str] = f"{ROOM}/_finish.html"
    read: ClassVar[str] = f"{ROOM}/_arrivals_read.html"

    def __init__(self, reading: StageReading, jerseys: Jerseys, unit: int | None = None) -> None:
        super().__init__(reading, jerseys, unit)
        self.game = game_of(self.sheet)

    @cached_property
    def unit(self) -> Waiting | None:
        unit = self.shown_unit
        return Waiting(self.members(unit)) if unit else None

    @property
    def squares(self) -> list[tuple[int, str, str]]:
        """Return number, seconds gained and entry of each square for the riders tapped before."""
        numbers = range(1, self.game.frame.squares + 1)
        return [
            (number, f"\N{MINUS SIGN}{SQUARE * number} s", e.write_for_button(e.Square(number)))
            for number in numbers
        ]

    @property
    def waits(self) -> bool:
        """Return True while riders wait for their square."""
        return bool(self.sheet.unfinished_units())

    # -- exhaustion

    @cached_property
    def cards(self) -> Cards | None:
        """Return the rider who is asked for their cards."""
        code = next(iter(self.game.uncounted_riders), "")
        if not code:
            return None
        numbers = tuple(
            (number, e.write_for_button(Exhaustion(code, number)))
            for number in range(MOST_CARDS + 1)
        )
        return Cards(code, self.jerseys.name_in_sentence(code), self.jerseys.svg(code), numbers)

    # -- the arrivals

    @cached_property
    def timed_riders(self) -> dict[str, Timed]:
        return self.game.timed_riders()

    @cached_property
    def rows(self) -> list[RoundRow]:
        return [self._row(index, code) for index, code in enumerate(self.sheet.order)]

    def _row(self, index: int, code: str) -> RoundRow:
        sheet, order, unit = self.sheet, self.sheet.order, self.sheet.unit_of(code)
        place, turn = self.places.get(code, 0), unit.turn if unit else 0
        before = index > 0 and self._beside(code, order[index - 1])
        behind = index + 1 < len(order) and self._beside(code, order[index + 1])
        out, up, down = place_menu(e.FINISH, code, index + 1, len(order))
        cards = self.game.exhaustion.get(code)
        return RoundRow(
            place,
            code,
            self.jerseys.name(code),
            self.jerseys.name_in_sentence(code),
            self.jerseys.svg(code),
            self._where(code) if place else str(STATUS_NAMES[sheet.abandons[code]]),
            self._bunch(code),
            self._time(index, code),
            self.points.get(code, 0),
            unit.squares.get(code) if unit else None,
            turn,
            self.frame.game.clock(turn),
            unit.number if unit else 0,
            len(unit.riders) if unit else 0,
            _("Beside %(order)s: who stands further right goes first.")
            % {"order": self.jerseys.name_in_sentence(order[index - 1])}
            if before
            else "",
            cards,
            self.game.has_hand(code),
            self._square_buttons(unit, code) if unit else (),
            out,
            *(_turn_buttons(unit) if unit else ("", "")),
            e.write_for_button(Exhaustion(code, cards - 1)) if cards else "",
            e.write_for_button(Exhaustion(code, (cards or 0) + 1)),
            up if before else "",
            down if behind else "",
        )

    def _time(self, index: int, code: str) -> str:
        """Give the winner's time, and of the others how far behind they came."""
        seconds, first = self.sheet.seconds_of(code), self.sheet.seconds_of(self.sheet.order[0])
        if index and seconds is not None and first is not None and seconds >= first:
            return gap(seconds - first)
        own = self.sheet.jury.times.get(code)
        return clock_with(seconds, own.fraction if own else 0)

    def _square_buttons(self, unit: Unit, code: str) -> tuple[tuple[int, str], ...]:
        return tuple(
            (number, e.write_for_button(e.Square(number, unit.number, code)))
            for number in range(1, self.game.frame.squares + 1)
        )

    def _where(self, code: str) -> str:
        """Say where a rider arrived: "first round, square 4"."""
        unit = self.sheet.unit_of(code)
        if unit is None:
            return ""
        square = unit.squares.get(code)
        turn = self.frame.game.clock(unit.turn)
        if not square:
            return turn
        return _("%(turn)s, square %(square)s") % {"turn": turn, "square": square}

    def _bunch(self, code: str) -> str:
        """Say with how many a rider arrived: "bunch of 3"."""
        together = (
            sum(
                other.bunch == self.timed_riders[code].bunch for other in self.timed_riders.values()
            )
            if code in self.timed_riders
            else 0
        )
        return bunch_words(together) if together > 1 else ""

    def _beside(self, code: str, other: str) -> bool:
        """Return True when both stand on one square of one round: only their lanes place them."""
        one, two = self.sheet.unit_of(code), self.sheet.unit_of(other)
        key = self.game.key(one, code) if one else None
        return key is not None and two is not None and key == self.game.key(two, other)

    @cached_property
    def points(self) -> dict[str, int]:
        """Return the league points that the places pay."""
        scheme, marks = self.reading.field.scheme, self.reading.field.riders
        scoring = [
            code for code in self.places if set(scheme.unscored).isdisjoint(marks[code].marks)
        ]
        return dict(zip(scoring, scheme.manager_points.points.get("stage", ()), strict=False))

    def state(self) -> dict[str, object]:
        """Return what the script needs, with the points that places pay in the tour and who wins
        none.
        """
        scheme, riders = self.reading.field.scheme, self.reading.field.riders
        return super().state() | {
            "points": scheme.manager_points.points.get("stage", ()),
            "unscored": [
                code for code in riders if not set(scheme.unscored).isdisjoint(riders[code].marks)
            ],
        }

    @property
    def arrival_rows(self) -> list[str]:
        return [render_fragment(f"{ROOM}/_arrival", row) for row in self.rows]


def _turn_buttons(unit: Unit) -> tuple[str, str]:
    """Give the entries that move an arrival a round back, where there is one, and a round on."""
    earlier = e.write_for_button(e.UnitTurn(unit.turn - 1, unit.number)) if unit.turn else ""
    return earlier, e.write_for_button(e.UnitTurn(unit.turn + 1, unit.number))
