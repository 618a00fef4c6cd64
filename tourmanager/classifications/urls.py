"""Addresses of this room; all but the closing page and those of one stage take ?stage=n, and
?stage=now for the stage on the road.
"""

from django.urls import path

from tourmanager.classifications import confirming, sheets, views
from tourmanager.classifications.stage_end import views as stage_end_views

app_name = "classifications"
urlpatterns = [
    path("tours/<slug:slug>/classifications/", views.overview, name="all"),
    path(
        "tours/<slug:slug>/classifications/<slug:key>/table.<str:fmt>",
        sheets.sheet,
        name="sheet",
    ),
    path(
        "tours/<slug:slug>/manager-points/table.<str:fmt>",
        sheets.points_sheet,
        name="points_sheet",
    ),
    path("tours/<slug:slug>/classifications/<slug:key>/", views.show_classification, name="one"),
    path("tours/<slug:slug>/classifications/<slug:key>/<slug:who>/", views.explain, name="explain"),
    path("tours/<slug:slug>/stages/<int:number>/confirm/", confirming.confirm, name="confirm"),
    path(
        "tours/<slug:slug>/stages/<int:number>/end-of-stage/",
        stage_end_views.show_stage_end,
        name="stage_end",
    ),
    path("tours/<slug:slug>/manager-points/", views.manager_points, name="manager_points"),
    path("tours/<slug:slug>/jerseys/", views.jerseys, name="jerseys"),
    path("tours/<slug:slug>/possible/", views.possible, name="possible"),
    path("tours/<slug:slug>/virtual/", views.strip, name="strip"),
    path("tours/<slug:slug>/virtual/<slug:key>/", views.open_line, name="open_line"),
    path("tours/<slug:slug>/final/", views.final, name="final"),
]
