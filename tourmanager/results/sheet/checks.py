"""Check whether a stage's record is complete and right: what End stage refuses, and what pages warn
of while logging (CP-APP-018).

Results of a real race are taken as they are: what is lacking there is a warning. `cross_checks.py`
compares them with the scheme, and with the jury's decisions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.cross_checks import CROSS, PAID, SAME_PLACE, find_contradictions
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tabletop.registry import parts
from tourmanager.web.templatetags.race import clock

__all__ = [
    "PAID",
    "SAME_PLACE",
    "TIME_ORDER",
    "EnteredStage",
    "LineRecord",
    "Problem",
    "acceptable_codes",
    "all_problems",
    "find_obstacles",
    "find_problems",
    "record_of",
    "warning_codes",
]

TIME_ORDER = "TIME_ORDER_WARNING"
# where what is blank in results stays blank
NO_TIME, LINE_SHORT = "NO_TIME_WARNING", "LINE_SHORT_WARNING"


class LineRecord(msgspec.Struct, frozen=True):
    key: str
    label: str
    category: str
    places: int
    riders: Sequence[str]


class EnteredStage(msgspec.Struct, frozen=True):
    """A stage as it was entered, however wrong."""

    lines: Sequence[LineRecord]
    # riders who have to arrive: those still in the tour and not out in this stage
    starters: Sequence[str]
    order: Sequence[str]
    times: Mapping[str, int | None]
    groups: Mapping[str, int] = {}  # rider -> their arrival, where several share a time
    names: Mapping[str, str] = {}
    all_starters: Sequence[str] = ()  # everybody who started, out or not
    blanks: bool = False  # what is blank in the results stays blank
    lacking: str = "the result"  # what a rider without a time waits for
    own: Sequence[Problem] = ()  # what the game finds wrong in its own entries

    def name(self, code: str) -> str:
        return self.names.get(code, code)


def record_of(sheet: Sheet) -> EnteredStage:
    frame = sheet.frame
    return EnteredStage(
        lines=[
            LineRecord(
                line.key,
                line.label,
                line.category,
                min(frame.places_needed(line), _can_pass(sheet, line.key)),
                sheet.lines[line.key],
            )
            for line in frame.lines.values()
            if not line.at_finish  # filled from the arrivals
        ],
        starters=[
            rider for rider in frame.riders if rider not in sheet.abandons or rider in sheet.order
        ],
        all_starters=frame.riders,
        order=sheet.order,
        times={rider: sheet.seconds_of(rider) for rider in sheet.order},
        groups=sheet.where,
        names=frame.names,
        blanks=sheet.table.blanks,
        lacking=str(sheet.game.lacking),
        own=sheet.game.problems(),
    )


def _can_pass(sheet: Sheet, line: str) -> int:
    """Return how many riders can be named there: riders who left the race need not have come so
    far.
    """
    return len(set(sheet.frame.riders) - (sheet.abandons.keys() - set(sheet.lines[line])))


def acceptable_codes() -> tuple[str, ...]:
    """Return the codes of what a director may let stand, in any game."""
    own = [code for game in parts(TableGame).values() for code in game.warnings]
    return (TIME_ORDER, NO_TIME, LINE_SHORT, *own, *CROSS)


def all_problems(sheet: Sheet, scheme: Scheme) -> list[Problem]:
    """Find what is missing or wrong in a stage, and what contradicts the scheme or itself."""
    return [*find_problems(record_of(sheet)), *find_contradictions(sheet, scheme)]


def warning_codes(sheet: Sheet, scheme: Scheme) -> tuple[str, ...]:
    """Return the codes of the warnings there are, by which End stage accepts them."""
    return tuple(
        sorted({problem.code for problem in all_problems(sheet, scheme) if problem.warning})
    )


def find_problems(record: EnteredStage) -> list[Problem]:
    """Find everything that is missing or wrong, in road order; at most one problem a line."""
    return [
        *_lines(record),
        *_arrivals(record),
        *_times(record),
        *record.own,
    ]


def find_obstacles(problems: Sequence[Problem], accepted: Sequence[str] = ()) -> list[Problem]:
    """Return what stands in the way of End stage, given the warnings the director has accepted."""
    return [problem for problem in problems if not (problem.warning and problem.code in accepted)]


def _lines(record: EnteredStage) -> list[Problem]:
    problems = [_line_problem(record, line) for line in record.lines]
    return [problem for problem in problems if problem]


def _line_problem(record: EnteredStage, line: LineRecord) -> Problem | None:
    """Say what is wrong at a line first of all."""
    kind = "IS" if line.key.startswith("s") else "PASS"
    starters = set(record.all_starters or record.starters)
    if strangers := [rider for rider in line.riders if rider not in starters]:
        text = _("%(line)s names %(riders)s, who did not start.") % {
            "line": line.label,
            "riders": record.name(strangers[0]),
        }
    elif len(set(line.riders)) < len(line.riders):
        twice = next(rider for rider in line.riders if list(line.riders).count(rider) > 1)
        text = _("%(rider)s is named twice at %(line)s.") % {
            "rider": record.name(twice),
            "line": line.label,
        }
    elif len(line.riders) > line.places:
        text = _("%(line)s names %(count)s riders, %(needed)s count.") % {
            "line": line.label,
            "count": len(line.riders),
            "needed": line.places,
        }
    else:
        return _short_line(record, line, kind)
    return Problem(f"{kind}_RIDERS", text, line.key)


def _short_line(record: EnteredStage, line: LineRecord, kind: str) -> Problem | None:
    missing = line.places - len(line.riders)
    if not missing:
        return None
    text = ngettext(
        "%(line)s: %(missing)s of %(needed)s riders is missing.",
        "%(line)s: %(missing)s of %(needed)s riders are missing.",
        missing,
    ) % {"line": line.label, "missing": missing, "needed": line.places}
    code = LINE_SHORT if record.blanks else f"{kind}_INCOMPLETE"
    return Problem(code, text, line.key, warning=record.blanks)


def _arrivals(record: EnteredStage) -> list[Problem]:
    starters, arrived = set(record.starters), Counter(record.order)
    if missing := [rider for rider in record.starters if rider not in arrived]:
        return [_missing_arrivals(record, missing)]
    if twice := sorted(rider for rider, count in arrived.items() if count > 1):
        return [
            Problem(
                "ARRIVALS",
                _("%(rider)s has arrived twice.") % {"rider": record.name(twice[0])},
                twice[0],
            )
        ]
    if strangers := [rider for rider in record.order if rider not in starters]:
        return [
            Problem(
                "ARRIVALS",
                _("More arrivals than riders: %(riders)s is out of the race and cannot arrive.")
                % {"riders": record.name(strangers[0])},
                strangers[0],
            )
        ]
    return []


def _missing_arrivals(record: EnteredStage, missing: Sequence[str]) -> Problem:
    names = ", ".join(record.name(rider) for rider in missing)
    return Problem(
        "ARRIVALS",
        ngettext(
            "%(count)s rider has not arrived and has no status: %(names)s.",
            "%(count)s riders have not arrived and have no status: %(names)s.",
            len(missing),
        )
        % {"count": len(missing), "names": names},
    )


def _times(record: EnteredStage) -> list[Problem]:
    arrived = [rider for rider in dict.fromkeys(record.order) if rider in set(record.starters)]
    without = [rider for rider in arrived if record.times.get(rider) is None]
    if without and not record.blanks:
        return [_without_time(record, without)]
    problems = [_without_time(record, without)] if without else []
    times = [(rider, time) for rider in arrived if (time := record.times.get(rider)) is not None]
    return _negative_time(record, times) or [*problems, *_time_order(record, times)]


def _negative_time(record: EnteredStage, times: Sequence[tuple[str, int]]) -> list[Problem]:
    """Find the first time below zero."""
    for rider, seconds in times:
        if seconds < 0:
            return [
                Problem(
                    "TIMES",
                    _("The time of %(rider)s is below zero.") % {"rider": record.name(rider)},
                    rider,
                )
            ]
    return []


def _without_time(record: EnteredStage, riders: Sequence[str]) -> Problem:
    names = ", ".join(record.name(rider) for rider in riders)
    if record.blanks:
        text = _("Without a time, and so out of what goes by time: %(names)s.") % {"names": names}
        return Problem(NO_TIME, text, riders[0], warning=True)
    return Problem(
        "TIMES",
        _("No time yet for %(names)s: %(lacking)s is missing.")
        % {"names": names, "lacking": record.lacking},
        riders[0],
    )


def _time_order(record: EnteredStage, times: Sequence[tuple[str, int]]) -> list[Problem]:
    """Warn of the first rider with a better time than the one placed ahead."""
    for (ahead, time), (rider, own) in pairwise(times):
        if own < time:
            text = _(
                "%(rider)s is placed behind %(ahead)s with a better time "
                "(%(own)s against %(time)s)."
            ) % {
                "rider": record.name(rider),
                "ahead": record.name(ahead),
                "own": clock(own),
                "time": clock(time),
            }
            return [Problem(TIME_ORDER, text, rider, warning=True)]
    return []
