"""The pages of this room: each reads the tour once, asks one function, and draws. They follow a running tour by themselves."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from tourmanager.classifications.closing import closing, jerseys, leaders_by_stage
from tourmanager.classifications.lines import SOURCE_NAMES, classification, stage_result, team_ranking
from tourmanager.classifications.party import COLUMNS, party
from tourmanager.classifications.reading import CLASSIFICATIONS, KEYS, NoSuchStage, Race, read, version
from tourmanager.classifications.working import PARTY, NoFigure, working
from tourmanager.tours.access import tour_page
from tourmanager.tours.course import TYPE_NAMES
from tourmanager.tours.models import Tour
from tourmanager.web.errors import explain as trouble
from tourmanager.web.requests import HtmxRequest

TOP = 5  # lines of a classification on the page of all


def race_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a tour after one of its stages: the view gets the race. htmx gets 304 while nothing has changed."""

    @require_safe
    @tour_page
    @wraps(view)
    def page(request: HtmxRequest, tour: Tour, **kwargs: Any) -> HttpResponse:
        known = version(tour)  # before anything else is read: what changes meanwhile is seen the next time
        if request.htmx and (unchanged := get_conditional_response(request, etag=known)):
            return unchanged
        try:
            race = read(tour, request.GET.get("stage"))
            race.version = known
            response = view(request, race, **kwargs)
        except NoSuchStage as missing:
            return trouble(request, status=404, title="No classification to show", detail=str(missing))
        except NoFigure as missing:
            return trouble(request, status=404, title="Nothing to explain", detail=str(missing))
        if request.htmx:
            response["ETag"] = known
            response["Cache-Control"] = "no-store"  # the page itself says which version it knows
        patch_vary_headers(response, ["HX-Request"])
        return response

    return page


@race_page
def overview(request: HtmxRequest, race: Race) -> HttpResponse:
    """All classifications in short, who wears what, and the way to the whole of each."""
    context: dict[str, Any] = {}
    if race.number:
        context = {
            "podiums": jerseys(race),
            "stage_table": stage_result(race).top(TOP),
            "tables": [classification(race, key).top(TOP) for key in CLASSIFICATIONS],
            "worn": leaders_by_stage(race),
        }
    return _drawn(request, race, "all", **context)


@race_page
def one(request: HtmxRequest, race: Race, key: str) -> HttpResponse:
    """A whole classification."""
    if key not in KEYS:
        raise Http404(key)
    context: dict[str, Any] = {"key": key, "name": f"Stage {race.number or 1}" if key == "stage" else SOURCE_NAMES[key], "keys": _keys()}
    if race.number and key == "stage":
        context |= {"table": stage_result(race), "teams": team_ranking(race), "out": [race.marks[who] for who in race.result.out]}
        context["type_name"] = TYPE_NAMES[race.stage.type]
    elif race.number:
        context |= {"table": classification(race, key)}
    return _drawn(request, race, "one", **context)


@race_page
def explain(request: HtmxRequest, race: Race, key: str, who: str) -> HttpResponse:
    """What a figure is made of: a page, or for htmx the sheet that opens over the table."""
    if key not in (*KEYS, PARTY):
        raise Http404(key)
    context = {
        "race": race,
        "tour": race.tour,
        "tab": "cycling_party" if key == PARTY else "classifications",
        "working": working(race, key, who),
        "source": request.GET.get("of", ""),
        "chosen": f"?stage={race.number}",
    }
    return render(request, "classifications/explain.html" + ("#working" if request.htmx else ""), context)


@race_page
def cycling_party(request: HtmxRequest, race: Race) -> HttpResponse:
    """The points of the players were the tour to stop now; at the end the final classification."""
    return _drawn(request, race, "cycling_party", tab="cycling_party", lines=party(race), columns=COLUMNS)


@race_page
def final(request: HtmxRequest, race: Race) -> HttpResponse:
    """The closing page of a finished tour; before that there is nothing to close."""
    if not race.tour.finished:
        messages.info(request, f"{race.tour.name} is not over: {_left(race)}. This is how it stands.")
        return redirect("classifications:cycling_party", race.tour.slug)
    return _drawn(request, race, "final", tab="cycling_party", closing=closing(race))


def _drawn(request: HtmxRequest, race: Race, template: str, *, tab: str = "classifications", **context: Any) -> HttpResponse:
    """The page, or for htmx the part of it that follows the race."""
    follows = not race.tour.finished or bool(race.in_correction)
    context |= {
        "race": race,
        "tour": race.tour,
        "tab": tab,
        "known": json.dumps({"If-None-Match": race.version}) if follows else "",
        "chosen": "" if race.latest else f"?stage={race.number}",
    }
    return render(request, f"classifications/{template}.html" + ("#following" if request.htmx else ""), context)


def _keys() -> list[tuple[str, str]]:
    return [(key, "Stage" if key == "stage" else SOURCE_NAMES[key]) for key in KEYS]


def _left(race: Race) -> str:
    left = len(race.stages) - len(race.course)
    return f"{left} {'stage is' if left == 1 else 'stages are'} still to be ended"
