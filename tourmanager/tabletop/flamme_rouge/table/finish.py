"""The finish of Flamme Rouge as the stage page shows it: squares, lanes, and the exhaustion cards
that riders bring home.
"""

from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from games.flamme_rouge.table.bunches import SQUARE, Timed
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.finish import Finish
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pieces import menu, piece
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.tabletop.flamme_rouge.table.entries import Exhaustion
from tourmanager.tabletop.flamme_rouge.table.pieces import Cards, RoundRow, Waiting
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of
from tourmanager.web.templatetags.race import clock_with, gap

ROOM = "tabletop/flamme_rouge"
MOST_CARDS = 15  # that the page offers; a stepper goes on from there


class RoundsFinish(Finish):
    template: ClassVar[str] = f"{ROOM}/_finish.html"
    read: ClassVar[str] = f"{ROOM}/_arrivals_read.html"

    def __init__(self, reading: StageReading, jerseys: Jerseys, unit: int | None = None) -> None:
        super().__init__(reading, jerseys, unit)
        self.game = game_of(self.sheet)

    @cached_property
    def unit(self) -> Waiting | None:
        found = self.shown_unit
        return Waiting(self.members(found)) if found else None

    @property
    def squares(self) -> list[tuple[int, str, str]]:
        """Number, seconds gained, entry: for the riders tapped before."""
        numbers = range(1, self.game.frame.squares + 1)
        return [
            (number, f"\N{MINUS SIGN}{SQUARE * number} s", e.button(e.Square(number)))
            for number in numbers
        ]

    @property
    def waits(self) -> bool:
        """Riders wait for their square."""
        return bool(self.sheet.unfinished())

    # -- exhaustion

    @cached_property
    def cards(self) -> Cards | None:
        """Return the rider who is asked for their cards."""
        code = next(iter(self.game.uncounted), "")
        if not code:
            return None
        numbers = tuple(
            (number, e.button(Exhaustion(code, number))) for number in range(MOST_CARDS + 1)
        )
        return Cards(code, self.jerseys.said(code), self.jerseys.svg(code), numbers)

    # -- the arrivals

    @cached_property
    def timed(self) -> dict[str, Timed]:
        return self.game.timed()

    @cached_property
    def rows(self) -> list[RoundRow]:
        return [self._row(index, code) for index, code in enumerate(self.sheet.order)]

    def _row(self, index: int, code: str) -> RoundRow:
        sheet, order = self.sheet, self.sheet.order
        unit, own, seconds = sheet.unit_of(code), sheet.jury.times.get(code), sheet.seconds_of(code)
        place, square = self.places.get(code, 0), unit.squares.get(code) if unit else None
        before = index > 0 and self._beside(code, order[index - 1])
        behind = index + 1 < len(order) and self._beside(code, order[index + 1])
        out, up, down = menu(e.FINISH, code, index + 1, len(order))
        turn = unit.turn if unit else 0
        cards = self.game.exhaustion.get(code)
        first = sheet.seconds_of(order[0])
        behind_first = (
            ""
            if seconds is None or first is None or not index
            else gap(seconds - first)
            if seconds >= first
            else ""
        )
        return RoundRow(
            place,
            code,
            self.jerseys.name(code),
            self.jerseys.said(code),
            self.jerseys.svg(code),
            STATUS_NAMES[sheet.gone[code]] if not place else self._where(code),
            self._bunch(code),
            clock_with(seconds, own.fraction if own else 0)
            if not index or not behind_first
            else behind_first,
            self.points.get(code, 0),
            square,
            turn,
            self.frame.game.clock(turn),
            unit.number if unit else 0,
            len(unit.riders) if unit else 0,
            _("Beside %(order)s: who stands further right goes first.")
            % {"order": self.jerseys.said(order[index - 1])}
            if before
            else "",
            cards,
            self.game.has_hand(code),
            tuple(
                (number, e.button(e.Square(number, unit.number, code)))
                for number in range(1, self.game.frame.squares + 1)
            )
            if unit
            else (),
            out,
            e.button(e.UnitTurn(turn - 1, unit.number)) if unit and turn else "",
            e.button(e.UnitTurn(turn + 1, unit.number)) if unit else "",
            e.button(Exhaustion(code, cards - 1)) if cards else "",
            e.button(Exhaustion(code, (cards or 0) + 1)),
            up if before else "",
            down if behind else "",
        )

    def _where(self, code: str) -> str:
        """ "first round, square 4"."""
        unit = self.sheet.unit_of(code)
        if unit is None:
            return ""
        square = unit.squares.get(code)
        return self.frame.game.clock(unit.turn) + (f", square {square}" if square else "")

    def _bunch(self, code: str) -> str:
        """ "bunch of 3"."""
        together = (
            sum(other.bunch == self.timed[code].bunch for other in self.timed.values())
            if code in self.timed
            else 0
        )
        return f"bunch of {together}" if together > 1 else ""

    def _beside(self, code: str, other: str) -> bool:
        """Whether both stand on one square of one round: only their lanes place them."""
        one, two = self.sheet.unit_of(code), self.sheet.unit_of(other)
        key = self.game.key(one, code) if one else None
        return key is not None and two is not None and key == self.game.key(two, other)

    @cached_property
    def points(self) -> dict[str, int]:
        """League points that the places pay."""
        scheme, marks = self.reading.field.scheme, self.reading.field.riders
        scoring = [
            code for code in self.places if set(scheme.unscored).isdisjoint(marks[code].marks)
        ]
        return dict(zip(scoring, scheme.manager_points.points.get("stage", ()), strict=False))

    @property
    def arrival_rows(self) -> list[str]:
        return [piece(f"{ROOM}/_arrival", row) for row in self.rows]
