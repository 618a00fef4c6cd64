"""What the stage page shows, worked out once: lines with their places, the arrivals, the pad, what is left and what can be undone.

Values only; templates print them. A tap is answered with this, so nothing here asks the database: everything comes from a
`StageReading`. `state` is the same told to the browser's script, which goes on alone while the network is away.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any

import msgspec

from tourmanager.results import checks
from tourmanager.results import entries as e
from tourmanager.results.frame import FrameLine
from tourmanager.results.pieces import (
    ArrivalRow,
    Chip,
    Doubles,
    Left,
    LineView,
    Member,
    Place,
    Step,
    TeamLeft,
    TeamRow,
    Throw,
    Trouble,
    UnitView,
    piece,
)
from tourmanager.results.reading import StageReading
from tourmanager.results.sheet import ADVANTAGE_NAMES, Unit
from tourmanager.results.words import done, interval, listed
from tourmanager.riders.names import surnames
from tourmanager.scoring.words import CATEGORY_NAMES
from tourmanager.web.drawing import jersey_svg, label
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock, gap

STEPS = 30  # how many steps back the page knows by name; the log knows all
ADVANTAGES = tuple((key, ADVANTAGE_NAMES[key]) for key in e.ADVANTAGES)
USED = (
    '<svg class="jersey jersey-s" viewBox="-1 0 52 48" width="35" height="32" role="img" aria-label="{}">'
    '<use href="#jersey-{}" x="-1" width="52" height="48"/></svg>'
)
_worn: dict[tuple[object, ...], dict[str, str]] = {}


def entry(body: e.Body) -> str:
    return e.write(body)


def worn(reading: StageReading) -> dict[str, str]:
    """Who rides in a leader's jersey, kept from tap to tap: it changes only when an earlier stage is ended again."""
    tour = reading.stage.tour
    before = [standing for standing in reading.ended.standings if standing.result["number"] < reading.stage.number]
    key = (tour.slug, reading.stage.number, *((standing.pk, standing.seq, standing.at) for standing in before))
    if key not in _worn:
        if len(_worn) > 100:
            _worn.clear()
        _worn[key] = reading.worn
    return _worn[key]


class Board:
    """The stage as its page shows it. `line` is the one to open, `unit` an arrival picked for correction."""

    def __init__(self, reading: StageReading, *, by: int | None = None, line: str = "", unit: int | None = None, pad: bool = False) -> None:
        self.reading = reading
        self.with_pad = pad
        self.frame, self.sheet, self.log = reading.frame, reading.log.sheet, reading.log
        self.by = by
        self.open = self._open(line)
        self.unit_number = unit if unit in self.sheet.units else None

    # -- riders

    @cached_property
    def marks(self) -> dict[str, Mark]:
        return self.reading.field.marks(worn(self.reading))

    def _svg(self, code: str) -> str:
        """The jersey. Beside the pad it is drawn with the pad's own, which keeps the answer to a tap small."""
        return USED.format(escape(self.name(code)), code) if self.with_pad else jersey_svg(self.marks[code], "s", alone=True)

    def name(self, code: str) -> str:
        """What sentences call him: "Blue 4"."""
        return self.frame.names.get(code, code)

    def rider(self, code: str) -> str:
        """His own name, for a row in which his jersey says number and team."""
        return self.reading.field.riders[code].name

    @cached_property
    def short(self) -> dict[str, str]:
        """Riders' names where room is short."""
        riders = self.reading.field.riders
        of_teams = {team.letter: [code for code in riders if code[0] == team.letter] for team in self.reading.field.teams}
        return {
            code: short
            for codes in of_teams.values()
            for code, short in zip(codes, surnames([riders[code].name for code in codes]), strict=True)
        }

    # -- lines

    def _open(self, wanted: str) -> str:
        if wanted == e.FINISH or (wanted in self.frame.lines and self.frame.lines[wanted].places):
            return wanted
        return self.following("")

    def full(self, line: FrameLine) -> bool:
        return line.at_finish or len(self.sheet.lines[line.key]) >= self.frame.needed(line)

    def following(self, key: str) -> str:
        """The line to offer after this one: the next that is not full, else an earlier one, at last the finish."""
        keys = list(self.frame.lines)
        start = keys.index(key) + 1 if key in keys else 0
        open_lines = (other for other in [*keys[start:], *keys[:start]] if not self.full(self.frame.lines[other]))
        return next(open_lines, e.FINISH)

    @cached_property
    def lines(self) -> list[LineView]:
        """Sprints and passes in road order."""
        return [self._line(line) for line in self.frame.lines.values()]

    def _line(self, line: FrameLine) -> LineView:
        riders, needed, key = self.sheet.lines[line.key], self.frame.needed(line), line.key
        places = tuple(self._place(line, number, points, riders) for number, points in enumerate(line.points[:needed], start=1))
        if not needed:
            state = "hill"
        elif key == self.open:
            state = "open"
        else:
            state = "done" if len(riders) >= needed else "part" if riders else "empty"
        sort = "S" if line.category == "is" else "P"
        category = CATEGORY_NAMES.get(line.category, "")
        return LineView(
            key, line.label, f"{sort}{key[1:]}", category, line.km, needed, places, len(riders), state, self._doubles(line), line.at_finish
        )

    def _place(self, line: FrameLine, number: int, points: int, riders: list[str]) -> Place:
        if number > len(riders):
            return Place(number, points)
        code = riders[number - 1]
        menu = ("", "", "") if line.at_finish else self._menu(line.key, code, number, len(riders))
        return Place(number, points, code, self.rider(code), self._svg(code), *menu)

    def _menu(self, key: str, code: str, number: int, last: int) -> tuple[str, str, str]:
        """Take out, up, down."""
        return (
            f'{{"do":"remove","line":"{key}","rider":"{code}"}}',
            f'{{"do":"move","line":"{key}","rider":"{code}","place":{number - 1}}}' if number > 1 else "",
            f'{{"do":"move","line":"{key}","rider":"{code}","place":{number + 1}}}' if number < last else "",
        )

    def _doubles(self, line: FrameLine) -> tuple[Doubles, ...]:
        if not line.doubles:
            return ()
        used = self.sheet.doubles.get(line.key, {})
        return tuple(
            Doubles(
                team.letter,
                team.name,
                team.short_name,
                used.get(team.letter, 0),
                line.doubles,
                f'{{"do":"double","line":"{line.key}","team":"{team.letter}"}}',
                f'{{"do":"double_back","line":"{line.key}","team":"{team.letter}"}}',
            )
            for team in self.reading.field.teams
        )

    # -- the finish

    @cached_property
    def arrived(self) -> int:
        return len(self.sheet.order)

    @cached_property
    def expected(self) -> int:
        return len(self.frame.riders) - len(self.sheet.out)

    @cached_property
    def missing(self) -> list[str]:
        return self.sheet.missing()

    @property
    def missing_words(self) -> str:
        return listed([self.name(code) for code in self.missing])

    @property
    def out_words(self) -> str:
        """Who is out of the race since this stage."""
        return listed([self.name(code) for code in self.sheet.out])

    @property
    def finish_state(self) -> str:
        if self.open == e.FINISH:
            return "open"
        return "done" if not self.missing else "part" if self.sheet.order else "empty"

    @cached_property
    def unit(self) -> UnitView | None:
        """The arrival on the table: the one picked, else the one being logged."""
        found = self.sheet.units.get(self.unit_number or 0) or self.sheet.open_unit()
        return self._unit(found) if found else None

    @property
    def picked(self) -> bool:
        return self.unit_number is not None

    def _unit(self, unit: Unit) -> UnitView:
        beyond = self.sheet.beyond_12
        seconds = unit.seconds(beyond)
        needs_die = unit.needs_die(beyond)
        lacks = "" if seconds is not None else "square" if unit.square is None else "die"
        kinds = tuple(
            (kind, f'{{"do":"kind","kind":"{kind}","unit":{unit.number}}}', unit.kind == kind)
            for kind in ("paceline", "peloton")
            if len(unit.riders) > 1
        )
        members = tuple(
            Member(code, self.name(code), self._svg(code), unit.squares.get(code), f'{{"do":"remove","line":"finish","rider":"{code}"}}')
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
            needs_die,
            clock(seconds),
            seconds,
            lacks,
            kinds,
        )

    @property
    def of_unit(self) -> str:
        """What the entries of squares and dice name when an arrival was picked."""
        return f',"unit":{self.unit_number}' if self.picked else ""

    @property
    def turn(self) -> int:
        return self.sheet.turn

    @property
    def can_turn(self) -> bool:
        return bool(self.sheet.units)

    @cached_property
    def target(self) -> Unit | None:
        """The arrival that a square or a die would go to: the one picked, the one being logged, else one that still waits."""
        sheet = self.sheet
        return sheet.units.get(self.unit_number or 0) or sheet.open_unit() or next(iter(sheet.unfinished()), None)

    @cached_property
    def throw(self) -> Throw:
        unit, beyond = self.target, self.sheet.beyond_12
        square = unit.square if unit else None
        needs_die = bool(unit and unit.needs_die(beyond))
        squares = [(n, interval(n, beyond), f'{{"do":"square","square":{n}{self.of_unit}}}') for n in range(1, 19)]
        dice = []
        for die in range(1, 7):
            second = f"{66 - 5 * min(square, 12) - die}″" if square and needs_die else ""
            dice.append((die, second, f'{{"do":"die","die":{die}{self.of_unit}}}'))
        return Throw(
            tuple(squares[:12]),
            tuple(squares[12:]),
            tuple(dice),
            square,
            unit.die if unit else None,
            unit is not None,
            needs_die,
            beyond == "zero",
        )

    @cached_property
    def arrivals(self) -> list[ArrivalRow]:
        order, points = self.sheet.order, self.reading.field.scheme.finish_points[self.frame.type]
        times = [self.sheet.seconds_of(code) for code in order]
        first = times[0] if times else None
        page = self.reading.stage.get_absolute_url()
        rows = []
        for index, (code, seconds) in enumerate(zip(order, times, strict=True)):
            unit = self.sheet.units[self.sheet.where[code]]
            words = "alone" if len(unit.riders) == 1 else f"{unit.kind} of {len(unit.riders)}"
            rows.append(
                ArrivalRow(
                    index + 1,
                    code,
                    self.rider(code),
                    self.short[code],
                    self._svg(code),
                    clock(seconds) if seconds is not None else "",
                    gap(seconds - first) if index and seconds is not None and first is not None and seconds >= first else "",
                    points[index] if index < len(points) else 0,
                    unit.number,
                    words,
                    unit.square_of(code),
                    self._tie(code, order[index - 1]) if index else "",
                    unit.number == self.unit_number,
                    page,
                    *self._menu(e.FINISH, code, index + 1, len(order)),
                )
            )
        return rows

    def _tie(self, code: str, ahead: str) -> str:
        """Two arrivals level on square and second: only a die tells who is first (CP-M-028)."""
        one, other = self.sheet.units[self.sheet.where[ahead]], self.sheet.units[self.sheet.where[code]]
        if one is other or one.typed is not None or other.typed is not None or one.turn != other.turn:
            return ""
        seconds = other.seconds(self.sheet.beyond_12)
        level = one.square_of(ahead) == other.square_of(code) and one.seconds(self.sheet.beyond_12) == seconds
        if not level or seconds is None:
            return ""
        return f"Level with {self.name(ahead)}: same square, same second. Throw a die, move up if it wins."

    @property
    def all_others(self) -> str:
        """The entry by which everybody who is missing arrives together."""
        if not self.missing:
            return ""
        return e.write(e.Arrive(tuple(self.missing), self.unit_number))

    # -- the pad

    @cached_property
    def pad(self) -> list[TeamRow]:
        here = set(self.sheet.order if self.open == e.FINISH else self.sheet.lines[self.open])
        out = set(self.sheet.out)
        started = set(self.frame.riders)
        rows: dict[str, list[Chip]] = {}
        for code, rider in self.reading.field.riders.items():
            mark = self.marks[code]
            gone = code not in started
            chip = Chip(
                code,
                rider.number,
                label(mark),
                self.name(code),
                rider.name,
                self.short[code],
                jersey_svg(mark, "m").replace("<svg ", f'<svg id="jersey-{code}" ', 1),
                self._tap(code),
                code in here or gone or (self.open == e.FINISH and code in out),
                code in out or gone,
            )
            rows.setdefault(code[0], []).append(chip)
        return [
            TeamRow(team.letter, team.name, team.short_name, team.colour, tuple(rows[team.letter])) for team in self.reading.field.teams
        ]

    def _tap(self, code: str) -> str:
        """What a tap on the rider says, with the line that is open."""
        if self.open != e.FINISH:
            return f'{{"do":"place","line":"{self.open}","rider":"{code}"}}'
        return f'{{"do":"arrive","riders":["{code}"]{self.of_unit}}}'

    # -- markup of what occurs many times

    @property
    def line_panels(self) -> list[str]:
        return [piece("_line", line) for line in self.lines if line.needed]

    @property
    def throw_pad(self) -> str:
        return piece("_throw", self.throw)

    @property
    def beyond_pad(self) -> str:
        return piece("_beyond", self.throw)

    @property
    def arrival_rows(self) -> list[str]:
        return [piece("_arrival", row) for row in self.arrivals]

    @property
    def left_rows(self) -> list[str]:
        return [piece("_left", row) for row in self.advantages]

    @property
    def pad_rows(self) -> list[str]:
        return [piece("_team", row) for row in self.pad]

    # -- what is left, what can be undone, what is wrong

    @cached_property
    def advantages(self) -> list[TeamLeft]:
        """A table of teams with what remains of each."""
        return [
            TeamLeft(
                team.letter,
                team.name,
                team.short_name,
                tuple(
                    Left(
                        key,
                        name,
                        self.sheet.left(team.letter, key),
                        self.frame.held(team.letter, key),
                        f'{{"do":"use","team":"{team.letter}","advantage":"{key}"}}',
                        f'{{"do":"give_back","team":"{team.letter}","advantage":"{key}"}}',
                    )
                    for key, name in ADVANTAGES
                ),
            )
            for team in self.reading.field.teams
        ]

    @cached_property
    def undos(self) -> list[Step]:
        found = self.log.effective
        seqs = [seq for seq in reversed(self.log.done.get(self.by, [])) if seq in found][:STEPS]
        return [Step(seq, done(found[seq].body, self.sheet), f'{{"do":"undo","seq":{seq}}}') for seq in seqs]

    @cached_property
    def redos(self) -> list[Step]:
        found = self.log.voided
        seqs = [seq for seq in reversed(self.log.undone.get(self.by, [])) if seq in found][:STEPS]
        return [Step(seq, done(found[seq].body, self.sheet), f'{{"do":"redo","seq":{seq}}}') for seq in seqs]

    @property
    def undo(self) -> Step | None:
        return self.undos[0] if self.undos else None

    @property
    def redo(self) -> Step | None:
        return self.redos[0] if self.redos else None

    @cached_property
    def problems(self) -> list[checks.Problem]:
        return checks.problems(checks.record_of(self.sheet))

    @cached_property
    def complete(self) -> bool:
        """Nothing stands in the way of End stage but what may be accepted."""
        return not checks.refusals(self.problems, [checks.TIME_ORDER])

    @cached_property
    def warnings(self) -> list[checks.Problem]:
        """What is worth a word while logging: not that something is still to come, but that something was passed over or is odd."""
        found = [problem for problem in self.problems if self._worth_a_word(problem)]
        beginning = {line.key for line in self.frame.lines.values() if self._later_has_riders(line.key)}
        return [problem for problem in found if not problem.code.endswith("_INCOMPLETE") or problem.where in beginning]

    def _worth_a_word(self, problem: checks.Problem) -> bool:
        if problem.code == "ARRIVALS":
            return problem.where != e.FINISH
        if problem.code == "TIMES":
            return any(unit is not self.sheet.open_unit() for unit in self.sheet.unfinished())
        return problem.where != self.open

    def _later_has_riders(self, key: str) -> bool:
        keys = list(self.frame.lines)
        later = keys[keys.index(key) + 1 :]
        return bool(self.sheet.order) or any(self.sheet.lines[other] for other in later)

    @property
    def warned(self) -> list[Trouble]:
        return self.troubles(self.warnings)

    def troubles(self, found: Sequence[checks.Problem]) -> list[Trouble]:
        """Problems with the line where each is mended."""
        labels = {line.label: key for key, line in self.frame.lines.items()}
        lines = {**{key: key for key in self.frame.lines}, **labels}  # double throws name the line by its label
        return [Trouble(problem.text, lines.get(problem.where, e.FINISH)) for problem in found]

    @property
    def seq(self) -> int:
        return self.log.last_seq

    @cached_property
    def state(self) -> str:
        """The sheet for the browser's script, in JSON."""
        sheet, frame = self.sheet, self.frame
        value: dict[str, Any] = {
            "seq": self.seq,
            "open": self.open,
            "picked": self.unit_number,
            "lines": [
                {
                    "key": line.key,
                    "label": line.label,
                    "needed": frame.needed(line),
                    "atFinish": line.at_finish,
                    "points": line.points,
                    "riders": sheet.lines[line.key],
                    "allowed": line.doubles,
                    "doubles": sheet.doubles.get(line.key, {}),
                }
                for line in frame.lines.values()
                if line.places
            ],
            "riders": frame.riders,
            "order": sheet.order,
            "out": sheet.out,
            "turn": sheet.turn,
            "beyond": sheet.beyond_12,
            "last": sheet.last_unit,
            "units": {
                number: {
                    "turn": unit.turn,
                    "riders": unit.riders,
                    "squares": unit.squares,
                    "die": unit.die,
                    "typed": unit.typed,
                    "kind": unit.named_kind,
                }
                for number, unit in sheet.units.items()
            },
            "left": {team: {key: sheet.left(team, key) for key in e.ADVANTAGES} for team in frame.teams},
            "held": {team: {key: frame.held(team, key) for key in e.ADVANTAGES} for team in frame.teams},
            "undos": [(step.seq, step.words) for step in self.undos],
            "redos": [(step.seq, step.words) for step in self.redos],
        }
        return msgspec.json.encode(value).decode()


def after_tap(board: Board, body: e.Body) -> Mapping[str, Any]:
    """Which line and arrival a page shows after that tap: a line that is full offers the next."""
    match body:
        case e.Place(line, _) if line in board.frame.lines and board.full(board.frame.lines[line]):
            return {"line": board.following(line), "unit": None}
        case _:
            return {"line": board.open, "unit": board.unit_number}
