"""Addresses of leagues."""

from django.urls import path

from tourmanager.leagues.files import views as files
from tourmanager.leagues.pages import calendar, history, index, player, records, settings, table

app_name = "leagues"

urlpatterns = [
    path("leagues/", index.leagues, name="list"),
    path("leagues/import/", files.import_, name="import"),
    path("leagues/<slug:slug>/export/", files.export, name="export"),
    path("leagues/<slug:slug>/", table.table, name="table"),
    path("leagues/<slug:slug>/table.<str:fmt>", table.sheet, name="sheet"),
    path("leagues/<slug:slug>/calendar/", calendar.calendar, name="calendar"),
    path("leagues/<slug:slug>/players/", player.players, name="players"),
    path("leagues/<slug:slug>/players/<slug:who>/", player.player, name="player"),
    path(
        "leagues/<slug:slug>/players/<slug:who>/against/<slug:other>/",
        player.against,
        name="against",
    ),
    path("leagues/<slug:slug>/records/", records.records, name="records"),
    path("leagues/<slug:slug>/history/", history.history, name="history"),
    path("leagues/<slug:slug>/settings/", settings.settings, name="settings"),
]
