"""The road of a tour's stage, drawn as its tiles lie."""

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.engine import BadSetup
from games.flamme_rouge import code
from tourmanager.tabletop.flamme_rouge.designs.preview import Preview, laid_out
from tourmanager.tours.access import tour_page
from tourmanager.tours.models import Stage, Tour
from tourmanager.web.requests import HtmxRequest


@require_safe
@tour_page
def stage_road(request: HtmxRequest, tour: Tour, number: int) -> HttpResponse:
    """A page; for htmx the drawing with its facts, to stand on another one."""
    stage = get_object_or_404(tour.stages, number=number)
    tiles = stage.course.get("tiles", "")
    if not tiles:
        raise Http404("This stage is not laid of tiles.")
    found = shown(stage)
    if request.htmx:  # whoever shows it there says what it is called
        return render(
            request,
            "tabletop/flamme_rouge/designs/stage_road.html#road",
            {"shown": replace(found, name="")},
        )
    return render(
        request,
        "tabletop/flamme_rouge/designs/stage_road.html",
        {
            "tour": tour,
            "stage": stage,
            "shown": found,
            "code": code.write_code(tiles),
            "tab": "stages",
        },
    )


def shown(stage: Stage) -> Preview:
    """Without advice: it is too late for that. Of tiles that this app does not know, from a changed
    file, it says so.
    """
    name = stage.course.get("name", "")
    try:
        tiles = code.read_code(stage.course["tiles"])
    except BadSetup as refused:
        return Preview(name, SafeString(""), [], [str(refused)])
    found = replace(laid_out(name, tiles, 0), hints=[], wrong=[])
    return (
        replace(found, facts=[*found.facts, ("Breakaway", "before the first round")])
        if stage.course.get("breakaway")
        else found
    )
