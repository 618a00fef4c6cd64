"""Manager points: the points that players win by stage places and by places in the classifications.
The scheme gives them their name.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.ranking import Key, Ranks, rank_rows
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.tables import Classification, Part, PlayerRow, RankedRow
from tourmanager.scoring.tie_breaks import UNPLACED, Criterion, Figure, criterion

STAGE = "stage"


def paying_sources(scheme: Scheme) -> tuple[str, ...]:
    """Return the sources of manager points: stages first, then the classifications of the
    scheme.
    """
    paying = scheme.manager_points.points
    return tuple(source for source in (STAGE, *scheme.by_key) if source in paying)


def total_in_play(scheme: Scheme, stages: int) -> int:
    """Add up all points of a tour of that many stages (CP-APP-009)."""
    points = scheme.manager_points.points
    return sum(
        sum(points[source]) * (stages if source == STAGE else 1)
        for source in paying_sources(scheme)
    )


def player_criteria(scheme: Scheme) -> list[Criterion]:
    """Return the criteria that break ties of players; the points come before."""
    return [criterion(name)._replace(of_players=True) for name in scheme.manager_points.tie_breaks]


class ManagerPointsSum:
    """Points of the ended stages, which add up; those of the classifications are paid by the
    current standings.
    """

    def __init__(self, scheme: Scheme, field: Field) -> None:
        self.scheme, self.field = scheme, field
        self.rules, self.sources, self.chain = (
            scheme.manager_points,
            paying_sources(scheme),
            player_criteria(scheme),
        )
        self.wins: Counter[str] = Counter()
        self.parts: dict[str, tuple[Part, ...]] = dict.fromkeys(field.teams, ())
        self.stages = 0

    def add(self, stage: Counted) -> None:
        if not self.sources:
            return
        self.stages += 1
        team_of = self.field.team_of
        if stage.winner:
            self.wins[team_of[stage.winner]] += 1
        if not stage.points_count:
            return
        riders = self.field.drop_unscored([arrival.rider for arrival in stage.arrivals])
        for place, (rider, amount) in enumerate(
            zip(riders, self.rules.points.get(STAGE, ()), strict=False), 1
        ):
            if amount:
                part = Part(
                    stage.number,
                    amount,
                    rider,
                    source=STAGE,
                    called=stage.result.number_or_label,
                    place=place,
                )
                self.parts[team_of[rider]] += (part,)

    def players(
        self,
        classifications: Mapping[str, Classification],
        after: int,
        best: Ranks,
        before: Ranks,
        *,
        over: bool,
    ) -> tuple[PlayerRow, ...]:
        """Rank every team by the points it would have if the tour stopped now; `best` are the
        general places of the teams' best riders.

        What pays `at_end` only is left out while the tour is not `over`.
        """
        if not self.sources:
            return ()
        parts = {team: list(own) for team, own in self.parts.items()}
        for key in self.sources:
            if key != STAGE and (over or key not in self.rules.at_end):
                self._pay(classifications[key], after, parts)
        keys = {team: self._key(team, own, best) for team, own in parts.items()}
        rows = rank_rows(keys, self.chain, before, -1)
        return tuple([self._player(row, parts[row.who]) for row in rows])

    def _key(self, team: str, parts: Sequence[Part], best: Ranks) -> Key:
        """Give what teams are compared by: their points, then the tie-breaks."""
        figures: dict[str, Figure] = {
            "stage_wins": -self.wins[team],
            "best_general": best.get(team, UNPLACED),
        }
        return (
            -sum([part.amount for part in parts]),
            *[figures[name] for name in self.rules.tie_breaks],
        )

    def _player(self, row: RankedRow, parts: Sequence[Part]) -> PlayerRow:
        totals = dict.fromkeys(self.sources, 0)
        for part in parts:
            totals[part.source] += part.amount
        return PlayerRow(
            row.rank,
            row.who,
            row.figure,
            totals,
            tuple([(part.source, part) for part in parts]),
            row.change,
            row.tie if self.stages else None,
        )

    def _pay(self, table: Classification, after: int, parts: dict[str, list[Part]]) -> None:
        """Pay the places of one classification. A rank shared only because riders have not arrived
        yet is not paid.
        """
        points: Sequence[int] = self.rules.points[table.key]
        by_team = table.ranking.by == "team_time"
        for row in table.rows:
            if row.rank > len(points):
                break
            if row.who in table.unpaid:
                continue
            if amount := points[row.rank - 1]:
                part = Part(
                    after,
                    amount,
                    "" if by_team else row.who,
                    source=table.key,
                    kind="rank",
                    place=row.rank,
                )
                parts[row.who if by_team else self.field.team_of[row.who]].append(part)
