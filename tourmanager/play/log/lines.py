"""Hold what happened on a stage, line by line: in words for the commentary, and as values for
drawings.
"""

from typing import NamedTuple


class CommentaryLine(NamedTuple):
    """One event. Lines are for everybody: what is hidden is in none of them."""

    seq: int  # the step that made it happen
    turn: bool  # a new turn begins
    rule: str
    text: str
    riders: tuple[str, ...]
    kind: str = ""
    figures: tuple[int, ...] = ()
    # rider, from, to: as the game's events count places
    moves: tuple[tuple[str, int, int], ...] = ()
    seat: int = -1  # whose own doing it is; -1 for everybody's
