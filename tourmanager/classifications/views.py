"""The pages of this room: each reads the tour once, asks one function, and draws. They follow a
running tour by themselves.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications import parts
from tourmanager.classifications.closing import best_teams, closing, podiums
from tourmanager.classifications.lines import classification, stage_result, team_ranking
from tourmanager.classifications.managers import columns, manager_lines, not_paid_yet
from tourmanager.classifications.open_line import describe_open_line
from tourmanager.classifications.possible import describe_possible, needs_of
from tourmanager.classifications.reading import (
    NOW,
    NoSuchStage,
    TourSnapshot,
    read_race,
)
from tourmanager.classifications.versions import version_of_pages
from tourmanager.classifications.wearing import days_in_jerseys, jersey_history, jerseys_to_wear
from tourmanager.classifications.working import MANAGER_POINTS, NoFigure, explain_figure
from tourmanager.tours.models import REST, Tour
from tourmanager.web.errors import error_page as trouble
from tourmanager.web.freshness import answer_unchanged
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest

TOP = 5  # lines of a classification on the page of all


def race_page(
    view: Callable[..., HttpResponse], *, on_road: bool = False
) -> Callable[..., HttpResponse]:
    """Make a page of a tour after one of its stages: the view gets the race. htmx gets 204 while
    nothing has changed.

    A page that shows the stage `on_road` changes with every tap, every other page only when a stage
    is ended.
    """

    @wraps(view)
    def shown(request: HtmxRequest, tour: Tour, **kwargs: Any) -> HttpResponse:
        asked = NOW if on_road else request.GET.get("stage")
        return answer_after(request, tour, asked, partial(view, **kwargs), is_shared=True)

    return shown


def answer_after(
    request: HtmxRequest,
    tour: Tour,
    asked: str | None,
    view: Callable[..., HttpResponse],
    *,
    is_shared: bool = False,
) -> HttpResponse:
    """Answer with a page of the tour as it stood after the stage asked for; htmx gets 204 while
    nothing has changed. What follows the race is drawn once for everybody where it `is_shared`.
    """
    # before anything else is read: what changes meanwhile is seen the next time
    known = version_of_pages(tour, taps=asked == NOW)
    if request.htmx and (answer := answer_unchanged(request, known)):
        return answer
    try:
        response = parts.answer_cached(request, tour, known) if is_shared else None
        if response is None:
            race = read_race(tour, asked, kept=True)
            race.version, race.is_shared = known, is_shared
            response = view(request, race)
    except NoSuchStage as missing:
        return trouble(
            request, status=404, title=_("No classification to show"), detail=str(missing)
        )
    except NoFigure as missing:
        return trouble(request, status=404, title=_("Nothing to explain"), detail=str(missing))
    if request.htmx:
        patch_cache_control(response, no_store=True)
    patch_vary_headers(response, ["HX-Request"])
    return response


@page("classifications:all")
@race_page
def overview(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
    """Show all classifications in short, the jerseys, and links to each whole classification."""
    context: dict[str, Any] = {}
    if race.number:
        context = {
            "podiums": podiums(race),
            "stage_table": stage_result(race, TOP),
            "tables": [classification(race, key, TOP) for key in race.keys],
            "best_teams": best_teams(race),
            "worn": jersey_history(race),
        }
    return render_page(request, race, "all", **context)


@page("classifications:one")
@race_page
def show_classification(request: HtmxRequest, race: TourSnapshot, key: str) -> HttpResponse:
    """Show a whole classification."""
    if key not in ("stage", *race.keys):
        raise Http404(key)
    context: dict[str, Any] = {
        "key": key,
        "name": _stage_name(race) if key == "stage" else race.names[key],
    }
    if race.number and key == "stage":
        context |= {"table": stage_result(race), "teams": team_ranking(race)}
    elif race.number:
        context |= {"table": classification(race, key)}
    return render_page(request, race, "one", **context)


@page("classifications:jerseys")
@race_page
def jerseys(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
    """Show the wearers of jerseys, the history of the jerseys, and the days that each rider had
    them.
    """
    context: dict[str, Any] = (
        {
            "riding": jerseys_to_wear(race),
            "worn": jersey_history(race),
            "days": days_in_jerseys(race),
        }
        if race.number
        else {}
    )
    return render_page(request, race, "jerseys", **context)


@page("classifications:possible")
@partial(race_page, on_road=True)
def possible(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
    """Show who can still win what, and what they need for it."""
    return render_page(
        request,
        race,
        "possible",
        possible=None if race.tour.is_finished else describe_possible(race),
    )


@page("classifications:strip")
@partial(race_page, on_road=True)
def strip(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
    """Show the stage on the road in a few lines, for the stage's own page; opened by itself,
    redirect to all classifications.
    """
    if not request.htmx:
        return redirect(f"{reverse('classifications:all', args=[race.tour.slug])}?stage={NOW}")
    general = race.field.scheme.general.key
    context: dict[str, Any] = (
        {
            "podiums": podiums(race),
            "general": classification(race, general, 3),
        }
        if race.virtual
        else {}
    )
    return render_page(request, race, "strip", **context)


@page("classifications:open_line")
@partial(race_page, on_road=True)
def open_line(request: HtmxRequest, race: TourSnapshot, key: str) -> HttpResponse:
    """Show what a sprint or pass of the stage on the road is about, for the page that logs it;
    opened by itself, redirect to what is still possible.
    """
    if not request.htmx:
        return redirect("classifications:possible", race.tour.slug)
    if race.running and key not in {line.key for line in race.running.result.passages}:
        raise Http404(key)
    return render_page(request, race, "open_line", line=describe_open_line(race, key))


@page("classifications:explain")
@race_page
def explain(request: HtmxRequest, race: TourSnapshot, key: str, who: str) -> HttpResponse:
    """Show what a figure is made of: a page, or for htmx the sheet that opens over the table."""
    if key not in ("stage", *race.keys, MANAGER_POINTS):
        raise Http404(key)
    context = {
        "race": race,
        "tour": race.tour,
        "tab": "manager_points" if key == MANAGER_POINTS else "classifications",
        "working": explain_figure(race, key, who),
        "needs": needs_of(race, key, who) if race.virtual else [],
        "source": request.GET.get("of", ""),
        "chosen": f"?stage={race.asked}",
    }
    return render(
        request, "classifications/explain.html" + ("#working" if request.htmx else ""), context
    )


@page("classifications:manager_points")
@race_page
def manager_points(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
    """Show the points of the players as if the tour stopped now; at the end the final
    classification.
    """
    if not race.tour.manager_points_name:
        raise Http404("no points of the players")
    context: dict[str, Any] = {
        "lines": manager_lines(race),
        "columns": columns(race),
        "not_paid_yet": not_paid_yet(race),
    }
    return render_page(request, race, "manager_points", tab="manager_points", **context)


@page("classifications:final")
@race_page
def final(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
    """Show the closing page of a finished tour; before the end redirect to the standings."""
    if not race.tour.is_finished:
        messages.info(
            request,
            _("%(tour)s is not over: %(race)s. This is how it stands.")
            % {"tour": race.tour.name, "race": _left(race)},
        )
        return redirect(
            "classifications:manager_points"
            if race.tour.manager_points_name
            else "classifications:all",
            race.tour.slug,
        )
    return render_page(request, race, "final", tab="manager_points", closing=closing(race))


def render_page(
    request: HtmxRequest,
    race: TourSnapshot,
    template: str,
    *,
    tab: str = "classifications",
    **context: Any,
) -> HttpResponse:
    """Render the page, or for htmx the part of it that follows the race."""
    follows = not race.tour.is_finished or bool(race.in_correction)
    context |= {
        "race": race,
        "tour": race.tour,
        "tab": tab,
        "keys": _keys(race),
        "known": race.version if follows else "",
        "chosen": "" if race.is_latest else f"?stage={race.asked}",
        "published": None
        if race.virtual
        else race.stage_published
        if context.get("key") == "stage"
        else race.published,
    }
    path = f"classifications/{template}.html"
    if race.is_shared:
        return parts.answer_drawn(request, race, path, context)
    return render(request, path + ("#following" if request.htmx else ""), context)


def _keys(race: TourSnapshot) -> list[tuple[str, str]]:
    return [
        (key, _("Stage") if key == "stage" else race.names[key]) for key in ("stage", *race.keys)
    ]


def _stage_name(race: TourSnapshot) -> str:
    return str(race.stage if race.number else race.stages[0])


def _left(race: TourSnapshot) -> str:
    left = sum(stage.kind != REST for stage in race.stages) - len(race.course)
    return ngettext(
        "%(stages)s stage is still to be ended", "%(stages)s stages are still to be ended", left
    ) % {"stages": left}
