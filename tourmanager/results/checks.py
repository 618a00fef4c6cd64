"""Whether a stage's record is complete and right: what End stage refuses, and what pages warn of while logging (CP-APP-018)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from tourmanager.results.sheet import Sheet
from tourmanager.web.templatetags.race import clock

TIME_ORDER = "TIME_ORDER_WARNING"


class Problem(msgspec.Struct, frozen=True):
    """`code` as in CP-APP-018; `where` is a line's key, "finish" or a rider; a warning does not refuse once it was seen."""

    code: str
    text: str
    where: str = "finish"
    warning: bool = False


class LineRecord(msgspec.Struct, frozen=True):
    key: str
    label: str
    category: str
    needed: int
    riders: Sequence[str]


class Record(msgspec.Struct, frozen=True):
    """A stage as it was entered, however wrong."""

    lines: Sequence[LineRecord]
    starters: Sequence[str]  # riders who have to arrive: those still in the tour and not out in this stage
    order: Sequence[str]
    times: Mapping[str, int | None]
    groups: Mapping[str, int] = {}  # rider -> his arrival, where several share a time
    doubles: Sequence[tuple[str, str, int, int]] = ()  # (line's label, team, presses, allowed)
    names: Mapping[str, str] = {}
    known: Sequence[str] = ()  # everybody who started, out or not

    def name(self, code: str) -> str:
        return self.names.get(code, code)


def record_of(sheet: Sheet) -> Record:
    frame = sheet.frame
    return Record(
        lines=[
            LineRecord(line.key, line.label, line.category, frame.needed(line), sheet.lines[line.key])
            for line in frame.lines.values()
            if not line.at_finish  # filled from the arrivals
        ],
        starters=[rider for rider in frame.riders if rider not in sheet.out],
        known=frame.riders,
        order=sheet.order,
        times={rider: sheet.seconds_of(rider) for rider in sheet.order},
        groups=sheet.where,
        doubles=[
            (frame.lines[key].label, team, presses, frame.lines[key].doubles)
            for key, teams in sheet.doubles.items()
            for team, presses in teams.items()
        ],
        names=frame.names,
    )


def problems(record: Record) -> list[Problem]:
    """Everything that is missing or wrong, in road order; at most one problem a line."""
    return [*_lines(record), *_arrivals(record), *_times(record), *_doubles(record)]


def refusals(found: Sequence[Problem], accepted: Sequence[str] = ()) -> list[Problem]:
    """Those that stand in the way of End stage, given the warnings the director has accepted."""
    return [problem for problem in found if not (problem.warning and problem.code in accepted)]


def _lines(record: Record) -> list[Problem]:
    found = []
    known = set(record.known or record.starters)
    for line in record.lines:
        kind = "IS" if line.category == "is" else "PASS"
        if strangers := [rider for rider in line.riders if rider not in known]:
            found.append(Problem(f"{kind}_RIDERS", f"{line.label} names {record.name(strangers[0])}, who did not start.", line.key))
        elif len(set(line.riders)) < len(line.riders):
            twice = next(rider for rider in line.riders if list(line.riders).count(rider) > 1)
            found.append(Problem(f"{kind}_RIDERS", f"{record.name(twice)} is named twice at {line.label}.", line.key))
        elif len(line.riders) > line.needed:
            found.append(Problem(f"{kind}_RIDERS", f"{line.label} names {len(line.riders)} riders, {line.needed} count.", line.key))
        elif len(line.riders) < line.needed:
            missing = line.needed - len(line.riders)
            found.append(
                Problem(
                    f"{kind}_INCOMPLETE",
                    f"{line.label}: {missing} of {line.needed} riders {'is' if missing == 1 else 'are'} missing.",
                    line.key,
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
        return [Problem("ARRIVALS", f"{len(missing)} {'rider has' if len(missing) == 1 else 'riders have'} not arrived: {names}.")]
    if twice:
        return [Problem("ARRIVALS", f"{record.name(twice[0])} has arrived twice.", twice[0])]
    if strangers:
        return [
            Problem(
                "ARRIVALS",
                f"More arrivals than riders: {record.name(strangers[0])} is out of the race and cannot arrive.",
                strangers[0],
            )
        ]
    return []


def _times(record: Record) -> list[Problem]:
    arrived = [rider for rider in dict.fromkeys(record.order) if rider in set(record.starters)]
    without = [rider for rider in arrived if record.times.get(rider) is None]
    if without:
        names = ", ".join(record.name(rider) for rider in without)
        return [Problem("TIMES", f"No time yet for {names}: the square behind the line or the die is missing.", without[0])]
    times = [(rider, record.times[rider]) for rider in arrived]
    if negative := [rider for rider, seconds in times if seconds is not None and seconds < 0]:
        return [Problem("TIMES", f"The time of {record.name(negative[0])} is below zero.", negative[0])]
    for (ahead, time), (rider, own) in pairwise(times):
        if own is not None and time is not None and own < time:
            return [
                Problem(
                    TIME_ORDER,
                    f"{record.name(rider)} is placed behind {record.name(ahead)} with a better time ({clock(own)} against {clock(time)}).",
                    rider,
                    warning=True,
                )
            ]
    return []


def _doubles(record: Record) -> list[Problem]:
    return [
        Problem("DOUBLE_THROWS", f"{record.name(team)} has {presses} double throws on {label}, {allowed} are allowed.", label)
        for label, team, presses, allowed in record.doubles
        if not 0 <= presses <= allowed
    ]
