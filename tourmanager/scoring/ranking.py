"""Rows ranked by a chain of criteria; rows level on the whole chain share the rank."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from tourmanager.scoring.tables import RankedRow
from tourmanager.scoring.tie_breaks import Criterion, Figure, Tie

Key = tuple[Figure, ...]  # the figure itself, then one for each criterion; smaller is better
Ranks = Mapping[str, int]

SHARED = Tie(None)


def rank_rows(
    keys: Mapping[str, Key], chain: Sequence[Criterion], before: Ranks, sign: int = 1
) -> tuple[RankedRow, ...]:
    """Rank `keys`, one row for each, best first. The figure is the first of a key, `before` the
    rank a stage earlier.

    `sign` is -1 where more is better and the first of a key stands negative. Rows that share a rank
    stand in the order of `keys`, which decides nothing.
    """
    rows: list[RankedRow] = []
    add, rank_before = rows.append, before.get
    above: Key | None = None
    best = figure = rank = 0
    for position, who in enumerate(sorted(keys, key=keys.__getitem__), 1):
        key = keys[who]
        now: int = key[0]  # type: ignore[assignment]  # the figure itself is never a tuple
        tie = None
        if above is None:
            rank, best = 1, now
        elif now != figure:
            rank = position
        elif key == above:
            tie = SHARED
        else:
            rank = position
            link = 1
            while above[link] == key[link]:
                link += 1
            tie = Tie(chain[link - 1], above[link], key[link])
        above, figure = key, now
        was = rank_before(who)
        add(RankedRow(rank, who, sign * now, now - best, None if was is None else was - rank, tie))
    return tuple(rows)


def ranks_by_who(rows: Iterable[RankedRow]) -> dict[str, int]:
    """Return everybody's rank."""
    return {row.who: row.rank for row in rows}


def sharing_rank(rows: Sequence[RankedRow], among: Collection[str]) -> frozenset[str]:
    """Return those of `among` who share their rank with somebody."""
    if not among:
        return frozenset()
    count = Counter(row.rank for row in rows)
    return frozenset(row.who for row in rows if row.who in among and count[row.rank] > 1)


def in_columns(riders: Sequence[str], columns: Iterable[Iterable[Figure]]) -> dict[str, Key]:
    """Make keys from columns, each in the order of the riders."""
    return dict(zip(riders, zip(*columns, strict=True), strict=True))
