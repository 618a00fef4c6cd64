"""Addresses of this game."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from tourmanager.results.stage_page.views import drawer
from tourmanager.tours.access import tour_page
from tourmanager.tours.models import Tour

app_name = "toy"


@tour_page
def bells(request: HttpRequest, tour: Tour) -> HttpResponse:
    """A page of the game's own."""
    return HttpResponse(f"{tour.stages.count()} bells")


urlpatterns: list[URLPattern] = [
    path("tours/<slug:slug>/bells/", bells, name="bells"),
    path("tours/<slug:slug>/pushes/", drawer, name="pushes"),
]
