"""The finish of a game of rounds as the stage page shows it: squares, lanes, and the exhaustion cards that riders bring home."""

from functools import cached_property

from tourmanager.results import entries as e
from tourmanager.results.finish import Finish
from tourmanager.results.finishing import ROUNDS
from tourmanager.results.jerseys import Jerseys
from tourmanager.results.pieces import Cards, RoundRow, menu, piece
from tourmanager.results.reading import StageReading
from tourmanager.scoring.bunches import SQUARE, Timed
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.web.templatetags.race import clock_with, gap

MOST_CARDS = 15  # that the page offers; a stepper goes on from there


def finish_of(reading: StageReading, jerseys: Jerseys, unit: int | None = None) -> Finish:
    """The finish of the stage's game."""
    return (RoundsFinish if reading.log.sheet.finishing.rounds else Finish)(reading, jerseys, unit)


class RoundsFinish(Finish):
    template = "results/_finish_rounds.html"

    @property
    def squares(self) -> list[tuple[int, str, str]]:
        """Number, seconds gained, entry: for the riders tapped before."""
        numbers = range(1, self.frame.squares + 1)
        return [(number, f"\N{MINUS SIGN}{SQUARE * number} s", f'{{"do":"square","square":{number}}}') for number in numbers]

    @property
    def waits(self) -> bool:
        """Riders wait for their square."""
        return bool(self.sheet.unfinished())

    # -- exhaustion

    @cached_property
    def uncounted(self) -> list[str]:
        """Who has arrived and has not told his exhaustion cards, in the order of arrival."""
        return [code for code in self.sheet.order if self._has_hand(code) and code not in self.sheet.exhaustion]

    def _has_hand(self, code: str) -> bool:
        return code not in self.frame.dummies and code not in self.sheet.gone

    @cached_property
    def cards(self) -> Cards | None:
        """The rider who is asked for his cards."""
        code = next(iter(self.uncounted), "")
        if not code:
            return None
        numbers = tuple((number, _exhaustion(code, number)) for number in range(MOST_CARDS + 1))
        return Cards(code, self.jerseys.said(code), self.jerseys.svg(code), numbers)

    # -- the arrivals

    @cached_property
    def timed(self) -> dict[str, Timed]:
        return ROUNDS.timed(self.sheet)

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
        first = sheet.seconds_of(order[0])
        behind_first = "" if seconds is None or first is None or not index else gap(seconds - first) if seconds >= first else ""
        return RoundRow(
            place,
            code,
            self.jerseys.name(code),
            self.jerseys.said(code),
            self.jerseys.svg(code),
            STATUS_NAMES[sheet.gone[code]] if not place else self._where(code),
            self._bunch(code),
            clock_with(seconds, own.fraction if own else 0) if not index or not behind_first else behind_first,
            self.points.get(code, 0),
            square,
            turn,
            ROUNDS.clock(turn),
            unit.number if unit else 0,
            len(unit.riders) if unit else 0,
            f"Beside {self.jerseys.said(order[index - 1])}: who stands further right goes first." if before else "",
            sheet.exhaustion.get(code),
            self._has_hand(code),
            tuple((number, _square(code, number, unit.number)) for number in range(1, self.frame.squares + 1)) if unit else (),
            out,
            up if before else "",
            down if behind else "",
        )

    def _where(self, code: str) -> str:
        """ "first round, square 4"."""
        unit = self.sheet.unit_of(code)
        if unit is None:
            return ""
        square = unit.squares.get(code)
        return ROUNDS.clock(unit.turn) + (f", square {square}" if square else "")

    def _bunch(self, code: str) -> str:
        """ "bunch of 3"."""
        together = sum(other.bunch == self.timed[code].bunch for other in self.timed.values()) if code in self.timed else 0
        return f"bunch of {together}" if together > 1 else ""

    def _beside(self, code: str, other: str) -> bool:
        """Whether both stand on one square of one round, so that only their lanes place them."""
        one, two = self.sheet.unit_of(code), self.sheet.unit_of(other)
        key = ROUNDS.key(one, code) if one else None
        return key is not None and two is not None and key == ROUNDS.key(two, other)

    @cached_property
    def points(self) -> dict[str, int]:
        """League points that the places pay."""
        scheme, marks = self.reading.field.scheme, self.reading.field.riders
        scoring = [code for code in self.places if set(scheme.unscored).isdisjoint(marks[code].marks)]
        return dict(zip(scoring, scheme.league.points.get("stage", ()), strict=False))

    @property
    def arrival_rows(self) -> list[str]:
        return [piece("_arrival_round", row) for row in self.rows]


def _exhaustion(code: str, cards: int) -> str:
    return f'{{"do":"exhaustion","rider":"{code}","cards":{cards}}}'


def _square(code: str, number: int, unit: int) -> str:
    return f'{{"do":"square","square":{number},"unit":{unit},"rider":"{code}"}}'
