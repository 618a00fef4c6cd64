"""The course of a tour: the results of its ended stages and the standings after each.

A process keeps it with the sums after the last stage and after the one before, so that a stage that
is ended, or corrected and ended again, is added to what was summed already: the results before it
are neither read nor added up anew. That holds where rules, marks and the stored results of all
stages before are the same, which `versions.TourVersion` says; in any doubt all is summed from the
stored results. Kept results and sums have a checksum: what was changed in memory is found and
thrown away. `verify` and `rebuild` do not know this module.
"""

import logging
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from django.utils.translation import get_language

from tourmanager.classifications.versions import EndedStage, TourVersion
from tourmanager.results.log.reading import TourStartList, field_of
from tourmanager.results.models import Standing
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.result import read as read_result
from tourmanager.scoring.standings import RunningSums
from tourmanager.scoring.tables import Standings
from tourmanager.scoring.virtual import Running, virtual_standings
from tourmanager.tours.models import Tour
from tourmanager.web.shelf import Shelf

MOST = 32  # tours whose sums a process keeps; one of 176 riders takes some 5 MB
CHANGED = "The kept sums of %s were changed."  # not shown
logger = logging.getLogger(__name__)


class Course(NamedTuple):
    """The start list of a tour, the results of its ended stages, and the standings after each."""

    field: TourStartList
    results: tuple[StageResult, ...]
    standings: tuple[Standings, ...]


class Summed(NamedTuple):
    """A course with its sums, and what they were made from."""

    version: TourVersion
    course: Course
    over: bool  # the last standings are those of a tour that is over
    sums: tuple[RunningSums, RunningSums]  # after all stages but the last, and after all
    digest: str


_summed = Shelf[tuple[object, ...], Summed](MOST)  # by tour and language


def sum_course(tour: Tour, version: TourVersion) -> Summed:
    """Read the course of a tour from all its stored results (2 queries)."""
    field = field_of(tour)
    return _add_up(tour, version, field, RunningSums(field.starters, field.scheme), (), ())


def read_course(tour: Tour, version: TourVersion) -> Summed:
    """Read the course of a tour with what is kept of it (1 query where a stage is new, none where
    nothing is).
    """
    kept = _find(tour, version)
    known = _in_common(kept, version, over=tour.is_finished) if kept else 0
    if kept is None or not known:
        return sum_course(tour, version)
    if known == len(version.ended):
        return kept._replace(version=version)
    start = kept.sums[known == len(kept.version.ended)]
    field, results, standings = kept.course
    return _add_up(tour, version, field, start, results[:known], standings[:known])


def virtual_course(summed: Summed, now: Running, *, to_come: int) -> list[Standings]:
    """Return the standings after each ended stage and, last, with the stage on the road;
    `scoring.virtual.virtual_standings` says how.
    """
    field, results, standings = summed.course
    if summed.over or not results or now.result.number < results[-1].number:
        return virtual_standings(results, now, field.starters, field.scheme, to_come=to_come)
    last = summed.sums[1].fork().after(now.result, standings, over=not to_come)
    return [*standings, last]


def keep(tour: Tour, summed: Summed) -> None:
    """Keep a course: nothing may have changed while it was read."""
    _summed.put((tour.pk, get_language()), summed)


def _find(tour: Tour, version: TourVersion) -> Summed | None:
    """Return what is kept of the tour, if its riders and rules are the same and it was not changed
    in memory.
    """
    kept = _summed.find((tour.pk, get_language()))
    if kept is None or kept.version.basis != version.basis:
        return None
    if _digest_of(kept.course.results, kept.sums) != kept.digest:
        logger.error(CHANGED, tour.slug)
        _summed.take((tour.pk, get_language()))
        return None
    return kept


def _in_common(kept: Summed, version: TourVersion, *, over: bool) -> int:
    """Return how many stages of the kept course can stay: all, all but the last, or none."""
    before, now = kept.version.ended, version.ended
    if over == kept.over and before == now[: len(before)]:
        return len(before)
    count = len(before) - 1
    return count if 0 < count < len(now) and before[:count] == now[:count] else 0


def _add_up(
    tour: Tour,
    version: TourVersion,
    field: TourStartList,
    start: RunningSums,
    results: tuple[StageResult, ...],
    standings: Sequence[Standings],
) -> Summed:
    """Add the stages of that version that are not in `results` to the sums after these."""
    new, course = _read_results(tour, version.ended[len(results) :]), list(standings)
    last = len(version.ended) + (not tour.is_finished)  # what pays at the end is not paid before
    before = sums = start
    for nth, result in enumerate(new):
        before = sums
        if nth in (0, len(new) - 1):  # what is kept stays as it is
            sums = before.fork()
        course.append(sums.after(result, course, over=len(course) + 1 >= last))
    results = (*results, *new)
    both = (before, sums)
    return Summed(
        version,
        Course(field, results, tuple(course)),
        tour.is_finished,
        both,
        _digest_of(results, both),
    )


def _read_results(tour: Tour, stages: Sequence[EndedStage]) -> list[StageResult]:
    """Read the stored results of these stages, which are the last that ended (1 query)."""
    if not stages:
        return []
    rows = Standing.objects.filter(stage__tour=tour, stage__number__gte=stages[0].number)
    stored = rows.order_by("stage__number").values_list("result", flat=True)
    return [read_result(result) for result in stored]


def _digest_of(results: Sequence[StageResult], sums: tuple[RunningSums, RunningSums]) -> str:
    """Return a checksum of all of a course that can be changed in place."""
    return sha256(msgspec.json.encode([results, [each.facts() for each in sums]])).hexdigest()
