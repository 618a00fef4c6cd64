"""The sheets of an XLSX workbook, read in a process of its own with little time and memory.

A workbook of 300 KB can hold millions of cells. The reader (`xlsx/`) counts and refuses. If that
fails, the system ends it, and the web process is not affected.
"""

import subprocess  # nosec B404
import sys
import threading
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import msgspec
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders.rosters.xlsx import limits

SECONDS = 15  # of real time; on a busy machine 2 seconds of processor time take longer
AT_ONCE = 2  # workbooks read at one time; others wait
CODE = Path(__file__).parents[3]  # where the package `tourmanager` stands
PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    " from tourmanager.riders.rosters.xlsx import reader; reader.main()"
)
# By the code of `limits.WorkbookRefused`.
REFUSALS = {
    "broken": gettext_lazy(
        "This XLSX file is broken. Open it in your spreadsheet, save it again, or save it as CSV."
    ),
    "password": gettext_lazy("The file has a password. Save it without one."),
    "not xlsx": gettext_lazy("This is a zip file, but not XLSX. Save the table as .xlsx or CSV."),
    "unpacks": gettext_lazy(
        "This XLSX file unpacks to far more than a table of riders holds. Save only the table, or"
        " save it as CSV."
    ),
    "complex": gettext_lazy(
        "This file is too large or too complex to read: save it as CSV, or copy only the table"
        " into a new file."
    ),
    "sheets": gettext_lazy(
        "The workbook has more than %(sheets)s sheets. Copy those that count into a new file."
    ),
    "rows": gettext_lazy("The file has more than %(rows)s rows."),
    "wide": gettext_lazy(
        "This workbook is far wider than a table of riders. Copy the table into a new file, or"
        " save it as CSV."
    ),
}

_free = threading.BoundedSemaphore(AT_ONCE)


class FileRefused(Exception):
    """The file cannot be read; the message says why and what to do, for the user."""

    status = 400


class FileTooLarge(FileRefused):
    status = 413


class ReaderBusy(FileRefused):
    status = 503


class Moment(msgspec.Struct, frozen=True):
    """A cell that the spreadsheet shows as a date or a time.

    `days` is what it stores: whole days since 30 December 1899, and a fraction of a day. `kind` is
    what its format shows: a "date", a "time" of day, "both", or time "elapsed", which goes on
    beyond 24 hours. `format` is the format itself, like "h:mm" or "[mm]:ss.0".
    """

    days: float
    kind: Literal["date", "time", "both", "elapsed"]
    format: str

    @property
    def seconds(self) -> float:
        """Time of day, or time elapsed, in seconds; to the millisecond, for fractions of days are
        not exact.
        """
        days = self.days if self.kind == "elapsed" or self.days < 1 else self.days % 1
        return round(days * 86_400, 3)

    def __str__(self) -> str:
        """Return the moment as somebody would have typed it: 2024-07-01, 4:12:33, 4:12:33.5."""
        try:
            day = (datetime(1899, 12, 30) + timedelta(days=int(self.days))).date().isoformat()
        except OverflowError:
            return str(self.days)
        seconds = self.seconds
        whole = int(abs(seconds))
        clock = f"{'-' if seconds < 0 else ''}{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
        if part := round(abs(seconds) - whole, 3):
            clock += f"{part:.3f}".lstrip("0").rstrip("0")
        match self.kind:
            case "date":
                return day
            case "both":
                return f"{day} {clock}"
        return clock


Cell = str | int | float | bool | Moment | None  # None: blank


class Worksheet(msgspec.Struct, frozen=True):
    """A tab of a workbook: its rows with content, each with the row number that the spreadsheet
    shows.
    """

    name: str
    hidden: bool
    rows: list[tuple[int, list[Cell]]]


class _Answer(msgspec.Struct):
    sheets: list[Worksheet] = []
    refused: str = ""


def refusal_words(code: str) -> str:
    """Say why the reader refuses a workbook, and what to do."""
    values = {"sheets": limits.MAX_SHEETS, "rows": limits.MAX_ROWS - 1}
    return str(REFUSALS[code]) % values


def _release_connection() -> None:
    """Close the database connection while waiting for a reader: there are few, and a handful of
    large files would take them all from other users.
    """
    if not connection.in_atomic_block:
        connection.close()


def read_sheets(content: bytes) -> list[Worksheet]:
    """Read all sheets of a workbook, in the order of their tabs. Raises FileRefused, in words for
    the user.
    """
    _release_connection()
    if not _free.acquire(timeout=SECONDS):
        raise ReaderBusy(_("Too many files are being read right now. Wait a minute and try again."))
    try:
        process = subprocess.run(  # nosec B603 - our own program; the file goes to its standard input
            [sys.executable, "-I", "-S", "-X", "utf8", "-c", PROGRAM, str(CODE)],
            input=content,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise FileTooLarge(refusal_words("complex")) from None
    finally:
        _free.release()
    if process.returncode:  # ended by the system at its limit of time or memory
        raise FileTooLarge(refusal_words("complex"))
    answer = msgspec.json.decode(process.stdout, type=_Answer)
    if answer.refused:
        small = answer.refused in ("broken", "password", "not xlsx")
        raise (FileRefused if small else FileTooLarge)(refusal_words(answer.refused))
    return answer.sheets
