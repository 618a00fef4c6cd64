"""All classifications after any stage, in one pass over the results.

Each kind of classification stands in a file of its own and takes one stage after the other; the
general classification is asked first, because ties elsewhere are broken by it.
"""

from collections.abc import Sequence
from functools import partial

from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.individual import ByTime, stage_rows
from tourmanager.scoring.jerseys import jerseys
from tourmanager.scoring.manager_points import ManagerPointsSum
from tourmanager.scoring.points import ByPoints
from tourmanager.scoring.ranking import Ranks, ranks_by_who
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.tables import Classification, Day, Part, Standings
from tourmanager.scoring.teams import Teams, best_places, day_parts, day_ranking

Summed = ByTime | ByPoints | Teams


def standings(
    results: Sequence[StageResult],
    starters: Sequence[Starter],
    scheme: Scheme,
    *,
    over: bool = True,
) -> Standings:
    """Compute the standings after the ended stages handed in, in any order; `over` when no stage is
    to come.
    """
    ordered = _in_order(results)
    tour = _Tour(starters, scheme)
    before = None
    for result in ordered:
        if result is ordered[-1] and len(ordered) > 1:
            # only the ranks of the stage before are needed
            before = tour.standings(None, over=False)
        tour.add(result)
    return tour.standings(before, over=over)


def history(
    results: Sequence[StageResult],
    starters: Sequence[Starter],
    scheme: Scheme,
    *,
    stages: int | None = None,
) -> list[Standings]:
    """Compute the standings after each ended stage, by number of the stage. The tour has that many
    `stages`, by default no more than these.
    """
    tour = _Tour(starters, scheme)
    course: list[Standings] = []
    for result in _in_order(results):
        tour.add(result)
        course.append(
            tour.standings(
                course[-1] if course else None,
                over=len(course) + 1 >= (len(results) if stages is None else stages),
            )
        )
    return course


class _Tour:
    """Running sums of all classifications."""

    def __init__(self, starters: Sequence[Starter], scheme: Scheme) -> None:
        self.scheme, self.field = scheme, Field(starters, scheme)
        general = scheme.general
        self.summed = [
            self._sum(ranking)
            for ranking in (
                general,
                *[each for each in scheme.classifications if each is not general],
            )
        ]
        by_points = [each for each in self.summed if isinstance(each, ByPoints)]
        # as the day went: last what was won on the road
        self.by_points = sorted(by_points, key=lambda each: not each.ranking.finish)
        self.manager_points = ManagerPointsSum(scheme, self.field)
        self.days: tuple[Day, ...] = ()

    def _sum(self, ranking: Ranking) -> Summed:
        kinds: dict[str, type[Summed]] = {"time": ByTime, "points": ByPoints, "team_time": Teams}
        return kinds[ranking.by](ranking, self.scheme, self.field)

    def add(self, result: StageResult) -> None:
        stage = self.field.count(result)
        for summed in self.summed:
            summed.add(stage)
        self.manager_points.add(stage)
        self.days = (*self.days, self._day(stage))

    def standings(self, before: Standings | None, *, over: bool) -> Standings:
        """Return the standings so far, with changes of rank since `before`."""
        after = self.days[-1].stage if self.days else 0
        placed: Ranks = {}
        found: dict[str, Classification] = {}
        for summed in self.summed:
            key = summed.ranking.key
            found[key] = summed.classification(
                placed, ranks_by_who(before.classifications[key].rows) if before else {}
            )
            if key == self.scheme.general.key:
                placed = ranks_by_who(found[key].rows)
        classifications = {
            ranking.key: found[ranking.key] for ranking in self.scheme.classifications
        }
        best = best_places(placed, self.field.team_of)
        players_before = {player.team: player.rank for player in before.players} if before else {}
        players = self.manager_points.players(
            classifications, after, best, players_before, over=over
        )
        worn = jerseys(
            self.scheme.classifications, classifications, stand_ins=self.scheme.stand_ins
        )
        return Standings(after, classifications, self.days, worn, players)

    def _day(self, stage: Counted) -> Day:
        return Day(
            stage.number,
            stage.result.number_or_label,
            partial(stage_rows, stage),
            partial(day_ranking, stage, self.field, self.scheme),
            partial(self._points_of_stage, stage),
            partial(day_parts, stage, self.field, self.scheme),
        )

    def _points_of_stage(self, stage: Counted, who: str) -> tuple[Part, ...]:
        """Return the points that one stage paid a rider, by classification."""
        return tuple(part for summed in self.by_points for part in summed.parts_of(stage, who))


def _in_order(results: Sequence[StageResult]) -> list[StageResult]:
    return sorted(results, key=lambda result: result.number)
