"""How the documentation says that a token is sent. Whose it is was found before
(`endpoints.py`).
"""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer


class Bearer(HttpBearer):
    """`Authorization: Bearer tourm_…`, with a token that a director made on their account's page of
    tokens."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        return getattr(request, "token", None)


bearer = Bearer()
