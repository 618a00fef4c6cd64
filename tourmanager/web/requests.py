"""Types of requests as views get them after the middleware."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

API = "/api/"  # how the addresses of the API begin
SCRIPT = "X-Tap"  # sent by our script of taps, which wants a fragment and not a page


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


def is_api(request: HttpRequest) -> bool:
    """Tell whether a program asks, at an address of the API: it is answered in JSON."""
    return request.path_info.startswith(API)


def is_script(request: HttpRequest) -> bool:
    """Tell whether our script of taps asks, which follows no redirect."""
    return SCRIPT in request.headers
