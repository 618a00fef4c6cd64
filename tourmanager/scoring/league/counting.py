"""What each round brings somebody, and which of their results count."""

from collections.abc import Iterable, Sequence

import msgspec

from tourmanager.scoring.league.season import Round, SeasonRules


class Score(msgspec.Struct, frozen=True):
    """What a round brought somebody, in half points. A round they missed has no place; it brings
    something only where places are added up.
    """

    number: int
    halves: int
    place: int | None = None
    counts: bool = True

    @property
    def is_ridden(self) -> bool:
        return self.place is not None


def half_points(rules: SeasonRules, place: int, points: int, half_weight: int) -> int:
    """Return what a place and its points bring, in half points."""
    match rules.by:
        case "manager_points":
            worth = points
        case "place":
            worth = place
        case "table":
            worth = rules.table[place - 1] if place <= len(rules.table) else 0
    return worth * half_weight


def best_possible(rules: SeasonRules, each: Round) -> int | None:
    """Return the most half points that a round to come can bring; None where nobody can know."""
    if rules.by == "manager_points" and each.most is None:
        return None
    return half_points(rules, 1, each.most or 0, each.half_weight)


def scores_of(
    who: str, rounds: Iterable[Round], rules: SeasonRules, ranked: int
) -> tuple[Score, ...]:
    """Return the scores of somebody in rounds that are over; which count is not marked yet.

    Where places are added up, a round that they missed is worth one place more than there are
    `ranked`.
    """
    scores = []
    for each in rounds:
        result = each.results.get(who) if each.results is not None else None
        if result is not None:
            halves = half_points(rules, result.place, result.points, each.half_weight)
            scores.append(Score(each.number, halves, result.place))
        else:
            missed = (ranked + 1) * each.half_weight if rules.lowest else 0
            scores.append(Score(each.number, missed))
    return tuple(scores)


def mark_counting(scores: Sequence[Score], rules: SeasonRules) -> tuple[Score, ...]:
    """Mark the best results as counting, as many as the rules say. Among equal ones the earlier
    counts; a round missed counts only where places are added up.
    """
    able = [score for score in scores if score.is_ridden or rules.lowest]
    best = sorted(able, key=lambda score: (_worth(score, rules), score.number))
    chosen = {score.number for score in (best[: rules.best] if rules.best else best)}
    return tuple(
        [msgspec.structs.replace(score, counts=score.number in chosen) for score in scores]
    )


def total_of_best(scores: Iterable[Score], rules: SeasonRules) -> int:
    """Sum the half points of the best results, as many as count."""
    able = [score.halves for score in scores if score.place is not None or rules.lowest]
    if rules.best:
        able = sorted(able, reverse=not rules.lowest)[: rules.best]
    return sum(able)


def _worth(score: Score, rules: SeasonRules) -> int:
    """Return what results are sorted by, the best first."""
    return score.halves if rules.lowest else -score.halves
