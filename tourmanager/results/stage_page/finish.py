"""Build the finish as the stage page shows it: who has arrived and who has not.

Games show more: what an arrival waits for, squares, dice, cards (`contract.py`).
"""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.units import Unit
from tourmanager.results.sheet.words import group_by_status
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pieces import ArrivalRow, Member, place_menu, render_fragment
from tourmanager.scoring.words import join_with_and
from tourmanager.web.labels import STATUS_NAMES
from tourmanager.web.templatetags.race import clock_with, gap


class FinishPanel:
    """The finish of a stage. `unit` is an arrival picked for correction; directors log it with
    `template`, others read it with `read`.
    """

    template: ClassVar[str] = "results/_finish.html"
    read: ClassVar[str] = "results/_arrivals_read.html"

    def __init__(self, reading: StageReading, jerseys: Jerseys, unit: int | None = None) -> None:
        self.reading, self.jerseys = reading, jerseys
        self.frame, self.sheet = reading.frame, reading.log.sheet
        self.unit_number = unit if unit in self.sheet.units else None

    # -- who is there

    @cached_property
    def arrived_count(self) -> int:
        return len(self.sheet.order)

    @cached_property
    def expected_count(self) -> int:
        return len(set(self.frame.riders) - self.sheet.abandons.keys() | set(self.sheet.order))

    @cached_property
    def missing(self) -> list[str]:
        return self.sheet.missing()

    @property
    def missing_words(self) -> str:
        return join_with_and([self.jerseys.name_in_sentence(code) for code in self.missing])

    @property
    def abandons(self) -> list[tuple[str, str]]:
        """Return who left the race in this stage, by what became of them: ("Did not finish",
        "Blue 4 and Red 1").
        """
        return group_by_status(self.sheet.abandons, self.frame.names)

    # -- the arrival on the table

    @property
    def has_picked_unit(self) -> bool:
        return self.unit_number is not None

    @property
    def turn(self) -> int:
        return self.sheet.turn

    @property
    def clock(self) -> str:
        return self.frame.game.clock(self.turn)

    @property
    def can_turn(self) -> bool:
        return bool(self.sheet.units)

    @property
    def clock_back(self) -> str:
        return e.write_for_button(e.Turn(self.turn - 1)) if self.turn else ""

    @property
    def clock_on(self) -> str:
        return e.write_for_button(e.Turn(self.turn + 1))

    @property
    def target(self) -> Unit | None:
        """Return the arrival that a square or a die would go to: the one picked, the one being
        logged, else one that still waits.
        """
        sheet = self.sheet
        return self.shown_unit or next(iter(sheet.unfinished_units()), None)

    @property
    def shown_unit(self) -> Unit | None:
        """Return the arrival on the table: the one picked, else the one being logged."""
        return self.sheet.units.get(self.unit_number or 0) or self.sheet.open_unit()

    def members(self, unit: Unit) -> tuple[Member, ...]:
        return tuple(
            Member(
                code,
                self.jerseys.name_in_sentence(code),
                self.jerseys.svg(code),
                unit.squares.get(code),
                e.write_for_button(e.Remove(e.FINISH, code)),
            )
            for code in unit.riders
        )

    def tap(self, code: str) -> str:
        """Return the entry by which a rider arrives."""
        return e.write_for_button(e.Arrive((code,), self.unit_number))

    @property
    def all_others(self) -> str:
        """Return the entry by which everybody who is missing arrives together."""
        if not self.missing:
            return ""
        return e.write_for_button(e.Arrive(tuple(self.missing), self.unit_number))

    # -- the arrivals

    @cached_property
    def arrivals(self) -> list[ArrivalRow]:
        field = self.reading.field
        points = field.scheme.finish_points(self.frame.type, self.frame.kind)
        return [self._arrival(index, points) for index in range(len(self.sheet.order))]

    def _arrival(self, index: int, points: Sequence[int]) -> ArrivalRow:
        order = self.sheet.order
        code = order[index]
        unit = self.sheet.unit_of(code)  # none where a table of results brought them
        words = self.words(unit) if unit else ""
        place, own = self.places.get(code, 0), self.sheet.jury.times.get(code)
        return ArrivalRow(
            place,
            code,
            self.jerseys.name(code),
            self.jerseys.short[code],
            self.jerseys.svg(code),
            clock_with(self.sheet.seconds_of(code), own.fraction if own else 0),
            self._gap(index),
            points[place - 1] if 0 < place <= len(points) else 0,
            unit.number if unit else 0,
            words if place else str(STATUS_NAMES[self.sheet.abandons[code]]),
            unit.square_of(code) if unit else None,
            self.tie(code, order[index - 1]) if index else "",
            unit is not None and unit.number == self.unit_number,
            self.reading.stage.get_absolute_url(),
            *place_menu(e.FINISH, code, index + 1, len(order)),
        )

    def _gap(self, index: int) -> str:
        """Give how far behind the first a rider came; "" of the first and where it is not known."""
        order = self.sheet.order
        first, seconds = self.sheet.seconds_of(order[0]), self.sheet.seconds_of(order[index])
        if not index or seconds is None or first is None or seconds < first:
            return ""
        return gap(seconds - first)

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the places of those who arrived and are still in the race: who is out after all
        leaves a place to the next.
        """
        classified = [code for code in self.sheet.order if code not in self.sheet.abandons]
        return {
            code: self.sheet.places.get(code, position)
            for position, code in enumerate(classified, start=1)
        }

    def words(self, unit: Unit) -> str:
        """Say how the riders of an arrival came in."""
        return ""

    def tie(self, code: str, ahead: str) -> str:
        """Say what decides where a rider is level with the one ahead; "" where nothing is to."""
        return ""

    # -- what the browser's script cannot work out by itself

    def state(self) -> dict[str, object]:
        """Return the points of the places, what the jury or a table of results set, and what became
        of those who are out.
        """
        sheet, field = self.sheet, self.reading.field
        return {
            "points": field.scheme.finish_points(self.frame.type, self.frame.kind),
            "places": sheet.places,
            "times": {
                code: (sheet.seconds_of(code), clock_with(sheet.seconds_of(code), own.fraction))
                for code, own in sheet.jury.times.items()
            },
            "statuses": {code: STATUS_NAMES[status] for code, status in sheet.abandons.items()},
        }

    # -- markup of what occurs many times

    @property
    def arrival_rows(self) -> list[str]:
        return [render_fragment("results/_arrival", row) for row in self.arrivals]
