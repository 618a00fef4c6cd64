"""Redirect addresses that pages had while this was the only game to those of today."""

from django.urls import path
from django.views.generic import RedirectView

urlpatterns = [
    path(
        "tours/<slug:slug>/cycling-party/",
        RedirectView.as_view(
            pattern_name="classifications:manager_points", permanent=True, query_string=True
        ),
    ),
    path(
        "tours/<slug:slug>/classifications/cycling-party/<slug:who>/",
        RedirectView.as_view(
            pattern_name="classifications:explain", permanent=True, query_string=True
        ),
        {"key": "manager-points"},
    ),
]
