"""Whether a stage's record is complete and right: what End stage refuses, and what pages warn of
while logging (CP-APP-018).

Results of a real race are taken as they are: what is lacking there is a warning. Whether they agree
with the scheme, and with the jury's own word, is asked in `cross_checks.py`.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.cross_checks import CROSS, PAID, SAME_PLACE, cross_checked
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tabletop.registry import parts
from tourmanager.web.templatetags.race import clock

__all__ = [
    "PAID",
    "SAME_PLACE",
    "TIME_ORDER",
    "LineRecord",
    "Problem",
    "Record",
    "all_problems",
    "problems",
    "record_of",
    "refusals",
    "warned",
    "warnings",
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


class Record(msgspec.Struct, frozen=True):
    """A stage as it was entered, however wrong."""

    lines: Sequence[LineRecord]
    # riders who have to arrive: those still in the tour and not out in this stage
    starters: Sequence[str]
    order: Sequence[str]
    times: Mapping[str, int | None]
    groups: Mapping[str, int] = {}  # rider -> his arrival, where several share a time
    names: Mapping[str, str] = {}
    known: Sequence[str] = ()  # everybody who started, out or not
    blanks: bool = False  # what is blank in the results stays blank
    lacking: str = "the result"  # what a rider without a time waits for
    own: Sequence[Problem] = ()  # what the game finds wrong in its own entries

    def name(self, code: str) -> str:
        return self.names.get(code, code)


def record_of(sheet: Sheet) -> Record:
    frame = sheet.frame
    return Record(
        lines=[
            LineRecord(
                line.key,
                line.label,
                line.category,
                min(frame.needed(line), _can_pass(sheet, line.key)),
                sheet.lines[line.key],
            )
            for line in frame.lines.values()
            if not line.at_finish  # filled from the arrivals
        ],
        starters=[
            rider for rider in frame.riders if rider not in sheet.gone or rider in sheet.order
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
    """How many can be named there: whoever left the race need not have come so far."""
    return len(set(sheet.frame.riders) - (sheet.gone.keys() - set(sheet.lines[line])))


def warnings() -> tuple[str, ...]:
    """Return the codes of what a director may let stand, in any game."""
    own = [code for game in parts(TableGame).values() for code in game.warnings]
    return (TIME_ORDER, NO_TIME, LINE_SHORT, *own, *CROSS)


def all_problems(sheet: Sheet, scheme: Scheme) -> list[Problem]:
    """What is missing or wrong in a stage as it is logged, and what of it contradicts the scheme or
    itself.
    """
    return [*problems(record_of(sheet)), *cross_checked(sheet, scheme)]


def warned(sheet: Sheet, scheme: Scheme) -> tuple[str, ...]:
    """The warnings there are, by code: what accepts them names them."""
    return tuple(
        sorted({problem.code for problem in all_problems(sheet, scheme) if problem.warning})
    )


def problems(record: Record) -> list[Problem]:
    """Everything that is missing or wrong, in road order; at most one problem a line."""
    return [
        *_lines(record),
        *_arrivals(record),
        *_times(record),
        *record.own,
    ]


def refusals(found: Sequence[Problem], accepted: Sequence[str] = ()) -> list[Problem]:
    """Return what stands in the way of End stage, given the warnings the director has accepted."""
    return [problem for problem in found if not (problem.warning and problem.code in accepted)]


def _lines(record: Record) -> list[Problem]:
    found = []
    known = set(record.known or record.starters)
    for line in record.lines:
        kind = "IS" if line.category == "is" else "PASS"
        if strangers := [rider for rider in line.riders if rider not in known]:
            found.append(
                Problem(
                    f"{kind}_RIDERS",
                    _("%(line)s names %(riders)s, who did not start.")
                    % {"line": line.label, "riders": record.name(strangers[0])},
                    line.key,
                )
            )
        elif len(set(line.riders)) < len(line.riders):
            twice = next(rider for rider in line.riders if list(line.riders).count(rider) > 1)
            found.append(
                Problem(
                    f"{kind}_RIDERS",
                    _("%(rider)s is named twice at %(line)s.")
                    % {"rider": record.name(twice), "line": line.label},
                    line.key,
                )
            )
        elif len(line.riders) > line.needed:
            found.append(
                Problem(
                    f"{kind}_RIDERS",
                    _("%(line)s names %(count)s riders, %(needed)s count.")
                    % {"line": line.label, "count": len(line.riders), "needed": line.needed},
                    line.key,
                )
            )
        elif len(line.riders) < line.needed:
            missing = line.needed - len(line.riders)
            text = ngettext(
                "%(line)s: %(missing)s of %(needed)s riders is missing.",
                "%(line)s: %(missing)s of %(needed)s riders are missing.",
                missing,
            ) % {"line": line.label, "missing": missing, "needed": line.needed}
            found.append(
                Problem(
                    LINE_SHORT if record.blanks else f"{kind}_INCOMPLETE",
                    text,
                    line.key,
                    warning=record.blanks,
                )
            )
    return found


def _arrivals(record: Record) -> list[Problem]:
    starters = set(record.starters)
    missing = [rider for rider in record.starters if rider not in set(record.order)]
    strangers = [rider for rider in record.order if rider not in starters]
    twice = sorted({rider for rider in record.order if list(record.order).count(rider) > 1})
    if missing:
        names = ", ".join(record.name(rider) for rider in missing)
        have = (
            "rider has not arrived and has"
            if len(missing) == 1
            else "riders have not arrived and have"
        )
        return [
            Problem(
                "ARRIVALS",
                _("%(count)s %(have)s no status: %(names)s.")
                % {"count": len(missing), "have": have, "names": names},
            )
        ]
    if twice:
        return [
            Problem(
                "ARRIVALS",
                _("%(rider)s has arrived twice.") % {"rider": record.name(twice[0])},
                twice[0],
            )
        ]
    if strangers:
        return [
            Problem(
                "ARRIVALS",
                _("More arrivals than riders: %(riders)s is out of the race and cannot arrive.")
                % {"riders": record.name(strangers[0])},
                strangers[0],
            )
        ]
    return []


def _times(record: Record) -> list[Problem]:
    arrived = [rider for rider in dict.fromkeys(record.order) if rider in set(record.starters)]
    found: list[Problem] = []
    without = [rider for rider in arrived if record.times.get(rider) is None]
    if without and record.blanks:
        names = ", ".join(record.name(rider) for rider in without)
        found.append(
            Problem(
                NO_TIME,
                _("Without a time, and so out of what goes by time: %(names)s.") % {"names": names},
                without[0],
                warning=True,
            )
        )
    elif without:
        names = ", ".join(record.name(rider) for rider in without)
        return [
            Problem(
                "TIMES",
                _("No time yet for %(names)s: %(lacking)s is missing.")
                % {"names": names, "lacking": record.lacking},
                without[0],
            )
        ]
    times = [(rider, record.times[rider]) for rider in arrived if record.times[rider] is not None]
    if negative := [rider for rider, seconds in times if seconds is not None and seconds < 0]:
        return [
            Problem(
                "TIMES",
                _("The time of %(rider)s is below zero.") % {"rider": record.name(negative[0])},
                negative[0],
            )
        ]
    for (ahead, time), (rider, own) in pairwise(times):
        if own is not None and time is not None and own < time:
            text = _(
                "%(rider)s is placed behind %(ahead)s with a better time "
                "(%(own)s against %(time)s)."
            ) % {
                "rider": record.name(rider),
                "ahead": record.name(ahead),
                "own": clock(own),
                "time": clock(time),
            }
            return [*found, Problem(TIME_ORDER, text, rider, warning=True)]
    return found
