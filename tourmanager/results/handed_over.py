"""What a sheet hands to scoring."""

from typing import TYPE_CHECKING

from tourmanager.scoring.result import Arrival, Passage, StageResult

if TYPE_CHECKING:
    from tourmanager.results.sheet import Sheet


def handed_over(sheet: "Sheet") -> StageResult:
    """The result of a complete sheet."""
    arrivals = [_arrival(sheet, rider) for rider in sheet.order]
    gone = sheet.gone
    if sheet.frame.option("descent_death", "out_of_tour") == "last_in_stage":
        last = max((arrival.seconds for arrival in arrivals if arrival.seconds is not None), default=0)
        arrivals += [Arrival(rider, last) for rider in sheet.out]
        gone = sheet.jury.statuses
    return StageResult(
        number=sheet.frame.number,
        type=sheet.frame.type,
        passages=_passages(sheet),
        arrivals=tuple(arrivals),
        statuses=gone,
        name=sheet.frame.title,
        kind=sheet.frame.kind,  # type: ignore[arg-type]  # a rest day has no sheet
        counts=sheet.jury.counts,
        why=sheet.jury.why,
        penalties=tuple(sheet.jury.given.values()),
        finish_paid=sheet.finish_paid,
        exhaustion=sheet.exhaustion,
        traits={rider: trait for rider, trait in sheet.traits.items() if rider not in sheet.frame.traits},
    )


def _arrival(sheet: "Sheet", rider: str) -> Arrival:
    own = sheet.jury.times.get(rider)
    unit = sheet.unit_of(rider)
    arrival = Arrival(
        rider,
        sheet.seconds_of(rider),
        place=sheet.places.get(rider, 0),
        fraction=own.fraction if own else 0,
        bonus=sheet.jury.bonuses.get(rider),
    )
    return sheet.finishing.told(arrival, unit) if unit else arrival


def _passages(sheet: "Sheet") -> tuple[Passage, ...]:
    """The lines of the course, then those that only a table of results knows."""
    given = sheet.given
    of_course = [
        Passage(line.key, line.label, line.category, tuple(sheet.lines[line.key]), given[line.key].paid if line.key in given else ())
        for line in sheet.frame.lines.values()
    ]
    others = [
        Passage(line.key, line.label, line.category, line.riders, line.paid) for line in given.values() if line.key not in sheet.frame.lines
    ]
    return (*of_course, *others)
