"""Addresses of this room."""

from django.urls import URLPattern, path

from tourmanager.tours import load, wizard
from tourmanager.tours.day_keeping import days
from tourmanager.tours.menu import menu
from tourmanager.tours.stages_view import stages
from tourmanager.tours.tour_settings import settings

app_name = "tours"
urlpatterns: list[URLPattern] = [
    path("", menu, name="menu"),
    path("tours/new/", wizard.start, name="start"),
    path("drafts/<int:pk>/delete/", wizard.throw_away, name="draft_delete"),
    path("drafts/<int:pk>/<str:step>/", wizard.draft, name="draft"),
    path("tours/", load.load, name="load"),
    path("tours/<slug:slug>/", load.tour, name="tour"),
    path("tours/<slug:slug>/settings/", settings, name="settings"),
    path("tours/<slug:slug>/duplicate/", load.duplicate, name="duplicate"),
    path("tours/<slug:slug>/archive/", load.archive, name="archive"),
    path("tours/<slug:slug>/erase/", load.erase, name="erase"),
    path("tours/<slug:slug>/restore/", load.restore, name="restore"),
    path("tours/<slug:slug>/stages/", stages, name="stages"),
    path("tours/<slug:slug>/stages/days/", days, name="days"),
]
