"""Addresses of this room."""

from django.urls import URLPattern

app_name = "classifications"
urlpatterns: list[URLPattern] = []
