"""Every address of the API: who asks, how often, and what goes wrong on the way.

Only a token says who asks. Cookies are not read, so another site can make nobody's browser record
anything. Errors are raised as on pages, and `web/errors.py` answers programs in JSON.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt

from tourmanager.accounts import limits
from tourmanager.api.tokens import find_token, note_use
from tourmanager.web.errors import TOO_MUCH, api_error
from tourmanager.web.guard import page
from tourmanager.web.guarded import mark

LARGEST = 64 * 1024  # bytes of a body: an undo names each entry of its step
TOKEN_UNUSABLE = _(
    "This token is wrong, has expired or was revoked. Make another one on your account's page of"
    " tokens."
)
JSON_ONLY = _("Send JSON, with the header “Content-Type: application/json”. Nothing was changed.")

View = Callable[..., HttpResponseBase]


def endpoint(name: str) -> Callable[[View], View]:
    """Guard an address of the API by its row of the table; the token says who asks."""

    def decorate(view: View) -> View:
        guarded = page(name)(_with_json(view))

        @mark(name)
        @csrf_exempt  # no cookie is read
        @wraps(view)
        def answer(request: HttpRequest, **address: Any) -> HttpResponseBase:
            response = _answer(guarded, request, address)
            patch_vary_headers(response, ["Authorization"])
            return response

        answer.largest_body = LARGEST  # type: ignore[attr-defined]
        return answer

    return decorate


def _answer(guarded: View, request: HttpRequest, address: dict[str, Any]) -> HttpResponseBase:
    request.user, request.token = AnonymousUser(), None  # type: ignore[attr-defined]
    if request.method == "HEAD":
        request.method = "GET"  # the server leaves the body out
    limits.use(limits.API_REQUESTS, request)
    if "Authorization" in request.headers:
        now = timezone.now()
        kind, _space, text = request.headers["Authorization"].partition(" ")
        token = find_token(text.strip(), at=now) if kind.lower() == "bearer" else None
        if token is None:
            return _refuse_token()
        request.user, request.token = token.user, token  # type: ignore[attr-defined]
        note_use(token, at=now)
        if request.method == "POST":
            limits.use(limits.API_WRITES, request)
    return guarded(request, **address)


def _with_json(view: View) -> View:
    """Refuse what is sent as anything but JSON, or is too large."""

    @wraps(view)
    def answer(request: HttpRequest, **address: Any) -> HttpResponseBase:
        if request.method == "POST":
            if request.content_type != "application/json":
                return api_error(415, JSON_ONLY)
            if len(request.body) > LARGEST:
                return api_error(413, TOO_MUCH)
        return view(request, **address)

    return answer


def _refuse_token() -> HttpResponse:
    answer = api_error(401, TOKEN_UNUSABLE, "token_unusable")
    answer["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    return answer
