"""Bounds on what riders, teams and players can still reach: proved, never guessed.

`Prospect.can_win` is True where a way for the rest of the race is known that lets somebody end
first, alone or sharing the place; False where it is proved that there is none; None where neither
is proved. The assumptions are those of `remaining.py`: nobody leaves the race, the jury takes
nothing
more, all that is logged stands.

By points everybody ends between their least and their most. By time nothing limits how late
somebody arrives, so while a stage is to come everybody can win; on the last stage riders who have
arrived have their times, and a rider on the road has at least `Running.least`.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from tourmanager.scoring.field import FINISH
from tourmanager.scoring.individual import ByTime
from tourmanager.scoring.points import ByPoints
from tourmanager.scoring.ranking import ranks_by_who
from tourmanager.scoring.remaining import OpenPlaces, TourProgress
from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import RankedRow, Standings
from tourmanager.scoring.team_bounds import team_bounds
from tourmanager.scoring.virtual import Running
from tourmanager.scoring.witness import Level, search_win

VERDICTS: dict[str, bool | None] = {"found": True, "none": False, "gave up": None}


class Prospect(msgspec.Struct, frozen=True):
    """The ranks and figures that somebody can still reach in one classification; `best` and `worst`
    are None where nothing limits them.
    """

    who: str
    figure: int  # what can no longer change: points, or seconds without the stage on the road
    best: int | None
    worst: int | None
    rank: int  # no better rank than this can be reached
    worst_rank: int  # and none worse than this
    can_win: bool | None


class Bounds:
    """The bounds of one situation, each computed when it is asked for."""

    def __init__(self, situation: TourProgress) -> None:
        self.situation = situation
        self._found: dict[str, dict[str, Prospect]] = {}

    @cached_property
    def now(self) -> Standings:
        """Virtual standings."""
        results = [
            *self.situation.ended,
            *([self.situation.now.result] if self.situation.now else ()),
        ]
        return standings(
            results, self.situation.starters, self.situation.scheme, over=not self.situation.ahead
        )

    def of(self, key: str) -> dict[str, Prospect]:
        """Return everybody's chances in a classification, ordered by the best rank they can
        reach.
        """
        if key not in self._found:
            ranking = self.situation.scheme.by_key[key]
            found = {"points": self._by_points, "time": self._by_time, "team_time": self._by_team}[
                ranking.by
            ](ranking)
            self._found[key] = {
                each.who: each
                for each in sorted(found, key=lambda each: (each.rank, each.worst_rank))
            }
        return self._found[key]

    def winner(self, key: str) -> str | None:
        """Return the rider or team that has already won the classification, or None."""
        chances = self.of(key).values()
        left = [each.who for each in chances if each.can_win is not False]
        return left[0] if len(left) == 1 else None

    # -- by points

    def points(self, ranking: Ranking) -> tuple[ByPoints, list[OpenPlaces]]:
        """Return the sums that stand, and the events where more is to be won."""
        field, stages = self.situation.field_and_stages
        summed = ByPoints(ranking, self.situation.scheme, field)
        for stage in stages:
            summed.add(stage)
        return summed, self.situation.events(ranking)

    def level(self, summed: ByPoints) -> Level:
        """Return the rule that breaks ties. The general places are known once nobody is on the road
        and no seconds are to be given.
        """
        names = summed.ranking.tie_breaks
        wins = {
            name: {who: -count for who, count in won.items()}
            for name, won in summed.wins.items()
            if name not in ("general", "last_place")
        }
        situation = self.situation
        fast = (
            situation.all_arrived
            and not situation.ahead
            and not situation.bonuses()
            and not situation.scheme.bonus.lines
        )
        general = (
            ranks_by_who(self.now.classifications[situation.scheme.general.key].rows)
            if fast
            else None
        )
        return Level(names, wins, general)

    def _by_points(self, ranking: Ranking) -> list[Prospect]:
        summed, events = self.points(ranking)
        field, _ = self.situation.field_and_stages
        members = [who for who in field.team_of if who in field.riding and who in summed.members]
        figures = {who: summed.points.get(who, 0) for who in members}
        if not events and self.situation.all_arrived and not self.situation.ahead:
            return self._ranks_of_standings(ranking, figures)
        sign = 1 if summed.sign < 0 else -1  # more is better, or less
        best: dict[str, int] = {}
        worst: dict[str, int | None] = {}
        for who, figure in figures.items():
            least, most = _least_and_most(who, figure, ranking, events)
            best[who], worst[who] = (least, most) if sign < 0 else (most or 0, least)
        return self._place(ranking, figures, best, worst, sign, summed, events)

    def _place(
        self,
        ranking: Ranking,
        figures: Mapping[str, int],
        best: Mapping[str, int],
        worst: Mapping[str, int | None],
        sign: int,
        summed: ByPoints,
        events: Sequence[OpenPlaces],
    ) -> list[Prospect]:
        level = self.level(summed)
        in_play = {
            who: figure for who, figure in figures.items() if summed.everybody or best[who] > 0
        }
        # as of times: less is better
        bests = {who: -sign * figure for who, figure in best.items()}
        worsts = {who: None if low is None else -sign * low for who, low in worst.items()}
        searched = not ranking.lowest and not ranking.by_group
        found = []
        for who in figures:
            rank, last = _reach(who, bests, worsts)
            can: bool | None = False
            if rank == 1 and who in in_play:
                can = (
                    VERDICTS[search_win(who, figures[who], in_play, events, level)]
                    if searched
                    else _has_no_limit(ranking, events) or self._alone(who, best, worst, sign)
                )
            found.append(Prospect(who, figures[who], best[who], worst[who], rank, last, can))
        return found

    @staticmethod
    def _alone(
        who: str, best: Mapping[str, int], worst: Mapping[str, int | None], sign: int
    ) -> bool | None:
        """Return True for a worst that is better than anybody's best, else None: no outcome is
        searched.
        """
        own = worst[who]
        return (
            True
            if own is not None
            and all(sign * own > sign * best[other] for other in best if other != who)
            else None
        )

    def _ranks_of_standings(self, ranking: Ranking, figures: Mapping[str, int]) -> list[Prospect]:
        """Return the chances when nothing is to come: the ranks of the standings."""
        rows = self.now.classifications[ranking.key].rows
        return [
            Prospect(
                row.who,
                figures.get(row.who, row.figure),
                row.figure,
                row.figure,
                row.rank,
                row.rank,
                row.rank == 1,
            )
            for row in rows
        ]

    # -- by time

    def _by_time(self, ranking: Ranking) -> list[Prospect]:
        situation = self.situation
        field, stages = situation.field_and_stages
        summed = ByTime(ranking, situation.scheme, field)
        for stage in stages:
            summed.add(stage)
        figures = {who: time for who, time in summed.time.items() if who in field.riding}
        now, ahead = situation.now, situation.times_ahead
        if situation.all_arrived and not ahead and not situation.bonuses():
            return self._ranks_of_standings(ranking, figures)
        if ranking.gap_cap or (now is not None and not ahead and _is_unsure(now)):
            return _all_may_be_first(figures, None)
        if now is None or ahead:
            return _all_may_be_first(figures, True)
        return self._on_last_stage(ranking, figures, now)

    def _on_last_stage(
        self, ranking: Ranking, figures: Mapping[str, int], now: Running
    ) -> list[Prospect]:
        bonuses = self.situation.bonuses()
        times = _times_on_last_stage(figures, now, bonuses)
        level = Level(ranking.tie_breaks, {})
        rivals = {
            who: -time
            for who, time in times.fixed.items()
            if times.worst[who] is not None and who not in times.given
        }

        def can_win(who: str) -> bool | None:
            if times.given:
                return None
            can = VERDICTS[search_win(who, -times.fixed[who], rivals, bonuses, level)]
            agrees = who not in now.last and not any(event.queue for event in bonuses)
            return None if can and not agrees else can  # the times have to agree with the order

        found = []
        for who in figures:
            rank, last = _reach(who, times.best, times.worst)
            can = can_win(who) if rank == 1 else False
            found.append(
                Prospect(who, figures[who], times.best[who], times.worst[who], rank, last, can)
            )
        return found

    # -- by the times of teams

    def _by_team(self, ranking: Ranking) -> list[Prospect]:
        situation = self.situation
        rows = self.now.classifications[ranking.key].rows
        now, ahead = situation.now, situation.times_ahead
        if (now is None or situation.all_arrived) and not ahead:
            return self._settled_teams(ranking, rows)
        if now is None or ahead:
            field, _ = situation.field_and_stages
            riding = Counter(field.team_of[who] for who in field.riding)
            enough = situation.scheme.teams.riders
            return _all_may_be_first(
                {row.who: row.figure for row in rows if riding[row.who] >= enough}, True
            )
        return self._teams_on_last_stage([row.who for row in rows], ranking, now)

    def _settled_teams(self, ranking: Ranking, rows: Sequence[RankedRow]) -> list[Prospect]:
        """Return the ranks when all times are known. Teams of one time may still change places
        where their best riders in the general classification part them: seconds over open lines
        move those.
        """
        general = self.of(self.situation.scheme.general.key).values()
        open_general = any(chance.rank != chance.worst_rank for chance in general)
        if "best_general" not in ranking.tie_breaks or not open_general:
            return self._ranks_of_standings(ranking, {})
        found = []
        for row in rows:
            level = [other.rank for other in rows if other.figure == row.figure]
            last = min(level) + len(level) - 1
            can = False if min(level) > 1 else True if len(level) == 1 else None
            found.append(
                Prospect(row.who, row.figure, row.figure, row.figure, min(level), last, can)
            )
        return found

    def _teams_on_last_stage(
        self, teams: Sequence[str], ranking: Ranking, now: Running
    ) -> list[Prospect]:
        if now.result.counts != "all" or _is_unsure(now):
            return _all_may_be_first(dict.fromkeys(teams, 0), None)
        bounds = team_bounds(self.situation, now, ranking)
        bests = {team: best for team, (_, best, _) in bounds.items()}
        worsts = {team: worst for team, (_, _, worst) in bounds.items()}
        found = []
        for team in teams:
            base, best, worst = bounds[team]
            rank, last = _reach(team, bests, worsts)
            others = [late for other, late in worsts.items() if other != team]
            ahead = all(late is None or late > best for late in others)
            can = False if rank > 1 else True if ahead else None
            found.append(Prospect(team, base, best, worst, rank, last, can))
        return found


class _Times(NamedTuple):
    """Times of riders after the last stage, which is on the road."""

    fixed: dict[str, int]  # without the seconds that are still to be won
    best: dict[str, int]
    worst: dict[str, int | None]  # None: still on the road
    given: set[str]  # whose seconds the race itself has given


def _times_on_last_stage(
    figures: Mapping[str, int], now: Running, bonuses: Sequence[OpenPlaces]
) -> _Times:
    on_road = set(now.result.on_road) if now.result.counts == "all" else set()
    fixed = with_stage_times(figures, now, on_road) if now.result.counts == "all" else dict(figures)
    given = {arrival.rider for arrival in now.result.arrivals if arrival.bonus is not None}
    best: dict[str, int] = {}
    worst: dict[str, int | None] = {}
    for who, time in fixed.items():
        gains = [] if who in given else [event.gains(who) for event in bonuses]
        best[who] = time - sum(most for _, most in gains)
        worst[who] = None if who in on_road else time - sum(least for least, _ in gains)
    return _Times(fixed, best, worst, given)


def with_stage_times(
    figures: Mapping[str, int], now: Running, on_road: Collection[str]
) -> dict[str, int]:
    """Add the times of who came in last, and the least time of who is on the road."""
    late = {arrival.rider: arrival.seconds or 0 for arrival in now.result.arrivals[now.settled :]}
    return {
        who: time + late.get(who, now.least if who in on_road else 0)
        for who, time in figures.items()
    }


def _reach(who: str, best: Mapping[str, int], worst: Mapping[str, int | None]) -> tuple[int, int]:
    """Return the best and the worst rank within reach, where less is better: behind everybody who
    is better at their worst, and ahead of everybody who is worse at their best.
    """
    ahead = sum(
        1 for other, late in worst.items() if other != who and late is not None and late < best[who]
    )
    own = worst[who]
    last = len(best) if own is None else sum(1 for early in best.values() if early <= own)
    return 1 + ahead, last


def _sum(figure: int, gains: Sequence[int | None]) -> int | None:
    known = [each for each in gains if each is not None]
    return figure + sum(known) if len(known) == len(gains) else None


def _has_no_limit(ranking: Ranking, events: Sequence[OpenPlaces]) -> bool:
    """Return True where points for each turn behind have no end: on a stage to come everybody else
    may be as late as one likes.
    """
    return (
        ranking.lowest
        and ranking.per_turn > 0
        and any(event.key == FINISH and event.first == 1 and not event.queue for event in events)
    )


def _bounds_in_groups(event: OpenPlaces, who: str, ranking: Ranking) -> tuple[int, int | None]:
    """Return the least and the most of a finish. Where riders of one time share points a place says
    little: at best the rider wins, or comes in with the winner.
    """
    if event.key != FINISH or who not in event.pool:
        low, high = event.gains(who)
        return low, high
    table = event.worth
    alone = event.first == 1 and event.best(who) == 0
    return (0 if not alone else min(table)), None if ranking.per_turn else max(table)


def _least_and_most(
    who: str, figure: int, ranking: Ranking, events: Sequence[OpenPlaces]
) -> tuple[int, int | None]:
    """Give the least and the most points that somebody can end with; None where nothing limits
    them.
    """
    gains = [
        _bounds_in_groups(event, who, ranking) if ranking.by_group else event.gains(who)
        for event in events
    ]
    return figure + sum(low for low, _ in gains), _sum(figure, [high for _, high in gains])


def _is_unsure(now: Running) -> bool:
    """True while the times of those who are in may still change."""
    return now.result.kind == "ttt" or now.times_open


def _all_may_be_first(figures: Mapping[str, int], can_win: bool | None) -> list[Prospect]:
    """Give everybody every place."""
    last = len(figures)
    return [Prospect(who, figure, None, None, 1, last, can_win) for who, figure in figures.items()]
