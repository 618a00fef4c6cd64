"""Show the history of all teams and riders, and of one team, to everybody who is signed in."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tourmanager.riders.history import KINDS, find_authors, find_versions, word_versions
from tourmanager.riders.models import Team
from tourmanager.web.guard import page
from tourmanager.web.history import PER_PAGE, FilterChoices, HistoryFilter


@page("riders:history")
def history(request: HttpRequest) -> HttpResponse:
    return _show(request, reverse("riders:history"))


@page("riders:team_history")
def team_history(request: HttpRequest, pk: int) -> HttpResponse:
    return _show(request, reverse("riders:team_history", args=[pk]), pk)


def _show(request: HttpRequest, address: str, pk: int | None = None) -> HttpResponse:
    shown = HistoryFilter.read(request.GET, KINDS)
    page = Paginator(find_versions(shown, pk), PER_PAGE).get_page(request.GET.get("page"))
    rows = word_versions(list(page.object_list))
    team = Team.objects.filter(pk=pk).first() if pk else None
    context = {
        "team": team,
        # of a deleted team its last version says how it was called
        "name": team.name if team else _last_name(pk),
        "page": page,
        "rows": rows,
        "shown": shown,
        "choices": FilterChoices(find_authors(pk), KINDS),
        "address": address,
    }
    return render(request, "riders/history.html", context)


def _last_name(pk: int | None) -> str:
    """Return what a deleted team was called last; "" for all teams."""
    version = Team.history.filter(id=pk).order_by("-history_id").first() if pk else None
    return version.name if version else ""
