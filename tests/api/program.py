"""A program that asks the API, with a token or without."""

import itertools
import json
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tourmanager.accounts.models import User
from tourmanager.api.models import Token
from tourmanager.api.tokens import make_token
from tourmanager.tours.models import Tour

_numbers = itertools.count(1)


class Program:
    """A program with a token of that user; without a user it has none."""

    def __init__(
        self, user: User | None = None, tour: Tour | None = None, lasts: timedelta | None = None
    ) -> None:
        self.client, self.headers = Client(), {}
        self.token: Token | None = None
        if user is not None:
            self.token, text = make_token(
                user=user,
                name="Clock",
                tour=tour,
                lasts=lasts or timedelta(days=1),
                at=timezone.now(),
            )
            self.headers = {"Authorization": f"Bearer {text}"}

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(f"/api/v1/{path}", headers=self.headers | headers)

    def read(self, path: str) -> Any:
        response = self.get(path)
        assert response.status_code == 200, response.content
        return response.json()

    def post(self, tour: Tour, path: str, body: Any = None, **fields: Any) -> HttpResponse:
        """Send a body to a stage of the tour: as it is, or as JSON with a token of its own."""
        if not isinstance(body, bytes):
            body = json.dumps({"token": f"program-{next(_numbers)}"} | (body or {}) | fields)
        return self.client.post(
            f"/api/v1/tours/{tour.slug}/stages/{path}",
            body,
            content_type="application/json",
            headers=self.headers,
        )

    def record(self, tour: Tour, number: int, entry: dict[str, Any], **fields: Any) -> HttpResponse:
        return self.post(tour, f"{number}/entries", {"entry": entry}, **fields)


def refused(response: HttpResponse, status: int, code: str) -> str:
    """The sentence of a refusal with that status and code."""
    said = response.json()
    assert (response.status_code, said["code"]) == (status, code), response.content
    assert len(said["message"]) > 15
    return str(said["message"])
