"""From an uploaded file to rows of text: CSV in the encodings and with the separators that spreadsheets write, and XLSX.

Nothing here knows what the columns mean beyond recognising a heading, by which the caller tells the table: a roster unless it says
otherwise. A file is hostile until read: size, rows, columns
and what an XLSX unpacks to are limited before anything large is made of them.
"""

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import openpyxl

from tourmanager.riders.columns import heading

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 5_000
MAX_COLUMNS = 60
MAX_CELL = 1_000  # characters; no column holds more than 60
MAX_LINES = 4 * MAX_ROWS  # blank ones too: spreadsheets leave thousands behind
MAX_CELLS = 1_500_000  # that a reader makes of a sheet, most of them empty
MAX_PARTS = 300
MAX_UNPACKED = 24 * 1024 * 1024
MAX_RATIO = 150  # of a part's unpacked to its packed size; text of a real sheet stays far below

Lines = list[tuple[int, list[str]]]  # line of the file (a spreadsheet's row number), its cells
Heading = Callable[[str], str | None]  # the column that a heading means


class FileRefused(Exception):
    """The file cannot be read; says why and what to do, for the user."""

    status = 400


class FileTooLarge(FileRefused):
    status = 413


def read(content: bytes, heading: Heading = heading) -> Lines:
    """The lines that say something, of a CSV or XLSX file; what it is shows in its first bytes, not in its name."""
    if len(content) > MAX_BYTES:
        raise FileTooLarge(f"The file is larger than {MAX_BYTES // 1024 // 1024} MB.")
    if not content.strip():
        raise FileRefused("The file is empty.")
    if content.startswith(b"PK\x03\x04"):
        rows = sheet_rows(content, heading)
    elif content.startswith(b"\xd0\xcf\x11\xe0"):
        raise FileRefused("This is an old Excel file (.xls), or one with a password. Save it as .xlsx or CSV without a password.")
    else:
        rows = csv_rows(decoded(content), heading)
    return collected(rows)


def collected(rows: Iterable[tuple[int, list[str]]]) -> Lines:
    lines: Lines = []
    for line, cells in rows:
        if line > MAX_LINES or len(lines) > MAX_ROWS:
            raise FileTooLarge(f"The file has more than {MAX_ROWS} rows.")
        if len(cells) > MAX_COLUMNS:
            if any(cell.strip() for cell in cells[MAX_COLUMNS:]):
                raise FileRefused(f"Row {line} has more than {MAX_COLUMNS} columns; no table read here has so many.")
            cells = cells[:MAX_COLUMNS]
        if any(len(cell) > MAX_CELL for cell in cells):
            raise FileRefused(f"Row {line} has a cell of more than {MAX_CELL} characters: perhaps a quotation mark that is never closed.")
        if any(cell.strip() for cell in cells):
            lines.append((line, cells))
    return lines


def decoded(content: bytes) -> str:
    """UTF-8 (with or without its mark), UTF-16 with its mark, else Windows' western letters."""
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = content.decode("utf-16")
        else:
            try:
                text = content.decode("utf-8-sig")
            except UnicodeDecodeError:
                text = content.decode("cp1252")
    except UnicodeDecodeError:
        raise FileRefused("This is neither CSV nor XLSX, or its letters are in an unknown encoding. Save it as CSV in UTF-8.") from None
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        raise FileRefused("This is not a CSV text: it holds control characters. Save the table as CSV or XLSX and try again.")
    return text


def csv_rows(text: str, heading: Heading = heading) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text, heading))
    try:
        yield from enumerate(reader, 1)
    except csv.Error as error:
        raise FileRefused(f"Line {reader.line_num} cannot be read as CSV ({error}).") from None


def separator(text: str, heading: Heading = heading) -> str:
    """The separator under which the first line names most columns; a comma where none does."""
    first = next((line for line in text.splitlines()[:MAX_ROWS] if line.strip(" ,;\t")), "")[:MAX_CELL]

    def columns(mark: str) -> int:
        return sum(heading(cell) is not None for cells in csv.reader([first], delimiter=mark) for cell in cells)

    return max(",;\t|", key=columns)


def sheet_rows(content: bytes, heading: Heading = heading) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that names a column we know, or of the first sheet."""
    check_parts(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of decorations that the reader leaves out
            return iter(sheet_lines(content, heading))
    except FileRefused:
        raise
    except Exception as error:  # a broken XLSX breaks its reader in many ways, all of them the file's fault
        raise FileRefused("This XLSX file is broken. Open it in your spreadsheet, save it anew, or save it as CSV.") from error


def sheet_lines(content: bytes, heading: Heading = heading) -> Lines:
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    first: Lines = []
    for sheet in book.worksheets[:5]:
        sheet.reset_dimensions()  # what a sheet says of its own size may be wrong
        lines = collected(
            (line, [written(value) for value in row]) for line, row in enumerate(bounded(sheet.iter_rows(values_only=True)), 1)
        )
        if lines and any(heading(cell) for cell in lines[0][1]):
            return lines
        first = first or lines
    return first


def bounded(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The rows, as long as they are a table: a few thousand with one cell in the last column take a minute to read."""
    cells = 0
    for row in rows:
        cells += len(row)
        if cells > MAX_CELLS:
            raise FileTooLarge("This sheet is far wider than a table of riders. Copy the table into a new file, or save it as CSV.")
        yield row


def check_parts(content: bytes) -> None:
    """An XLSX is a zip of XML parts: refuse what unpacks to too much, or is not what it says."""
    broken = FileRefused("This XLSX file is broken. Open it in your spreadsheet, save it anew, or save it as CSV.")
    large = FileTooLarge("This XLSX file unpacks to far more than a table of riders holds. Save only the table, or save it as CSV.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        parts = archive.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise large
        if any(part.file_size > 100_000 and part.file_size > MAX_RATIO * part.compress_size for part in parts):
            raise large
        if any(part.flag_bits & 1 for part in parts):
            raise FileRefused("The file has a password. Save it without one.")
        if "xl/workbook.xml" not in archive.namelist():
            raise FileRefused("This is a zip file, but not XLSX. Save the table as .xlsx or CSV.")
        for part in parts:
            # Reading a part also checks its sum. No sheet declares entities; a file that does wants to blow up its reader.
            text = archive.read(part).replace(b"\0", b"")
            if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
                raise broken
    except FileRefused:
        raise
    except Exception as error:
        raise broken from error


def written(value: Any) -> str:
    """A cell of a spreadsheet as somebody would have typed it: 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, int) and abs(value) > 10**30:
        return "9" * 31
    return str(value).replace("\0", "\ufffd")
