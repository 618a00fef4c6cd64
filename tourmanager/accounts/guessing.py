"""The name whose password is being guessed, and the page shown after too many guesses."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

LONGEST = 255  # what its tables hold; a name of ours has at most 150 letters


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """Return the name somebody wants to sign in with. No form bounds it: of an endless one the
    beginning is kept.
    """
    name = (credentials or request.POST).get("username")
    return None if name is None else str(name)[:LONGEST]


def locked_out(
    request: HttpRequest,
    response: HttpResponse | None = None,
    credentials: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Answer that this name is locked from this address for a while."""
    wait = settings.AXES_COOLOFF_TIME
    context = {
        "username": name_tried(request, credentials) or "",
        "failure_limit": settings.AXES_FAILURE_LIMIT,
        "wait": wait,
    }
    page = render(request, "accounts/locked.html", context, status=429)
    page["Retry-After"] = str(int(wait.total_seconds()))
    return page
