"""Addresses of this room."""

from django.urls import URLPattern

app_name = "tours"
urlpatterns: list[URLPattern] = []
