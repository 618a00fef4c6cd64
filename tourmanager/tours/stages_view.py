"""The page "Stages": what each stage of a tour is like and what to lay on the board for it, the current one first (CP-APP-022)."""

from collections.abc import Sequence

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tourmanager.scoring.scheme import Scheme, scheme
from tourmanager.scoring.words import CATEGORY_NAMES
from tourmanager.tours.access import tour_page
from tourmanager.tours.board import Board, board
from tourmanager.tours.course import TYPE_NAMES
from tourmanager.tours.creation import stage_plan_of
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.profile import ProfileLine, profile_lines


class PassRow(msgspec.Struct, frozen=True):
    """A pass as the page lists it."""

    line: Line
    category: str
    squares: int
    points: list[int]
    double_throws: int


class StageSheet(msgspec.Struct, frozen=True):
    """Everything the page says about one stage."""

    stage: Stage
    type_name: str
    current: bool
    lines: list[ProfileLine]
    passes: list[PassRow]
    sprints: list[Line]
    sprint_points: list[int]
    finish_points: list[int]
    sprint_stock: int
    board: Board


def sheet(stage: Stage, numbers: Scheme, current: bool) -> StageSheet:
    """The stage in the page's words; its lines have been fetched."""
    lines = sorted(stage.lines.all(), key=lambda line: line.km)
    return StageSheet(
        stage=stage,
        type_name=TYPE_NAMES.get(stage.type, stage.type),
        current=current,
        lines=profile_lines(lines),
        passes=[
            PassRow(
                line=line,
                category=CATEGORY_NAMES.get(line.category, line.category),
                squares=line.km - line.start + 1,
                points=numbers.line_points.get(line.category, []),
                double_throws=numbers.double_throws.get(line.category, 0),
            )
            for line in lines
            if line.start is not None
        ],
        sprints=[line for line in lines if line.start is None],
        sprint_points=numbers.line_points["is"],
        finish_points=numbers.finish_points.get(stage.type, []),
        sprint_stock=numbers.stock.sprints.get(stage.type, 0),
        board=board(stage_plan_of(stage)),
    )


def current_of(stages: Sequence[Stage]) -> Stage | None:
    """The stage one is at: the one being raced, or the last of a tour that is over."""
    return next((stage for stage in stages if stage.state == Stage.State.ACTIVE), stages[-1] if stages else None)


@require_safe
@tour_page
def stages(request: HttpRequest, tour: Tour) -> HttpResponse:
    rows = list(tour.stages.order_by("number").prefetch_related("lines"))
    current, numbers = current_of(rows), scheme(tour.scheme)
    sheets = [sheet(row, numbers, row is current) for row in rows]
    return render(
        request,
        "tours/stages.html",
        {
            "tour": tour,
            "tab": "stages",
            "sheets": sheets,
            "current_first": sorted(sheets, key=lambda each: not each.current),
            "stock": numbers.stock,
        },
    )
