"""The page of a race's stage: no board and no taps, but its table as it stands, and for directors the way to bring or replace results."""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from tourmanager.results import checks
from tourmanager.results.checks import Problem
from tourmanager.results.reading import StageReading, read_stage
from tourmanager.scoring.result import STATUS_NAMES, Penalty, StageResult
from tourmanager.tours.approval import of_stage
from tourmanager.tours.models import REST, Stage
from tourmanager.tours.race_stages import words_of
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock, gap


class Arrived(NamedTuple):
    """A line of the table; `time` is the first's, then gaps."""

    place: int
    mark: Mark
    time: str
    bonus: str
    penalty: str
    points: int | None
    status: str


class Won(NamedTuple):
    """A sprint or climb, with who got what there."""

    label: str
    category: str
    riders: Sequence[tuple[int, Mark, int | None]]


class Gone(NamedTuple):
    mark: Mark
    words: str


def race_stage(request: HttpRequest, stage: Stage, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page, for everybody."""
    reading = read_stage(stage)
    result = reading.log.sheet.result()
    live = stage.state == Stage.State.ACTIVE or stage.reopened
    problems = checks.all_problems(reading.log.sheet, reading.field.scheme) if live and result.arrivals else []
    context = {
        "tour": stage.tour,
        "stage": stage,
        "tab": "stage",
        "live": live,
        "said": words_of(stage),
        "arrived": arrived(reading, result),
        "lines": won(reading, result),
        "gone": [Gone(reading.field.mark(code), STATUS_NAMES[status]) for code, status in result.statuses.items()],
        "source": reading.log.sheet.source,
        "problems": [problem for problem in problems if not problem.warning],
        "warned": [problem for problem in problems if problem.warning],
        "accepted": sorted({problem.code for problem in problems if problem.warning}),
        "published": of_stage(stage),
        "stages": stage.tour.stages.exclude(kind=REST).order_by("number"),
        "token": secrets.token_hex(12),
    }
    response = render(request, "results/race_stage.html", context | more, status=status)
    patch_cache_control(response, no_store=True)  # the back button shows the stage as it is, not as it was
    return response


def arrived(reading: StageReading, result: StageResult) -> list[Arrived]:
    """The arrivals in place order; who is out all the same stands there with his status."""
    first = result.arrivals[0].seconds if result.arrivals else None
    paid = next(iter(result.finish_paid.values()), {})
    marks = reading.field.marks(reading.worn)
    trial = any(arrival.fraction for arrival in result.arrivals)
    rows = []
    for position, arrival in enumerate(result.arrivals, 1):
        seconds = arrival.seconds
        if seconds is None or first is None:
            time = "–"
        elif position == 1 or trial:
            time = clock(seconds) + (f".{arrival.fraction:03}".rstrip("0").rstrip(".") if trial else "")
        else:
            time = gap(seconds - first) if seconds >= first else clock(seconds)
        rows.append(
            Arrived(
                arrival.place or position,
                marks[arrival.rider],
                time,
                f"\N{MINUS SIGN}{arrival.bonus} s" if arrival.bonus else "",
                _penalties(arrival.rider, result.penalties),
                paid.get(arrival.rider),
                STATUS_NAMES.get(result.statuses.get(arrival.rider, ""), ""),
            )
        )
    return rows


def _penalties(rider: str, penalties: Sequence[Penalty]) -> str:
    standing = [penalty for penalty in penalties if penalty.who == rider and not penalty.cancelled]
    seconds = sum(penalty.amount for penalty in standing if penalty.unit == "seconds")
    points = sum(penalty.amount for penalty in standing if penalty.unit == "points")
    return ", ".join([*([f"+{seconds} s"] if seconds else []), *([f"\N{MINUS SIGN}{points} points"] if points else [])])


def won(reading: StageReading, result: StageResult) -> list[Won]:
    names = reading.field.scheme.categories
    marks = reading.field.marks(reading.worn)
    return [
        Won(
            passage.label,
            "" if passage.category == "is" else names.get(passage.category, ""),
            [
                (place, marks[rider], passage.paid[place - 1] if place <= len(passage.paid) else None)
                for place, rider in enumerate(passage.riders, 1)
            ],
        )
        for passage in result.passages
        if passage.riders
    ]


def cannot_end(request: HttpRequest, stage: Stage, problems: Sequence[Problem]) -> HttpResponse:
    """The page, with why the stage cannot be ended."""
    return race_stage(request, stage, status=422, problems=[each for each in problems if not each.warning], refused=True)
