"""The page "Stages" of a Grand Tour of tiles: how far each is, and its road as it lies."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tourmanager.tours.models import Tour


def tile_stages(request: HttpRequest, tour: Tour) -> HttpResponse:
    return render(request, "tours/tile_stages.html", {"tour": tour, "tab": "stages", "stages": tour.stages.order_by("number")})
