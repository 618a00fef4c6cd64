"""Read the rows of a roster file, each by itself: the values of its cells and their problems."""

from collections.abc import Callable, Sequence

import msgspec
from django.utils.translation import gettext as _

from tourmanager.riders import colours
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.names import name_key
from tourmanager.riders.rosters.columns import (
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
    shorten,
)
from tourmanager.riders.rosters.files import FileRefused, Lines
from tourmanager.web.formulas import unguard_formula

NEW, CHANGED, SAME, WRONG = "new", "changed", "same", "wrong"
LONGEST = {
    TEAM: Team._meta.get_field("name").max_length or 0,
    SHORT_NAME: Team._meta.get_field("short_name").max_length or 0,
    RIDER: Rider._meta.get_field("name").max_length or 0,
}
LOOKS = (SHORT_NAME, COLOUR, PATTERN)


class RosterRider(msgspec.Struct, frozen=True):
    name: str
    role: str


class Squad(msgspec.Struct):
    """A team with its riders by number."""

    name: str
    short_name: str = ""
    colour: str = ""
    pattern: str = ""
    riders: dict[int, RosterRider] = {}

    def copy(self) -> "Squad":
        return msgspec.structs.replace(self, riders=dict(self.riders))


Roster = dict[str, Squad]  # by `names.key` of the team's name


class CellProblem(msgspec.Struct, frozen=True):
    column: str
    text: str


class Change(msgspec.Struct, frozen=True):
    """A change that a row makes; `old` is "" for a new value."""

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
            return colours.colour_name(value)
        case "pattern":
            return value.capitalize()
    return value


class RosterRow(msgspec.Struct):
    line: int
    team: str = ""
    number: int | None = None
    rider: str = ""
    # short name, colour, pattern and role as read; blank cells are left out
    values: dict[str, str] = {}
    status: str = SAME
    changes: list[Change] = []
    problems: list[CellProblem] = []
    remark: str = ""

    @property
    def key(self) -> str:
        return name_key(self.team)

    def refuse(self, column: str, text: str) -> None:
        self.problems.append(CellProblem(column, text))


def headings(lines: Lines) -> tuple[dict[int, str], int, list[str]]:
    """Return the column at each position, the number of cells of a row, and the unused headings."""
    cells = lines[0][1] if lines else []
    columns: dict[int, str] = {}
    unused = []
    for at, text in enumerate(cells):
        column = heading(text)
        if column is None:
            unused += [shorten(text.strip())] if text.strip() else []
        elif column in columns.values():
            first = next(cells[other] for other, name in columns.items() if name == column)
            raise FileRefused(
                _(
                    "Two columns are the %(column)s: “%(first)s” and “%(second)s”. Leave one of"
                    " them out."
                )
                % {"column": column, "first": shorten(first), "second": shorten(text)}
            )
        else:
            columns[at] = column
    _check_needed(columns, unused)
    return columns, len(cells), unused


def _check_needed(columns: dict[int, str], unused: Sequence[str]) -> None:
    """Raise FileRefused if a column is missing without which rows cannot be read."""
    needed_columns = [column.name for column in COLUMNS if column.needed]
    missing = " and the ".join(name for name in needed_columns if name not in columns.values())
    if not missing:
        return
    if unused and not columns:
        raise FileRefused(
            _(
                "The first row must name the columns; there is none for the %(columns)s. It says:"
                " %(headings)s."
            )
            % {"columns": missing, "headings": ", ".join(unused[:8])}
        )
    raise FileRefused(
        _("The first row must name the columns; there is none for the %(columns)s.")
        % {"columns": missing}
    )


def read_row(line: int, cells: Sequence[str], columns: dict[int, str], width: int) -> RosterRow:
    """Read one row, each cell by itself, so that it has the problems of all its cells at once."""
    row = RosterRow(line)
    text = _text_by_column(cells, columns)
    if any(cell.strip() for cell in cells[width:]):
        row.refuse(
            "row",
            _(
                "It has more cells than there are columns. A name with a comma in it stands in"
                " quotation marks."
            ),
        )
    row.team = reading(row, TEAM, text, lambda cell: read_name(cell, LONGEST[TEAM]))
    if not text[TEAM]:
        row.refuse(TEAM, _("The team's name is missing."))
    readers: dict[str, Callable[[str], str]] = {
        SHORT_NAME: lambda cell: read_name(cell, LONGEST[SHORT_NAME]),
        COLOUR: read_colour,
        PATTERN: read_pattern,
        ROLE: read_role,
    }
    row.values = {
        column: value
        for column, reader in readers.items()
        if (value := reading(row, column, text, reader))
    }
    row.rider = reading(row, RIDER, text, lambda cell: read_name(cell, LONGEST[RIDER]))
    number = reading(row, NUMBER, text, lambda cell: str(read_number(cell)))
    row.number = int(number) if number else None
    if not text[NUMBER] and (text[RIDER] or text.get(ROLE)):
        row.refuse(NUMBER, _("The rider's number is missing: 1 to 6."))
    return row


def _text_by_column(cells: Sequence[str], columns: dict[int, str]) -> dict[str, str]:
    return {
        column: unguard_formula(cells[at].strip()) if at < len(cells) else ""
        for at, column in columns.items()
    }


def reading(row: RosterRow, column: str, text: dict[str, str], reader: Callable[[str], str]) -> str:
    """Read the cell of a column as it would be stored; return "" where it is blank, or wrong, which
    the row then reports.
    """
    if not text.get(column):
        return ""
    try:
        return reader(text[column])
    except CellRefused as refused:
        row.refuse(column, str(refused))
        return ""
