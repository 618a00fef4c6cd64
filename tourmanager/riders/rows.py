"""The rows of a roster file, each read by itself: what its cells say, and what is wrong with them."""

from collections.abc import Callable, Sequence

import msgspec

from tourmanager.riders import colours
from tourmanager.riders.columns import (
    COLOUR,
    COLUMNS,
    NUMBER,
    PATTERN,
    RIDER,
    ROLE,
    SHORT_NAME,
    TEAM,
    CellRefused,
    heading,
    read_colour,
    read_name,
    read_number,
    read_pattern,
    read_role,
    role_word,
    shortened,
)
from tourmanager.riders.files import FileRefused, Lines
from tourmanager.riders.formulas import unguarded
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.names import key

NEW, CHANGED, SAME, WRONG = "new", "changed", "same", "wrong"
LONGEST = {
    TEAM: Team._meta.get_field("name").max_length or 0,
    SHORT_NAME: Team._meta.get_field("short_name").max_length or 0,
    RIDER: Rider._meta.get_field("name").max_length or 0,
}
LOOKS = (SHORT_NAME, COLOUR, PATTERN)


class Member(msgspec.Struct, frozen=True):
    name: str
    role: str


class Squad(msgspec.Struct):
    """A team with its riders by number."""

    name: str
    short_name: str = ""
    colour: str = ""
    pattern: str = ""
    riders: dict[int, Member] = {}

    def copy(self) -> "Squad":
        return msgspec.structs.replace(self, riders=dict(self.riders))


Roster = dict[str, Squad]  # by `names.key` of the team's name


class Problem(msgspec.Struct, frozen=True):
    column: str
    text: str


class Change(msgspec.Struct, frozen=True):
    """One thing a row changes; `old` is "" for what is new."""

    what: str
    old: str
    new: str

    @property
    def old_word(self) -> str:
        return in_words(self.what, self.old)

    @property
    def new_word(self) -> str:
        return in_words(self.what, self.new)


def in_words(what: str, value: str) -> str:
    match what:
        case "role":
            return role_word(value)
        case "colour":
            return colours.word(value)
        case "pattern":
            return value.capitalize()
    return value


class Row(msgspec.Struct):
    line: int
    team: str = ""
    number: int | None = None
    rider: str = ""
    values: dict[str, str] = {}  # short name, colour, pattern and role as read; blank cells are left out
    status: str = SAME
    changes: list[Change] = []
    problems: list[Problem] = []
    remark: str = ""

    @property
    def key(self) -> str:
        return key(self.team)

    def refuse(self, column: str, text: str) -> None:
        self.problems.append(Problem(column, text))


def headings(lines: Lines) -> tuple[dict[int, str], int, list[str]]:
    """Which column stands where, how many cells a row has, and the headings that are not used."""
    cells = lines[0][1] if lines else []
    columns: dict[int, str] = {}
    unused = []
    for at, text in enumerate(cells):
        column = heading(text)
        if column is None:
            unused += [shortened(text.strip())] if text.strip() else []
        elif column in columns.values():
            first = next(cells[other] for other, name in columns.items() if name == column)
            raise FileRefused(f"Two columns are the {column}: “{shortened(first)}” and “{shortened(text)}”. Leave one of them out.")
        else:
            columns[at] = column
    if missing := [column.name for column in COLUMNS if column.needed and column.name not in columns.values()]:
        seen = f" It says: {', '.join(unused[:8])}." if unused and not columns else ""
        raise FileRefused(f"The first row must name the columns; there is none for the {' and the '.join(missing)}.{seen}")
    return columns, len(cells), unused


def read_row(line: int, cells: Sequence[str], columns: dict[int, str], width: int) -> Row:
    """One row, each cell by itself: the problems of all its cells are told at once."""
    row = Row(line)
    text = {column: unguarded(cells[at].strip()) if at < len(cells) else "" for at, column in columns.items()}
    if any(cell.strip() for cell in cells[width:]):
        row.refuse("row", "It has more cells than there are columns. A name with a comma in it stands in quotation marks.")
    row.team = reading(row, TEAM, text, lambda cell: read_name(cell, LONGEST[TEAM]))
    if not text[TEAM]:
        row.refuse(TEAM, "The team's name is missing.")
    readers: dict[str, Callable[[str], str]] = {
        SHORT_NAME: lambda cell: read_name(cell, LONGEST[SHORT_NAME]),
        COLOUR: read_colour,
        PATTERN: read_pattern,
        ROLE: read_role,
    }
    row.values = {column: value for column, reader in readers.items() if (value := reading(row, column, text, reader))}
    row.rider = reading(row, RIDER, text, lambda cell: read_name(cell, LONGEST[RIDER]))
    number = reading(row, NUMBER, text, lambda cell: str(read_number(cell)))
    row.number = int(number) if number else None
    if not text[NUMBER] and (text[RIDER] or text.get(ROLE)):
        row.refuse(NUMBER, "The rider's number is missing: 1 to 6.")
    return row


def reading(row: Row, column: str, text: dict[str, str], reader: Callable[[str], str]) -> str:
    """The cell of a column as it would be stored; "" where it is blank, or wrong, which the row then says."""
    if not text.get(column):
        return ""
    try:
        return reader(text[column])
    except CellRefused as refused:
        row.refuse(column, str(refused))
        return ""
