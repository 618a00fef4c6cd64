"""Who can still win a season, and on what condition; and in its last round, what everybody needs.

A player may always stay away from a round, so that a rival may score nothing more: somebody can
still win where they are ahead of everybody with wins in all rounds left while nobody else scores.
All of it compares two at a time, by the rules of the table.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tourmanager.scoring.league.counting import Score, best_possible, scores_of
from tourmanager.scoring.league.season import Result, Round, SeasonRules, done_rounds
from tourmanager.scoring.league.table import LeagueRow, rank_scores

FEW = 6  # contenders whose conditions are worked out


class Limit(msgspec.Struct, frozen=True):
    """A rival, and in how many of the rounds left they may be second at most."""

    who: str
    seconds: int


class Chance(msgspec.Struct, frozen=True):
    """Somebody who can still win: how many of the rounds left they have to win at least, and which
    rivals may not be second in all of them even so.
    """

    who: str
    wins: int
    limits: tuple[Limit, ...] = ()


class Way(msgspec.Struct, frozen=True):
    """A place in the last round with which somebody wins the season, unless one of these rivals is
    at least as high as the place named, or with a better place; None stands for a round missed.
    """

    place: int | None
    rivals: tuple[tuple[str, int], ...] = ()


class Duel:
    """A season with rounds left, asked about two of its players at a time."""

    def __init__(self, players: Sequence[str], rounds: Sequence[Round], rules: SeasonRules) -> None:
        self.players, self.rules = players, rules
        self.done = done_rounds(rounds)
        self.left = [each for each in rounds if not each.is_done]
        self.rounds = len(rounds)
        self._scores: dict[str, tuple[Score, ...]] = {}

    def is_ahead(self, who: str, other: str, ridden: Mapping[int, Mapping[str, int]]) -> bool:
        """Tell whether somebody ends ahead of another, or shares the rank with them, where those
        two have these places in the rounds left, by number of the round.
        """
        played = [
            msgspec.structs.replace(
                each,
                results={
                    rider: Result(place, each.most or 0)
                    for rider, place in ridden.get(each.number, {}).items()
                },
            )
            for each in self.left
        ]
        scores = {
            each: (*self.scores(each), *scores_of(each, played, self.rules, len(self.players)))
            for each in (who, other)
        }
        rows = rank_scores(scores, len(self.done) + len(played), self.rounds, self.rules)
        return {entrant.who: rank for rank, entrant, _ in rows}[who] == 1

    def scores(self, who: str) -> tuple[Score, ...]:
        """Return somebody's scores in the rounds that are over."""
        if who not in self._scores:
            self._scores[who] = scores_of(who, self.done, self.rules, len(self.players))
        return self._scores[who]

    def by_worth(self) -> list[Round]:
        """Return the rounds left, those first in which a win is worth most."""
        return sorted(self.left, key=lambda each: -(best_possible(self.rules, each) or 0))

    def with_wins(self, who: str, wins: int) -> dict[int, Mapping[str, int]]:
        """Return places in which somebody wins the best rounds left, and is second in the rest."""
        return {
            each.number: {who: 1 if at < wins else 2} for at, each in enumerate(self.by_worth())
        }


def chances(rows: Sequence[LeagueRow], rounds: Sequence[Round], rules: SeasonRules) -> list[Chance]:
    """Return those who can still win, in the order of the table, with what it takes where they are
    few. Of tours whose points nobody can know, only that they can.
    """
    duel = Duel([row.who for row in rows], rounds, rules)
    if any(row.most is None for row in rows):
        return [Chance(row.who, 0) for row in rows]
    found = [row for row in rows if _can_win(row, rows, duel)]
    if rules.by == "manager_points" or len(found) > FEW:
        return [Chance(row.who, 0) for row in found]
    return [_chance(row, found, rows, duel) for row in found]


def _can_win(row: LeagueRow, rows: Sequence[LeagueRow], duel: Duel) -> bool:
    ridden, most = duel.with_wins(row.who, len(duel.left)), row.most or 0
    near = [
        other
        for other in _rivals(row, rows, duel.rules)
        if row.is_behind or not _is_worse(other.halves, most, duel.rules)
    ]
    return all(duel.is_ahead(row.who, other.who, ridden) for other in near)


def _rivals(row: LeagueRow, rows: Sequence[LeagueRow], rules: SeasonRules) -> list[LeagueRow]:
    """Return the others whom somebody who rides all rounds left may find ahead of them, though
    those others score nothing more: not those who have fewer points already.
    """
    return [
        other
        for other in rows
        if other.who != row.who
        and (row.is_behind or not _is_worse(other.halves, row.halves, rules))
    ]


def _is_worse(halves: int, than: int, rules: SeasonRules) -> bool:
    return halves > than if rules.lowest else halves < than


def _chance(
    row: LeagueRow, found: Sequence[LeagueRow], rows: Sequence[LeagueRow], duel: Duel
) -> Chance:
    rivals, left = _rivals(row, rows, duel.rules), len(duel.left)

    def is_enough(wins: int) -> bool:
        ridden = duel.with_wins(row.who, wins)
        return all(duel.is_ahead(row.who, other.who, ridden) for other in rivals)

    wins = next((wins for wins in range(left) if is_enough(wins)), left)
    limits = [
        Limit(other.who, seconds)
        for other in found
        if other.who != row.who and (seconds := _seconds_allowed(row.who, other.who, duel)) < left
    ]
    return Chance(row.who, wins, tuple(limits))


def _seconds_allowed(who: str, rival: str, duel: Duel) -> int:
    """Return in how many rounds left a rival may be second where somebody wins them all: of those
    in which it brings the rival least.
    """
    least_first = [*reversed(duel.by_worth())]
    for seconds in range(len(duel.left), 0, -1):
        ridden = {
            each.number: {who: 1, rival: 2} if at < seconds else {who: 1}
            for at, each in enumerate(least_first)
        }
        if duel.is_ahead(who, rival, ridden):
            return seconds
    return 0


def ways_to_win(
    who: str, rows: Sequence[LeagueRow], rounds: Sequence[Round], rules: SeasonRules, places: int
) -> list[Way]:
    """Return the places in the last round with which somebody wins the season, the best first, each
    with the rivals who have to stay behind. A place that needs no less of the rivals than a worse
    one is left out. So many `places` are told apart; the season must have one round left.

    Empty where they cannot win.
    """
    duel = Duel([row.who for row in rows], rounds, rules)
    (last,) = duel.left
    me = next(row for row in rows if row.who == who)
    others = [row.who for row in rows if row.who != who and _can_pass(row, me, rules)]
    found: list[Way] = []
    for place in (None, *range(places, 0, -1)):
        own = {} if place is None else {who: place}
        limits = {other: _allowed(who, other, own, last.number, duel, places) for other in others}
        if None in limits.values():
            continue
        rivals = [
            (other, limit - 1)
            for other, limit in limits.items()
            if limit is not None and limit > (2 if place == 1 else 1)
        ]
        way = Way(place, tuple(rivals))
        if not found or found[-1].rivals != way.rivals:
            found.append(way)
    return [*reversed(found)]


def _can_pass(other: LeagueRow, row: LeagueRow, rules: SeasonRules) -> bool:
    """Tell whether another can end ahead of somebody, or level with them, at all."""
    if row.missing or rules.lowest:
        return True
    return other.most is None or other.most >= row.halves


def _allowed(
    who: str, rival: str, own: Mapping[str, int], number: int, duel: Duel, places: int
) -> int | None:
    """Return the best place in the last round with which a rival stays behind; one more than the
    places told apart where only missing it does; None where not even that does.
    """
    for place in range(1, places + 1):
        if duel.is_ahead(who, rival, {number: {**own, rival: place}}):
            return place
    return places + 1 if duel.is_ahead(who, rival, {number: own}) else None
