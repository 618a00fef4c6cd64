"""Addresses of this room."""

from django.urls import URLPattern, path

from tourmanager.tours.pages import load, start
from tourmanager.tours.pages.day_keeping import days
from tourmanager.tours.pages.menu import menu
from tourmanager.tours.pages.people import people, person
from tourmanager.tours.pages.players import players
from tourmanager.tours.pages.stages_view import stages
from tourmanager.tours.pages.tour_settings import settings

app_name = "tours"
urlpatterns: list[URLPattern] = [
    path("", menu, name="menu"),
    path("tours/new/", start.start, name="start"),
    # of every game; what follows is in the urls of its room
    path("tours/new/<slug:game>/", start.begin, name="begin"),
    path("tours/new/<slug:game>/delete/<int:pk>/", start.throw_away, name="draft_delete"),
    path("drafts/<int:pk>/<str:step>/", start.old_address, name="old_draft"),
    path("players/", people, name="people"),
    path("players/<int:pk>/", person, name="person"),
    path("tours/", load.load, name="load"),
    path("tours/<slug:slug>/", load.tour, name="tour"),
    path("tours/<slug:slug>/settings/", settings, name="settings"),
    path("tours/<slug:slug>/players/", players, name="players"),
    path("tours/<slug:slug>/duplicate/", load.duplicate, name="duplicate"),
    path("tours/<slug:slug>/archive/", load.archive, name="archive"),
    path("tours/<slug:slug>/erase/", load.erase, name="erase"),
    path("tours/<slug:slug>/restore/", load.restore, name="restore"),
    path("tours/<slug:slug>/stages/", stages, name="stages"),
    path("tours/<slug:slug>/stages/days/", days, name="days"),
]
