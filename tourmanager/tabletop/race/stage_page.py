"""Show the page of a race's stage: no board and no taps, but its table of results, and for
directors the way to import or replace results.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import ngettext

from tourmanager.results.log.counted import count_result
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.sheet import checks
from tourmanager.results.sheet.checks import Problem
from tourmanager.scoring.result import Penalty, StageResult
from tourmanager.tabletop.race.set_up.stages_page import words_of
from tourmanager.tours.approval import of_stage
from tourmanager.tours.models import REST, Stage
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark
from tourmanager.web.labels import STATUS_NAMES
from tourmanager.web.templatetags.race import clock, gap


class Arrived(NamedTuple):
    """A line of the table; `time` is the first's, then gaps."""

    place: int | None
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


def race_stage(
    request: HttpRequest, stage: Stage, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Show the page to everybody."""
    reading = read_stage(stage)
    result = reading.log.sheet.result()
    live = stage.state == Stage.State.ACTIVE or stage.reopened
    problems = (
        checks.all_problems(reading.log.sheet, reading.field.scheme)
        if live and result.arrivals
        else []
    )
    context = {
        "tour": stage.tour,
        "stage": stage,
        "tab": "stage",
        "live": live,
        "said": words_of(stage),
        "arrived": list_arrivals(reading, result),
        "lines": list_line_winners(reading, result),
        "gone": [
            Gone(reading.field.mark(code), str(STATUS_NAMES[status]))
            for code, status in result.statuses.items()
        ],
        "awards": [
            (name, [reading.field.mark(code) for code in riders])
            for name, riders in result.awards.items()
        ],
        "source": reading.log.sheet.source,
        "problems": [problem for problem in problems if not problem.warning],
        "warned": [problem for problem in problems if problem.warning],
        "accepted": sorted({problem.code for problem in problems if problem.warning}),
        "published": of_stage(stage),
        "discarded_seq": reading.log.discarded_seq,
        "stages": stage.tour.stages.exclude(kind=REST).order_by("number"),
        "token": secrets.token_hex(12),
    }
    response = render(request, "tabletop/race/race_stage.html", context | more, status=status)
    # the back button shows the stage as it is, not as it was
    patch_cache_control(response, no_store=True)
    return response


def list_arrivals(reading: StageReading, result: StageResult) -> list[Arrived]:
    """Return the arrivals as they count, in place order; riders who are out come last, without a
    place.
    """
    counts = count_result(reading.field, reading.ended.results, result)
    places = {each.rider: place for each, place in zip(counts.arrivals, counts.places, strict=True)}
    riding = [arrival for arrival in result.arrivals if arrival.rider in places]
    riding.sort(key=lambda arrival: places[arrival.rider])
    out = [arrival for arrival in result.arrivals if arrival.rider not in places]
    first = next((arrival.seconds for arrival in (*riding, *out)), None)
    finish_points = next(iter(result.finish_paid.values()), {})
    marks = reading.field.marks(reading.worn_jerseys)
    trial = any(arrival.fraction for arrival in result.arrivals)
    rows = []
    for position, arrival in enumerate((*riding, *out), 1):
        seconds = arrival.seconds
        if seconds is None or first is None:
            time = "–"
        elif position == 1 or trial:
            fraction = f".{arrival.fraction:03}".rstrip("0").rstrip(".") if trial else ""
            time = clock(seconds) + fraction
        else:
            time = gap(seconds - first) if seconds >= first else clock(seconds)
        bonus = counts.bonus.get(arrival.rider)
        rows.append(
            Arrived(
                places.get(arrival.rider),
                marks[arrival.rider],
                time,
                f"\N{MINUS SIGN}{bonus} s" if bonus else "",
                _penalties(arrival.rider, result.penalties),
                finish_points.get(arrival.rider),
                str(STATUS_NAMES.get(result.statuses.get(arrival.rider, ""), "")),
            )
        )
    return rows


def _penalties(rider: str, penalties: Sequence[Penalty]) -> str:
    standing = [penalty for penalty in penalties if penalty.who == rider and not penalty.cancelled]
    seconds = sum(penalty.amount for penalty in standing if penalty.unit == "seconds")
    points = sum(penalty.amount for penalty in standing if penalty.unit == "points")
    taken = ngettext("\N{MINUS SIGN}%(count)s point", "\N{MINUS SIGN}%(count)s points", points)
    return ", ".join(
        [
            *([f"+{seconds} s"] if seconds else []),
            *([taken % {"count": points}] if points else []),
        ]
    )


def list_line_winners(reading: StageReading, result: StageResult) -> list[Won]:
    names = reading.field.scheme.categories
    marks = reading.field.marks(reading.worn_jerseys)
    return [
        Won(
            labels.line(passage.key, passage.name),
            "" if passage.category == "is" else names.get(passage.category, ""),
            [
                (
                    place,
                    marks[rider],
                    passage.paid[place - 1] if place <= len(passage.paid) else None,
                )
                for place, rider in enumerate(passage.riders, 1)
            ],
        )
        for passage in result.passages
        if passage.riders
    ]


def cannot_end(request: HttpRequest, stage: Stage, problems: Sequence[Problem]) -> HttpResponse:
    """Show the page with the reasons why the stage cannot be ended."""
    return race_stage(
        request,
        stage,
        status=422,
        problems=[each for each in problems if not each.warning],
        refused=True,
    )
