"""Bounds on the times of teams while the last stage is on the road."""

from tourmanager.scoring.field import Field
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.teams import Teams
from tourmanager.scoring.virtual import Running

# what stands, the least and the most: None while too few of its riders are in
Between = tuple[int, int, int | None]


def team_bounds(situation: TourProgress, now: Running, ranking: Ranking) -> dict[str, Between]:
    """Bound the times of the teams that still have enough riders. Later arrivals can only make a
    team's time better that has enough in already.
    """
    field = Field(situation.starters, situation.scheme)
    summed = Teams(ranking, situation.scheme, field)
    for result in sorted(situation.ended, key=lambda result: result.number):
        summed.add(field.count(result))
    stage = field.count(now.result)
    need = situation.scheme.teams.riders
    penalty = stage.penalty("team_seconds")
    found: dict[str, Between] = {}
    for team, time in summed.times.items():
        own = [
            each.seconds
            for each in stage.arrivals
            if each.seconds is not None and field.team_of[each.rider] == team
        ]
        still = [now.least for rider in stage.on_road if field.team_of[rider] == team]
        if len(own) + len(still) < need:
            continue
        base = time + penalty.get(team, 0)
        late = base + sum(sorted(own)[:need]) if len(own) >= need else None
        found[team] = (base, base + sum(sorted(own + still)[:need]), late)
    return found
