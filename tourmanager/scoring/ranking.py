"""Rows ranked by a chain of criteria; level on the whole chain means sharing the rank.

Keys are compared from the first figure on, smaller is better: what is better the more there is of it stands negative.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tourmanager.scoring.tables import Part, Row
from tourmanager.scoring.words import ordinal

UNPLACED = sys.maxsize  # the place of a team none of whose riders is classified: behind every place
LEVEL = "level on everything: they share the place"

Key = tuple[int, ...]
Ranks = Mapping[str, int]


def _count(figure: int) -> str:
    return str(abs(figure))


def _place(figure: int) -> str:
    return "none" if figure == UNPLACED else ordinal(figure)


class Criterion(NamedTuple):
    """One link of the chain: what is better, in words, and how its figure reads."""

    words: str
    say: Callable[[int], str]


def count(words: str) -> Criterion:
    """Decided by how much or how many."""
    return Criterion(words, _count)


def place(words: str) -> Criterion:
    """Decided by a place."""
    return Criterion(words, _place)


def ranked(keys: Mapping[str, Key], chain: Sequence[Criterion], parts: Mapping[str, tuple[Part, ...]], before: Ranks) -> tuple[Row, ...]:
    """One row for each of `keys`, best first. Its figure is the first of its key, `before` its rank a stage earlier.

    Rows that share a rank stand in the order of `keys`, which decides nothing.
    """
    rows: list[Row] = []
    add, rank_before, parts_of = rows.append, before.get, parts.get
    best: Key = ()
    above: Key = ()
    figure = rank = 0
    for position, who in enumerate(sorted(keys, key=keys.__getitem__), 1):
        key = keys[who]
        decided = ""
        if key == above:
            decided = LEVEL
        else:
            rank = position
            if position == 1:
                best = key
            elif key[0] == figure:
                decided = _what_decided(above, key, chain)
            above, figure = key, key[0]
        was = rank_before(who)
        add(Row(rank, who, abs(figure), figure - best[0], None if was is None else was - rank, decided, parts_of(who, ())))
    return tuple(rows)


def ranks(rows: Iterable[Row]) -> dict[str, int]:
    """Everybody's rank."""
    return {row.who: row.rank for row in rows}


def words(chain: Iterable[Criterion]) -> tuple[str, ...]:
    """The chain as it is shown to users."""
    return tuple(criterion.words for criterion in chain)


def _what_decided(above: Key, below: Key, chain: Sequence[Criterion]) -> str:
    link = 1
    while above[link] == below[link]:
        link += 1
    return _decided(chain[link], above[link], below[link])


@lru_cache(maxsize=4096)  # the same few words, over and over
def _decided(criterion: Criterion, better: int, worse: int) -> str:
    return f"{criterion.words}: {criterion.say(better)} against {criterion.say(worse)}"
