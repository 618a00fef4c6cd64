"""The one guard of all pages: `@page("tours:settings")` answers as the row of the table says.

It finds what the address is about and hands it to the view. Others than the row names are asked to
sign in where that can help (302), are refused (403), or find nothing (404).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from tourmanager.web import access
from tourmanager.web.access import NOTHING, SEAT, SIGNED_IN, Page, Role, Subject
from tourmanager.web.errors import api_error
from tourmanager.web.guarded import mark
from tourmanager.web.requests import HtmxRequest, is_api, is_script

TOKEN_NEEDED = gettext_lazy(
    "This needs a token: send the header “Authorization: Bearer …” with one of your account."
)


def page(name: str) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """Guard a view by the row of that name. It gets the request, the subject, and the rest of the
    address.
    """

    def decorate(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @mark(name)
        @wraps(view)
        def guarded(request: HtmxRequest, **address: Any) -> HttpResponseBase:
            row = access.table()[name]
            if not row.wanted(request.method):
                return HttpResponseNotAllowed(row.methods)
            response = _answer(row, view, request, address)
            row.subject.finish(response)
            return response

        return guarded

    return decorate


def _answer(
    row: Page,
    view: Callable[..., HttpResponseBase],
    request: HtmxRequest,
    address: dict[str, Any],
) -> HttpResponseBase:
    subject, roles = row.subject, row.wanted(request.method) or Role(0)
    # what only users may do, or find, is not even looked for
    if (subject.private or roles == SIGNED_IN) and not request.user.is_authenticated:
        return sign_in(request)
    with subject.hold(request):
        thing = None
        if subject is not NOTHING:
            thing = subject.find(request, address)
            if thing is None:
                return subject.answer_missing(request)
        if not has_any(subject, request, thing, roles):
            if not (roles & SEAT or request.user.is_authenticated):
                return sign_in(request, "" if row.look else subject.page_of(thing))
            return subject.refuse(request, thing, row.refusal)
        return view(request, *subject.arguments(thing), **address)


def has_any(subject: Subject[Any], request: HttpRequest, thing: Any, roles: Role) -> bool:
    """Tell whether the visitor has one of these roles."""
    return any(subject.has_role(request, thing, role) for role in roles)


def demand(
    subject: Subject[Any], request: HttpRequest, thing: Any, roles: Role, words: str
) -> None:
    """Refuse a visitor where a part of a page asks for more than its row. Raises
    PermissionDenied.
    """
    if not has_any(subject, request, thing, roles):
        raise PermissionDenied(words)


def sign_in(request: HtmxRequest, back: str = "") -> HttpResponse:
    """Ask a visitor to sign in first: by htmx the whole page goes there, a script is told (401), as
    is a program that sent no token.
    """
    if is_api(request):
        answer = api_error(401, TOKEN_NEEDED)
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    if is_script(request):
        return HttpResponse(status=401)
    if request.htmx:
        login = redirect_to_login(back or request.htmx.current_url_abs_path or "/")
        return HttpResponseClientRedirect(login.url)
    return redirect_to_login(back or request.get_full_path())
