"""The rounds of a season with their dates, their tours and who won them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from tourmanager.leagues.models import League
from tourmanager.leagues.pages.frame import draw_once, frame, jersey_of, season_of
from tourmanager.leagues.reading import SeasonRead, SeasonRoundRead
from tourmanager.leagues.road import winner_of
from tourmanager.web.guard import page


@page("leagues:calendar")
def calendar(request: HttpRequest, league: League) -> HttpResponse:
    season = season_of(request, league)
    context = frame(request, season, "calendar")
    context["whole"] = draw_once(
        season, "leagues/_calendar.html", (), lambda: {"rounds": _rounds(season)}
    )
    return render(request, "leagues/calendar.html", context)


def _rounds(season: SeasonRead) -> list[tuple[SeasonRoundRead, str, SafeString | str]]:
    """Return the rounds, each with the name and the jersey of who won it."""
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
    return rounds
