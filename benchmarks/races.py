"""Races as long as a grand tour, for pages: their results are entered as tables."""

from collections.abc import Mapping
from uuid import uuid4

from benchmarks.grand_tour import grand_tour
from tests.factory import NOW
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import field_of
from tourmanager.results.log.recording import record
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.entry_fields import Given, GivenLine
from tourmanager.scoring.result import StageResult
from tourmanager.tabletop.race.set_up.races import RacePlan, RaceRider, RaceStage, RaceTeam, create
from tourmanager.tours.models import Stage, Tour


def a_long_race(name: str, stages: int, teams: int, riders: int, by: User) -> Tour:
    """A race with that many ended stages and one to come."""
    starters, results = grand_tour(stages, teams, riders)
    squads: dict[str, list[RaceRider]] = {}
    for starter in starters:
        number = len(squads.setdefault(starter.team, [])) + 1
        called = f"Rider {starter.team.upper()} Number {number}"
        squads[starter.team].append(RaceRider(number, called, starter.marks))
    plan = RacePlan(
        name,
        (*(RaceStage(type=result.type) for result in results), RaceStage()),
        tuple(RaceTeam(f"Team {letter.upper()}", tuple(squad)) for letter, squad in squads.items()),
    )
    tour = create(plan, by=by, at=NOW)
    codes = dict(zip((starter.rider for starter in starters), field_of(tour).riders, strict=True))
    for stage, result in zip(tour.stages.order_by("number"), results, strict=False):
        body = _table(result, codes)
        reading = record(stage=stage, body=body, token="table", by=by, at=NOW).reading
        accepted = checks.warning_codes(reading.log.sheet, reading.field.scheme)
        record(stage=stage, body=e.End(accepted), token="end", by=by, at=NOW)
    return tour


def end_again(tour: Tour, by: User) -> None:
    """Reopen the last ended stage and end it again, as after a correction."""
    stage = tour.stages.filter(state=Stage.State.ENDED).latest("number")
    reading = record(stage=stage, body=e.Reopen(), token=f"again {uuid4()}", by=by, at=NOW).reading
    accepted = checks.warning_codes(reading.log.sheet, reading.field.scheme)
    record(stage=stage, body=e.End(accepted), token=f"end {uuid4()}", by=by, at=NOW)


def _table(result: StageResult, codes: Mapping[str, str]) -> e.Results:
    """A result as the table that an import would make of it, with the race's own codes."""
    lines = (
        GivenLine(
            f"p{n}",
            passage.name,
            passage.category,
            tuple(codes[rider] for rider in passage.riders),
        )
        for n, passage in enumerate(result.passages, start=1)
    )
    arrivals = (Given(codes[arrival.rider], arrival.seconds) for arrival in result.arrivals)
    return e.Results(arrivals=tuple(arrivals), lines=tuple(lines), source="benchmark")
