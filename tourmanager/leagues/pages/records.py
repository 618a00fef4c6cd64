"""Records of a season and the hall of fame: who won the seasons before."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tourmanager.leagues.models import League
from tourmanager.leagues.pages.frame import draw_once, frame, jersey_of, season_of
from tourmanager.leagues.reading import SeasonRead, half_words, kept_season
from tourmanager.web.guard import page


class RecordLine(NamedTuple):
    """A record of the season and who holds it."""

    name: str
    figure: str
    holders: Sequence[tuple[str, str, SafeString | str]]  # who, name, jersey


class Champion(NamedTuple):
    """The first of a division of a season that is over."""

    season: str
    position: int
    division: str
    name: str
    total: str
    jersey: SafeString | str


@page("leagues:records")
def records(request: HttpRequest, league: League) -> HttpResponse:
    season = season_of(request, league, of_teams=False)
    context = frame(request, season, "records")
    seasons = kept_seasons(season)
    versions = tuple(each.version for each in seasons)
    context["whole"] = draw_once(
        season,
        "leagues/_records.html",
        versions,
        lambda: context | {"records": season_records(season), "champions": champions(seasons)},
    )
    return render(request, "leagues/records.html", context)


def season_records(season: SeasonRead) -> list[RecordLine]:
    """Return the records of a season; one that nobody holds is left out."""
    players = season.players_of(None)
    won, podiums, ridden, stages, yellow = (Counter[str]() for _each in range(5))
    best: Counter[str] = Counter()
    for each in season.done:
        results = season.results_of(each, players)
        for who, result in results.items():
            ridden[who] += 1
            won[who] += result.place == 1
            podiums[who] += result.place <= 3
            stages[who] += each.rode[who].facts.wins if each.row.stage is None else 0
            yellow[who] += each.rode[who].facts.days.get("yellow", 0)
    divisions = season.own_divisions
    streaks = _longest_leads(season)
    for division in divisions:
        for row in season.table(division):
            best[row.who] = max((score.halves for score in row.scores), default=0)
    found = [
        _record(season, _("Rounds won"), won),
        _record(season, _("Rounds on the podium"), podiums),
        _record(season, _("Rounds ridden"), ridden),
        _record(season, _("Stages won"), stages),
        _record(season, _("Days in yellow"), yellow),
        _record(season, _("Rounds in the lead of the league, one after another"), streaks),
    ]
    if not season.rules.lowest:
        found.append(_record(season, _("Most points in one round"), best, halves=True))
    return [record for record in found if record is not None]


def _record(
    season: SeasonRead, name: str, figures: Mapping[str, int], *, halves: bool = False
) -> RecordLine | None:
    most = max(figures.values(), default=0)
    if not most:
        return None
    holders = [who for who in season.players_of(None) if figures.get(who) == most]
    return RecordLine(
        name,
        half_words(most) if halves else str(most),
        [(who, season.names[who], jersey_of(season.jersey_of(who))) for who in holders],
    )


def _longest_leads(season: SeasonRead) -> dict[str, int]:
    """Count the most rounds one after another after which somebody led their division."""
    longest, running = Counter[str](), Counter[str]()
    for leaders in season.leaders:
        running = Counter({who: running[who] + 1 for who in leaders})
        longest |= running
    return longest


def kept_seasons(season: SeasonRead) -> list[SeasonRead]:
    """Read all seasons of the league (5 queries each)."""
    others = [
        season if each == season.season else kept_season(season.league, each.position)
        for each in season.seasons
    ]
    return [each for each in others if each is not None]


def champions(seasons: Sequence[SeasonRead]) -> list[Champion]:
    """Return who won the divisions of the seasons that are over."""
    found = []
    for read in seasons:
        if not read.done or read.live or read.next:
            continue
        for division in read.own_divisions:
            rows = read.table(division)
            if rows:
                found.append(
                    Champion(
                        read.season.name,
                        read.season.position,
                        division.name if division and len(read.divisions) > 1 else "",
                        read.names[rows[0].who],
                        half_words(rows[0].halves),
                        jersey_of(read.jersey_of(rows[0].who)),
                    )
                )
    return found
