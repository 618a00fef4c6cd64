"""Hold an arrival at the finish: riders who cross with one pace, and the squares behind the line
that they reach.
"""

from dataclasses import dataclass, field


@dataclass
class Unit:
    """Riders who cross with one pace, in order; the first sets the pace."""

    number: int
    turn: int
    riders: list[str] = field(default_factory=list)
    # squares of riders who left the arrival count for its time until a square is logged again
    squares: dict[str, int] = field(default_factory=dict)
    typed: int | None = None  # seconds typed by hand
    # where the director put it, as long as nothing logged of it says its place
    standing: bool = False

    @property
    def square(self) -> int | None:
        """Return the most advanced square."""
        return max(self.squares.values(), default=None)

    def square_of(self, rider: str) -> int | None:
        """Return a rider's square; riders tapped after the last square stand on the hindmost one
        of those who are still in the arrival, of all where none of them has one.
        """
        if rider in self.squares:
            return self.squares[rider]
        named = [self.squares[each] for each in self.riders if each in self.squares]
        return min(named or self.squares.values(), default=None)
