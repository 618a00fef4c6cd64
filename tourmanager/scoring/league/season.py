"""The rules of a season and its rounds, as plain values.

Points are counted in halves, so that a round may weigh one and a half: a round of `half_weight` 2
counts once, one of 4 twice. Whoever is ranked (a player, a team) is named by a text that stays the
same over all rounds.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

By = Literal["manager_points", "place", "table"]
Link = Literal["rounds_won", "best_places", "head_to_head", "rounds_ridden", "latest"]

LINKS: tuple[Link, ...] = ("rounds_won", "best_places", "head_to_head", "rounds_ridden", "latest")
DEFAULT_TABLE = (10, 8, 6, 5, 4, 3, 2, 1)
MOST_ROUNDS = 200
ONCE = 2  # the half weight of a round that counts once


class SeasonRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a season is ranked.

    `by`: the manager points of each tour; the sum of places, where the lowest wins; or points for
    places by a `table` of its own. `sources` limits manager points to some classifications of the
    tour. `best` rounds count, 0 for all; who rode fewer than `minimum` rounds in the end stands
    behind all others. `tie_breaks` apply in their order.
    """

    by: By = "table"
    table: tuple[int, ...] = DEFAULT_TABLE
    sources: tuple[str, ...] = ()
    best: int = 0
    minimum: int = 0
    tie_breaks: tuple[Link, ...] = ("rounds_won", "best_places", "latest")

    @property
    def lowest(self) -> bool:
        """True where the lowest total leads."""
        return self.by == "place"


class Result(msgspec.Struct, frozen=True):
    """What somebody brought home from a tour: their place among those who are ranked, and points
    of the tour.
    """

    place: int
    points: int = 0


class Round(msgspec.Struct, frozen=True):
    """A round of a season. `results` by who rode it; None where it is still to come or under way.

    `most` are the most manager points that a tour to come can pay, None where nobody can know.
    """

    number: int
    results: Mapping[str, Result] | None = None
    half_weight: int = ONCE
    most: int | None = None

    @property
    def is_done(self) -> bool:
        return self.results is not None


def done_rounds(rounds: Sequence[Round], after: int | None = None) -> list[Round]:
    """Return the rounds that are over, up to the number `after`, in their order."""
    return [
        each
        for each in sorted(rounds, key=lambda each: each.number)
        if each.is_done and (after is None or each.number <= after)
    ]
