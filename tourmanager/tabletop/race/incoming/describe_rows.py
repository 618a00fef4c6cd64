"""Describe a dry run for its page: each row as understood, each stage, and the rows left out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.scoring.words import ordinal
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportPlan, PlannedStage
from tourmanager.tabletop.race.incoming.planning.kind_question import exact_time
from tourmanager.tabletop.race.incoming.planning.oddities import list_names
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import (
    AWARDED,
    CLIMBS,
    KIND_WORDS,
    RIDERS,
    UNUSED,
)
from tourmanager.tabletop.race.set_up.stages_page import KIND_NAMES
from tourmanager.tabletop.race.vocabulary import VOCABULARY
from tourmanager.web.labels import STATUS_NAMES

NAMED = 6  # rows of a file that are left out; the others are counted


class RowSummary(NamedTuple):
    """A row as the page lists it."""

    row: ResultRow
    rider: str
    team: str
    meaning: str


class StageSummary(NamedTuple):
    """A stage as the page lists it."""

    title: str
    kind: str
    winner: str
    arrivals: int
    out: int
    lines: int
    penalties: int
    awards: Sequence[str]
    stays_open: Sequence[str]


def summarise_stage(stage_plan: PlannedStage) -> StageSummary:
    """Return a stage with its winner, and how many arrivals, lines and penalties it gets."""
    stage = stage_plan.stage
    winner = f"{stage.arrivals[0].who}, {exact_time(stage.arrivals[0])}" if stage.arrivals else "–"
    type_name = VOCABULARY.types.get(stage.type, stage.type)
    kind = f"{KIND_NAMES.get(stage.kind or 'road', '')}, {type_name}"
    return StageSummary(
        stage.title,
        kind,
        winner,
        len(stage.arrivals),
        len(stage_plan.results.statuses or ()),
        stage_plan.lines,
        len(stage_plan.results.penalties or ()),
        [f"{row.label}: {row.who}" for row in stage.awards],
        stage_plan.open_for,
    )


def summarise_row(row: ResultRow) -> RowSummary:
    """Return a row with its rider and team, and in words how it is understood."""
    rider = row.who or row.rider or row.number or "–"
    return RowSummary(row, rider, row.squad or row.team, describe_row(row))


def describe_row(row: ResultRow) -> str:
    """Say how a row is understood: "stage 3, 12th, 3:12:45, bonus 4 s"."""
    parts = (*_describe_place(row), *_describe_points(row), *_describe_times(row))
    mark = _("marked %(mark)s") % {"mark": row.mark} if row.mark else ""
    status = str(STATUS_NAMES.get(row.status, ""))
    return ", ".join(part for part in (*parts, status, mark, *row.notes) if part)


def _describe_place(row: ResultRow) -> Iterator[str]:
    if row.stage and row.table != RIDERS:
        yield _("stage %(stage)s") % {"stage": row.stage}
    if row.place:
        yield ordinal(row.place)
    if row.table == AWARDED:
        yield row.label


def _describe_points(row: ResultRow) -> Iterator[str]:
    if row.points is None or row.table == UNUSED:
        return
    points = ngettext("%(count)s point", "%(count)s points", row.points) % {"count": row.points}
    if row.label:
        yield _("%(points)s at %(line)s") % {"points": points, "line": row.label}
    else:
        yield points
    if row.table == CLIMBS:
        yield str(KIND_WORDS[CLIMBS])


def _describe_times(row: ResultRow) -> Iterator[str]:
    if row.time is not None and row.same:
        yield _("same time")
    elif row.time is not None:
        yield f"{'+' if row.behind else ''}{exact_time(row)}"
    if row.bonus is not None:
        yield _("bonus %(seconds)s s") % {"seconds": row.bonus}
    if row.penalty:
        yield _("penalty %(seconds)s s") % {"seconds": row.penalty}


def list_left_out(todo: ImportPlan) -> str:
    """Say which rows are left out: "rows 14 and 90 of stages.csv"."""
    by_file: dict[str, list[int]] = {}
    for row in todo.wrong:
        by_file.setdefault(row.file, []).append(row.line)
    parts = []
    for file, lines in by_file.items():
        text = ngettext("row %(rows)s of %(file)s", "rows %(rows)s of %(file)s", len(lines))
        rows = list_names([str(line) for line in lines], NAMED)
        parts.append(text % {"rows": rows, "file": file})
    return "; ".join(parts)
