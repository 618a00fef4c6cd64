"""Show the page "Stages" of a Grand Tour of tiles: how far each is, and its road as it lies."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tourmanager.tours.models import Tour


def stages_page(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Show all stages with their roads."""
    return render(
        request,
        "tabletop/flamme_rouge/set_up/stages.html",
        {"tour": tour, "tab": "stages", "stages": tour.stages.order_by("number")},
    )
