"""Addresses of races."""

from django.urls import URLPattern, path

from tourmanager.tabletop.race.incoming import views as incoming_views
from tourmanager.tabletop.race.set_up import views

app_name = "race"
urlpatterns: list[URLPattern] = [
    path("imports/<int:pk>/", incoming_views.check, name="incoming"),
    path("imports/<int:pk>/discard/", incoming_views.discard, name="incoming_discard"),
    path("tours/<slug:slug>/results/", incoming_views.results, name="results"),
    path("tours/race/", views.old_begin, name="old_begin"),  # before each game had its own
]
