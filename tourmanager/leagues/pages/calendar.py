"""The rounds of a season with their dates, their tours and who won them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tourmanager.leagues.models import League
from tourmanager.leagues.pages.frame import frame, jersey_of, season_of
from tourmanager.leagues.road import winner_of
from tourmanager.web.guard import page


@page("leagues:calendar")
def calendar(request: HttpRequest, league: League) -> HttpResponse:
    season = season_of(request, league)
    rounds = []
    for each in season.rounds:
        winner = next((who for who, rode in each.rode.items() if rode.place == 1), "")
        is_done = each.state == "done"
        rounds.append(
            (
                each,
                season.short_name(winner) if winner and is_done else "",
                jersey_of(winner_of(each)) if is_done else "",
            )
        )
    return render(
        request, "leagues/calendar.html", frame(request, season, "calendar") | {"rounds": rounds}
    )
