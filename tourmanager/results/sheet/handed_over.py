"""Convert a stage's sheet to the result that scoring consumes."""

from collections.abc import Callable
from typing import Any

from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry_fields import GivenLine
from tourmanager.scoring.result import Arrival, Passage, StageResult, own_name

SecondsOf = Callable[[str], int | None]


def to_stage_result(sheet: CoreSheet, seconds_of: SecondsOf, extras: dict[str, Any]) -> StageResult:
    """Convert a sheet to a StageResult, with the times and extras that its game gives."""
    arrivals = [_arrival(sheet, rider, seconds_of(rider)) for rider in sheet.order]
    if sheet.stays_in_tour:
        times = [arrival.seconds for arrival in arrivals if arrival.seconds is not None]
        arrivals += [Arrival(rider, max(times, default=0)) for rider in sheet.out]
    return StageResult(
        number=sheet.frame.number,
        type=sheet.frame.type,
        passages=_passages(sheet),
        arrivals=tuple(arrivals),
        statuses=sheet.leaves_tour,
        label=sheet.frame.label,
        kind=sheet.frame.kind,  # type: ignore[arg-type]  # a rest day has no sheet
        counts=sheet.jury.counts,
        why=sheet.jury.why,
        penalties=tuple(sheet.jury.penalties_by_number.values()),
        finish_paid=sheet.finish_paid,
        awards={award: tuple(riders) for award, riders in sheet.jury.awards.items()},
        extras=extras,
    )


def _arrival(sheet: CoreSheet, rider: str, seconds: int | None) -> Arrival:
    own = sheet.jury.times.get(rider)
    unit = sheet.unit_of(rider)
    return Arrival(
        rider,
        seconds,
        place=sheet.places.get(rider, 0),
        fraction=own.fraction if own else 0,
        bonus=sheet.jury.bonuses.get(rider),
        turn=unit.turn if unit else 0,
    )


def _passages(sheet: CoreSheet) -> tuple[Passage, ...]:
    """Return the lines of the course, then those that only a table of results knows."""
    lines = sheet.table_lines
    of_course = [
        Passage(
            line.key,
            "",
            line.category,
            tuple(sheet.lines[line.key]),
            *_read_points(lines.get(line.key)),
        )
        for line in sheet.frame.lines.values()
    ]
    others = [
        Passage(line.key, own_name(line.label), line.category, line.riders, *_read_points(line))
        for line in lines.values()
        if line.key not in sheet.frame.lines
    ]
    return (*of_course, *others)


def _read_points(line: GivenLine | None) -> tuple[tuple[int, ...], str]:
    return (line.paid, line.classification) if line else ((), "")
