"""Addresses of this room."""

from django.urls import path

from tourmanager.schemes import views

app_name = "schemes"
urlpatterns = [
    path("tours/<slug:slug>/scoring/", views.scoring, name="scoring"),
    path("tours/<slug:slug>/scoring/change/", views.change, name="change"),
    path("tours/<slug:slug>/scoring/file/", views.download, name="file"),
    path("tours/<slug:slug>/scoring/riders/", views.marks, name="marks"),
]
