"""A stage as it is logged, and its log, as the API describes them."""

from collections.abc import Sequence
from typing import Any

from tourmanager.api.reading.tours import describe_stage
from tourmanager.api.schemas import logs
from tourmanager.api.schemas import tours as s
from tourmanager.api.schemas.base import Problem
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.words import say
from tourmanager.tours.models import REST, Stage


def describe_logged_stage(stage: Stage) -> s.Stage:
    """Read a stage with what happened in it (4 queries)."""
    if stage.kind == REST:
        return s.Stage(**_head(stage, [], 0), **_nothing_logged())
    reading = read_stage(stage)
    sheet = reading.log.sheet
    lines = [_passed(line, sheet) for line in reading.frame.lines.values()]
    logged: dict[str, Any] = {
        "arrivals": _arrivals(sheet),
        "on_road": sheet.missing(),
        "abandons": [
            s.Abandon(rider=rider, status=status) for rider, status in sheet.abandons.items()
        ],
        "penalties": _penalties(sheet),
        "awards": sheet.jury.awards,
        "counts": sheet.jury.counts,
        "why": sheet.jury.why,
        "problems": describe_problems(_problems(reading)),
    }
    return s.Stage(**_head(stage, lines, reading.log.last_seq), **logged)


def _head(stage: Stage, lines: Sequence[s.PassedLine], last: int) -> dict[str, Any]:
    head = describe_stage(stage, []).model_dump()
    return head | {
        "tour": stage.tour.slug,
        "revision": stage.tour.revision,
        "last": last,
        "lines": lines,
    }


def _nothing_logged() -> dict[str, Any]:
    lists = ("arrivals", "on_road", "abandons", "penalties", "problems")
    return {name: [] for name in lists} | {"awards": {}, "counts": "all", "why": ""}


def _passed(line: Any, sheet: Sheet) -> s.PassedLine:
    """Describe a line of the frame with who passed it."""
    given = sheet.table_lines.get(line.key)
    points = given.paid if given and given.paid else line.points
    return s.PassedLine(
        key=line.key,
        kind="sprint" if line.start is None else "pass",
        category=line.category,
        name=line.label,
        at=line.km,
        climb_from=line.start,
        places=sheet.frame.places_needed(line),
        at_finish=line.at_finish,
        passed=[
            s.Passed(place=place, rider=rider, points=_nth(points, place))
            for place, rider in enumerate(sheet.lines[line.key], start=1)
        ],
    )


def _nth(points: Sequence[int], place: int) -> int:
    return points[place - 1] if place <= len(points) else 0


def _arrivals(sheet: Sheet) -> list[s.Arrival]:
    times = {rider: sheet.seconds_of(rider) for rider in sheet.order}
    first = next((time for time in times.values() if time is not None), 0)
    return [
        _arrival(sheet, rider, sheet.places.get(rider) or place, time, first)
        for place, (rider, time) in enumerate(times.items(), start=1)
    ]


def _arrival(sheet: Sheet, rider: str, place: int, time: int | None, first: int) -> s.Arrival:
    own, unit = sheet.jury.times.get(rider), sheet.unit_of(rider)
    return s.Arrival(
        place=place,
        rider=rider,
        seconds=time,
        thousandths=own.fraction if own else 0,
        gap=None if time is None else time - first,
        turn=unit.turn if unit else 0,
        group=unit.number if unit else None,
    )


def _penalties(sheet: Sheet) -> list[s.Penalty]:
    return [
        s.Penalty(
            number=number,
            who=penalty.who,
            amount=penalty.amount,
            unit=penalty.unit,
            classification=penalty.classification,
            reason=penalty.reason,
            cancelled=penalty.cancelled,
        )
        for number, penalty in sheet.jury.penalties_by_number.items()
    ]


def _problems(reading: StageReading) -> list[checks.Problem]:
    """Find what keeps a stage that is open from ending."""
    stage = reading.stage
    if stage.state != Stage.State.ACTIVE and not stage.reopened:
        return []
    return checks.all_problems(reading.log.sheet, reading.field.scheme)


def describe_problems(problems: Sequence[checks.Problem]) -> list[Problem]:
    return [
        Problem(
            code=problem.code,
            message=str(problem.text),
            where=problem.where,
            warning=problem.warning,
        )
        for problem in problems
    ]


def describe_log(stage: Stage) -> logs.Log:
    """Read the log of a stage (4 queries)."""
    reading = read_stage(stage)
    bodies = {entry.seq: e.load(entry.body) for entry in reading.entries}
    return logs.Log(
        tour=stage.tour.slug,
        stage=stage.number,
        revision=stage.tour.revision,
        state=stage.state,
        reopened=stage.reopened,
        entries=[
            logs.Entry(
                seq=entry.seq,
                token=entry.token,
                at=entry.at,
                by=entry.by_name,
                entry=e.dump(bodies[entry.seq]),
                words=say(bodies[entry.seq], reading.frame, bodies),
                counts=entry.seq not in reading.log.voided,
            )
            for entry in reading.entries
        ],
    )
