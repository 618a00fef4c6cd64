"""Refuse input that no field can hold before it reaches a view: control characters, broken
encodings, endless values.

Every refusal is in words: an address asked in a way it does not take has a page that says so.

PostgreSQL cannot store a NUL, and a name with a backspace in it is nobody's name. Checking it here,
once, keeps every view from having to think of it. The content of uploaded files is left to the code
that reads them.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.request import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.web.errors import TOO_MUCH, error_page

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffd-\uffff]")
ESCAPED_CONTROL = re.compile(
    rb"(?<!\\)(?:\\\\)*\\u(?:0000|[dD][89a-bA-B][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F]))"
)
LONGEST_NAME, LONGEST_IN_ADDRESS, LONGEST_IN_FORM = 200, 2_000, 200_000

CONTROL_WORDS = gettext_lazy(
    "It contains characters that cannot be written or read, such as a zero byte or half a letter."
    " Type it again, or paste it as plain text."
)
ENCODING_WORDS = gettext_lazy(
    "It was sent in another encoding than UTF-8, the one this server reads. Nothing was changed."
)
METHOD_WORDS = gettext_lazy(
    "This address takes what a button or a form on its page sends, and nothing else. Nothing was"
    " changed; use the page itself."
)
TWICE_WORDS = gettext_lazy(
    "Two values in it have the same name, so it is not clear which one counts. Nothing was changed."
)
LONG_WORDS = gettext_lazy(
    "One of the values is far longer than any field takes. Nothing was changed; go back and"
    " shorten it."
)


class CleanInputMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if any(CONTROL.search(value) for value in request.COOKIES.values()):
            # A spoilt session cookie would be looked up even to draw the answer. A fresh session
            # takes its place, and the middleware of sessions takes the cookie away.
            request.session = type(request.session)()
            return refuse(request, CONTROL_WORDS)
        if has_foreign_charset(request):
            request.encoding = "utf-8"  # drawing the answer reads the address
            return refuse(request, ENCODING_WORDS)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Check the request after its token against forgery: only then is a form's body worth
        reading.
        """
        if CONTROL.search(request.path_info) or not is_utf8(request.path_info):
            return refuse(request, CONTROL_WORDS)
        if is_larger_than_taken(request, view):
            return error_page(
                request, status=413, title=_("That is too much at once"), detail=TOO_MUCH
            )
        words = explain_refusal(fields(request.GET), LONGEST_IN_ADDRESS)
        if not words and request.method in ("POST", "PUT", "PATCH", "DELETE"):
            words = _body_trouble(request)
        return refuse(request, words) if words else None


class MethodWordsMiddleware:
    """Answer a refused method with a page in words; Django's own page is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        page = error_page(
            request, status=405, title=_("That cannot be done here"), detail=METHOD_WORDS
        )
        page["Allow"] = response["Allow"]
        return page


def is_larger_than_taken(request: HttpRequest, view: Callable[..., HttpResponse]) -> bool:
    """Return True for a body larger than the view takes, where it says so (`largest_body`)."""
    most = getattr(view, "largest_body", None)
    size = request.META.get("CONTENT_LENGTH") or "0"
    return most is not None and size.isdigit() and int(size) > most


def has_foreign_charset(request: HttpRequest) -> bool:
    """Return True where the declared charset is not ours. Python knows encodings such as base64,
    which are none for a text.
    """
    return (request.content_params or {}).get("charset", "utf-8").lower() not in (
        "utf-8",
        "utf8",
        "us-ascii",
    )


def fields(values: QueryDict) -> Iterable[tuple[str, str]]:
    return ((name, value) for name, several in values.lists() for value in several)


def explain_refusal(pairs: Iterable[tuple[str, str]], longest: int) -> str | Promise:
    """Say what is wrong with these fields; "" where all can be read."""
    for name, value in pairs:
        if len(name) > LONGEST_NAME or len(value) > longest:
            return LONG_WORDS
        if CONTROL.search(name) or CONTROL.search(value):
            return CONTROL_WORDS
    return ""


class RepeatedKey(Exception):
    """An object in JSON has two values of one name."""


def repeats_a_key(text: str | bytes) -> bool:
    """Return True for JSON with a repeated key: readers would silently take the last value."""
    if text.lstrip()[:1] not in ("{", "[", b"{", b"["):
        return False
    try:
        json.loads(text, object_pairs_hook=_without_repeated_keys)
    except RepeatedKey:
        return True
    except (ValueError, RecursionError):
        pass  # no JSON: the view that reads it says so
    return False


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise RepeatedKey


def is_utf8(path: str) -> bool:
    """Return True when the path is UTF-8. Django leaves other bytes percent-encoded; such an
    address was never one of ours.
    """
    try:
        unquote_to_bytes(path).decode()
    except UnicodeDecodeError:
        return False
    return True


def refuse(request: HttpRequest, detail: str | Promise) -> HttpResponse:
    return error_page(request, status=400, title=_("That could not be read"), detail=detail)


def _body_trouble(request: HttpRequest) -> str | Promise:
    """Say why a form, or JSON, cannot be read; "" where it can."""
    if request.content_type == "application/json":
        if ESCAPED_CONTROL.search(request.body) or b"\0" in request.body:
            return CONTROL_WORDS
        return TWICE_WORDS if repeats_a_key(request.body) else ""
    if words := explain_refusal(fields(request.POST), LONGEST_IN_FORM):
        return words
    twice = any(repeats_a_key(value) for _, value in fields(request.POST))
    return TWICE_WORDS if twice else ""
