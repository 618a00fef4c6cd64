"""What a tour is worth for leagues and careers: of every team its manager points, its places and
what its riders won. Computed from the standings, and kept until the tour changes.

Kept facts can never be wrong for long: they carry the revision of the tour, which rises with every
change of it, and `verify` computes them again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from django.db import transaction

from tourmanager.classifications.reading import TourSnapshot, read_race
from tourmanager.leagues.models import StoredFacts
from tourmanager.scoring.manager_points import paying_sources
from tourmanager.scoring.scheme import GENERAL
from tourmanager.tours.models import REST, Stage, Tour

VERSION = 1  # of the facts: raised where they say more


class StageFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stage that a team's riders raced: the place of their first, the points that the stage
    paid the player.
    """

    number: int
    place: int = 0
    points: int = 0


class TeamFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team of a tour and what it is worth so far."""

    letter: str
    rank: int  # of its player by manager points, else of the team; 0 before the first stage
    points: int = 0  # manager points
    sources: dict[str, int] = {}  # manager points by classification, "stage" first
    stage_wins: int = 0
    podiums: int = 0  # stages with a rider among the first three
    jerseys: dict[str, str] = {}  # classifications that a rider of it leads, with their colour
    stages: list[StageFacts] = []


class TourFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tour so far: how much of it was raced, and every team."""

    stages: int  # to be raced in all
    ended: int
    finished: bool
    teams: list[TeamFacts]
    # what a player can win in all of it, by source of points
    most: int = 0


def facts_of(tours: Iterable[Tour]) -> dict[int, TourFacts]:
    """Return the facts of tours by number (1 query, and what computing takes for each tour that
    has changed since).
    """
    by_pk = {tour.pk: tour for tour in tours}
    rows = {row.tour_id: row for row in StoredFacts.objects.filter(tour__in=by_pk)}
    return {pk: _facts_of(tour, rows.get(pk)) for pk, tour in by_pk.items()}


def _facts_of(tour: Tour, row: StoredFacts | None) -> TourFacts:
    if row is not None and (row.revision, row.version) == (tour.revision, VERSION):
        return msgspec.convert(row.data, TourFacts)
    race = read_race(tour, kept=True)
    facts = compute(race)
    if race.settled:
        keep(tour, facts)
    return facts


def keep(tour: Tour, facts: TourFacts) -> None:
    """Keep the facts of a tour for its revision."""
    with transaction.atomic():
        StoredFacts.objects.update_or_create(
            tour=tour,
            defaults={
                "revision": tour.revision,
                "version": VERSION,
                "data": msgspec.to_builtins(facts),
            },
        )


def compute(race: TourSnapshot) -> TourFacts:
    """Compute the facts of a tour from its standings after the last ended stage."""
    raced = [stage for stage in race.stages if stage.kind != REST]
    ranks = _ranks(race)
    points = {player.team: player for player in race.now.players}
    wins, podiums, stages = _stages(race)
    jerseys: dict[str, dict[str, str]] = {}
    for jersey in race.now.jerseys:
        for rider in jersey.shared or ((jersey.leader,) if jersey.leader else ()):
            jerseys.setdefault(race.field.riders[rider].team.letter, {})[jersey.key] = jersey.colour
    teams = [
        TeamFacts(
            letter=team.letter,
            rank=ranks.get(team.letter, 0),
            points=points[team.letter].points if team.letter in points else 0,
            sources=dict(points[team.letter].sources) if team.letter in points else {},
            stage_wins=wins[team.letter],
            podiums=podiums[team.letter],
            jerseys=jerseys.get(team.letter, {}),
            stages=stages.get(team.letter, []),
        )
        for team in race.field.teams
    ]
    return TourFacts(
        stages=len(raced),
        ended=sum(stage.state == Stage.State.ENDED for stage in raced),
        finished=race.tour.is_finished,
        teams=teams,
        most=_most(race, len(raced)),
    )


def _ranks(race: TourSnapshot) -> Mapping[str, int]:
    """Return every team's place: by manager points, else by its best rider overall."""
    if not race.number:
        return {}
    if paying_sources(race.field.scheme):
        return {player.team: player.rank for player in race.now.players}
    general = race.now.classifications.get(GENERAL)
    best: dict[str, int] = {}
    for row in general.rows if general else ():
        best.setdefault(race.field.riders[row.who].team.letter, row.rank)
    order = sorted(best.values())
    return {letter: 1 + order.index(rank) for letter, rank in best.items()}


def _stages(race: TourSnapshot) -> tuple[Counter[str], Counter[str], dict[str, list[StageFacts]]]:
    """Return stage wins and podiums by team, and the place of its first rider on every stage."""
    wins: Counter[str] = Counter()
    podiums: Counter[str] = Counter()
    stages: dict[str, list[StageFacts]] = {}
    paid: dict[tuple[str, int], int] = {}
    for player in race.now.players:
        for source, part in player.parts:
            if source == "stage":
                at = (player.team, part.stage)
                paid[at] = paid.get(at, 0) + part.amount
    for result in race.results:
        if result.counts == "nothing":
            continue
        first: dict[str, int] = {}
        for place, arrival in enumerate(result.arrivals, start=1):
            first.setdefault(race.field.riders[arrival.rider].team.letter, place)
        for letter, place in first.items():
            wins[letter] += place == 1
            podiums[letter] += place <= 3
            points = paid.get((letter, result.number), 0)
            stages.setdefault(letter, []).append(StageFacts(result.number, place, points))
    return wins, podiums, stages


def _most(race: TourSnapshot, stages: int) -> int:
    """Return the most manager points that one player can win in the tour: all of what each source
    pays to the riders of one team.
    """
    scheme, size = race.field.scheme, race.field.team_size
    paying = scheme.manager_points.points
    return sum(
        sum(sorted(paying[source], reverse=True)[: size if source != "teams" else 1])
        * (stages if source == "stage" else 1)
        for source in paying_sources(scheme)
    )
