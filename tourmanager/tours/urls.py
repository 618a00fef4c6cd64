"""Addresses of this room."""

from django.urls import URLPattern, path

from tourmanager.tours.menu import menu

app_name = "tours"
urlpatterns: list[URLPattern] = [
    path("", menu, name="menu"),
]
