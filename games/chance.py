"""Chance: what is to be thrown, and where the draws come from.

A draw is a tuple of small whole numbers, written down as it falls, so a replay needs no generator. `Seeded` throws by itself;
`Supplied` asks for one die after the other, as they fall on a real table.

The ordinary throw of two dice may have to be thrown again: where `again` is set, two equal dice of 3 or 4 are followed by two more,
and if those are equal too (a fall) nobody behind throws.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from math import prod

Draw = tuple[int, ...]
AGAIN = (3, 4)  # two dice of this value are thrown again
TABLED = 1296  # throws with no more outcomes than this are drawn from a table of them all


class NoDraw(Exception):
    """The draw is not one that this throw could give; the message says why."""


class Throw:
    """Dice to be thrown at once, by the number of their sides, in the order in which they are written down."""

    __slots__ = ("again", "outcomes", "sides", "table")

    def __init__(self, sides: Sequence[int], again: bool = False) -> None:
        self.sides = tuple(sides)
        self.again = again
        self.outcomes: list[Draw] = []
        if not again and prod(self.sides) <= TABLED:
            self.outcomes = list(product(*(range(1, side + 1) for side in self.sides)))
        self.table = frozenset(ONE_THROWN_AGAIN if again and self.sides == (6, 6) else self.outcomes)

    def missing(self, thrown: Sequence[int]) -> tuple[int, ...]:
        """The dice to be thrown next, by their sides, after those already thrown: empty when the draw is complete."""
        if not self.again:
            return self.sides[len(thrown) :]
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

    def wrong(self, thrown: Sequence[int]) -> str:
        """Why these cannot be the first dice of the throw, in words; "" where they can."""
        for count, die in enumerate(thrown):
            sides = self.missing(thrown[:count])
            if not sides:
                return f"That is more than is thrown: {count} dice are."
            if not 1 <= die <= sides[0]:
                return f"A die of {sides[0]} sides cannot show {die}."
        return ""

    def place(self, thrown: Sequence[int]) -> tuple[int, bool]:
        """Which of the dice of `sides` comes next after those already thrown, and whether it is thrown again."""
        if not self.again:
            return len(thrown), False
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
        """A draw, from a source of numbers in [0, 1)."""
        outcomes = self.outcomes
        if outcomes:
            return outcomes[int(unit() * len(outcomes))]
        if not self.again:
            return tuple([int(unit() * side) + 1 for side in self.sides])
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

    def fits(self, draw: Draw) -> bool:
        """Whether the draw is complete, and no die shows what it has not."""
        if self.table:
            return draw in self.table
        if self.again:
            return self._is_complete(draw)
        return len(draw) == len(self.sides) and all(1 <= die <= side for die, side in zip(draw, self.sides, strict=True))

    def _is_complete(self, draw: Draw) -> bool:
        """Pair by pair, as far as they were thrown."""
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


D6 = range(1, 7)
PAIRS: list[Draw] = list(product(D6, repeat=2))
ALL_PAIRS = frozenset(PAIRS)
THROWN_AGAIN = frozenset((value, value) for value in AGAIN)
ONE_THROWN_AGAIN = [pair for pair in PAIRS if pair not in THROWN_AGAIN] + [again + pair for again in THROWN_AGAIN for pair in PAIRS]


@cache
def throw(sides: Sequence[int], again: bool = False) -> Throw:
    """The one value of that throw, so that its outcomes are reckoned once."""
    return Throw(sides, again)


class Seeded:
    """Draws that depend on nothing but the seed."""

    def __init__(self, seed: int | str) -> None:
        # Dice of a game, not of a lock: the same seed is to give the same stage.
        self.unit = random.Random(f"tour/{seed}").random  # nosec B311

    def draw(self, throw: Throw) -> Draw:
        outcomes = throw.outcomes
        return outcomes[int(self.unit() * len(outcomes))] if outcomes else throw.roll(self.unit)


class Supplied:
    """Dice that fell elsewhere: `ask` is told the sides of the next die, and gives what it shows."""

    def __init__(self, ask: Callable[[int], int]) -> None:
        self.ask = ask

    @classmethod
    def of(cls, dice: Iterable[int]) -> "Supplied":
        row = iter(dice)

        def following(side: int) -> int:
            try:
                return next(row)
            except StopIteration:
                raise NoDraw(f"No more dice were supplied; a die of {side} sides is due.") from None

        return cls(following)

    def draw(self, throw: Throw) -> Draw:
        dice: list[int] = []
        while wanted := throw.missing(dice):
            shown = self.ask(wanted[0])
            if not 1 <= shown <= wanted[0]:
                raise NoDraw(f"A die of {wanted[0]} sides cannot show {shown}.")
            dice.append(shown)
        return tuple(dice)
