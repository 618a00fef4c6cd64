"""The page "Stages" of a Grand Tour of tiles: how far each is, its lines, its road as it lies."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tourmanager.scoring.words import CATEGORY_NAMES, listed
from tourmanager.tours.models import Line, Stage, Tour


class StageRow(NamedTuple):
    stage: Stage
    name: str
    words: str  # "73 squares, sprint on square 38, …"
    tiles: str


def tile_stages(request: HttpRequest, tour: Tour) -> HttpResponse:
    rows = [
        StageRow(stage, stage.road.get("name", ""), words_of(stage), stage.road.get("tiles", ""))
        for stage in tour.stages.order_by("number").prefetch_related("lines")
    ]
    return render(request, "tours/tile_stages.html", {"tour": tour, "tab": "stages", "rows": rows})


def words_of(stage: Stage) -> str:
    said = [f"{kind_of(line)} on square {line.km}" for line in sorted(stage.lines.all(), key=lambda line: line.km)]
    breakaway = ", with a breakaway" if stage.road.get("breakaway") else ""
    return f"{stage.length} squares to the finish line{breakaway}{f': {listed(said)}' if said else ''}."


def kind_of(line: Line) -> str:
    return "sprint" if line.start is None else CATEGORY_NAMES.get(line.category, line.category)
