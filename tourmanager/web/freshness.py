"""The one way in which a page asks whether it has changed.

A part of a page that follows something carries the version it shows, and asks its address with that
version as `seen` (`{% follow %}` writes this into a template). While nothing has changed the answer
is 204, which htmx and our scripts leave alone; otherwise it is the part as it now is, which carries
its new version. A part that is final is sent without `{% follow %}`, and asks no more.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import HttpRequest, HttpResponse

SEEN = "seen"


def seen_version(request: HttpRequest) -> str:
    """Return the version that the page shows; "" where it does not say."""
    return request.GET.get("seen", "")


def answer_unchanged(request: HttpRequest, version: str) -> HttpResponse | None:
    """Return the answer to a page that shows this version already; None where it does not."""
    return nothing_new() if seen_version(request) == version else None


def nothing_new() -> HttpResponse:
    """Leave the page that asks as it is."""
    return HttpResponse(status=204)


def asking(address: str, version: str, **more: object) -> str:
    """Return the address at which a page that shows this version asks again."""
    parts = urlsplit(address)
    query = {SEEN: version} | dict(parse_qsl(parts.query, keep_blank_values=True)) | more
    return parts._replace(query=urlencode(query | {SEEN: version})).geturl()
