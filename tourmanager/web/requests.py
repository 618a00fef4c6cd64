"""Types of requests as views get them after the middleware."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

SCRIPT = "X-Tap"  # sent by our script of taps, which wants a fragment and not a page


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


def is_script(request: HttpRequest) -> bool:
    """Tell whether our script of taps asks, which follows no redirect."""
    return SCRIPT in request.headers
