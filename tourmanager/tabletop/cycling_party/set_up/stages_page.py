"""Show the page "Stages": what each stage of a tour is like and what to lay on the board for it,
the current one first (CP-APP-022).
"""

from collections.abc import Sequence

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.cycling_party.table.master import master
from tourmanager.scoring.scheme import KINDS, Scheme
from tourmanager.tabletop.cycling_party.set_up.board import BoardParts, list_pieces
from tourmanager.tabletop.cycling_party.set_up.creation import data_of, stage_plan_of
from tourmanager.tabletop.cycling_party.vocabulary import TYPE_NAMES
from tourmanager.tours.approval import Published, of_stage
from tourmanager.tours.models import REST, Line, Stage, Tour
from tourmanager.tours.planning.days import KIND_NAMES
from tourmanager.tours.profile.layout import ProfileLine, profile_lines
from tourmanager.tours.rules import rules_of


class StagePass(msgspec.Struct, frozen=True):
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
    rest: bool
    kind_name: str  # of what is no road stage
    to_come: bool
    rest_after: bool  # whether a rest day can come after it
    lines: list[ProfileLine]
    passes: list[StagePass]
    sprints: list[Line]
    sprint_points: list[int]
    finish_points: list[int]
    sprint_stock: int
    board: BoardParts
    publication: Published | None


def sheet(stage: Stage, scheme: Scheme, current: bool, following: Stage | None) -> StageSheet:
    """Describe a stage for the page; its lines have been fetched."""
    lines = sorted(stage.lines.all(), key=lambda line: line.km)
    return StageSheet(
        stage=stage,
        type_name=TYPE_NAMES.get(stage.type, stage.type),
        current=current,
        rest=stage.kind == REST,
        kind_name=str(KIND_NAMES.get(stage.kind, "")) if stage.kind != "road" else "",
        to_come=stage.state == Stage.State.PENDING,
        rest_after=following is not None
        and following.state == Stage.State.PENDING
        and REST not in (stage.kind, following.kind),
        lines=profile_lines(lines, stage.climbs),
        passes=[
            StagePass(
                line=line,
                category=scheme.categories.get(line.category, line.category),
                squares=line.km - line.start + 1,
                points=scheme.line_points.get(line.category, []),
                double_throws=master().double_throws.get(line.category, 0),
            )
            for line in lines
            if line.start is not None
        ],
        sprints=[line for line in lines if line.start is None],
        sprint_points=scheme.line_points["is"],
        finish_points=scheme.finish_points(stage.type, stage.kind),
        sprint_stock=master().stock.sprints.get(stage.type, 0),
        board=list_pieces(stage_plan_of(stage)),
        publication=of_stage(stage),
    )


def current_of(stages: Sequence[Stage]) -> Stage | None:
    """Return the current stage: the one being raced, or the last of a tour that is over."""
    return next(
        (stage for stage in stages if stage.state == Stage.State.ACTIVE),
        stages[-1] if stages else None,
    )


def stages_page(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Show all stages, the current one first."""
    rows = list(tour.stages.order_by("number").prefetch_related("lines"))
    current, rules = current_of(rows), rules_of(tour)
    sheets = [
        sheet(row, rules, row is current, after)
        for row, after in zip(rows, [*rows[1:], None], strict=True)
    ]
    return render(
        request,
        "tabletop/cycling_party/set_up/stages.html",
        {
            "tour": tour,
            "tab": "stages",
            "sheets": sheets,
            "current_first": sorted(sheets, key=lambda each: not each.current),
            "stock": master().stock,
            "mountain_attacks": data_of(tour).mountain_attacks,
            "kinds": [(kind, KIND_NAMES[kind]) for kind in KINDS],
            "raced": sum(row.kind != REST for row in rows),
        },
    )
