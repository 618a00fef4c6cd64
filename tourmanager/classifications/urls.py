"""Addresses of this room; all but the closing page take ?stage=n."""

from django.urls import path

from tourmanager.classifications import views

app_name = "classifications"
urlpatterns = [
    path("tours/<slug:slug>/classifications/", views.overview, name="all"),
    path("tours/<slug:slug>/classifications/<slug:key>/", views.one, name="one"),
    path("tours/<slug:slug>/classifications/<slug:key>/<slug:who>/", views.explain, name="explain"),
    path("tours/<slug:slug>/cycling-party/", views.cycling_party, name="cycling_party"),
    path("tours/<slug:slug>/final/", views.final, name="final"),
]
