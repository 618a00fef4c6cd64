"""Find the steps of a log that count, and those that may be undone.

Players can undo their own last answer, as long as nobody else has acted, nothing has been thrown or
drawn, and nothing was turned up since. With table dice the director can undo the last throw, and
with it what was answered to it: so a mistyped die is put right.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.engine import CHANCE, Seat


class Said(NamedTuple):
    """A step that counts."""

    seq: int
    who: Seat
    text: str


def steps_that_count(rows: Iterable[tuple[int, Seat, str, int | None]]) -> list[Said]:
    """Return those of the rows (seq, who, text, takes_back) that count, in order."""
    steps: list[Said] = []
    for seq, who, text, takes_back in rows:
        if takes_back is None:
            steps.append(Said(seq, who, text))
        else:
            while steps and steps[-1].seq >= takes_back:
                steps.pop()
    return steps


def own_last(steps: Sequence[Said], seats: Iterable[Seat], last_reveal: int) -> Said | None:
    """Return the answer that one of these seats may undo now. `last_reveal` is the last step that
    turned up what was hidden.
    """
    last = steps[-1] if steps else None
    return (
        last
        if last is not None
        and last.who != CHANCE
        and last.who in set(seats)
        and last.seq > last_reveal
        else None
    )


def last_throw(steps: Sequence[Said]) -> Said | None:
    """Return the last throw, which is undone with all that follows it when a die was mistyped."""
    return next((step for step in reversed(steps) if step.who == CHANCE), None)
