"""Redirect addresses that pages had while this was the only game to those of today."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import path
from django.views.generic import RedirectView

from tourmanager.web.guard import page


def to(name: str) -> Callable[..., HttpResponseBase]:
    return RedirectView.as_view(pattern_name=name, permanent=True, query_string=True)


old_manager_points = page("cycling_party:old_manager_points")(to("classifications:manager_points"))
old_explain = page("cycling_party:old_explain")(to("classifications:explain"))

urlpatterns = [
    path("tours/<slug:slug>/cycling-party/", old_manager_points, name="old_manager_points"),
    path(
        "tours/<slug:slug>/classifications/cycling-party/<slug:who>/",
        old_explain,
        {"key": "manager-points"},
        name="old_explain",
    ),
]
