"""Chance: the dice or cards that are asked for, and the sources that draw them.

A draw is a tuple of small whole numbers that is written into the log, so a replay needs no
generator. `Seeded` draws by itself; `Supplied` asks for one die or card after the other, as they
fall on a real table. A game that draws cards instead of dice brings its own kind of throw
(`CardDraw`): the same key gives the same draw at any moment, so that quick and slow seats meet the
same cards.
"""

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Protocol, TypeGuard

Draw = tuple[int, ...]
WHOLE = frozenset({int})
TABLED = 1296  # throws with no more outcomes than this are drawn from a table of them all


def is_draw(what: object) -> TypeGuard[Draw]:
    """Return True for a tuple of whole numbers (True is not one, although it equals 1)."""
    return type(what) is tuple and WHOLE.issuperset(map(type, what))


class NoDraw(Exception):
    """The draw is not one that this throw could give; the message says why."""


class Throw:
    """Dice thrown at once: the number of sides of each, in the order in which they are written. A
    game that throws dice again has a subclass of its own.
    """

    __slots__ = ("made", "outcomes", "sides", "table")
    label = ""
    marks: Mapping[int, str] = {}

    def __init__(self, sides: Sequence[int]) -> None:
        self.sides = tuple(sides)
        self.outcomes: tuple[Draw, ...] = ()
        if prod(self.sides) <= TABLED:
            self.outcomes = tuple(product(*(range(1, side + 1) for side in self.sides)))
        self.tabulate(self.outcomes)

    def tabulate(self, draws: Iterable[Draw]) -> None:
        """Keep all complete draws, where they are not too many."""
        self.table = frozenset(draws)
        # By identity: draws that `roll` gives are known to fit without looking at their dice.
        self.made = {id(draw): draw for draw in self.table}

    def missing(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return the dice to be thrown next, by their sides, after those already thrown: none when
        the draw is complete.
        """
        return self.sides[len(values) :]

    def explain_fault(self, values: Sequence[int]) -> str:
        """Say why these cannot be the first dice of the throw; "" where they can."""
        for count, die in enumerate(values):
            sides = self.missing(values[:count])
            if not sides:
                return f"That is more than is thrown: {count} dice are."
            if not 1 <= die <= sides[0]:
                return f"A die of {sides[0]} sides cannot show {die}."
        return ""

    def next_die(self, values: Sequence[int]) -> tuple[int, bool]:
        """Return the index in `sides` of the die that comes next, and True when it is thrown
        again.
        """
        return len(values), False

    def faces(self, values: Sequence[int]) -> Sequence[int]:
        """Return what the next die may show."""
        sides = self.missing(values)
        return range(1, sides[0] + 1) if sides else ()

    def roll(self, unit: Callable[[], float]) -> Draw:
        """Draw, from a source of numbers in [0, 1)."""
        outcomes = self.outcomes
        if outcomes:
            return outcomes[int(unit() * len(outcomes))]
        return tuple([int(unit() * side) + 1 for side in self.sides])

    def fits(self, draw: object) -> bool:
        """Return True for a complete draw in which every die shows one of its sides."""
        if not is_draw(draw):
            return False
        return draw in self.table if self.table else self.is_complete(draw)

    def is_complete(self, draw: Draw) -> bool:
        return len(draw) == len(self.sides) and all(
            1 <= die <= side for die, side in zip(draw, self.sides, strict=True)
        )


D6 = range(1, 7)
PAIRS: list[Draw] = list(product(D6, repeat=2))


@cache
def throw(sides: Sequence[int]) -> Throw:
    """Return the one value of that throw, so that its outcomes are computed once."""
    return Throw(sides)


class CardDraw(Protocol):
    """A draw without dice: cards, lots. It has the same interface as `Throw`."""

    @property
    def outcomes(self) -> Sequence[Draw]:
        """Empty: there are too many draws to list."""

    @property
    def sides(self) -> tuple[int, ...]: ...

    @property
    def key(self) -> int:
        """Number that, with the seed, determines the draw."""

    @property
    def label(self) -> str:
        """Name of the draw in a log: "deal redS"."""

    @property
    def marks(self) -> Mapping[int, str]:
        """Numbers that are written as a letter: exhaustion as x."""

    def at(self, number: int) -> Draw:
        """Return the draw that a number from 0 to 2**64 selects."""

    def roll(self, unit: Callable[[], float]) -> Draw:
        """Draw by numbers in [0, 1), whatever the key."""

    def missing(self, codes: Sequence[int]) -> tuple[int, ...]: ...

    def faces(self, codes: Sequence[int]) -> Sequence[int]:
        """Return the values that the next card may have."""

    def explain_fault(self, codes: Sequence[int]) -> str: ...

    def next_die(self, codes: Sequence[int]) -> tuple[int, bool]: ...

    def fits(self, draw: object) -> bool: ...


Drawing = Throw | CardDraw
GOLDEN, FIRST, SECOND, WORD = (
    0x9E3779B97F4A7C15,
    0xBF58476D1CE4E5B9,
    0x94D049BB133111EB,
    (1 << 64) - 1,
)


class Seeded:
    """Chance by a seed. Dice depend on the seed and the dice thrown before; a keyed draw depends on
    the seed and its key alone, by the finalizer of splitmix64 (Steele, Lea and Flood, 2014).
    """

    def __init__(self, seed: int | str) -> None:
        # Dice of a game, not of a lock: the same seed is to give the same stage.
        self.unit = random.Random(f"tour/{seed}").random  # nosec B311
        self.base = int.from_bytes(hashlib.sha256(f"tour/{seed}".encode()).digest()[:8], "big")

    def draw(self, drawing: Drawing) -> Draw:
        if outcomes := drawing.outcomes:
            return outcomes[int(self.unit() * len(outcomes))]
        if isinstance(drawing, Throw):
            return drawing.roll(self.unit)
        number = self.base + drawing.key * GOLDEN & WORD
        number = (number ^ number >> 30) * FIRST & WORD
        number = (number ^ number >> 27) * SECOND & WORD
        return drawing.at(number ^ number >> 31)


class PlainChance:
    """Chance that reads one row of numbers in [0, 1), a draw after the other: the same draws as
    `playout`, for a caller that goes step by step.
    """

    def __init__(self, unit: Callable[[], float]) -> None:
        self.unit = unit

    def draw(self, drawing: Drawing) -> Draw:
        return drawing.roll(self.unit)


class Supplied:
    """Chance by dice or cards that fell elsewhere: `ask` takes the sides of the next die, `card`
    the draw and its cards so far; both return the value that came.
    """

    def __init__(
        self,
        ask: Callable[[int], int],
        card: Callable[[CardDraw, Sequence[int]], int] | None = None,
    ) -> None:
        self.ask, self.card = ask, card

    @classmethod
    def of(cls, dice: Iterable[int]) -> "Supplied":
        row = iter(dice)

        def following(side: int) -> int:
            try:
                return next(row)
            except StopIteration:
                raise NoDraw(f"No more dice were supplied; a die of {side} sides is due.") from None

        return cls(following)

    def draw(self, drawing: Drawing) -> Draw:
        values: list[int] = []
        while sides := drawing.missing(values):
            value = (
                self.card(drawing, values)
                if self.card and not isinstance(drawing, Throw)
                else self.ask(sides[0])
            )
            if value not in drawing.faces(values):
                raise NoDraw(_never(drawing, sides[0], value))
            values.append(value)
        return tuple(values)


def _never(drawing: Drawing, side: int, value: int) -> str:
    return (
        f"“{drawing.label}” cannot give {value} now."
        if drawing.label
        else f"A die of {side} sides cannot show {value}."
    )
