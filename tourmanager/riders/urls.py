"""Addresses of this room."""

from django.urls import path

from tourmanager.riders import history_views, views
from tourmanager.riders.rosters import lists

app_name = "riders"
urlpatterns = [
    path("", views.team_list, name="teams"),
    path("new/", views.team_new, name="team_new"),
    path("history/", history_views.history, name="history"),
    path("jersey/", views.jersey, name="jersey"),
    path("import/", lists.upload, name="import"),
    path("import/<int:pk>/", lists.check, name="import_check"),
    path("import/<int:pk>/copy/", lists.copy_named, name="import_copy"),
    path("import/<int:pk>/discard/", lists.discard, name="import_discard"),
    path("export.<str:fmt>", lists.export, name="export"),
    path("example.<str:fmt>", lists.example, name="example"),
    path("<int:pk>/", views.team, name="team"),
    path("<int:pk>/history/", history_views.team_history, name="team_history"),
    path("<int:pk>/copy/", views.team_copy, name="team_copy"),
    path("<int:pk>/delete/", views.team_delete, name="team_delete"),
]
