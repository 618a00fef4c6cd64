"""Stages logged from text, recorded as at the table: tap by tap, or whole.

`say(stage, "place s1 a1")` records one entry in the words of `results.road`.

`log_stage(tour, "a1 b1 0:10, b2 0:40")` races the active stage: Azure 1 and Brick 1 arrive together
after ten seconds, Brick 2 half a minute later, everybody else in one group a minute after him.
Sprints and passes are taken in the order of arrival unless `lines` says otherwise: `lines={"s1":
"b2 a1 a3"}`.
"""

from collections.abc import Mapping
from datetime import datetime
from itertools import count
from random import Random
from typing import Any

from tests.factory import NOW, a_tour
from tests.results.road import said
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import Recorded, record
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import TIME_ORDER
from tourmanager.tours.models import Stage, Tour

_tokens = count(1)


def tap(
    stage: Stage,
    body: e.EntryBody,
    *,
    by: User | None = None,
    at: datetime = NOW,
    token: str = "",
    **more: Any,
) -> Recorded:
    """One entry, recorded, with a token of its own unless one is given."""
    return record(
        stage=stage, body=body, token=token or f"test-{next(_tokens)}", by=by, at=at, **more
    )


def say(stage: Stage, words: str, **fields: Any) -> Recorded:
    """One entry in words, recorded."""
    return tap(stage, said(words), **fields)


def log_whole(stage: Stage, end: str = "end") -> None:
    """A stage with squares and dice: lines filled from the front, everybody a square apart."""
    reading = read_stage(Stage.objects.select_related("tour").get(pk=stage.pk))
    order = [rider for rider in reading.frame.riders if rider not in reading.log.sheet.out]
    for line in reading.frame.lines.values():
        for rider in order[: line.places]:
            say(stage, f"place {line.key} {rider}")
    for n, rider in enumerate(order):
        if n and n % 10 == 0:
            say(stage, f"turn {n // 10}")
        say(stage, f"arrive {rider}")
        say(stage, f"square {12 - n % 10}")
        say(stage, "die 3")
    if end:
        say(stage, end)


def active_stage(tour: Tour) -> Stage:
    return tour.stages.get(state=Stage.State.ACTIVE)


def groups_of(text: str) -> list[tuple[tuple[str, ...], int]]:
    """ "a1 b1 0:10, b2 0:40" as riders and seconds."""
    groups = []
    for group in text.split(","):
        if words := group.split():
            minutes, seconds = words[-1].split(":")
            groups.append((tuple(words[:-1]), 60 * int(minutes) + int(seconds)))
    return groups


def log_stage(
    tour: Tour,
    arrivals: str = "",
    *,
    number: int | None = None,
    lines: Mapping[str, str] | None = None,
    out: str = "",
    by: User | None = None,
    at: datetime = NOW,
    end: bool = True,
) -> Stage:
    """Logs a stage, the active one where no number is given, and ends it."""
    stage = tour.stages.get(number=number) if number else active_stage(tour)
    frame = read_stage(stage).frame
    for rider in out.split():
        tap(stage, e.Out(rider), by=by, at=at)
    groups = groups_of(arrivals)
    named = {rider for riders, _ in groups for rider in riders}
    if rest := tuple(
        rider for rider in frame.riders if rider not in named and rider not in out.split()
    ):
        groups.append((rest, groups[-1][1] + 60 if groups else 0))
    order = [rider for riders, _ in groups for rider in riders]
    for line in frame.lines.values():
        for rider in (lines or {}).get(line.key, "").split() or order[: frame.places_needed(line)]:
            tap(stage, e.Place(line.key, rider), by=by, at=at)
    for riders, seconds in groups:
        tap(stage, e.Arrive(riders), by=by, at=at)
        tap(stage, e.Time(seconds), by=by, at=at)
    if end:
        tap(stage, e.End((TIME_ORDER,)), by=by, at=at)
    stage.refresh_from_db()
    return stage


def a_raced_tour(
    stages: int = 2, raced: int | None = None, *, seed: int = 1, **changes: object
) -> Tour:
    """A tour of which the first stages (all of them unless told) were raced, everybody's fortune
    drawn from the seed.
    """
    tour = a_tour(stages=stages, **changes)
    dice = Random(seed)
    for _ in range(stages if raced is None else raced):
        log_stage(tour, drawn(tour, dice), lines=drawn_lines(tour, dice), at=NOW)
    tour.refresh_from_db()
    return tour


def drawn(tour: Tour, dice: Random) -> str:
    """Arrivals in groups of one to five, some seconds apart."""
    riders = list(read_stage(active_stage(tour)).frame.riders)
    dice.shuffle(riders)
    groups, seconds = [], 0
    while riders:
        size = dice.choice((1, 1, 2, 3, 5))
        group, riders = riders[:size], riders[size:]
        seconds += dice.randint(1, 40)
        groups.append(f"{' '.join(group)} {seconds // 60}:{seconds % 60:02}")
    return ", ".join(groups)


def drawn_lines(tour: Tour, dice: Random) -> dict[str, str]:
    """Who takes the sprints and passes."""
    frame = read_stage(active_stage(tour)).frame
    return {
        line.key: " ".join(dice.sample(frame.riders, frame.places_needed(line)))
        for line in frame.lines.values()
        if line.places
    }
