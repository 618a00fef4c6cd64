"""What earlier rules versions did differently. A stage keeps the rules version it began with, so
its log replays to the result that its players saw.

Version 1: of equal pace-setters only the first was decided by their dice. The second threw again
with the others of the paceline, but the old die counted.
"""

from collections.abc import Callable, Iterable, Sequence

from games.cycling_party.table.dice import Chain, Dice, by_dice, order_level_riders

Settle = Callable[[Sequence[str], Iterable[Chain], Dice, int], list[str]]


def settle_in_version_1(
    level: Sequence[str], chains: Iterable[Chain], dice: Dice, wanted: int
) -> list[str]:
    for chain in chains:
        setters = [rider for rider in level if rider in chain.setters]
        if setters and chain.members.issuperset(level):
            first = by_dice(setters, dice, min(wanted, 1))[0]
            others = [rider for rider in level if rider != first]
            return [first, *by_dice(others, dice, wanted - 1)]
    return by_dice(level, dice, wanted)


SETTLE: dict[int, Settle] = {1: settle_in_version_1, 2: order_level_riders}
