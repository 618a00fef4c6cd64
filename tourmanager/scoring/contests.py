"""What is left of a classification that only open places decide, for `scenarios.exact`.

By points that is any classification where more is better and no group shares points. By time it is
the last stage once all have arrived, while lines with bonus seconds are open: everything else of
the times, and of the chain that parts equal times, is known then.
"""

from collections.abc import Sequence

from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.field import FINISH, Field
from tourmanager.scoring.individual import ByTime
from tourmanager.scoring.remaining import OpenPlaces, TourProgress
from tourmanager.scoring.scenarios import Contest, Scenario, exact
from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.witness import Level, in_order

MOST_EVENTS = 3


def scenarios(bounds: Bounds, key: str) -> dict[str, Scenario]:
    """Find the scenarios of all who can still win a classification; left out is who has none that
    is short enough to say.
    """
    contest = contest_of(bounds, key)
    if contest is None:
        return {}
    found = {
        who: exact(contest, who)
        for who, chance in bounds.of(key).items()
        if chance.can_win is not False and who in contest.figures
    }
    return {who: scenario for who, scenario in found.items() if scenario is not None}


def contest_of(bounds: Bounds, key: str) -> Contest | None:
    """Return what is open of a classification, None where more than a few places decide it."""
    ranking = bounds.situation.scheme.by_key[key]
    contest = None
    if ranking.by == "points" and not ranking.lowest and not ranking.by_group:
        contest = _of_points(bounds, ranking)
    elif ranking.by == "time":
        contest = _of_bonuses(bounds.situation, ranking)
    if contest is None or not 1 <= len(contest.events) <= MOST_EVENTS:
        return None
    return None if _depend(contest.events, bounds.situation) else contest


def figures_in_play(bounds: Bounds, ranking: Ranking) -> dict[str, int]:
    """Return the points that stand of all who have some or can still win some."""
    summed, _ = bounds.points(ranking)
    return {
        who: chance.figure
        for who, chance in bounds.of(ranking.key).items()
        if summed.everybody or (chance.best or 0) > 0
    }


def _of_points(bounds: Bounds, ranking: Ranking) -> Contest:
    summed, events = bounds.points(ranking)
    return Contest(figures_in_play(bounds, ranking), events, bounds.level(summed))


def _of_bonuses(situation: TourProgress, ranking: Ranking) -> Contest | None:
    """Return what bonus seconds still decide of the last stage, None where times are open too."""
    now = situation.now
    if now is None or situation.times_ahead or not situation.all_arrived or ranking.gap_cap:
        return None
    if now.result.kind == "ttt" or any(each.bonus is not None for each in now.result.arrivals):
        return None
    field = Field(situation.starters, situation.scheme)
    summed = ByTime(ranking, situation.scheme, field)
    for result in sorted((*situation.ended, now.result), key=lambda result: result.number):
        summed.add(field.count(result))
    figures = {who: -time for who, time in summed.time.items() if who in field.riding}
    known = {name: in_order(summed.tie_figures(name)) for name in ranking.tie_breaks}
    events = [event for event in situation.bonuses() if event.pool.intersection(figures)]
    return Contest(figures, events, Level(ranking.tie_breaks, known)) if figures else None


def _depend(events: Sequence[OpenPlaces], situation: TourProgress) -> bool:
    """Return True where the order of one finish decides several of the events."""
    at_finish = {stage.result.number: {FINISH, *stage.at_finish} for stage in situation.to_come}
    stages = [event.stage for event in events if event.key in at_finish[event.stage]]
    return len(stages) > len(set(stages))
