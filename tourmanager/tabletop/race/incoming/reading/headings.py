"""Find where a table begins: a title may stand above its headings, and the headings may take two
rows.
"""

from typing import NamedTuple

from tourmanager.riders.rosters.files import Lines
from tourmanager.tabletop.race.incoming.reading import columns as c

ROWS_SEARCHED = 10  # the headings have to stand in the first rows
LONGEST_TITLE = 300
UNITS = frozenset(
    ("s", "sec", "seconds", "pts", "h:mm:ss", "hh:mm:ss", "mm:ss", "m:ss", "h", "no", "nr", "name")
)


class Headings(NamedTuple):
    headings: list[str]
    title: str  # the text above them
    lines: Lines  # the lines below them


def heading_rows(lines: Lines) -> Headings:
    """Return the row that names most columns, completed from rows of headings right above and
    below it.
    """
    if not lines:
        return Headings([], "", [])
    rows = [cells for _, cells in lines[:ROWS_SEARCHED]]
    at = max(range(len(rows)), key=lambda row: (len(_named_columns(rows[row])), -row))
    if not _named_columns(rows[at]):
        return Headings(rows[0], "", lines[1:])
    headings = list(rows[at])
    first = at - 1 if at and _named_columns(rows[at - 1]) else at
    last = at + 1 if at + 1 < len(rows) and _continues(rows[at + 1], headings) else at
    for row in rows[first : last + 1]:
        _complete(headings, row)
    return Headings(headings, _title(rows[:first]), lines[last + 1 :])


def _title(rows: list[list[str]]) -> str:
    return " ".join(cell.strip() for row in rows for cell in row if cell.strip())[:LONGEST_TITLE]


def _named_columns(cells: list[str]) -> set[str]:
    return {
        column for cell in cells if (column := c.heading(cell)) is not None and column != c.IGNORED
    }


def _continues(cells: list[str], headings: list[str]) -> bool:
    """True if the row below the headings continues them: other headings or units, no figures, and
    no rider named.
    """
    filled = [cell for cell in cells if cell.strip()]
    if not filled or any(char.isdigit() for cell in filled for char in cell):
        return False
    units = sum(_is_unit(cell) for cell in filled)
    return not _names_rider(cells, headings) and (
        len(_named_columns(cells)) * 2 >= len(filled) - units
    )


def _names_rider(cells: list[str], headings: list[str]) -> bool:
    riders = [at for at, cell in enumerate(headings) if c.heading(cell) in (c.RIDER, c.NUMBER)]
    return any(
        cells[at].strip() and c.heading(cells[at]) is None for at in riders if at < len(cells)
    )


def _is_unit(cell: str) -> bool:
    return cell.strip(" ()[].").casefold() in UNITS


def _complete(headings: list[str], row: list[str]) -> None:
    """Fill gaps in the headings from another row of headings."""
    own_columns = _named_columns(headings)
    for at, cell in enumerate(row):
        if at >= len(headings):
            headings.extend([""] * (at + 1 - len(headings)))
        column = c.heading(cell)
        if c.heading(headings[at]) is None and column is not None and column not in own_columns:
            headings[at] = cell
            own_columns.add(column)
