"""Draw the part of a page that follows the race, and keep it while nothing in it changes: the same
for everybody who looks. What stands around it, with the user's name, is drawn for each request.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tourmanager.classifications.reading import TourSnapshot
from tourmanager.tours.models import Tour
from tourmanager.web.freshness import SEEN
from tourmanager.web.requests import HtmxRequest
from tourmanager.web.shelf import Shelf

MOST_LETTERS = 32_000_000  # kept by a process
OWN = 2_000  # letters that a part counts for besides its text: its address, and what stands around
ASKED = {SEEN, "stage"}  # what an address may ask; an answer to anything else is not kept


class Part(NamedTuple):
    """A part of a page, and what the page around it is drawn with."""

    template: str
    around: dict[str, Any]
    html: SafeString


_parts = Shelf[tuple[object, ...], Part](MOST_LETTERS, weigh=lambda part: len(part.html) + OWN)


def answer_cached(request: HtmxRequest, tour: Tour, version: str) -> HttpResponse | None:
    """Answer with the part that was kept for this address and version; None where there is none."""
    part = _parts.find(_key(request, version)) if _may_keep(request) else None
    return None if part is None else _answer(request, part, {**part.around, "tour": tour})


def answer_drawn(
    request: HtmxRequest, race: TourSnapshot, template: str, context: Mapping[str, Any]
) -> HttpResponse:
    """Draw the part "following" of a template, keep it, and answer with it: alone for htmx, with
    the page around it for others.
    """
    html = render_to_string(f"{template}#following", dict(context), request)
    around = {name: context[name] for name in ("tab", "name", "when") if name in context}
    part = Part(template, around, html)
    if race.settled and _may_keep(request):
        _parts.put(_key(request, race.version), part)
    return _answer(request, part, context)


def _answer(request: HtmxRequest, part: Part, context: Mapping[str, Any]) -> HttpResponse:
    if request.htmx:
        return HttpResponse(part.html)
    return render(request, part.template, {**context, "following": part.html})


def _may_keep(request: HttpRequest) -> bool:
    return request.GET.keys() <= ASKED


def _key(request: HtmxRequest, version: str) -> tuple[object, ...]:
    asked = request.GET.get("stage")
    return (version, request.path, asked, bool(request.htmx), get_language())
