"""Whose password is being guessed, as the lock-out keeps it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

LONGEST = 255  # what its tables hold; a name of ours has at most 150 letters


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """The name somebody wants to sign in with. No form bounds it: of an endless one the beginning is kept."""
    name = (credentials or request.POST).get("username")
    return None if name is None else str(name)[:LONGEST]
