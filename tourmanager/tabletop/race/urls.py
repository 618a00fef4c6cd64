"""Addresses of races."""

from django.urls import URLPattern, path

from tourmanager.tabletop.race.set_up import views

app_name = "race"
urlpatterns: list[URLPattern] = [
    path("tours/race/", views.old_begin, name="old_begin"),  # before each game had its own
]
