"""Addresses of the API under `/api/v1/`, each guarded by its row of the table, and the account's
page of tokens.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, include, path

from tourmanager.api import views
from tourmanager.api.endpoints import endpoint
from tourmanager.api.version_1 import api


def root(request: HttpRequest) -> HttpResponse:
    """Lead to the documentation."""
    return redirect("api:openapi-view")


def guarded(pattern: URLPattern) -> URLPattern:
    """Return the same address with its guard."""
    view = root if pattern.name == "api-root" else pattern.callback
    guard = endpoint(f"api:{pattern.name}")
    return URLPattern(pattern.pattern, guard(view), pattern.default_args, pattern.name)


app_name = "api"
urlpatterns = [
    path("account/tokens/", views.list_tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", views.revoke, name="revoke"),
    path(
        "api/v1/", include([guarded(each) for each in api.urls[0] if isinstance(each, URLPattern)])
    ),
]
