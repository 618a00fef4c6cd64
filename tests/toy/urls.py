"""Addresses of this game."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from tourmanager.results.stage_page.views import drawer
from tourmanager.tours.models import Tour
from tourmanager.web.guard import page

app_name = "toy"


@page("toy:bells")
def bells(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Count the bells of a tour."""
    return HttpResponse(f"{tour.stages.count()} bells")


urlpatterns: list[URLPattern] = [
    path("tours/<slug:slug>/bells/", bells, name="bells"),
    path("tours/<slug:slug>/pushes/", page("toy:pushes")(drawer), name="pushes"),
]
