"""The arithmetic of leagues a second time, written to be plain and slow: every choice of results
is tried, and everybody is compared with everybody.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tourmanager.scoring.league.season import Round, SeasonRules

NEVER = 10_000


def points_of(who: str, each: Round, rules: SeasonRules, ranked: int) -> Fraction | None:
    """Return what a round brought somebody; None where it brings nothing and cannot count."""
    weight = Fraction(each.half_weight, 2)
    assert each.results is not None
    if who not in each.results:
        return weight * (ranked + 1) if rules.by == "place" else None
    result = each.results[who]
    if rules.by == "place":
        return weight * result.place
    if rules.by == "manager_points":
        return weight * result.points
    return weight * (dict(enumerate(rules.table, 1)).get(result.place, 0))


def total_of(who: str, done: Sequence[Round], rules: SeasonRules, ranked: int) -> Fraction:
    """Try every choice of results that may count, and return the best sum."""
    brought = [points_of(who, each, rules, ranked) for each in done]
    own = [points for points in brought if points is not None]
    number = min(rules.best or len(own), len(own))
    sums = [sum(chosen, Fraction(0)) for chosen in combinations(own, number)]
    return min(sums) if rules.by == "place" else max(sums)


def ridden_by(who: str, done: Sequence[Round]) -> int:
    return sum(who in (each.results or {}) for each in done)


def place_in(who: str, each: Round) -> int:
    results = each.results or {}
    return results[who].place if who in results else NEVER


def link_figure(link: str, who: str, level: Sequence[str], done: Sequence[Round]) -> object:
    """Return what a link compares; smaller is better."""
    places = [place_in(who, each) for each in done]
    match link:
        case "rounds_won":
            return -places.count(1)
        case "best_places":
            return sorted(places)
        case "rounds_ridden":
            return -ridden_by(who, done)
        case "latest":
            return places[::-1]
    ahead = 0
    for other in level:
        for each in done:
            theirs, own = place_in(other, each), place_in(who, each)
            if NEVER not in (theirs, own):
                ahead += (own < theirs) - (own > theirs)
    return -ahead


def ranks_after(
    players: Sequence[str], rounds: Sequence[Round], rules: SeasonRules, after: int
) -> dict[str, int]:
    """Return everybody's rank: one more than the number of those who beat them."""
    done = sorted(
        (each for each in rounds if each.results is not None and each.number <= after),
        key=lambda each: each.number,
    )
    left = len(rounds) - len(done)
    totals = {who: total_of(who, done, rules, len(players)) for who in players}
    behind = {who: ridden_by(who, done) + left < rules.minimum for who in players}

    def split(level: list[str], chain: list[str]) -> list[list[str]]:
        if len(level) == 1 or not chain:
            return [level]
        figures = {who: link_figure(chain[0], who, level, done) for who in level}
        parts = []
        for figure in sorted({repr(f): f for f in figures.values()}.values()):
            part = [who for who in level if figures[who] == figure]
            parts += split(part, chain[1:])
        return parts

    sign = 1 if rules.by == "place" else -1
    keys = {who: (behind[who], sign * totals[who]) for who in players}
    ranks: dict[str, int] = {}
    for key in sorted(set(keys.values())):
        for part in split([who for who in players if keys[who] == key], [*rules.tie_breaks]):
            rank = len(ranks) + 1
            ranks |= dict.fromkeys(part, rank)
    return ranks
