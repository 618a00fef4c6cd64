"""What all pages of a league have around them: its name, its season, its tabs."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tourmanager.leagues.access import is_organiser
from tourmanager.leagues.models import Division, League
from tourmanager.leagues.reading import SeasonRead, kept_season, read_season
from tourmanager.people.models import Person
from tourmanager.tours.models import TourTeam
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.jerseys import mark
from tourmanager.web.shelf import Shelf
from tourmanager.web.templatetags.race import draw_jersey

MOST_SEASONS = 999
MOST_NUMBER = 999


def season_of(
    request: HttpRequest, league: League, *, of_teams: bool | None = None, kept: bool = True
) -> SeasonRead:
    """Read the season that the address asks for, as it is kept; otherwise its rows are the caller's
    own to change. Raises Http404.
    """
    number = read_whole_number(request.GET.get("season", ""), MOST_SEASONS)
    teams = request.GET.get("of") == "teams" if of_teams is None else of_teams
    read = (kept_season if kept else read_season)(league, number, of_teams=teams)
    if read is None:
        raise Http404
    return read


MOST_DRAWN = 16_000_000  # characters of drawn parts that a process keeps
_drawn = Shelf[tuple[object, ...], SafeString](MOST_DRAWN, len)


def draw_once(
    season: SeasonRead,
    template: str,
    about: tuple[object, ...],
    context: Callable[[], dict[str, Any]],
) -> SafeString:
    """Draw a part of a page of the season and keep it: it must depend on nothing but the season and
    `about`.
    """
    key = (season.version, season.of_teams, template, get_language(), *about)
    drawn = _drawn.find(key) if season.version else None
    if drawn is None:
        drawn = render_to_string(template, context())
        if season.version:
            _drawn.put(key, drawn)
    return drawn


def division_of(request: HttpRequest, season: SeasonRead) -> Division | None:
    """Return the division that the address asks for, by default the first; None without any."""
    if season.of_teams or not season.divisions:
        return None
    asked = read_whole_number(request.GET.get("division", ""), MOST_NUMBER)
    return next((each for each in season.divisions if each.position == asked), season.divisions[0])


def frame(request: HttpRequest, season: SeasonRead, tab: str) -> dict[str, Any]:
    """Return what the layout of a league asks for."""
    return {
        "league": season.league,
        "season": season,
        "tab": tab,
        "state": state_words(season),
        "may_change": is_organiser(request.user, season.league),
        "me": me(request, season),
        "asked_season": f"?season={season.season.position}"
        if season.season != season.seasons[0]
        else "",
    }


def state_words(season: SeasonRead) -> str:
    """Say where the season is: "round 7 of 10 on the road"."""
    numbers = {"number": season.latest, "all": len(season.rounds)}
    if season.live:
        numbers["number"] = season.live.number
        return _("round %(number)s of %(all)s on the road") % numbers
    if not season.rounds:
        return _("no round yet")
    if not season.done:
        return _("before round 1 of %(all)s") % numbers
    if season.next is None:
        return ngettext("over: %(all)s round", "over: %(all)s rounds", numbers["all"]) % numbers
    return _("after round %(number)s of %(all)s") % numbers


def me(request: HttpRequest, season: SeasonRead) -> str:
    """Return who the visitor is in the season: the player of their account; "" for nobody."""
    if not request.user.is_authenticated or season.of_teams:
        return ""
    own = Person.objects.filter(account=request.user.pk).values_list("pk", flat=True)
    return next((str(pk) for pk in own if str(pk) in season.everybody), "")


def jersey_of(team: TourTeam | None, size: str = "m") -> SafeString | str:
    """Draw the jersey of a team, nothing for none."""
    return draw_jersey(mark(team, team.letter), size) if team is not None else ""
