"""The finish as the stage page shows it: who has arrived and who has not, the arrival on the table, its squares and dice."""

from functools import cached_property

from tourmanager.results import entries as e
from tourmanager.results.jerseys import Jerseys
from tourmanager.results.pieces import ArrivalRow, Member, Throw, UnitView, menu, piece
from tourmanager.results.reading import StageReading
from tourmanager.results.units import Unit
from tourmanager.results.words import by_status, interval, listed
from tourmanager.scoring.arrival import LAST_SQUARE
from tourmanager.scoring.arrival import seconds as run_out_seconds
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.web.templatetags.race import clock, clock_with, gap

FURTHEST = 18  # the last square that the pad offers


class Finish:
    """`unit` is an arrival picked for correction. How it is logged stands in `template`."""

    template = "results/_finish.html"

    def __init__(self, reading: StageReading, jerseys: Jerseys, unit: int | None = None) -> None:
        self.reading, self.jerseys = reading, jerseys
        self.frame, self.sheet = reading.frame, reading.log.sheet
        self.unit_number = unit if unit in self.sheet.units else None

    # -- who is there

    @cached_property
    def arrived(self) -> int:
        return len(self.sheet.order)

    @cached_property
    def expected(self) -> int:
        return len(set(self.frame.riders) - self.sheet.gone.keys() | set(self.sheet.order))

    @cached_property
    def missing(self) -> list[str]:
        return self.sheet.missing()

    @property
    def missing_words(self) -> str:
        return listed([self.jerseys.said(code) for code in self.missing])

    @property
    def gone(self) -> list[tuple[str, str]]:
        """Who left the race in this stage, by what became of them: ("Did not finish", "Blue 4 and Red 1")."""
        return by_status(self.sheet.gone, self.frame.names)

    # -- the arrival on the table

    @property
    def picked(self) -> bool:
        return self.unit_number is not None

    @property
    def of_unit(self) -> str:
        """What the entries of squares and dice name when an arrival was picked."""
        return f',"unit":{self.unit_number}' if self.picked else ""

    @property
    def turn(self) -> int:
        return self.sheet.turn

    @property
    def clock(self) -> str:
        return self.sheet.finishing.clock(self.turn)

    @property
    def can_turn(self) -> bool:
        return bool(self.sheet.units)

    @cached_property
    def unit(self) -> UnitView | None:
        """The arrival on the table: the one picked, else the one being logged."""
        found = self.sheet.units.get(self.unit_number or 0) or self.sheet.open_unit()
        return self._unit(found) if found else None

    def _unit(self, unit: Unit) -> UnitView:
        beyond = self.sheet.beyond_12
        seconds = unit.seconds(beyond)
        kinds = tuple(
            (kind, f'{{"do":"kind","kind":"{kind}","unit":{unit.number}}}', unit.kind == kind)
            for kind in ("paceline", "peloton")
            if len(unit.riders) > 1
        )
        members = tuple(
            Member(
                code,
                self.jerseys.said(code),
                self.jerseys.svg(code),
                unit.squares.get(code),
                f'{{"do":"remove","line":"finish","rider":"{code}"}}',
            )
            for code in unit.riders
        )
        return UnitView(
            unit.number,
            unit.kind,
            members,
            unit.turn,
            unit.square,
            unit.die,
            unit.typed is not None,
            unit.needs_die(beyond),
            clock(seconds),
            seconds,
            "" if seconds is not None else "square" if unit.square is None else "die",
            kinds,
        )

    @property
    def _target(self) -> Unit | None:
        """The arrival that a square or a die would go to: the one picked, the one being logged, else one that still waits."""
        sheet = self.sheet
        return sheet.units.get(self.unit_number or 0) or sheet.open_unit() or next(iter(sheet.unfinished()), None)

    @cached_property
    def throw(self) -> Throw:
        unit, beyond = self._target, self.sheet.beyond_12
        square = unit.square if unit else None
        needs_die = bool(unit and unit.needs_die(beyond))
        squares = [(n, interval(n, beyond), f'{{"do":"square","square":{n}{self.of_unit}}}') for n in range(1, FURTHEST + 1)]
        dice = []
        for die in range(1, 7):
            second = f"{run_out_seconds(square, die, beyond)}″" if square and needs_die else ""
            dice.append((die, second, f'{{"do":"die","die":{die}{self.of_unit}}}'))
        return Throw(
            tuple(squares[:LAST_SQUARE]),
            tuple(squares[LAST_SQUARE:]),
            tuple(dice),
            square,
            unit.die if unit else None,
            unit is not None,
            needs_die,
            beyond == "zero",
        )

    @property
    def all_others(self) -> str:
        """The entry by which everybody who is missing arrives together."""
        if not self.missing:
            return ""
        return e.write(e.Arrive(tuple(self.missing), self.unit_number))

    # -- the arrivals

    @cached_property
    def arrivals(self) -> list[ArrivalRow]:
        order, points = self.sheet.order, self.reading.field.scheme.finish_points(self.frame.type, self.frame.kind)
        times = [self.sheet.seconds_of(code) for code in order]
        first = times[0] if times else None
        page = self.reading.stage.get_absolute_url()
        rows = []
        for index, (code, seconds) in enumerate(zip(order, times, strict=True)):
            unit = self.sheet.unit_of(code)  # none where a table of results brought him
            words = "" if unit is None else "alone" if len(unit.riders) == 1 else f"{unit.kind} of {len(unit.riders)}"
            place, own = self.places.get(code, 0), self.sheet.jury.times.get(code)
            rows.append(
                ArrivalRow(
                    place,
                    code,
                    self.jerseys.name(code),
                    self.jerseys.short[code],
                    self.jerseys.svg(code),
                    clock_with(seconds, own.fraction if own else 0),
                    gap(seconds - first) if index and seconds is not None and first is not None and seconds >= first else "",
                    points[place - 1] if 0 < place <= len(points) else 0,
                    unit.number if unit else 0,
                    words if place else STATUS_NAMES[self.sheet.gone[code]],
                    unit.square_of(code) if unit else None,
                    self._tie(code, order[index - 1]) if index else "",
                    unit is not None and unit.number == self.unit_number,
                    page,
                    *menu(e.FINISH, code, index + 1, len(order)),
                )
            )
        return rows

    @cached_property
    def places(self) -> dict[str, int]:
        """Of those who arrived and are still in the race: who is out after all leaves his place to the next."""
        classified = [code for code in self.sheet.order if code not in self.sheet.gone]
        return {code: self.sheet.places.get(code, position) for position, code in enumerate(classified, start=1)}

    def _tie(self, code: str, ahead: str) -> str:
        """Two arrivals level on square and second: only a die tells who is first (CP-M-028)."""
        one, other = self.sheet.unit_of(ahead), self.sheet.unit_of(code)
        if one is None or other is None or one is other or one.typed is not None or other.typed is not None or one.turn != other.turn:
            return ""
        seconds = other.seconds(self.sheet.beyond_12)
        level = one.square_of(ahead) == other.square_of(code) and one.seconds(self.sheet.beyond_12) == seconds
        if not level or seconds is None:
            return ""
        return f"Level with {self.jerseys.said(ahead)}: same square, same second. Throw a die, move up if it wins."

    # -- markup of what occurs many times

    @property
    def throw_pad(self) -> str:
        return piece("_throw", self.throw)

    @property
    def beyond_pad(self) -> str:
        return piece("_beyond", self.throw)

    @property
    def arrival_rows(self) -> list[str]:
        return [piece("_arrival", row) for row in self.arrivals]
