"""Draw at random from a seed, the same on any machine and with any version of Python.

Every draw comes from `random.Random(text).random()`, the one sequence Python promises to keep.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """Random draws from a seed. Built on `random()` alone: shuffles and choices of the library may
    change with its version.
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed.encode(errors="backslashreplace"))  # nosec B311 - a proposal, not a secret

    def below(self, n: int) -> int:
        """Draw one of 0 … n-1."""
        return int(self._random.random() * n)

    def choice(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def shuffle(self, things: Sequence[T]) -> list[T]:
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def parts(self, total: int, n: int) -> list[int]:
        """Cut the total at random into n parts of 0 or more."""
        cuts = sorted(self.below(total + 1) for _ in range(n - 1))
        return [after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True)]
