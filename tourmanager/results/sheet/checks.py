"""Check whether a stage's record is complete and right: what End stage refuses, and what pages warn
of while logging (CP-APP-018).

Results of a real race are taken as they are: what is lacking there is a warning. `cross_checks.py`
compares them with the scheme, and with the jury's decisions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

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
    "problems",
    "record_of",
    "refusals",
    "warning_codes",
]

TIME_ORDER = "TIME_ORDER_WARNING"
# where what is blank in results stays blank
NO_TIME, LINE_SHORT = "NO_TIME_WARNING", "LINE_SHORT_WARNING"


class LineRecord(msgspec.Struct, frozen=True):
    key: str
    label: str
    category: str
    needed: int
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
    known: Sequence[str] = ()  # everybody who started, out or not
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
        known=frame.riders,
        order=sheet.order,
        times={rider: sheet.seconds_of(rider) for rider in sheet.order},
        groups=sheet.where,
        names=frame.names,
        blanks=sheet.table.blanks,
        lacking=sheet.game.lacking,
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
    return [*problems(record_of(sheet)), *find_contradictions(sheet, scheme)]


def warning_codes(sheet: Sheet, scheme: Scheme) -> tuple[str, ...]:
    """Return the codes of the warnings there are, by which End stage accepts them."""
    return tuple(
        sorted({problem.code for problem in all_problems(sheet, scheme) if problem.warning})
    )


def problems(record: EnteredStage) -> list[Problem]:
    """Find everything that is missing or wrong, in road order; at most one problem a line."""
    return [
        *_lines(record),
        *_arrivals(record),
        *_times(record),
        *record.own,
    ]


def refusals(found: Sequence[Problem], accepted: Sequence[str] = ()) -> list[Problem]:
    """Return what stands in the way of End stage, given the warnings the director has accepted."""
    return [problem for problem in found if not (problem.warning and problem.code in accepted)]


def _lines(record: EnteredStage) -> list[Problem]:
    found = [_line_problem(record, line) for line in record.lines]
    return [problem for problem in found if problem]


def _line_problem(record: EnteredStage, line: LineRecord) -> Problem | None:
    """Say what is wrong at a line first of all."""
    kind = "IS" if line.key.startswith("s") else "PASS"
    known = set(record.known or record.starters)
    if strangers := [rider for rider in line.riders if rider not in known]:
        text = f"{line.label} names {record.name(strangers[0])}, who did not start."
    elif len(set(line.riders)) < len(line.riders):
        twice = next(rider for rider in line.riders if list(line.riders).count(rider) > 1)
        text = f"{record.name(twice)} is named twice at {line.label}."
    elif len(line.riders) > line.needed:
        text = f"{line.label} names {len(line.riders)} riders, {line.needed} count."
    else:
        return _short_line(record, line, kind)
    return Problem(f"{kind}_RIDERS", text, line.key)


def _short_line(record: EnteredStage, line: LineRecord, kind: str) -> Problem | None:
    missing = line.needed - len(line.riders)
    if not missing:
        return None
    text = (
        f"{line.label}: {missing} of {line.needed} riders {'is' if missing == 1 else 'are'}"
        " missing."
    )
    code = LINE_SHORT if record.blanks else f"{kind}_INCOMPLETE"
    return Problem(code, text, line.key, warning=record.blanks)


def _arrivals(record: EnteredStage) -> list[Problem]:
    starters, arrived = set(record.starters), Counter(record.order)
    if missing := [rider for rider in record.starters if rider not in arrived]:
        return [_missing_arrivals(record, missing)]
    if twice := sorted(rider for rider, count in arrived.items() if count > 1):
        return [Problem("ARRIVALS", f"{record.name(twice[0])} has arrived twice.", twice[0])]
    if strangers := [rider for rider in record.order if rider not in starters]:
        return [
            Problem(
                "ARRIVALS",
                f"More arrivals than riders: {record.name(strangers[0])} is out of the race and"
                " cannot arrive.",
                strangers[0],
            )
        ]
    return []


def _missing_arrivals(record: EnteredStage, missing: Sequence[str]) -> Problem:
    names = ", ".join(record.name(rider) for rider in missing)
    have = (
        "rider has not arrived and has" if len(missing) == 1 else "riders have not arrived and have"
    )
    return Problem("ARRIVALS", f"{len(missing)} {have} no status: {names}.")


def _times(record: EnteredStage) -> list[Problem]:
    arrived = [rider for rider in dict.fromkeys(record.order) if rider in set(record.starters)]
    found: list[Problem] = []
    if without := [rider for rider in arrived if record.times.get(rider) is None]:
        found.append(_without_time(record, without))
        if not record.blanks:
            return found
    times = [(rider, time) for rider in arrived if (time := record.times[rider]) is not None]
    if negative := [rider for rider, seconds in times if seconds < 0]:
        return [
            Problem("TIMES", f"The time of {record.name(negative[0])} is below zero.", negative[0])
        ]
    return [*found, *_time_order(record, times)]


def _without_time(record: EnteredStage, riders: Sequence[str]) -> Problem:
    names = ", ".join(record.name(rider) for rider in riders)
    if record.blanks:
        text = f"Without a time, and so out of what goes by time: {names}."
        return Problem(NO_TIME, text, riders[0], warning=True)
    return Problem("TIMES", f"No time yet for {names}: {record.lacking} is missing.", riders[0])


def _time_order(record: EnteredStage, times: Sequence[tuple[str, int]]) -> list[Problem]:
    """Warn of the first rider with a better time than the one placed ahead."""
    for (ahead, time), (rider, own) in pairwise(times):
        if own < time:
            text = (
                f"{record.name(rider)} is placed behind {record.name(ahead)} with a better time"
                f" ({clock(own)} against {clock(time)})."
            )
            return [Problem(TIME_ORDER, text, rider, warning=True)]
    return []
