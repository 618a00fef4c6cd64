"""A player of a league: where they stand, their career over all tours, and whom they met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.leagues.careers import (
    Career,
    Duel,
    Played,
    career_version,
    everybody_of,
    names_of,
    read_career,
)
from tourmanager.leagues.models import Division, League
from tourmanager.leagues.pages.frame import division_of, draw_once, frame, jersey_of, season_of
from tourmanager.leagues.reading import SeasonRead, half_words
from tourmanager.people import finding, identity
from tourmanager.people.models import Person
from tourmanager.scoring.league.table import LeagueRow
from tourmanager.scoring.words import join_with_and, number_word, ordinal
from tourmanager.tours.models import Tour
from tourmanager.tours.pages.load import visible_tours
from tourmanager.web.guard import page

# the chart of places: units of its drawing
LEFT, RIGHT, TOP, ROW = 30, 440, 16, 41.5
RIVALS = 8  # players whose line is drawn beside the own one
SHOWN_DUELS = 7


@page("leagues:players")
def players(request: HttpRequest, league: League) -> HttpResponse:
    """List everybody of the season by name, with their jersey."""
    season = season_of(request, league, of_teams=False)
    context = frame(request, season, "players")
    context["whole"] = draw_once(
        season, "leagues/_players.html", (), lambda: context | {"players": _everybody(season)}
    )
    return render(request, "leagues/players.html", context)


def _everybody(season: SeasonRead) -> list[tuple[str, str, SafeString | str]]:
    """Return who rides in the season, with name and jersey, by name."""
    return [
        (who, season.names[who], jersey_of(season.jersey_of(who)))
        for who in season.players_of(None)
    ]


def find_player(season: SeasonRead, who: str) -> Person:
    """Return the player of the season that an address names. Raises Http404."""
    if who not in season.everybody or not who.isascii() or not who.isdigit():
        raise Http404
    return Person.objects.prefetch_related("spellings").get(pk=int(who))


@page("leagues:player")
def player(request: HttpRequest, league: League, who: str) -> HttpResponse:
    season = season_of(request, league, of_teams=False)
    if who.isascii() and who.isdigit() and len(who) < 10 and who not in season.everybody:
        kept = identity.follow(int(who), finding.merged_people())
        if str(kept) in season.everybody and str(kept) != who:
            return redirect("leagues:player", league.slug, kept)
    person = find_player(season, who)
    people, tours = everybody_of(person), visible_tours(request.user)
    also = [each.name for each in person.spellings.all() if each.name != person.name]
    context = frame(request, season, "players") | {"person": person, "also": also}
    about = (who, *also, career_version(people, tours))
    context["whole"] = draw_once(
        season,
        "leagues/_player.html",
        about,
        lambda: context | _player(season, who, read_career(people, who, tours)),
    )
    return render(request, "leagues/player.html", context)


def _player(season: SeasonRead, who: str, career: Career) -> dict[str, object]:
    """Return what a player's page shows."""
    division = next((each for each in season.divisions if each.pk == season.everybody[who]), None)
    rows = season.table(division)
    duels = career.against()
    names = {**season.names, **names_of([duel.other for duel in duels])}
    return {
        "jersey": jersey_of(season.jersey_of(who), "l"),
        "standing": _standing(season, rows, who),
        "riding": _riding(season, who),
        "since": career.played[-1].tour.created_at if career.played else None,
        "figures": _figures(career),
        "chart": draw_chart(season, who),
        "form": _form(season, who),
        "teams": [(jersey_of(team), team.name, times) for team, times in career.teams_led()],
        "duels": [_duel_line(season, duel, names) for duel in duels[:SHOWN_DUELS]],
        "more_duels": [_duel_line(season, duel, names) for duel in duels[SHOWN_DUELS:]],
        "jerseys": _jerseys(career),
    }


def _standing(season: SeasonRead, rows: Sequence[LeagueRow], who: str) -> str:
    """Say where a player stands: "Leads the Winter League with 50, nine ahead of Emma."."""
    at = next(at for at, row in enumerate(rows) if row.who == who)
    row = rows[at]
    names = {"league": season.league.name, "points": half_words(row.halves)}
    if not season.done:
        return _("Rides the %(league)s.") % names
    if row.rank > 1:
        ahead = rows[0]
        gap = abs(ahead.halves - row.halves)
        sentence = (
            _("%(place)s of the %(league)s with %(points)s, %(gap)s behind %(leader)s.")
            if gap
            else _("%(place)s of the %(league)s with %(points)s, level with %(leader)s.")
        )
        return sentence % (
            names
            | {
                "place": ordinal(row.rank),
                "gap": _amount(gap),
                "leader": season.short_name(ahead.who),
            }
        )
    if len(rows) == 1:
        return _("Leads the %(league)s with %(points)s.") % names
    second = rows[1]
    gap = abs(row.halves - second.halves)
    chasers = [season.short_name(each.who) for each in rows[1:] if each.halves == second.halves]
    sentence = (
        _("Leads the %(league)s with %(points)s, %(gap)s ahead of %(others)s.")
        if gap
        else _("Leads the %(league)s with %(points)s, level with %(others)s.")
    )
    return sentence % (names | {"gap": _amount(gap), "others": join_with_and(chasers)})


def _amount(halves: int) -> str:
    return half_words(halves) if halves % 2 or halves <= 2 else number_word(halves // 2)


def _riding(season: SeasonRead, who: str) -> tuple[str, str, str] | None:
    """Say which round a player is riding now: sentence, place, address; None for none."""
    live = season.live
    if live is None or who not in live.rode or live.tour is None:
        return None
    rode = live.rode[who]
    sentence = _("Riding round %(number)s now with %(team)s:") % {
        "number": live.number,
        "team": rode.team.name,
    }
    return sentence, ordinal(rode.place), live.tour.get_absolute_url()


@dataclass(frozen=True)
class FigureLine:
    tour: Tour
    said: str


@dataclass(frozen=True)
class CareerFigure:
    """A figure of a career, and the tours that it is made of."""

    key: str
    figure: int
    name: str
    lines: Sequence[FigureLine]


def _figures(career: Career) -> list[CareerFigure]:
    def lines(played: Sequence[Played]) -> list[FigureLine]:
        return [
            FigureLine(
                each.tour,
                _("%(place)s with %(team)s")
                % {"place": ordinal(each.facts.place), "team": each.team.name},
            )
            for each in played
        ]

    tours, won = len(career.over), len(career.won)
    podiums, stages = len(career.podiums), career.stages_won
    days, points = career.days_in_yellow, career.points
    return [
        CareerFigure("tours", tours, ngettext("tour", "tours", tours), lines(career.over)),
        CareerFigure("won", won, ngettext("tour won", "tours won", won), lines(career.won)),
        CareerFigure(
            "podiums", podiums, ngettext("podium", "podiums", podiums), lines(career.podiums)
        ),
        CareerFigure(
            "stages",
            stages,
            ngettext("stage won", "stages won", stages),
            [
                FigureLine(
                    each.tour,
                    ngettext("%(count)s stage", "%(count)s stages", each.facts.wins)
                    % {"count": each.facts.wins},
                )
                for each in career.played
                if each.facts.wins
            ],
        ),
        CareerFigure(
            "days",
            days,
            ngettext("day in yellow", "days in yellow", days),
            [
                FigureLine(
                    each.tour,
                    ngettext("%(count)s day", "%(count)s days", each.facts.days["yellow"])
                    % {"count": each.facts.days["yellow"]},
                )
                for each in career.played
                if each.facts.days.get("yellow")
            ],
        ),
        CareerFigure(
            "points",
            points,
            ngettext("manager point", "manager points", points),
            [
                FigureLine(
                    each.tour,
                    ngettext("%(count)s point", "%(count)s points", each.facts.points)
                    % {"count": each.facts.points},
                )
                for each in career.over
                if each.facts.points
            ],
        ),
    ]


@dataclass(frozen=True)
class ChartDot:
    x: float
    y: float
    place: int
    is_there: bool
    round: int


@dataclass(frozen=True)
class ChartLine:
    path: str
    dots: Sequence[ChartDot]
    end: float
    name: str
    jersey: SafeString | str
    is_own: bool

    @property
    def jersey_at(self) -> float:
        return self.end - 13


@dataclass(frozen=True)
class Chart:
    """Places after each round: a line a player."""

    lines: Sequence[ChartLine]
    places: Sequence[tuple[int, float]]
    rounds: Sequence[tuple[int, float]]
    height: float
    spoken: str


def draw_chart(season: SeasonRead, who: str) -> Chart | None:
    """Draw the places of a player's division after each round; None before the first."""
    if not season.done:
        return None
    division = next((each for each in season.divisions if each.pk == season.everybody[who]), None)
    ranks = season.ranks(division)
    last = [row.who for row in season.table(division)]
    at = last.index(who)
    first = max(0, min(at - RIVALS // 2, len(last) - RIVALS))
    drawn = last[first : first + RIVALS]
    most = max(after[other] for after in ranks for other in drawn)
    step = (RIGHT - LEFT) / max(1, len(ranks) - 1)
    row_height = min(ROW, 332 / max(1, most - 1)) if most > 1 else ROW

    def y(rank: float) -> float:
        return round(TOP + row_height * (rank - 1), 1)

    lines = []
    for other in sorted(drawn, key=lambda each: each == who):
        dots = []
        for number, (each, after) in enumerate(zip(season.done, ranks, strict=True)):
            rank = after[other]
            x = round(LEFT + step * number, 1) if len(ranks) > 1 else RIGHT
            dots.append(ChartDot(x, y(rank), rank, other in each.rode, each.number))
        # labels stand one below the other, also where places are shared
        end = y(last.index(other) + 1) if len(last) == len(drawn) else dots[-1].y
        team = season.jersey_of(other)
        lines.append(
            ChartLine(
                _curve(dots),
                dots,
                end,
                season.short_name(other),
                jersey_of(team, "s"),
                other == who,
            )
        )
    own = lines[-1]
    spoken = _("Place after each round: %(places)s.") % {
        "places": ", ".join(str(dot.place) for dot in own.dots)
    }
    return Chart(
        lines,
        [(place, y(place)) for place in range(1, most + 1)],
        [(dot.round, dot.x) for dot in own.dots],
        y(most) + 26,
        spoken,
    )


def _curve(dots: Sequence[ChartDot]) -> str:
    """Join dots by smooth curves."""
    path = f"M{dots[0].x} {dots[0].y}"
    for before, dot in pairwise(dots):
        middle = round((before.x + dot.x) / 2, 1)
        path += f"C{middle} {before.y} {middle} {dot.y} {dot.x} {dot.y}"
    return path


def _form(season: SeasonRead, who: str) -> list[tuple[int, int, int, bool, str]]:
    """Return round, place and number of players of each round ridden, whether it was won, and where
    it is found.
    """
    players = season.players_of(None)
    form = []
    for each in season.done:
        results = season.results_of(each, players)
        if who in results and each.tour is not None:
            place = results[who].place
            address = each.tour.get_absolute_url()
            form.append((each.number, place, len(results), place == 1, address))
    return form


@dataclass(frozen=True)
class DuelLine:
    name: str
    jersey: SafeString | str
    duel: Duel
    ahead_width: float
    behind_width: float
    address: str


def _duel_line(season: SeasonRead, duel: Duel, names: Mapping[str, str]) -> DuelLine:
    in_season = duel.other in season.everybody
    return DuelLine(
        names[duel.other],
        jersey_of(season.jersey_of(duel.other)) if in_season else "",
        duel,
        round(94 * duel.share, 1),
        round(94 - 94 * duel.share, 1),
        "" if not in_season else duel.other,
    )


def _jerseys(career: Career) -> list[tuple[str, int, str, Sequence[Tour]]]:
    """Return colour, number, name and tours of the jerseys that a player won."""
    names = {
        "yellow": _("Yellow"),
        "dots": _("Dots"),
        "purple": _("Purple"),
        "green": _("Green"),
        "white": _("White"),
        "pink": _("Pink"),
        "blue": _("Blue"),
        "red": _("Red"),
        "orange": _("Orange"),
    }
    found = career.jerseys()
    return [
        (
            colour,
            found[colour],
            names.get(colour, colour),
            [each.tour for each in career.over if colour in each.facts.jerseys],
        )
        for colour in names
        if found[colour]
    ]


@page("leagues:against")
def against(request: HttpRequest, league: League, who: str, other: str) -> HttpResponse:
    """Compare two players of a season over all tours that both rode."""
    season = season_of(request, league, of_teams=False)
    person, rival = find_player(season, who), find_player(season, other)
    if who == other:
        return redirect(reverse("leagues:player", args=[league.slug, who]))
    people, tours = everybody_of(person), visible_tours(request.user)
    division = division_of(request, season)
    context = frame(request, season, "players") | {"person": person, "rival": rival}
    about = (who, other, division.position if division else 0, career_version(people, tours))
    context["whole"] = draw_once(
        season,
        "leagues/_against.html",
        about,
        lambda: context | _against(season, division, read_career(people, who, tours), other),
    )
    return render(request, "leagues/against.html", context)


def _against(
    season: SeasonRead, division: Division | None, career: Career, other: str
) -> dict[str, object]:
    """Return what the page that compares a player with another shows."""
    common = [each for each in career.over if other in each.places]
    return {
        "jersey": jersey_of(season.jersey_of(career.who), "l"),
        "rival_jersey": jersey_of(season.jersey_of(other), "l"),
        "duel": next((each for each in career.against() if each.other == other), Duel(other, 0, 0)),
        "common": [
            (
                each.tour,
                ordinal(each.facts.place),
                ordinal(each.places[other]),
                each.facts.place < each.places[other],
                each.facts.place > each.places[other],
            )
            for each in common
        ],
        "others": [
            (each, season.names[each])
            for each in season.players_of(division)
            if each not in (career.who, other)
        ],
    }
