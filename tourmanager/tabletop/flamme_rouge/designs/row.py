"""Change a row of tiles by the taps in the designer. Values in, values out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.engine import BadSetup
from games.flamme_rouge import code
from games.flamme_rouge.road import dark_code, tiles

BEFORE_ALL = -1
UNDONE = 40  # steps that can be undone


@dataclass(frozen=True)
class TileRow:
    """A row of tiles. `marked` is the tile in hand: it is moved and turned, and new tiles come
    behind it.
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


def row_of(text: str, marker: int | None = None) -> TileRow:
    """Read the row of a code, which may be empty. New tiles go before the finish unless `marker`
    says otherwise.

    Raises BadSetup.
    """
    codes = tuple(code.read_code(text).split()) if text.strip() else ()
    if marker is None:
        marker = len(codes) - (2 if codes and tiles()[codes[-1]].shape == "finish" else 1)
    return TileRow(codes, max(BEFORE_ALL, min(marker, len(codes) - 1)))


def name_of(side: str) -> str:
    return tiles()[side].name


def other_side(side: str) -> str:
    name = name_of(side)
    return dark_code(name) if side == name else name


def find_tile(row: TileRow, side: str) -> int | None:
    """Return the place of a tile in the row, with either side up; None if it is not there."""
    return next((at for at, tile in enumerate(row.tiles) if name_of(tile) == name_of(side)), None)


def put_tile(row: TileRow, side: str) -> TileRow:
    """Put a tile of the box behind the marked one; one in the row already is marked, and gets this
    side up.

    There is one start: the other start tile takes the place of the one in the row.
    """
    if side not in tiles():
        raise BadSetup(gettext("There is no such tile."))
    at = find_tile(row, side)
    if at is None:
        at = next(
            (
                at
                for at, tile in enumerate(row.tiles)
                if tiles()[side].shape == tiles()[tile].shape == "start"
            ),
            None,
        )
    if at is not None:
        return TileRow((*row.tiles[:at], side, *row.tiles[at + 1 :]), at)
    at = (
        0
        if tiles()[side].shape == "start"
        else len(row.tiles)
        if tiles()[side].shape == "finish"
        else row.marked + 1
    )
    return TileRow((*row.tiles[:at], side, *row.tiles[at:]), at)


def mark(row: TileRow, number: str) -> TileRow:
    at = (
        int(number)
        if number.lstrip("-").isdecimal() and number.isascii() and len(number) < 4
        else BEFORE_ALL
    )
    return replace(row, marked=max(BEFORE_ALL, min(at, row.last)))


def move_tile(row: TileRow, by: int) -> TileRow:
    to = row.marked + by
    if row.marked < 0 or not 0 <= to <= row.last:
        return row
    codes = list(row.tiles)
    codes[row.marked], codes[to] = codes[to], codes[row.marked]
    return TileRow(tuple(codes), to)


def turn_tile(row: TileRow) -> TileRow:
    return put_tile(row, other_side(row.in_hand)) if row.in_hand else row


def remove_tile(row: TileRow) -> TileRow:
    """Take the marked tile out, and mark the one before it."""
    return (
        TileRow((*row.tiles[: row.marked], *row.tiles[row.marked + 1 :]), row.marked - 1)
        if row.in_hand
        else row
    )


DONE: dict[str, Callable[[TileRow, str], TileRow]] = {
    "put": put_tile,
    "mark": mark,
    "left": lambda row, _: move_tile(row, -1),
    "right": lambda row, _: move_tile(row, 1),
    "turn": lambda row, _: turn_tile(row),
    "out": lambda row, _: remove_tile(row),
    "clear": lambda row, _: TileRow(),
    "lay": lambda row, text: row_of(text),
}


def change_row(row: TileRow, what: str) -> TileRow:
    """Carry out one tap: "put b", "left". Raises BadSetup."""
    word, _, about = what.partition(" ")
    if word not in DONE:
        raise BadSetup(gettext("That cannot be done with a stage. Load the page again."))
    return DONE[word](row, about)


def remember_change(past: Sequence[str], before: TileRow, after: TileRow) -> list[str]:
    """Return the codes to go back to, the latest last; marking another tile adds none, as nothing
    was changed.
    """
    history = [*past, before.code or "-"] if before.tiles != after.tiles else list(past)
    return history[-UNDONE:]


def undo_change(past: Sequence[str]) -> tuple[TileRow, list[str]]:
    """Return the row before the last change, and the codes before that. Raises BadSetup where there
    can be none.
    """
    return row_of("" if past[-1] == "-" else past[-1]), list(past[:-1])
