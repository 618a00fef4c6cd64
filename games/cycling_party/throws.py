"""The throws of Cycling Party. Where riders may fall, two equal dice of 3 or 4 are thrown again,
and if those are equal too, that is a fall, and nobody behind throws (CP-S-030 ... CP-S-033).
"""

from collections.abc import Callable, Sequence
from functools import cache

from games.chance import PAIRS, Draw, Throw

AGAIN = (3, 4)  # two dice of this value are thrown again
ALL_PAIRS = frozenset(PAIRS)
THROWN_AGAIN = frozenset((value, value) for value in AGAIN)
ONE_THROWN_AGAIN = [pair for pair in PAIRS if pair not in THROWN_AGAIN] + [
    again + pair for again in THROWN_AGAIN for pair in PAIRS
]


class SingleThrow(Throw):
    """Dice that are thrown once."""

    __slots__ = ()
    again = False


class PairsWithFalls(SingleThrow):
    """Pairs of dice, one for each rider of a unit from the front, any of which may be thrown
    again.
    """

    __slots__ = ()
    again = True

    def __init__(self, sides: Sequence[int]) -> None:
        self.sides = tuple(sides)
        self.outcomes = ()
        self.tabulate(ONE_THROWN_AGAIN if self.sides == (6, 6) else ())

    def missing(self, thrown: Sequence[int]) -> tuple[int, ...]:
        left = list(thrown)
        for _ in range(len(self.sides) // 2):
            if len(left) < 2:
                return (6,) * (2 - len(left))
            first, second, *left = left
            if first == second in AGAIN:
                if len(left) < 2:
                    return (6,) * (2 - len(left))
                first, second, *left = left
                if first == second:
                    return ()
        return ()

    def next_die(self, thrown: Sequence[int]) -> tuple[int, bool]:
        place, left = 0, list(thrown)
        while len(left) >= 2:
            first, second, *left = left
            if first == second in AGAIN:
                if len(left) < 2:
                    return place + len(left), True
                left = left[2:]
            place += 2
        return place + len(left), False

    def roll(self, unit: Callable[[], float]) -> Draw:
        if len(self.sides) == 2:
            pair = PAIRS[int(unit() * 36)]
            return pair + PAIRS[int(unit() * 36)] if pair in THROWN_AGAIN else pair
        dice: list[int] = []
        for _ in range(len(self.sides) // 2):
            pair = PAIRS[int(unit() * 36)]
            dice += pair
            if pair in THROWN_AGAIN:
                pair = PAIRS[int(unit() * 36)]
                dice += pair
                if pair[0] == pair[1]:
                    break
        return tuple(dice)

    def is_complete(self, draw: Draw) -> bool:
        """Return True when each pair is there, with its second throw where it needs one."""
        at = 0
        for _ in range(len(self.sides) // 2):
            pair = draw[at : at + 2]
            at += 2
            if pair not in ALL_PAIRS:
                return False
            if pair in THROWN_AGAIN:
                pair = draw[at : at + 2]
                at += 2
                if pair not in ALL_PAIRS:
                    return False
                if pair[0] == pair[1]:
                    break
        return at == len(draw)


@cache
def throw(sides: Sequence[int], again: bool = False) -> SingleThrow:
    """Return the one value of that throw, so that its outcomes are computed once."""
    return PairsWithFalls(sides) if again else SingleThrow(sides)
