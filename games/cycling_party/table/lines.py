"""The order over a line (a pass end or an intermediate sprint), turn by turn, and the points it
pays.

The order is taken at the end of each turn: riders who stand behind the line for the first time are
ranked by square, after all riders of earlier turns (CP-M-013 ... 017).
"""

from collections.abc import Mapping, Sequence

import msgspec

from games.cycling_party.table.dice import Chain, Dice, order_level_riders

LINE_REACH = ("beyond", "reach")


class TurnEnd(msgspec.Struct, frozen=True):
    """The position at the end of a turn; chains are left out where a bottle was used after the
    throw (CP-M-016).
    """

    at: Mapping[int, Sequence[str]]
    chains: tuple[Chain, ...] = ()
    dice: Dice = {}


def passage_order(
    km: int, turns: Sequence[TurnEnd], places: int, line_reach: str = "beyond"
) -> list[str]:
    """Return the first `places` riders past square `km`. Raises dice.Undecided only where the tie
    concerns one of these places.
    """
    past = km + 1 if line_reach == "beyond" else km
    ranked: list[str] = []
    for turn in turns:
        for square in sorted((square for square in turn.at if square >= past), reverse=True):
            level = [rider for rider in turn.at[square] if rider not in ranked]
            ranked += order_level_riders(level, turn.chains, turn.dice, places - len(ranked))
    return ranked[:places]


def points_of_places(riders: Sequence[str], scale: Sequence[int]) -> list[tuple[str, int]]:
    """Pair riders with the points of their places; places beyond the scale are left out."""
    return list(zip(riders, scale, strict=False))


def stage_winner(turn: TurnEnd) -> str:
    """Return the winner of a junior or senior stage, from the run-out squares of the first turn
    with a crossing (CP-J-071 ... 075).
    """
    return passage_order(0, [turn], 1)[0]
