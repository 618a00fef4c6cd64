"""Show the page "Stages" of a race without a board: what each stage is, and how far it is."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.tabletop.race.vocabulary import VOCABULARY
from tourmanager.tours.models import REST, Stage, Tour

KIND_NAMES = {
    "road": gettext_lazy("road stage"),
    "itt": gettext_lazy("individual time trial"),
    "ttt": gettext_lazy("team time trial"),
}


class StageRow(NamedTuple):
    stage: Stage
    words: str  # "road stage, flat"


def stages_page(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Show a table of the stages."""
    rows = [StageRow(stage, words_of(stage)) for stage in tour.stages.order_by("number")]
    return render(
        request, "tabletop/race/set_up/stages.html", {"tour": tour, "tab": "stages", "rows": rows}
    )


def words_of(stage: Stage) -> str:
    """Say what a stage is: "road stage, flat"."""
    if stage.kind == REST:
        return _("no stage is raced")
    return (
        f"{KIND_NAMES.get(stage.kind, stage.kind)}, {VOCABULARY.types.get(stage.type, stage.type)}"
    )
