"""Error pages in the user's words: what is wrong, and the way back. htmx gets the same words as a
small fragment, a program that asks the API gets them as JSON.
"""

import sys

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import reswap, retarget
from django_htmx.middleware import HtmxDetails

from tourmanager.web.outage import outage_of
from tourmanager.web.requests import is_api, is_script

REFUSED = gettext_lazy(
    "Only the people who direct this tour, or look after this part, can do that. You may still"
    " look."
)
UNREADABLE = gettext_lazy(
    "What was sent could not be read, so nothing was changed. Go back and try again."
)
TOO_MUCH = gettext_lazy(
    "What was sent is larger than this server takes, so nothing was changed. Send less at once, or"
    " a smaller file."
)
EXPIRED = gettext_lazy(
    "This page was open for a long time, or you signed in or out in another window, so what you"
    " sent was not taken. Nothing was changed. Go back, load the page again and repeat it."
)

# by which programs know what went wrong where an answer has no code of its own
CODES = {
    400: "unreadable",
    401: "token_needed",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    415: "json_only",
    422: "invalid",
    429: "too_many_requests",
    503: "unavailable",
}


def api_error(status: int, message: str | Promise, code: str = "", **more: object) -> JsonResponse:
    """Answer a program with a code for it and a sentence for its users."""
    said = {"code": code or CODES.get(status, "fault"), "message": str(message)} | more
    answer = JsonResponse(said, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def page_before(request: HttpRequest) -> str:
    """Return the page that the visitor came from, when it is one of ours and not this one, else
    "".
    """
    came_from = request.META.get("HTTP_REFERER", "")
    try:
        ours = url_has_allowed_host_and_scheme(
            came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
        return came_from if ours and came_from != request.build_absolute_uri() else ""
    except Exception:  # the host itself was refused: there is no page of ours to go back to
        return ""


def _wants_fragment(request: HttpRequest) -> bool:
    htmx = HtmxDetails(request)  # also where a request failed before the middleware had its turn
    return bool(htmx) and not htmx.boosted


def error_page(
    request: HttpRequest, *, status: int, title: str | Promise, detail: str | Promise
) -> HttpResponse:
    """Show the error page, or for htmx a fragment for the place where every page shows trouble,
    leaving the rest as it is.
    """
    if is_api(request):
        return api_error(status, detail)
    if _wants_fragment(request):
        fragment = render(
            request, "components/trouble.html", {"title": title, "detail": detail}, status=status
        )
        return reswap(retarget(fragment, "#alert"), "innerHTML")
    return render(
        request,
        "error.html",
        {"title": title, "detail": detail, "back": page_before(request), "status": status},
        status=status,
    )


def refusal_words(exception: Exception | None) -> str:
    """Return the sentence that the refusing code gave, or ""."""
    words = str(exception.args[0]) if exception is not None and exception.args else ""
    return words if " " in words else ""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return error_page(request, status=413, title=_("That is too much at once"), detail=TOO_MUCH)
    return error_page(request, status=400, title=_("That could not be read"), detail=UNREADABLE)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(
        request,
        status=403,
        title=_("That is not yours to change"),
        detail=refusal_words(exception) or REFUSED,
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    detail = _(
        "The address may be mistyped, or what stood here was erased. Links to a tour must be copied"
        " whole."
    )
    return error_page(request, status=404, title=_("There is no such page"), detail=detail)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unforeseen error without asking the database, a session or a user.

    The database may be what failed. A page that needs it would fail again at every step of its way
    out.
    """
    if outage := outage_of(sys.exc_info()[1]):
        answer = _plain(request, status=503, title=outage.title, detail=outage.detail)
        answer["Retry-After"] = str(outage.retry_after)
        return answer
    detail = _(
        "The fault is ours, and it has been noted. What you had saved before is safe. Go back and"
        " load the page again."
    )
    return _plain(request, status=500, title=_("Something went wrong"), detail=detail)


def _plain(
    request: HttpRequest, *, status: int, title: str | Promise, detail: str | Promise
) -> HttpResponse:
    """Show the same message on a page, in a part of one (htmx) or to a script, without the
    database.
    """
    if is_api(request):
        return api_error(status, detail)
    address = request.get_full_path() if request.method == "GET" else ""
    context = {"title": title, "detail": detail, "address": address}
    kinds = (request.content_type, request.headers.get("Accept"))
    if is_script(request) or "application/json" in kinds:
        answer: HttpResponse = JsonResponse({"title": title, "detail": detail}, status=status)
    elif _wants_fragment(request):
        fragment = HttpResponse(render_to_string("components/trouble.html", context), status=status)
        answer = reswap(retarget(fragment, "#alert"), "innerHTML")
    else:
        answer = HttpResponse(render_to_string("error_plain.html", context), status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(request, status=403, title=_("This page was open too long"), detail=EXPIRED)
