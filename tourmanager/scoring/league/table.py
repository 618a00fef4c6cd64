"""The table of a season after a round: ranks, movement, and what decided between those level."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from tourmanager.scoring.league.counting import (
    Score,
    best_possible,
    mark_counting,
    scores_of,
    total_of_best,
)
from tourmanager.scoring.league.season import Link, Round, SeasonRules, done_rounds

Figure = int | tuple[int, ...]
ABSENT = 10_000  # the place of who missed a round: behind every place


class Tie(NamedTuple):
    """The link that separated somebody from the one above who is level on points, with the figures
    of both; no link where nothing did and they share the rank.
    """

    link: Link | None
    better: Figure = 0
    worse: Figure = 0


class LeagueRow(msgspec.Struct, frozen=True):
    """Somebody's line in the table. `most` is what they can still reach, None where nobody can
    know. `missing` are the rounds that they still have to ride.
    """

    rank: int
    who: str
    halves: int
    scores: tuple[Score, ...]
    most: int | None
    missing: int = 0
    is_behind: bool = False  # they can no longer ride as many rounds as needed
    change: int | None = None  # of the rank, since the round before; negative is better
    tie: Tie | None = None  # with the row above
    level_below: bool = False

    @property
    def ridden(self) -> int:
        return sum([score.is_ridden for score in self.scores])


class Entrant(NamedTuple):
    """Somebody before they are ranked; which of their scores count is not marked yet."""

    who: str
    scores: tuple[Score, ...]
    halves: int
    is_behind: bool


def table_after(
    players: Sequence[str],
    rounds: Sequence[Round],
    rules: SeasonRules,
    after: int | None = None,
) -> tuple[LeagueRow, ...]:
    """Rank the players after the rounds up to number `after` that are over, by default all."""
    done = done_rounds(rounds, after)
    scores = scores_of_all(players, done, rules, len(players))
    ranked = rank_scores(scores, len(done), len(rounds), rules)
    before = rank_scores(scores, len(done) - 1, len(rounds), rules) if len(done) > 1 else []
    ranks_before = {entrant.who: rank for rank, entrant, _ in before}
    numbers = {each.number for each in done}
    left = [each for each in rounds if each.number not in numbers]
    rows = [
        LeagueRow(
            rank,
            entrant.who,
            entrant.halves,
            mark_counting(entrant.scores, rules),
            most_with(entrant.scores, left, rules),
            max(0, rules.minimum - _ridden(entrant.scores)),
            entrant.is_behind,
            rank - ranks_before[entrant.who] if entrant.who in ranks_before else None,
            tie,
        )
        for rank, entrant, tie in ranked
    ]
    return tuple(
        [
            msgspec.structs.replace(row, level_below=below is not None and below.tie is not None)
            for row, below in zip(rows, [*rows[1:], None], strict=True)
        ]
        if rows
        else []
    )


def ranks_after_each(
    players: Sequence[str], rounds: Sequence[Round], rules: SeasonRules
) -> list[dict[str, int]]:
    """Return everybody's rank after each round that is over, as their tables have it."""
    done = done_rounds(rounds)
    scores = scores_of_all(players, done, rules, len(players))
    return [
        {entrant.who: rank for rank, entrant, _ in rank_scores(scores, number, len(rounds), rules)}
        for number in range(1, len(done) + 1)
    ]


def scores_of_all(
    players: Sequence[str], done: Sequence[Round], rules: SeasonRules, ranked: int
) -> dict[str, tuple[Score, ...]]:
    """Return everybody's scores in rounds that are over."""
    return {who: scores_of(who, done, rules, ranked) for who in players}


def most_with(scores: Sequence[Score], left: Sequence[Round], rules: SeasonRules) -> int | None:
    """Return the best total of these scores together with a win in every round left."""
    possible = [best_possible(rules, each) for each in left]
    if None in possible:
        return None
    own = [score.halves for score in scores if score.is_ridden or rules.lowest]
    halves = sorted([*own, *[each for each in possible if each is not None]])
    if not rules.lowest:
        halves.reverse()
    return sum(halves[: rules.best] if rules.best else halves)


def _ridden(scores: Sequence[Score]) -> int:
    return sum([score.is_ridden for score in scores])


def rank_scores(
    scores: Mapping[str, tuple[Score, ...]], done: int, rounds: int, rules: SeasonRules
) -> list[tuple[int, Entrant, Tie | None]]:
    """Give everybody their rank after the first rounds that are `done`, of so many `rounds`, in
    order, with what decided between each and the one above.
    """
    entrants = []
    for who, own in scores.items():
        until = own[:done]
        is_behind = _ridden(until) + rounds - done < rules.minimum
        entrants.append(Entrant(who, until, total_of_best(until, rules), is_behind))
    sign = 1 if rules.lowest else -1
    entrants.sort(key=lambda entrant: (entrant.is_behind, sign * entrant.halves))
    rows: list[tuple[int, Entrant, Tie | None]] = []
    for _level, group in groupby(entrants, key=lambda each: (each.is_behind, each.halves)):
        rows += _rank_level([*group], rules.tie_breaks, len(rows) + 1)
    return rows


def _rank_level(
    level: Sequence[Entrant], chain: Sequence[Link], first: int
) -> list[tuple[int, Entrant, Tie | None]]:
    """Rank those who are level on points by the first link of a chain, and those whom it leaves
    level by the rest of it.
    """
    if len(level) == 1:
        return [(first, level[0], None)]
    if not chain:
        return [(first, each, Tie(None) if at else None) for at, each in enumerate(level)]
    link, *rest = chain
    figures = FIGURES[link](level)
    ordered = sorted(level, key=lambda each: figures[each.who])
    ranked: list[tuple[int, Entrant, Tie | None]] = []
    above: Figure | None = None
    for figure, group in groupby(ordered, key=lambda each: figures[each.who]):
        part = _rank_level([*group], rest, first + len(ranked))
        if above is not None:
            rank, entrant, _nothing = part[0]
            part[0] = (rank, entrant, Tie(link, above, figure))
        ranked += part
        above = figure
    return ranked


def _rounds_won(level: Sequence[Entrant]) -> dict[str, Figure]:
    return {each.who: -sum(score.place == 1 for score in each.scores) for each in level}


def _rounds_ridden(level: Sequence[Entrant]) -> dict[str, Figure]:
    return {each.who: -_ridden(each.scores) for each in level}


def _best_places(level: Sequence[Entrant]) -> dict[str, Figure]:
    """Compare first places, then second places, and so on: the places in order, the best first."""
    length = max(len(each.scores) for each in level)
    return {each.who: _padded(sorted(_places(each)), length) for each in level}


def _latest(level: Sequence[Entrant]) -> dict[str, Figure]:
    """Compare the places in the latest round, then in the one before, and so on."""
    return {
        each.who: tuple([score.place or ABSENT for score in reversed(each.scores)])
        for each in level
    }


def _head_to_head(level: Sequence[Entrant]) -> dict[str, Figure]:
    """Count how often somebody finished ahead of the others who are level, less how often behind,
    in the rounds that both rode.
    """
    places = {
        each.who: {score.number: score.place for score in each.scores if score.place is not None}
        for each in level
    }
    return {
        who: -sum(_ahead(own, places[other]) for other in places) for who, own in places.items()
    }


def _ahead(own: Mapping[int, int], others: Mapping[int, int]) -> int:
    """Count the rounds in which the own place is better, less those in which it is worse."""
    both = own.keys() & others.keys()
    return sum((own[at] < others[at]) - (own[at] > others[at]) for at in both)


def _places(entrant: Entrant) -> list[int]:
    return [score.place for score in entrant.scores if score.place is not None]


def _padded(places: Sequence[int], length: int) -> tuple[int, ...]:
    return (*places, *([ABSENT] * (length - len(places))))


# smaller is better
FIGURES: Mapping[Link, Callable[[Sequence[Entrant]], dict[str, Figure]]] = {
    "rounds_won": _rounds_won,
    "best_places": _best_places,
    "head_to_head": _head_to_head,
    "rounds_ridden": _rounds_ridden,
    "latest": _latest,
}
