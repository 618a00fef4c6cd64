"""Compute what the stage page shows, once: lines with their places, undo steps and problems; with
`finish` and `pad`, and what the game adds (`contract.py`).

Values only; templates print them. A tap is answered with this, so nothing here asks the database:
everything comes from a `StageReading`. `state` gives the same to the browser's script, which goes
on alone while the network is away.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tourmanager.results.log.gestures import ARRIVAL
from tourmanager.results.log.reading import StageReading
from tourmanager.results.log.seen import named_parts, write_named
from tourmanager.results.log.stage_log import Logged
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import FrameLine
from tourmanager.results.sheet.words import COUNTS_WORDS, describe_latest, say
from tourmanager.results.stage_page.contract import Drawer, panels_of
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pad import build_pad as pad_of
from tourmanager.results.stage_page.pieces import (
    LinePlace,
    LineView,
    LogStep,
    Trouble,
    place_menu,
    render_fragment,
    write_json,
)
from tourmanager.scoring.words import join_with_and

STEPS = 30  # how many entries back the page knows its steps by name; the log knows all


class StageBoard:
    """The stage as its page shows it. `line` is the one to open, `unit` an arrival picked for
    correction.
    """

    def __init__(
        self,
        reading: StageReading,
        *,
        by: int | None = None,
        line: str = "",
        unit: int | None = None,
        pad: bool = False,
    ) -> None:
        self.reading = reading
        self.frame, self.sheet, self.log = reading.frame, reading.log.sheet, reading.log
        self.by = by
        self.open = self._open(line)
        self.jerseys = Jerseys(reading, beside_pad=pad)
        self.panels = panels_of(self.frame.key)
        self.finish = self.panels.finish(reading, self.jerseys, unit)

    @property
    def ride_note(self) -> str:
        """Say that the stage was ridden on the screen; "" where it was not."""
        return say(self.sheet.digital, self.frame) if self.sheet.digital else ""

    @property
    def awards(self) -> list[tuple[str, str]]:
        """Return the awards of the stage, and who got them."""
        names = self.frame.names
        return [
            (award, join_with_and([names.get(rider, rider) for rider in riders]))
            for award, riders in self.sheet.jury.awards.items()
        ]

    # -- lines

    def _open(self, line: str) -> str:
        if line == e.FINISH or (line in self.frame.lines and self.frame.lines[line].places):
            return line
        return self.following("")

    def full(self, line: FrameLine) -> bool:
        return line.at_finish or len(self.sheet.lines[line.key]) >= self.frame.places_needed(line)

    def following(self, key: str) -> str:
        """Return the line to offer after this one: the next that is not full, else an earlier one,
        at last the finish.
        """
        keys = list(self.frame.lines)
        start = keys.index(key) + 1 if key in keys else 0
        open_lines = (
            other
            for other in [*keys[start:], *keys[:start]]
            if not self.full(self.frame.lines[other])
        )
        return next(open_lines, e.FINISH)

    @cached_property
    def lines(self) -> list[LineView]:
        """Return the sprints and climbs in road order."""
        return [self._line(line) for line in self.frame.lines.values()]

    def _line(self, line: FrameLine) -> LineView:
        riders, place_count, key = (
            self.sheet.lines[line.key],
            self.frame.places_needed(line),
            line.key,
        )
        places = tuple(
            self._place(line, number, points, riders)
            for number, points in enumerate(line.points[:place_count], start=1)
        )
        if not place_count:
            state = "unpaid"
        elif key == self.open:
            state = "open"
        else:
            state = "done" if len(riders) >= place_count else "part" if riders else "empty"
        sort = key[0].upper()
        category = (
            self.reading.field.scheme.categories.get(line.category, "") if sort == "P" else ""
        )
        return LineView(
            key,
            line.label,
            f"{sort}{key[1:]}",
            category,
            self.reading.stage.measure.at(line.km),
            1000 * line.km // max(self.reading.stage.length, 1),
            place_count,
            places,
            len(riders),
            state,
            self.panels.below_line(self.reading, line),
            line.at_finish,
        )

    def _place(self, line: FrameLine, number: int, points: int, riders: list[str]) -> LinePlace:
        if number > len(riders):
            return LinePlace(number, points)
        code = riders[number - 1]
        choices = (
            ("", "", "") if line.at_finish else place_menu(line.key, code, number, len(riders))
        )
        return LinePlace(
            number, points, code, self.jerseys.name(code), self.jerseys.svg(code), *choices
        )

    @property
    def counts(self) -> str:
        """Say how the stage counts, where it does not count in full."""
        jury = self.sheet.jury
        return (
            ""
            if jury.counts == "all"
            else str(COUNTS_WORDS[jury.counts]) + (f": {jury.why}" if jury.why else "")
        )

    @property
    def finish_state(self) -> str:
        if self.open == e.FINISH:
            return "open"
        return (
            "done" if not self.finish.missing else "part" if self.finish.arrived_count else "empty"
        )

    # -- markup of what occurs many times

    @property
    def line_panels(self) -> list[str]:
        return [render_fragment("results/_line", line) for line in self.lines if line.needed]

    @property
    def pad_rows(self) -> list[str]:
        return [
            render_fragment("results/_team", row)
            for row in pad_of(self.reading, self.jerseys, self.open, self.finish)
        ]

    # -- what can be undone, what is wrong

    @cached_property
    def drawer(self) -> Drawer | None:
        """Return what the game shows beside the riders, if anything."""
        return self.panels.drawer(self.reading)

    @cached_property
    def undos(self) -> list[LogStep]:
        return [self._step(e.Undo, step) for step in first_steps(self.log.undoable(self.by))]

    @cached_property
    def redos(self) -> list[LogStep]:
        return [self._step(e.Redo, step) for step in first_steps(self.log.redoable(self.by))]

    def _step(self, kind: type[e.Undo | e.Redo], step: Sequence[Logged]) -> LogStep:
        words = describe_latest([entry.body for entry in step], self.sheet)
        parts = named_parts(step, self.reading.entries)
        return LogStep(words, write_named(kind, parts), parts)

    @property
    def unfinished(self) -> tuple[int, int]:
        """Return the arrival that the user is logging, and how many steps back they began it."""
        record, seqs = self.log.gestures.unfinished.get(self.by, ("", ()))
        return (int(record.removeprefix(ARRIVAL)), len(seqs)) if record else (0, 0)

    @property
    def undo(self) -> LogStep | None:
        return self.undos[0] if self.undos else None

    @property
    def redo(self) -> LogStep | None:
        return self.redos[0] if self.redos else None

    @cached_property
    def problems(self) -> list[checks.Problem]:
        return checks.all_problems(self.sheet, self.reading.field.scheme)

    @cached_property
    def complete(self) -> bool:
        """Return True when nothing but acceptable warnings keeps the stage from ending."""
        return all(problem.warning for problem in self.problems)

    @cached_property
    def _expected(self) -> dict[str, int]:
        """Return how many riders have to be named at each line; none at the finish."""
        return {line.key: line.places for line in checks.record_of(self.sheet).lines}

    @property
    def missing_count(self) -> int:
        """Count the places and arrivals that are not logged, and what else keeps the stage from
        ending.
        """
        places = sum(
            max(0, count - len(self.sheet.lines[key])) for key, count in self._expected.items()
        )
        others = [
            problem
            for problem in self.problems
            if not problem.warning and self._lacks(problem) not in ("riders", "arrivals")
        ]
        return places + len(self.finish.missing) + len(others)

    @property
    def obstacles(self) -> list[Trouble]:
        """Return what keeps the stage from ending."""
        return self.troubles([problem for problem in self.problems if not problem.warning])

    @property
    def warnings(self) -> list[Trouble]:
        """Return what is to look at; all of it once nothing else is missing."""
        return self.troubles(
            [
                problem
                for problem in self.problems
                if problem.warning and (problem.while_logging or self.complete)
            ]
        )

    @property
    def acceptable(self) -> list[str]:
        """Return the codes of the warnings that End stage may let stand, where nothing else is in
        the way. A correction's are left to its preview.
        """
        if not self.complete or self.reading.stage.reopened:
            return []
        return sorted({problem.code for problem in self.problems})

    def troubles(self, problems: Sequence[checks.Problem]) -> list[Trouble]:
        """Add to each problem the line where it is put right."""
        labels = {line.label: key for key, line in self.frame.lines.items()}
        # double throws name the line by its label
        lines = {**{key: key for key in self.frame.lines}, **labels}
        return [
            Trouble(
                problem.text,
                lines.get(problem.where, e.FINISH),
                self._lacks(problem),
                problem.code,
                problem.warning,
            )
            for problem in problems
        ]

    def _lacks(self, problem: checks.Problem) -> str:
        """Say which taps would solve the problem; "" if taps cannot."""
        if problem.code.endswith("_INCOMPLETE"):
            return "riders"
        if problem.code == "ARRIVALS" and problem.where == e.FINISH:
            return "arrivals"
        return (
            "times"
            if problem.code == "TIMES" and self.sheet.seconds_of(problem.where) is None
            else ""
        )

    @property
    def seq(self) -> int:
        return self.log.last_seq

    @property
    def state(self) -> str:
        """Write the state in JSON, for the first page."""
        return write_json(self.state_values).decode()

    @cached_property
    def state_values(self) -> dict[str, Any]:
        """Return what the browser's script draws the stage from."""
        sheet, frame, panels = self.sheet, self.frame, self.panels
        return {
            "seq": self.seq,
            "head": self.reading.entries[-1].token if self.reading.entries else "",
            "open": self.open,
            "picked": self.finish.unit_number,
            "lines": [
                {
                    "key": line.key,
                    "label": line.label,
                    "short": f"{line.key[0].upper()}{line.key[1:]}",
                    "needed": frame.places_needed(line),
                    "expected": self._expected.get(line.key, 0),
                    "atFinish": line.at_finish,
                    "points": line.points,
                    "riders": sheet.lines[line.key],
                }
                | panels.line_state(self.reading, line)
                for line in frame.lines.values()
                if line.places
            ],
            "riders": frame.riders,
            "order": sheet.order,
            "out": list(sheet.abandons),
            "turn": sheet.turn,
            "squares": frame.game.squares,
            "last": sheet.last_unit,
            "logged": sheet.logged_unit,
            "inserted": sheet.inserted_unit,
            "units": {
                number: {
                    "turn": unit.turn,
                    "riders": unit.riders,
                    "squares": unit.squares,
                    "typed": unit.typed,
                    "standing": unit.standing,
                }
                | panels.unit_state(self.reading, unit)
                for number, unit in sheet.units.items()
            },
            "finish": self.finish.state(),
            "complete": self.complete,
            "troubles": [*self.obstacles, *self.warnings],
            "undos": [(step.parts, step.words) for step in self.undos],
            "redos": [(step.parts, step.words) for step in self.redos],
            "unfinished": self.unfinished,
            "game": panels.state(self.reading),
        }


def first_steps(steps: Iterable[Sequence[Logged]]) -> Iterator[Sequence[Logged]]:
    """Return the first steps, as long as they have no more entries than a page knows."""
    count = 0
    for step in steps:
        count += len(step)
        if count > max(STEPS, len(step)):
            return
        yield step


def after_tap(board: StageBoard, body: e.EntryBody) -> Mapping[str, Any]:
    """Return which line and arrival a page shows after that tap: a full line offers the next."""
    match body:
        case e.Place(line, _) if line in board.frame.lines and board.full(board.frame.lines[line]):
            return {"line": board.following(line), "unit": None}
        case _:
            return {"line": board.open, "unit": board.finish.unit_number}
