"""The floor for scoring: the same classifications of one fixed scheme by hand, with nothing to
choose and nothing to explain.

No names, no words, no working, no jerseys, no virtual riders: sums in dicts and a sort each, the
way one would write it for one race.
"""

from collections.abc import Mapping, Sequence

from tourmanager.scoring.result import StageResult, Starter

FINISH = (50, 30, 20, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2)
SPRINT = (20, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
CLIMBS = {
    "hc": (20, 15, 12, 10, 8, 6, 4, 2),
    "first": (10, 8, 6, 4, 2, 1),
    "second": (5, 3, 2, 1),
    "third": (2, 1),
}
BONUS = (10, 6, 4)
LINE_BONUS = (3, 2, 1)

Ranked = list[str]


def history(
    results: Sequence[StageResult], starters: Sequence[Starter]
) -> list[tuple[Ranked, ...]]:
    """General, points, mountains, youth and teams in order after each stage."""
    team_of = {starter.rider: starter.team for starter in starters}
    young = {starter.rider for starter in starters if "youth" in starter.marks}
    time, places, last = (dict.fromkeys(team_of, 0) for _ in range(3))
    points, wins, sprints = (dict.fromkeys(team_of, 0) for _ in range(3))
    climbs = dict.fromkeys(team_of, 0)
    firsts = {category: dict.fromkeys(team_of, 0) for category in CLIMBS}
    team_time = dict.fromkeys(team_of.values(), 0)
    course = []
    for result in results:
        for place, arrival in enumerate(result.arrivals, 1):
            rider = arrival.rider
            time[rider] += arrival.seconds or 0
            places[rider] += place
            last[rider] = place
        for arrival, amount in zip(result.arrivals, FINISH, strict=False):
            points[arrival.rider] += amount
        for arrival, amount in zip(result.arrivals, BONUS, strict=False):
            time[arrival.rider] -= amount
        wins[result.arrivals[0].rider] -= 1
        for passage in result.passages:
            _cross(passage.category, passage.riders, points, sprints, climbs, firsts, time)
        teams: dict[str, list[int]] = {}
        for arrival in result.arrivals:
            teams.setdefault(team_of[arrival.rider], []).append(arrival.seconds or 0)
        for team, times in teams.items():
            team_time[team] += sum(sorted(times)[:3])
        general = sorted(time, key=lambda rider: (time[rider], places[rider], last[rider]))
        at = {rider: rank for rank, rider in enumerate(general)}
        course.append(
            (
                general,
                sorted(
                    (r for r in points if points[r]),
                    key=lambda r: (-points[r], wins[r], sprints[r], at[r]),
                ),
                sorted(
                    (r for r in climbs if climbs[r]),
                    key=lambda r: (-climbs[r], *[firsts[c][r] for c in CLIMBS], at[r]),
                ),
                [rider for rider in general if rider in young],
                sorted(team_time, key=team_time.__getitem__),
            )
        )
    return course


def _cross(
    category: str,
    riders: Sequence[str],
    points: dict[str, int],
    sprints: dict[str, int],
    climbs: dict[str, int],
    firsts: Mapping[str, dict[str, int]],
    time: dict[str, int],
) -> None:
    if category == "is":
        for rider, amount in zip(riders, SPRINT, strict=False):
            points[rider] += amount
        for rider, amount in zip(riders, LINE_BONUS, strict=False):
            time[rider] -= amount
        sprints[riders[0]] -= 1
        return
    for rider, amount in zip(riders, CLIMBS[category], strict=False):
        climbs[rider] += amount
    firsts[category][riders[0]] -= 1
