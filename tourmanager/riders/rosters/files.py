"""Read uploaded files into rows of text: CSV in the encodings and with the separators that
spreadsheets write, and XLSX.

Nothing here knows the meaning of columns except to recognise a heading, by which the caller names
the kind of table: a roster by default. A file is treated as hostile: size, rows and columns are
limited before anything large is made of them, and an XLSX is read in a process of its own
(`workbooks.py`).
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext as _

from tourmanager.riders.rosters import workbooks
from tourmanager.riders.rosters.columns import heading
from tourmanager.riders.rosters.workbooks import FileRefused as FileRefused
from tourmanager.riders.rosters.workbooks import FileTooLarge as FileTooLarge

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 5_000
MAX_COLUMNS = 60
MAX_CELL = 1_000  # characters; no column holds more than 60
MAX_LINES = 4 * MAX_ROWS  # blank ones too: spreadsheets leave thousands behind
TITLES = 10  # lines among which a file names its columns

Lines = list[tuple[int, list[str]]]  # line of the file (a spreadsheet's row number), its cells
Heading = Callable[[str], str | None]  # the column that a heading means


def read_lines(content: bytes, heading: Heading = heading) -> Lines:
    """Read the lines with content of a CSV or XLSX file; its first bytes, not its name, tell which
    it is.
    """
    if is_workbook(content):
        return sheet_rows(content, heading)
    return collect_lines(csv_rows(decode_text(content), heading))


def read_tables(content: bytes, heading: Heading = heading) -> list[tuple[str, Lines]]:
    """Read all tables of a file with their names: the sheets of an XLSX file; a CSV file is one
    table without a name.
    """
    if is_workbook(content):
        return sheet_tables(content)
    return [("", collect_lines(csv_rows(decode_text(content), heading)))]


def is_workbook(content: bytes) -> bool:
    """Return True for an XLSX file; otherwise it is CSV. Raises FileRefused where it is too large,
    empty, or neither.
    """
    if len(content) > MAX_BYTES:
        raise FileTooLarge(
            _("The file is larger than %(max_bytes)s MB.")
            % {"max_bytes": MAX_BYTES // 1024 // 1024}
        )
    if not content.strip():
        raise FileRefused(_("The file is empty."))
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise FileRefused(
            _(
                "This is an old Excel file (.xls), or one with a password. Save it "
                "as .xlsx or CSV without a password."
            )
        )
    return content.startswith(b"PK\x03\x04")


def collect_lines(rows: Iterable[tuple[int, list[str]]]) -> Lines:
    lines: Lines = []
    for line, cells in rows:
        if line > MAX_LINES or len(lines) > MAX_ROWS:
            raise FileTooLarge(
                _("The file has more than %(max_rows)s rows.") % {"max_rows": MAX_ROWS}
            )
        _check_cells(line, cells)
        if any(cell.strip() for cell in cells):
            lines.append((line, cells[:MAX_COLUMNS]))
    return lines


def _check_cells(line: int, cells: list[str]) -> None:
    """Refuse a row with too many columns, or a cell that is too long."""
    if any(cell.strip() for cell in cells[MAX_COLUMNS:]):
        raise FileRefused(
            _("Row %(row)s has more than %(count)s columns; no table read here has so many.")
            % {"row": line, "count": MAX_COLUMNS}
        )
    if any(len(cell) > MAX_CELL for cell in cells[:MAX_COLUMNS]):
        raise FileRefused(
            _(
                "Row %(row)s has a cell of more than %(count)s characters: perhaps a quotation mark"
                " that is never closed."
            )
            % {"row": line, "count": MAX_CELL}
        )


def decode_text(content: bytes) -> str:
    """Decode UTF-8 (with or without its mark), UTF-16 with its mark, else Windows' western
    letters.
    """
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = content.decode("utf-16")
        else:
            try:
                text = content.decode("utf-8-sig")
            except UnicodeDecodeError:
                text = content.decode("cp1252")
    except UnicodeDecodeError:
        raise FileRefused(
            _(
                "This is neither CSV nor XLSX, or its letters are in an unknown "
                "encoding. Save it as CSV in UTF-8."
            )
        ) from None
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        raise FileRefused(
            _(
                "This is not a CSV text: it holds control characters. Save the table "
                "as CSV or XLSX and try again."
            )
        )
    return text


def csv_rows(text: str, heading: Heading = heading) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=find_separator(text, heading))
    try:
        yield from enumerate(reader, 1)
    except csv.Error as error:
        raise FileRefused(
            _("Line %(line_num)s cannot be read as CSV (%(error)s).")
            % {"line_num": reader.line_num, "error": error}
        ) from None


def find_separator(text: str, heading: Heading = heading) -> str:
    """Find the separator under which one of the first lines names most columns; a comma where none
    does.
    """
    first = [line[:MAX_CELL] for line in text.splitlines()[:MAX_ROWS] if line.strip(" ,;\t")][
        :TITLES
    ]

    def columns(mark: str) -> int:
        return max(
            (
                sum(heading(cell) is not None for cell in cells)
                for cells in csv.reader(first, delimiter=mark)
            ),
            default=0,
        )

    return max(",;\t|", key=columns)


def sheet_rows(content: bytes, heading: Heading = heading) -> Lines:
    """Return the rows of the first sheet that names a known column, or of the first sheet."""
    tables = [lines for _, lines in sheet_tables(content)]
    with_headings = (lines for lines in tables if any(heading(cell) for cell in lines[0][1]))
    return next(with_headings, tables[0] if tables else [])


def sheet_tables(content: bytes) -> list[tuple[str, Lines]]:
    """Return the sheets of a workbook that have content: their names and their rows as text. Hidden
    ones are left out.
    """
    sheets = (sheet for sheet in workbooks.read_sheets(content) if sheet.rows and not sheet.hidden)
    return [
        (
            sheet.name,
            collect_lines(
                (line, [cell_text(cell) for cell in cells]) for line, cells in sheet.rows
            ),
        )
        for sheet in sheets
    ]


def cell_text(value: workbooks.Cell) -> str:
    """Return a cell of a spreadsheet as somebody would have typed it: 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
