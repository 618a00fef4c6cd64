"""The team ranking of each stage and the team classification: the best times of each stage.

The scheme says how many riders count, and which time a team time trial has.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from tourmanager.scoring.field import Counted, Field, team_times
from tourmanager.scoring.ranking import Key, Ranks, rank_rows, sharing_rank
from tourmanager.scoring.result import Penalty
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.tables import Classification, Part, RankedRow
from tourmanager.scoring.tie_breaks import (
    BEST_TIMES,
    TOTAL_TIME,
    UNPLACED,
    Criterion,
    Figure,
    criterion,
)

Came = tuple[int, int, str]  # seconds, place, rider


def day_ranking(stage: Counted, field: Field, scheme: Scheme) -> tuple[RankedRow, ...]:
    """Rank the teams of one stage by the sum of their best times, ties by the scheme's criteria."""
    return rank_rows(
        _day_keys(stage, field, scheme),
        day_chain(scheme)[1:],
        {},
    )


def day_chain(scheme: Scheme) -> tuple[Criterion, ...]:
    """Return the criteria that rank the teams of one stage."""
    return (BEST_TIMES, *(criterion(name) for name in scheme.teams.tie_breaks))


def day_parts(stage: Counted, field: Field, scheme: Scheme, team: str) -> tuple[Part, ...]:
    """Return the times of a team's riders on one stage, those that count first."""
    parts = _rider_parts(stage, field, scheme, team)
    again = scheme.teams.ttt_times - 1
    if stage.result.kind == "ttt" and again > 0:
        time = sum(part.amount for part in parts if part.counted)
        parts.append(
            Part(
                stage.number,
                time * again,
                "",
                stage.times_count,
                "teams",
                stage.result.number_or_label,
                "team_time",
                times=scheme.teams.ttt_times,
            )
        )
    parts += [
        _penalty_part(stage, penalty)
        for penalty in stage.penalties
        if penalty.who == team and penalty.unit == "team_seconds"
    ]
    return tuple(parts)


def _rider_parts(stage: Counted, field: Field, scheme: Scheme, team: str) -> list[Part]:
    came = sorted(_came(stage, field).get(team, ()))
    counted = _indexes_that_count(stage, scheme, came)
    return [
        Part(
            stage.number,
            seconds,
            rider,
            stage.times_count and nth in counted,
            "teams",
            stage.result.number_or_label,
            "on_road" if rider in stage.on_road else "place",
            0 if rider in stage.on_road else place,
            why=stage.why_uncounted,
            reason="" if stage.times_count else stage.result.why,
        )
        for nth, (seconds, place, rider) in enumerate(came)
    ]


def _penalty_part(stage: Counted, penalty: Penalty) -> Part:
    given = penalty.cancelled or penalty.reason
    return Part(
        stage.number,
        penalty.amount,
        "",
        stage.times_count and not penalty.cancelled,
        "teams",
        stage.result.number_or_label,
        "penalty",
        why="cancelled" if penalty.cancelled else "" if given else stage.why_uncounted,
        reason=given or ("" if stage.times_count else stage.result.why),
    )


def _came(stage: Counted, field: Field) -> dict[str, list[Came]]:
    """Return arrivals by team; riders on the road stand behind all with the time of the clock."""
    teams: dict[str, list[Came]] = {team: [] for team in field.teams}
    team_of, unscored = field.team_of, field.unscored
    for arrival, place in zip(stage.arrivals, stage.places, strict=True):
        if arrival.seconds is not None and arrival.rider not in unscored:
            teams[team_of[arrival.rider]].append((arrival.seconds, place, arrival.rider))
    for rider in field.drop_unscored(stage.on_road):
        teams[team_of[rider]].append((stage.result.clock, len(stage.arrivals) + 1, rider))
    return teams


def _counts_who_is_on_road(stage: Counted, field: Field, scheme: Scheme, team: str) -> bool:
    came = sorted(_came(stage, field)[team])
    on_road = set(stage.on_road)
    return any(
        rider in on_road
        for nth, (_, _, rider) in enumerate(came)
        if nth in _indexes_that_count(stage, scheme, came)
    )


def _indexes_that_count(stage: Counted, scheme: Scheme, came: Sequence[Came]) -> range:
    """Return the indexes of the team's riders, in order of their times, that make its time."""
    if stage.result.kind == "ttt":
        nth = min(scheme.teams.ttt_rider, len(came)) - 1
        return range(nth, nth + 1)
    return range(scheme.teams.riders)


def _day_keys(stage: Counted, field: Field, scheme: Scheme) -> dict[str, Key]:
    keys: dict[str, Key] = {}
    need, names = scheme.teams.riders, scheme.teams.tie_breaks
    trial = (
        team_times(stage.arrivals, field.team_of, scheme.teams.ttt_rider)
        if stage.result.kind == "ttt"
        else {}
    )
    penalty = stage.penalty("team_seconds")
    for team, came in _came(stage, field).items():
        if len(came) < need:
            continue
        came.sort()  # of team mates level on time, the better placed count
        best = came[:need]
        time = (
            trial[team][0] * scheme.teams.ttt_times
            if team in trial
            else sum([seconds for seconds, _, _ in best])
        )
        places = [place for _, place, _ in best]
        figures: dict[str, Figure] = {"places": sum(places), "best_place": min(places)}
        keys[team] = (time + penalty.get(team, 0), *[figures[name] for name in names])
    return keys


class Teams:
    """Sums of the teams that had enough riders classified on every stage so far."""

    def __init__(self, ranking: Ranking, scheme: Scheme, field: Field) -> None:
        self.ranking, self.scheme, self.field = ranking, scheme, field
        self.times: dict[str, int] = dict.fromkeys(field.teams, 0)
        # how often each team was first, second, third ... of a day, negative: more is better
        self.day_places: dict[str, list[int]] = {team: [0] * len(self.times) for team in self.times}
        self.wins: dict[str, int] = dict.fromkeys(field.teams, 0)
        # whose time is that of riders on the road, and who have no other yet
        self.waiting: frozenset[str] = frozenset()
        self.stages: tuple[Counted, ...] = ()

    def add(self, stage: Counted) -> None:
        self.stages = (*self.stages, stage)
        if stage.winner and stage.result.kind != "ttt":
            self.wins[self.field.team_of[stage.winner]] -= 1
        if not stage.times_count:
            return
        keys = _day_keys(stage, self.field, self.scheme)
        if stage.on_road and not any(each.times_count for each in self.stages[:-1]):
            self.waiting = frozenset(
                team
                for team in keys
                if _counts_who_is_on_road(stage, self.field, self.scheme, team)
            )
        rank = 0
        above: Key = ()
        for position, team in enumerate(sorted(keys, key=keys.__getitem__)):
            if keys[team] != above:
                rank, above = position, keys[team]
            self.day_places[team][rank] -= 1
        self.times = {
            team: time + keys[team][0]  # type: ignore[operator]
            for team, time in self.times.items()
            if team in keys
        }

    def classification(self, placed: Ranks, before: Ranks) -> Classification:
        """Rank teams; `placed` are the ranks of the general classification."""
        best = best_places(placed, self.field.team_of)
        chain = [criterion(name) for name in self.ranking.tie_breaks]
        keys: dict[str, Key] = {}
        if any(stage.times_count for stage in self.stages) and not (self.waiting and not placed):
            for team, time in self.times.items():
                figures: dict[str, Figure] = {
                    "day_places": tuple(self.day_places[team]),
                    "best_general": best.get(team, UNPLACED),
                    "stage_wins": self.wins[team],
                }
                keys[team] = (time, *[figures[name] for name in self.ranking.tie_breaks])
        rows = rank_rows(keys, chain, before)
        return Classification(
            self.ranking,
            rows,
            (TOTAL_TIME, *chain),
            partial(self._parts, self.stages),
            sharing_rank(rows, self.waiting),
        )

    def _parts(self, stages: Sequence[Counted], who: str) -> tuple[Part, ...]:
        return tuple(
            part for stage in stages for part in day_parts(stage, self.field, self.scheme, who)
        )


def best_places(placed: Ranks, team_of: Mapping[str, str]) -> dict[str, int]:
    """Return the place of the best rider of every team that has one in the general classification;
    `placed` in order of rank.
    """
    best: dict[str, int] = {}
    teams = len(set(team_of.values()))
    for rider, rank in placed.items():
        best.setdefault(team_of[rider], rank)
        if len(best) == teams:
            break
    return best
