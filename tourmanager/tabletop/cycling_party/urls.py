"""Addresses of this game."""

from django.urls import URLPattern, path

from tourmanager.results.stage_page.views import drawer
from tourmanager.tabletop.cycling_party.old_addresses import urlpatterns as old_addresses
from tourmanager.tabletop.cycling_party.set_up import change_road
from tourmanager.tabletop.cycling_party.set_up.wizard import views
from tourmanager.web.guard import page

app_name = "cycling_party"
urlpatterns: list[URLPattern] = [
    *old_addresses,
    path(
        "tours/<slug:slug>/advantages/", page(f"{app_name}:advantages")(drawer), name="advantages"
    ),
    path(
        "tours/<slug:slug>/stages/<int:number>/change-road/",
        change_road.change_road,
        name="change_road",
    ),
    path("tours/new/cycling_party/<int:pk>/<str:step>/", views.draft, name="draft"),
]
