"""All classifications after any stage, in one pass over the results.

Each kind of classification stands in a file of its own and takes one stage after the other; the
general classification is asked first, because ties elsewhere are broken by it.
"""

from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import Any, TypeVar

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
S = TypeVar("S", bound=ByTime | ByPoints | Teams | ManagerPointsSum)


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
    tour = RunningSums(starters, scheme)
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
    ordered = _in_order(results)
    last = len(ordered) if stages is None else stages
    sums, course = RunningSums(starters, scheme), list[Standings]()
    for count, result in enumerate(ordered, 1):
        course.append(sums.after(result, course, over=count >= last))
    return course


class RunningSums:
    """Running sums of all classifications. Stages are added in their order."""

    def __init__(self, starters: Sequence[Starter], scheme: Scheme) -> None:
        self.scheme, self.field = scheme, Field(starters, scheme)
        general = scheme.general
        self.summed: list[Summed] = [
            self._sum(ranking)
            for ranking in (
                general,
                *[each for each in scheme.classifications if each is not general],
            )
        ]
        self.by_points = _by_points(self.summed)
        self.manager_points = ManagerPointsSum(scheme, self.field)
        self.days: tuple[Day, ...] = ()

    def _sum(self, ranking: Ranking) -> Summed:
        kinds: dict[str, type[Summed]] = {"time": ByTime, "points": ByPoints, "team_time": Teams}
        return kinds[ranking.by](ranking, self.scheme, self.field)

    def fork(self) -> "RunningSums":
        """Return sums that go on from here by themselves."""
        twin = copy(self)
        twin.field = copy(self.field)
        twin.summed = [_fork(each, twin.field) for each in self.summed]
        twin.by_points = _by_points(twin.summed)
        twin.manager_points = _fork(self.manager_points, twin.field)
        return twin

    def facts(self) -> list[object]:
        """Return all that adding a stage changes, for a checksum."""
        sums = [_changing(each) for each in (*self.summed, self.manager_points)]
        return [sorted(self.field.riding), [day.stage for day in self.days], sums]

    def after(self, result: StageResult, course: Sequence[Standings], *, over: bool) -> Standings:
        """Add a stage and return the standings after it; `course` are those before."""
        self.add(result)
        return self.standings(course[-1] if course else None, over=over)

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


def _by_points(summed: Sequence[Summed]) -> list[ByPoints]:
    """Return the sums of points as the day went: last what was won on the road."""
    by_points = [each for each in summed if isinstance(each, ByPoints)]
    return sorted(by_points, key=lambda each: not each.ranking.finish)


def _changing(sums: Summed | ManagerPointsSum) -> dict[str, dict[Any, Any]]:
    """Return the figures of sums by name, each by rider or team."""
    return {name: value for name, value in vars(sums).items() if isinstance(value, dict)}


def _fork(sums: S, field: Field) -> S:
    """Return sums of that field with figures of their own."""
    twin = copy(sums)
    twin.field = field
    for name, figures in _changing(sums).items():
        own = copy(figures)
        own.update({key: copy(each) for key, each in own.items() if isinstance(each, dict | list)})
        setattr(twin, name, own)
    return twin


def _in_order(results: Sequence[StageResult]) -> list[StageResult]:
    return sorted(results, key=lambda result: result.number)
