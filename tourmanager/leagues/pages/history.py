"""Show who changed what in a league, and when, to its organisers."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tourmanager.leagues.history import KINDS, find_authors, find_versions, word_versions
from tourmanager.leagues.models import League
from tourmanager.leagues.pages.frame import frame, season_of
from tourmanager.web.guard import page
from tourmanager.web.history import PER_PAGE, FilterChoices, HistoryFilter


@page("leagues:history")
def history(request: HttpRequest, league: League) -> HttpResponse:
    shown = HistoryFilter.read(request.GET, KINDS)
    versions = Paginator(find_versions(league, shown), PER_PAGE).get_page(request.GET.get("page"))
    context = frame(request, season_of(request, league), "settings") | {
        "page": versions,
        "rows": word_versions(list(versions.object_list)),
        "shown": shown,
        "choices": FilterChoices(find_authors(league), KINDS),
        "address": reverse("leagues:history", args=[league.slug]),
    }
    return render(request, "leagues/history.html", context)
