"""Bounds on the manager points of every player, and the players who can no longer win.

The bounds are sound, not the tightest: a player's most has their riders at the best ranks that each
of them can reach, one rank a rider; the least has all of them at their worst. A player is out of it
only where another's least is more than their own most.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tourmanager.scoring.bounds import Bounds, Prospect
from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.manager_points import STAGE, paying_sources
from tourmanager.scoring.scheme import Ranking

UNIQUE = ("general", "last_place", "last_places")  # chains that end so leave nobody level


class PlayerChance(msgspec.Struct, frozen=True):
    team: str
    most: int
    least: int
    rank: int  # no better rank than this can be reached
    can_win: bool | None  # False: proved; None: not excluded


def player_chances(bounds: Bounds) -> dict[str, PlayerChance]:
    """Return the chances of every team; nothing where the scheme gives no manager points."""
    situation = bounds.situation
    field, _ = situation.field_and_stages
    if not paying_sources(situation.scheme):
        return {}
    most, least = dict.fromkeys(field.teams, 0), dict.fromkeys(field.teams, 0)
    for source in paying_sources(situation.scheme):
        for team in field.teams:
            low, high = _of_source(bounds, source, team)
            least[team] += low
            most[team] += high
    return {team: _player_chance(team, most, least) for team in field.teams}


def _of_source(bounds: Bounds, source: str, team: str) -> tuple[int, int]:
    """Give the least and the most points that a source pays the team in all."""
    scheme = bounds.situation.scheme
    points = scheme.manager_points.points[source]
    if not points:
        return 0, 0
    if source == STAGE:
        return _stages(bounds, team, points)
    return _classification(bounds, scheme.by_key[source], team, points)


def _player_chance(team: str, most: Mapping[str, int], least: Mapping[str, int]) -> PlayerChance:
    others = [other for other in most if other != team]
    rank = 1 + sum(least[other] > most[team] for other in others)
    sure = all(least[team] > most[other] for other in others)
    can = False if rank > 1 else True if sure else None
    return PlayerChance(team, most[team], least[team], rank, can)


def _stages(bounds: Bounds, team: str, points: Sequence[int]) -> tuple[int, int]:
    """Return the least and the most that stages have paid and can still pay."""
    situation = bounds.situation
    field, stages = situation.field_and_stages
    low = high = sum(
        _sum_points(stage, field, team, points) for stage in stages if stage.points_count
    )
    for event in situation.finishes(points):
        own = [rider for rider in event.pool if field.team_of[rider] == team]
        last = range(len(event.pool) - len(own), len(event.pool))
        low += sum(event.worth[place] for place in last if place < len(event.worth))
        high += sum(sorted(event.worth, reverse=True)[: len(own)])
    return low, high


def _sum_points(stage: Counted, field: Field, team: str, points: Sequence[int]) -> int:
    """Sum what the arrivals of one stage have paid the team."""
    arrived = field.drop_unscored([arrival.rider for arrival in stage.arrivals])
    paid = zip(arrived, points, strict=False)
    return sum(amount for rider, amount in paid if field.team_of[rider] == team)


def _classification(
    bounds: Bounds, ranking: Ranking, team: str, points: Sequence[int]
) -> tuple[int, int]:
    """Return the least and the most that the places in one classification can pay."""
    chances = bounds.of(ranking.key)
    if ranking.by == "team_time":
        chance = chances.get(team)
        return (_at(points, chance.worst_rank), _at(points, chance.rank)) if chance else (0, 0)
    field, _ = bounds.situation.field_and_stages
    own = [chance for who, chance in chances.items() if field.team_of[who] == team]
    everybody = (
        ranking.by == "time" or ranking.lowest or ranking.key == bounds.situation.scheme.general.key
    )
    ranked_anyhow = [chance for chance in own if everybody or (chance.worst or 0) > 0]
    low = sum(_at(points, chance.worst_rank) for chance in ranked_anyhow)
    unique = bool(ranking.tie_breaks) and ranking.tie_breaks[-1] in UNIQUE
    return low, _most(own, points, everybody=everybody, unique=unique)


def _most(own: Sequence[Prospect], points: Sequence[int], *, everybody: bool, unique: bool) -> int:
    ranks = sorted(chance.rank for chance in own if everybody or (chance.best or 0) > 0)
    high = rank = 0
    for best in ranks:
        rank = max(rank + 1, best) if unique else best
        high += _at(points, rank)
    return high


def _at(points: Sequence[int], rank: int) -> int:
    return points[rank - 1] if rank <= len(points) else 0
