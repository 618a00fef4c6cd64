"""A row of tiles in somebody's hands: what each tap in the designer does to it. Values in, values
out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games.engine import BadSetup
from games.flamme_rouge import code
from games.flamme_rouge.road import dark_code, tiles

BEFORE_ALL = -1
UNDONE = 40  # steps that can be taken back


@dataclass(frozen=True)
class Row:
    """`marked` is the tile that is in hand: it is moved and turned, and what is added comes behind
    it.
    """

    tiles: tuple[str, ...] = ("a", "u")
    marked: int = 0

    @property
    def text(self) -> str:
        return " ".join(self.tiles)

    @property
    def code(self) -> str:
        return "".join(self.tiles)

    @property
    def last(self) -> int:
        return len(self.tiles) - 1

    @property
    def in_hand(self) -> str:
        return self.tiles[self.marked] if self.marked >= 0 else ""


def row_of(text: str, marked: int | None = None) -> Row:
    """Of a code, which may be empty while one designs. What comes next goes before the finish,
    unless told otherwise. Raises BadSetup.
    """
    laid = tuple(code.read_code(text).split()) if text.strip() else ()
    if marked is None:
        marked = len(laid) - (2 if laid and tiles()[laid[-1]].shape == "finish" else 1)
    return Row(laid, max(BEFORE_ALL, min(marked, len(laid) - 1)))


def name_of(side: str) -> str:
    return tiles()[side].name


def other_side(side: str) -> str:
    name = name_of(side)
    return dark_code(name) if side == name else name


def where(row: Row, side: str) -> int | None:
    """Where the tile lies, with whichever side up."""
    return next((at for at, laid in enumerate(row.tiles) if name_of(laid) == name_of(side)), None)


def put(row: Row, side: str) -> Row:
    """A tile of the box behind the marked one. One that lies already is taken in hand, with this
    side up.

    There is one start: the other start tile takes the place of the one that lies.
    """
    if side not in tiles():
        raise BadSetup("There is no such tile.")
    at = where(row, side)
    if at is None:
        at = next(
            (
                at
                for at, laid in enumerate(row.tiles)
                if tiles()[side].shape == tiles()[laid].shape == "start"
            ),
            None,
        )
    if at is not None:
        return Row((*row.tiles[:at], side, *row.tiles[at + 1 :]), at)
    at = (
        0
        if tiles()[side].shape == "start"
        else len(row.tiles)
        if tiles()[side].shape == "finish"
        else row.marked + 1
    )
    return Row((*row.tiles[:at], side, *row.tiles[at:]), at)


def mark(row: Row, number: str) -> Row:
    at = (
        int(number)
        if number.lstrip("-").isdecimal() and number.isascii() and len(number) < 4
        else BEFORE_ALL
    )
    return replace(row, marked=max(BEFORE_ALL, min(at, row.last)))


def moved(row: Row, by: int) -> Row:
    to = row.marked + by
    if row.marked < 0 or not 0 <= to <= row.last:
        return row
    laid = list(row.tiles)
    laid[row.marked], laid[to] = laid[to], laid[row.marked]
    return Row(tuple(laid), to)


def turned(row: Row) -> Row:
    return put(row, other_side(row.in_hand)) if row.in_hand else row


def without(row: Row) -> Row:
    """The marked tile is taken out, and the one before it is marked."""
    return (
        Row((*row.tiles[: row.marked], *row.tiles[row.marked + 1 :]), row.marked - 1)
        if row.in_hand
        else row
    )


DONE: dict[str, Callable[[Row, str], Row]] = {
    "put": put,
    "mark": mark,
    "left": lambda row, _: moved(row, -1),
    "right": lambda row, _: moved(row, 1),
    "turn": lambda row, _: turned(row),
    "out": lambda row, _: without(row),
    "clear": lambda row, _: Row(),
    "lay": lambda row, text: row_of(text),
}


def do(row: Row, what: str) -> Row:
    """One tap: "put b", "left". Raises BadSetup."""
    word, _, about = what.partition(" ")
    if word not in DONE:
        raise BadSetup("That cannot be done with a stage. Load the page again.")
    return DONE[word](row, about)


def remembered(past: Sequence[str], before: Row, after: Row) -> list[str]:
    """The codes to go back to, the latest last; to mark another tile changes nothing that one would
    take back.
    """
    kept = [*past, before.code or "-"] if before.tiles != after.tiles else list(past)
    return kept[-UNDONE:]


def undone(past: Sequence[str]) -> tuple[Row, list[str]]:
    """The row before the last change. Raises BadSetup where nobody can have been there."""
    return row_of("" if past[-1] == "-" else past[-1]), list(past[:-1])
