"""Riders level on one square: the pace-setter of their paceline goes first, otherwise dice decide
(CP-J-073 ... 075, CP-M-016).

Equal pace-setters all go first, in the order of their own dice, and the others of the paceline
follow in the order of theirs.

The dice were thrown at the table; nothing here throws any.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

# by rider: their throws, one behind the other where they had to throw again
Dice = Mapping[str, Sequence[int]]


class Undecided(Exception):
    """These riders are level and have to throw (again)."""

    def __init__(self, riders: Sequence[str]) -> None:
        super().__init__(
            f"{', '.join(riders)} are level: each of them throws a die, the highest goes first."
        )
        self.riders = tuple(riders)


class Chain(msgspec.Struct, frozen=True):
    """A paceline that kept together: several pace-setters where they shared the highest sum."""

    setters: tuple[str, ...]
    members: frozenset[str]


def by_dice(
    riders: Sequence[str], dice: Dice, wanted: int | None = None, throw: int = 0
) -> list[str]:
    """Order riders by their dice, highest first, equals by the next throw, as far as the first
    `wanted` of them.

    Raises Undecided where a die is missing that matters.
    """
    wanted = len(riders) if wanted is None else wanted
    if len(riders) < 2 or wanted < 1:
        return list(riders)
    if any(len(dice.get(rider, ())) <= throw for rider in riders):
        raise Undecided(riders)
    order: list[str] = []
    for shown in sorted({dice[rider][throw] for rider in riders}, reverse=True):
        equals = [rider for rider in riders if dice[rider][throw] == shown]
        order += by_dice(equals, dice, wanted - len(order), throw + 1)
    return order


def order_level_riders(
    level: Sequence[str], chains: Iterable[Chain], dice: Dice, wanted: int | None = None
) -> list[str]:
    """Order the riders on one square. The pace-setter counts only where all of them came with that
    paceline.
    """
    wanted = len(level) if wanted is None else wanted
    for chain in chains:
        setters = [rider for rider in level if rider in chain.setters]
        if setters and chain.members.issuperset(level):
            others = [rider for rider in level if rider not in setters]
            return [*by_dice(setters, dice, wanted), *by_dice(others, dice, wanted - len(setters))]
    return by_dice(level, dice, wanted)
