"""The facts of a tour that leagues count: for every team its place, points and stages, in the tour
and in each of its stages.

Facts of a tour that is over are stored with the revision at which they were true, so that a league
of fifty tours is read in a constant number of queries; of others they are computed each time.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from django.db import DatabaseError, transaction

from tourmanager.classifications.reading import NOW, TourSnapshot, read_race
from tourmanager.leagues.models import TourFacts
from tourmanager.scoring.manager_points import STAGE, total_in_play
from tourmanager.scoring.scheme import GENERAL
from tourmanager.scoring.tables import Day, PlayerRow, Standings
from tourmanager.tours.models import REST, Stage, Tour

VERSION = 1  # raise it whenever the same tour comes to other facts

LAST = 10_000


class StageResult(msgspec.Struct, frozen=True):
    """A team in one stage: its place among the teams and the manager points of that stage."""

    place: int
    points: int


class TeamFacts(msgspec.Struct, frozen=True):
    """A team in one tour. `place` is that of its player; `jerseys` are the colours of those it had
    at the end, `days` the days on which its riders wore each.
    """

    letter: str
    place: int
    points: int
    sources: dict[str, int]
    wins: int
    jerseys: tuple[str, ...]
    days: dict[str, int]
    stages: dict[int, StageResult]


class RiderFacts(msgspec.Struct, frozen=True):
    """A rider in one tour: place overall (0 where they have none), stages won, days in yellow."""

    code: str
    place: int
    wins: int
    days: int


class Facts(msgspec.Struct, frozen=True):
    """A tour: `in_play` are all the manager points that it can pay, `ended` its stages that are
    over.
    """

    teams: tuple[TeamFacts, ...]
    riders: tuple[RiderFacts, ...]
    ended: tuple[int, ...]
    in_play: int
    stage_in_play: int
    # of the stage on the road: riders who have arrived, and all who ride it
    arrived: int = 0
    racing: int = 0


def facts_of(race: TourSnapshot) -> Facts:
    """Return the facts of a tour as the snapshot has it."""
    standings = race.now
    scheme = race.field.scheme
    raced = [stage for stage in race.stages if stage.kind != REST]
    ranks = _ranks_of_players(race, standings)
    days = _days_in_jersey(race)
    wins = _stages_won(race, standings.days)
    team_of = teams_by_rider(race)
    own = {player.team: player for player in standings.players}
    by_stage = {day.stage: _results_of(race, day, standings) for day in standings.days}
    worn = [
        (jersey.colour, team_of[jersey.leader])
        for jersey in standings.jerseys
        if jersey.leader is not None and jersey.leader in team_of
    ]
    teams = tuple(
        TeamFacts(
            letter,
            ranks[letter],
            own[letter].points if letter in own else 0,
            own[letter].sources if letter in own else {},
            sum(wins[code] for code, team in team_of.items() if team == letter),
            tuple(colour for colour, team in worn if team == letter),
            dict(days.get(letter, {})),
            {stage: results[letter] for stage, results in by_stage.items() if letter in results},
        )
        for letter in ranks
    )
    return Facts(
        teams,
        tuple(_riders(race, standings, wins)),
        tuple(race.numbers),
        total_in_play(scheme, len(raced)),
        sum(scheme.manager_points.points.get(STAGE, ())),
        *_on_the_road(race),
    )


def _on_the_road(race: TourSnapshot) -> tuple[int, int]:
    """Count who has arrived and who rides on the stage that is being raced."""
    if race.running is None:
        return 0, 0
    result = race.running.result
    return len(result.arrivals), len(result.arrivals) + len(result.on_road)


def teams_by_rider(race: TourSnapshot) -> dict[str, str]:
    """Return the letter of every rider's team, leaving out teams that nobody scores for."""
    unscored = set(race.field.scheme.unscored)
    return {
        starter.rider: starter.team
        for starter in race.field.starters
        if unscored.isdisjoint(starter.marks)
    }


def _ranks_of_players(race: TourSnapshot, standings: Standings) -> dict[str, int]:
    """Rank the teams by manager points; where a tour pays none, by their best rider overall."""
    if standings.players:
        return {player.team: player.rank for player in standings.players}
    team_of = teams_by_rider(race)
    best = dict.fromkeys(team_of.values(), LAST)
    for row in standings.classifications[race.field.scheme.general.key].rows:
        if letter := team_of.get(row.who, ""):
            best[letter] = min(best[letter], row.rank)
    return _places(best)


def _places(figures: Mapping[str, object]) -> dict[str, int]:
    """Give everybody the place that their figure comes to, the smallest first; equal ones share."""
    ordered = sorted(figures.values())  # type: ignore[type-var]  # figures of one kind
    return {who: ordered.index(figure) + 1 for who, figure in figures.items()}


def _results_of(race: TourSnapshot, day: Day, standings: Standings) -> dict[str, StageResult]:
    """Rank the teams on one stage: by the manager points that it paid, then by their best rider."""
    points = Counter[str]()
    for player in standings.players:
        points[player.team] += _points_of_stage(player, day.stage)
    team_of = teams_by_rider(race)
    best: dict[str, int] = {}
    for row in day.riders:
        if letter := team_of.get(row.who, ""):
            best[letter] = min(best.get(letter, LAST), row.rank)
    places = _places({letter: (-points[letter], rank) for letter, rank in best.items()})
    return {letter: StageResult(places[letter], points[letter]) for letter in best}


def _points_of_stage(player: PlayerRow, stage: int) -> int:
    return sum(
        part.amount for source, part in player.parts if source == STAGE and part.stage == stage
    )


def _stages_won(race: TourSnapshot, days: Sequence[Day]) -> Counter[str]:
    return Counter(day.riders[0].who for day in days if day.riders)


def _days_in_jersey(race: TourSnapshot) -> dict[str, Counter[str]]:
    """Count the days after which a team's rider had a jersey, by team and colour."""
    found: dict[str, Counter[str]] = {}
    team_of = teams_by_rider(race)
    for standings in race.until_now:
        for jersey in standings.jerseys:
            if letter := team_of.get(jersey.leader or "", ""):
                found.setdefault(letter, Counter())[jersey.colour] += 1
    return found


def _riders(race: TourSnapshot, standings: Standings, wins: Mapping[str, int]) -> list[RiderFacts]:
    general = standings.classifications[race.field.scheme.general.key]
    places = {row.who: row.rank for row in general.rows}
    led = Counter(
        jersey.leader
        for each in race.until_now
        for jersey in each.jerseys
        if jersey.key == GENERAL and jersey.leader
    )
    return [
        RiderFacts(code, places.get(code, 0), wins.get(code, 0), led[code])
        for code in race.field.riders
    ]


def read_facts(tours: Sequence[Tour]) -> dict[int, Facts]:
    """Return the facts of tours by number: stored ones where they are true still (1 query), others
    computed and, where the tour is over, stored.
    """
    rows = TourFacts.objects.filter(
        TourFacts.fresh(), tour__in=[tour.pk for tour in tours], version=VERSION
    )
    found = {row.tour_id: msgspec.convert(row.facts, Facts, strict=False) for row in rows}
    for tour in tours:
        if tour.pk not in found:
            race = read_race(tour, kept=True)
            found[tour.pk] = facts_of(race)
            if tour.is_finished and race.settled:
                _store(tour, found[tour.pk])
    return found


def facts_now(tour: Tour) -> Facts:
    """Return the facts of a tour as it stands on the road."""
    return facts_of(read_race(tour, NOW, kept=True))


def _store(tour: Tour, facts: Facts) -> None:
    """Store the facts of a tour. Where the database cannot take them now, they are computed again
    next time.
    """
    try:
        with transaction.atomic():
            TourFacts.objects.update_or_create(
                tour=tour,
                defaults={
                    "revision": tour.revision,
                    "version": VERSION,
                    "facts": msgspec.to_builtins(facts, str_keys=True),
                },
            )
    except DatabaseError:
        return


def is_stage_over(stage: Stage) -> bool:
    return stage.state == Stage.State.ENDED and not stage.reopened
