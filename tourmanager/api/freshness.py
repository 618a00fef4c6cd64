"""Let programs ask for what they have already: an answer about a tour has a tag that changes with
the tour, and who sends the tag back is told that nothing has changed (304).
"""

from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags, quote_etag
from ninja.responses import Response
from pydantic import BaseModel

from tourmanager.backups.models import current_epoch
from tourmanager.tours.models import Tour

# Raise it whenever the same tour is answered in another form.
VERSION = 1


def answer_about(
    request: HttpRequest, tour: Tour, describe: Callable[[], BaseModel], epoch: str = ""
) -> HttpResponse:
    """Answer with a description of the tour, or that it is the one that the program has.

    The tag is that of the tour as it was found before it was read: if it changes in between, the
    next request is answered anew.
    """
    tag = _tag(request.get_full_path(), epoch or current_epoch(), tour.pk, tour.revision)
    return _fresh(request, tag, lambda: Response(describe().model_dump()))


def answer_listed(request: HttpRequest, value: BaseModel) -> HttpResponse:
    """Answer with a value that no single tour's revision stands for."""
    response = Response(value.model_dump())
    tag = _tag(sha256(response.content).hexdigest())
    return _fresh(request, tag, lambda: response)


def _tag(*parts: object) -> str:
    return quote_etag(sha256(f"{VERSION} {parts}".encode()).hexdigest()[:24])


def _fresh(request: HttpRequest, tag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer, or say that nothing has changed. What compresses answers marks their tags (`W/`)."""
    seen = parse_etags(request.headers.get("If-None-Match", ""))
    same = tag in {each.removeprefix("W/") for each in seen}
    response = HttpResponseNotModified() if same else answer()
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"  # may be kept, and is asked for each time
    return response
