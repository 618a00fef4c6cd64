"""Addresses: they read as the race does."""

from django.contrib import admin
from django.urls import include, path

from tourmanager.tabletop.registry import rooms

urlpatterns = [
    # the games' own before all: tours/new/... is no tour's name
    *(path("", include(room.urls)) for room in rooms() if room.urls),
    path("", include("tourmanager.results.urls")),  # before tours: tours/import/ is no tour's name
    path("", include("tourmanager.tours.urls")),
    path("", include("tourmanager.schemes.urls")),
    path("", include("tourmanager.classifications.urls")),
    path("", include("tourmanager.leagues.urls")),
    path("", include("tourmanager.play.urls")),
    path("", include("tourmanager.api.urls")),
    path("teams/", include("tourmanager.riders.urls")),
    path("account/", include("tourmanager.accounts.urls")),
    path("admin/", admin.site.urls),
]
handler400 = "tourmanager.web.errors.bad_request"
handler403 = "tourmanager.web.errors.permission_denied"
handler404 = "tourmanager.web.errors.not_found"
handler500 = "tourmanager.web.errors.server_error"
