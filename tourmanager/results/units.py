"""An arrival at the finish: riders who cross with one pace, the squares they reach, and the time that gives (CP-M-026, CP-M-027)."""

from dataclasses import dataclass, field

from tourmanager.scoring.arrival import LAST_SQUARE, stage_time


@dataclass
class Unit:
    """Riders who cross with one pace, in order; the first of a paceline is its pace-setter."""

    number: int
    turn: int
    riders: list[str] = field(default_factory=list)
    squares: dict[str, int] = field(default_factory=dict)
    die: int | None = None
    typed: int | None = None
    named_kind: str = ""

    @property
    def kind(self) -> str:
        if len(self.riders) <= 1:
            return "alone"
        return self.named_kind or ("paceline" if len(self.riders) < 5 else "peloton")

    @property
    def square(self) -> int | None:
        """The square that gives the time: the most advanced one (CP-M-026)."""
        return max(self.squares.values(), default=None)

    def square_of(self, rider: str) -> int | None:
        """A rider tapped after the last square is taken to stand on the hindmost one named."""
        return self.squares.get(rider, min(self.squares.values(), default=None))

    def needs_die(self, beyond_12: str) -> bool:
        return self.square is not None and (self.square <= LAST_SQUARE or beyond_12 == "like_12")

    def seconds(self, beyond_12: str) -> int | None:
        """The time of everyone in it, None while square or die is missing (CP-M-024)."""
        if self.typed is not None:
            return self.typed
        if self.square is None or (self.needs_die(beyond_12) and self.die is None):
            return None
        return stage_time(self.turn, self.square, self.die, beyond_12)
