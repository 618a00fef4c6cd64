"""Addresses of this room."""

from django.urls import URLPattern

app_name = "riders"
urlpatterns: list[URLPattern] = []
