"""Leaders of classifications, and wearers of their jerseys.

A scheme leaves the counter of a second jersey off, or lets the next rider in that classification
wear it (`stand_ins`).
"""

from collections.abc import Mapping, Sequence

from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.tables import Classification, Jersey, RankedRow


def jerseys(
    rankings: Sequence[Ranking],
    classifications: Mapping[str, Classification],
    *,
    stand_ins: bool = False,
) -> tuple[Jersey, ...]:
    """Award one jersey for each classification with a colour, in order of priority. Nobody wears a
    colour whose first rank is empty or shared.

    A rider who leads several wears the first of their colours; with `stand_ins` the next rider
    without one wears the other.
    """
    worn: list[Jersey] = []
    for ranking in rankings:
        if ranking.colour:
            taken = {jersey.wearer for jersey in worn}
            worn.append(_jersey(ranking, classifications[ranking.key], taken, stand_ins=stand_ins))
    return tuple(worn)


def _jersey(
    ranking: Ranking, table: Classification, taken: set[str | None], *, stand_ins: bool
) -> Jersey:
    """Say who leads that classification and who wears its colour, where those wear one already."""
    leaders = table.leaders
    leader = leaders[0] if len(leaders) == 1 else None
    wearer = leader
    if leader is not None and leader in taken:
        wearer = _next(table.rows, taken) if stand_ins else None
    stands_in_for = leader if wearer != leader and wearer is not None else None
    level = leaders if len(leaders) > 1 else ()
    return Jersey(ranking.key, ranking.colour, leader, wearer, level, stands_in_for)


def _next(rows: Sequence[RankedRow], taken: set[str | None]) -> str | None:
    """Return the best placed rider without a jersey, or None where several share the place."""
    free = [row for row in rows if row.who not in taken]
    if not free or (len(free) > 1 and free[0].rank == free[1].rank):
        return None
    return free[0].who
