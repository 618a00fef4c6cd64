"""Show the road of a tour's stage, drawn as its tiles lie."""

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import BadSetup
from games.flamme_rouge import code
from tourmanager.tabletop.flamme_rouge.designs.preview import Preview, laid_out
from tourmanager.tours.models import Stage
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest


@page("flamme_rouge:stage_road")
def stage_road(request: HtmxRequest, stage: Stage) -> HttpResponse:
    """Show the road as a page; for htmx the drawing with its facts, for another page."""
    tiles = stage.course.get("tiles", "")
    if not tiles:
        raise Http404(_("This stage is not laid of tiles."))
    road = preview_stage(stage)
    if request.htmx:  # the page that includes it says what it is called
        return render(
            request,
            "tabletop/flamme_rouge/designs/stage_road.html#road",
            {"shown": replace(road, name="")},
        )
    return render(
        request,
        "tabletop/flamme_rouge/designs/stage_road.html",
        {
            "tour": stage.tour,
            "stage": stage,
            "shown": road,
            "code": code.write_code(tiles),
            "tab": "stages",
        },
    )


def preview_stage(stage: Stage) -> Preview:
    """Preview a stage of a tour, without advice, for which it is too late.

    Says so if a changed file has tiles that this app does not know.
    """
    name = stage.course.get("name", "")
    try:
        tiles = code.read_code(stage.course["tiles"])
    except BadSetup as refused:
        return Preview(name, SafeString(""), [], [str(refused)])
    preview = replace(laid_out(name, tiles, 0), hints=[], wrong=[])
    return (
        replace(preview, facts=[*preview.facts, (_("Breakaway"), _("before the first round"))])
        if stage.course.get("breakaway")
        else preview
    )
