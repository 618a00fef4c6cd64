"""How much more than a rival somebody needs, where too much is open to name the places.

`margins` compares what everybody has with the best of the others: to win, a rider has to gain at
least so many points more than that rival, or as many seconds on them, from all that is left. It is
a bound that has to be met, and enough against that rival, but not against all others; being level
is enough only where the chain that breaks ties says so.

`deadlines` says of the last stage of a game when riders on the road have to be in at the latest.
"""

from collections.abc import Collection, Mapping

import msgspec

from tourmanager.scoring.bounds import Bounds, with_stage_times
from tourmanager.scoring.contests import figures_in_play
from tourmanager.scoring.scheme import Ranking


class Margin(msgspec.Struct, frozen=True):
    """What somebody has to gain more than the rival who is best placed: 0 where nobody is ahead."""

    who: str
    missing: int  # points, or seconds
    rival: str


class Deadlines(msgspec.Struct, frozen=True):
    """The best of those who are in on the last stage, and the stage times with which riders on the
    road draw level with them.
    """

    leader: str
    latest: dict[str, int]  # seconds, by rider; the tightest first


def margins(bounds: Bounds, key: str) -> list[Margin]:
    """Compare all who can still win a classification with the best of the others, the nearest to
    the lead first.
    """
    ranking = bounds.situation.scheme.by_key[key]
    chances = bounds.of(key)
    figures = _figures(bounds, ranking)
    left = [who for who in figures if chances[who].can_win is not False]
    found = [_margin(who, figures, left) for who in left]
    return sorted(found, key=lambda each: each.missing)


def _margin(who: str, figures: Mapping[str, int], left: Collection[str]) -> Margin:
    """Compare one with the best of the others, where less is better."""
    others = [other for other in left if other != who]
    rival = min(others, key=figures.__getitem__, default="")
    missing = max(0, figures[who] - figures[rival]) if rival else 0
    return Margin(who, missing, rival if missing else "")


def _figures(bounds: Bounds, ranking: Ranking) -> dict[str, int]:
    """Return what everybody in play has; less is better. By time it is the virtual time, but on the
    last stage the time before it, of riders still on the road.
    """
    chances = bounds.of(ranking.key)
    if ranking.by == "points":
        sign = 1 if ranking.lowest else -1
        return {who: sign * points for who, points in figures_in_play(bounds, ranking).items()}
    now = bounds.situation.now
    if now is None or bounds.situation.times_ahead or bounds.situation.all_arrived:
        rows = bounds.now.classifications[ranking.key].rows
        return {row.who: row.figure for row in rows if row.who in chances}
    return {
        who: chance.figure
        for who, chance in chances.items()
        if ranking.by == "team_time" or who in now.result.on_road
    }


def deadlines(bounds: Bounds, key: str) -> Deadlines | None:
    """Return when riders on the road have to be in, None where that does not decide: stages are to
    come, seconds or other times are open, or nobody is in.
    """
    situation = bounds.situation
    ranking = situation.scheme.by_key[key]
    now = situation.now
    if ranking.by != "time" or now is None or situation.times_ahead or situation.all_arrived:
        return None
    if situation.bonuses() or situation.scheme.bonus.finish or now.times_open or ranking.gap_cap:
        return None
    if now.result.kind == "ttt" or now.result.counts != "all":
        return None
    chances = bounds.of(key)
    on_road = set(now.result.on_road)
    figures = {who: each.figure for who, each in chances.items()}
    times = with_stage_times(figures, now, on_road)
    arrived = [who for who in times if who not in on_road]
    if not arrived:
        return None
    leader = min(arrived, key=times.__getitem__)
    latest = {
        who: times[leader] - figure
        for who, figure in figures.items()
        if who in on_road and times[leader] - figure >= now.least
    }
    return Deadlines(leader, dict(sorted(latest.items(), key=lambda pair: pair[1])))
