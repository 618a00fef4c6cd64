"""All classifications after any stage, in one pass over the results.

Each classification stands in a file of its own and takes one stage after the other; here they are asked in the order in which they
need each other: ties elsewhere are broken by the individual classification.
"""

from collections.abc import Mapping, Sequence

from tourmanager.scoring.cycling_party import CyclingParty
from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.individual import Individual
from tourmanager.scoring.jerseys import jerseys
from tourmanager.scoring.mountain import Mountain
from tourmanager.scoring.ranking import Ranks, ranks
from tourmanager.scoring.regularity import Regularity
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.sprints import Sprints
from tourmanager.scoring.tables import Classification, Day, Row, Standings
from tourmanager.scoring.teams import Teams, best_places

Scale = Mapping[str, Sequence[int]]


def standings(results: Sequence[StageResult], starters: Sequence[Starter], scheme: Scheme, scale: Scale | None = None) -> Standings:
    """The tour after the ended stages handed in, whatever their order; `scale` are its Cycling Party points, else the scheme's."""
    ordered = _in_order(results)
    tour = _Tour(starters, scheme, scale)
    before = None
    for result in ordered:
        if result is ordered[-1] and len(ordered) > 1:
            before = tour.standings(None)  # only the ranks of the stage before are needed
        tour.add(result)
    return tour.standings(before)


def history(results: Sequence[StageResult], starters: Sequence[Starter], scheme: Scheme, scale: Scale | None = None) -> list[Standings]:
    """The standings after each ended stage, by number of the stage."""
    tour = _Tour(starters, scheme, scale)
    course: list[Standings] = []
    for result in _in_order(results):
        tour.add(result)
        course.append(tour.standings(course[-1] if course else None))
    return course


class _Tour:
    """The running sums of all classifications."""

    def __init__(self, starters: Sequence[Starter], scheme: Scheme, scale: Scale | None) -> None:
        self.field = Field(starters)
        self.individual = Individual()
        self.mountain = Mountain(scheme)
        self.sprints = Sprints(scheme)
        self.regularity = Regularity(scheme)
        self.teams = Teams(self.field.team_of)
        self.cycling_party = CyclingParty(scheme.cycling_party if scale is None else scale, self.field.team_of, self.field.teams)
        self.days: tuple[Day, ...] = ()

    def add(self, result: StageResult) -> None:
        stage = self.field.count(result)
        for classification in (self.individual, self.mountain, self.sprints, self.regularity, self.cycling_party):
            classification.add(stage)
        self.days = (*self.days, Day(stage.number, self._riders_of_the_day(stage), self.teams.add(stage)))

    def standings(self, before: Standings | None) -> Standings:
        """As things stand; `before` tells what ranks have changed since."""
        after = self.days[-1].stage if self.days else 0
        individual = self.individual.classification(_ranks(before, "individual"))
        placed = ranks(individual.rows)
        classifications: dict[str, Classification] = {"individual": individual}
        for earned in (self.mountain, self.sprints, self.regularity):
            classifications[earned.key] = earned.classification(placed, _ranks(before, earned.key))
        best = best_places(individual.rows, self.field.team_of)
        classifications["teams"] = self.teams.classification(best, _ranks(before, "teams"))
        players_before = {player.team: player.rank for player in before.players} if before else {}
        players = self.cycling_party.players(classifications, after, best, players_before)
        return Standings(after, classifications, self.days, jerseys(classifications), players)

    def _riders_of_the_day(self, stage: Counted) -> tuple[Row, ...]:
        """In place order, with the points the day paid them."""
        first = stage.arrivals[0].seconds if stage.arrivals else 0
        points, climbed, sprinted = self.regularity.of_day, self.mountain.of_day, self.sprints.of_day
        rows = []
        for place, arrival in enumerate(stage.arrivals, 1):
            rider = arrival.rider
            paid = (*points.get(rider, ()), *climbed.get(rider, ()), *sprinted.get(rider, ()))
            rows.append(Row(place, rider, arrival.seconds, arrival.seconds - first, None, "", paid))
        return tuple(rows)


def _ranks(before: Standings | None, key: str) -> Ranks:
    return ranks(before.classifications[key].rows) if before else {}


def _in_order(results: Sequence[StageResult]) -> list[StageResult]:
    return sorted(results, key=lambda result: result.number)
