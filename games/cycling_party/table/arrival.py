"""The arithmetic of arrivals: squares behind the line and dice -> places and seconds.

Behind the finish lie run-out squares 1 ... 12 of five seconds each, 55-60 next to the line, 0-5 on
the twelfth; a die gives the second within. Riders who cross a turn later are a minute slower. Ties
are decided by `dice`.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from games.cycling_party.table.dice import Chain, Dice, order_level_riders

LAST_SQUARE = 12  # the last one with an interval
BEYOND_12 = ("zero", "like_12")


class RankedTime(msgspec.Struct, frozen=True):
    """A rider at their place, with their whole stage time in seconds."""

    rider: str
    seconds: int


class ArrivalGroup(msgspec.Struct, frozen=True):
    """Riders who crossed with one pace: a peloton, one chain of a paceline, or a single rider
    (CP-M-027).
    """

    kind: str  # peloton, paceline, single
    riders: Mapping[str, int]  # the run-out square of each member that crossed
    die: int | None = None  # its seconds die; none is needed beyond square 12
    # a paceline's pace-setter; several where they shared the highest sum
    setters: tuple[str, ...] = ()

    def square(self) -> int:
        """Return the square that gives all riders of the unit their time (CP-M-026)."""
        return max(
            self.riders[rider] for rider in self.setters or self.riders if rider in self.riders
        )


class ArrivalTurn(msgspec.Struct, frozen=True):
    """The units that crossed in one turn, and the dice thrown where they were level."""

    number: int
    units: tuple[ArrivalGroup, ...]
    tie: Dice = {}


class _Crossing(msgspec.Struct, frozen=True):
    rider: str
    square: int
    seconds: int


def seconds_of_square(square: int, die: int | None, beyond_12: str = "zero") -> int:
    """Compute the seconds of a run-out square and a die, 0 ... 60 (CP-M-022 ... 025). Raises
    ValueError for values that no board or die shows.

    Beyond square 12 nobody throws and the time is 0, unless the option `beyond_12` says "like_12".
    """
    if square < 1:
        raise ValueError("Run-out squares are counted from 1, the square next to the line.")
    if square > LAST_SQUARE and beyond_12 == "zero":
        return 0
    if die is None or not 1 <= die <= 6:
        raise ValueError("The die for the seconds shows 1 to 6.")
    return 66 - 5 * min(square, LAST_SQUARE) - die


def seconds_interval(square: int) -> tuple[int, int]:
    """Return the least and the most seconds of a run-out square, as its indicator shows them
    (CP-M-022).
    """
    return seconds_of_square(square, 6, "like_12"), seconds_of_square(square, 1, "like_12")


def stage_time(minute: int, square: int, die: int | None, beyond_12: str = "zero") -> int:
    """Compute the whole stage time in seconds; `minute` is 0 for the first turn with a crossing, 1
    for the next (CP-M-021).
    """
    return 60 * minute + seconds_of_square(square, die, beyond_12)


def order_arrivals(turns: Sequence[ArrivalTurn], beyond_12: str = "zero") -> list[RankedTime]:
    """Order all arrivals with place and stage time (CP-M-026 ... 029). Raises dice.Undecided where
    a tie lacks its dice.

    Places go by turn, then square, then time on the square, then pace-setter or dice; so a slower
    rider may be placed before a member of a peloton whose front was far ahead of both.
    """
    arrivals: list[RankedTime] = []
    turns = sorted(turns, key=lambda turn: turn.number)
    for turn in turns:
        minute = turn.number - turns[0].number
        crossings = []
        for unit in turn.units:
            time = stage_time(minute, unit.square(), unit.die, beyond_12)
            crossings += [_Crossing(rider, square, time) for rider, square in unit.riders.items()]
        chains = [
            Chain(unit.setters, frozenset(unit.riders))
            for unit in turn.units
            if unit.kind == "paceline"
        ]
        crossings.sort(key=_by_square_and_time)
        for (_, time), level in groupby(crossings, key=_by_square_and_time):
            arrivals += [
                RankedTime(rider, time)
                for rider in order_level_riders(
                    [crossing.rider for crossing in level], chains, turn.tie
                )
            ]
    return arrivals


def _by_square_and_time(crossing: _Crossing) -> tuple[int, int]:
    return -crossing.square, crossing.seconds
