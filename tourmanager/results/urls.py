"""Addresses of this room."""

from django.urls import URLPattern, path

from tourmanager.results.files import views as transfer_views
from tourmanager.results.jury_desk import views as jury_views
from tourmanager.results.publishing import views as approval_views
from tourmanager.results.stage_page import log_views, tap_views, views
from tourmanager.results.stage_page.riders_view import riders
from tourmanager.results.tour_history.views import tour_history

app_name = "results"
urlpatterns: list[URLPattern] = [
    path("tours/import/", transfer_views.import_, name="import"),
    path("tours/<slug:slug>/export/", transfer_views.export, name="export"),
    path("tours/<slug:slug>/stages/<int:number>/", views.stage, name="stage"),
    path("tours/<slug:slug>/stages/<int:number>/record/", tap_views.tap, name="record"),
    path("tours/<slug:slug>/stages/<int:number>/end/", views.end, name="end"),
    path("tours/<slug:slug>/stages/<int:number>/reopen/", views.reopen, name="reopen"),
    path("tours/<slug:slug>/stages/<int:number>/discard/", views.discard, name="discard"),
    path("tours/<slug:slug>/stages/<int:number>/resume/", views.resume, name="resume"),
    path("tours/<slug:slug>/stages/<int:number>/log/", log_views.history, name="history"),
    path(
        "tours/<slug:slug>/stages/<int:number>/official/", approval_views.official, name="official"
    ),
    path("tours/<slug:slug>/stages/<int:number>/jury/", jury_views.jury, name="jury"),
    path("tours/<slug:slug>/stages/<int:number>/jury/amend/", jury_views.amend_stage, name="amend"),
    path(
        "tours/<slug:slug>/stages/<int:number>/jury/<slug:who>/",
        jury_views.jury_rider,
        name="jury_rider",
    ),
    path("tours/<slug:slug>/riders/", riders, name="riders"),
    path("tours/<slug:slug>/history/", tour_history, name="tour_history"),
]
