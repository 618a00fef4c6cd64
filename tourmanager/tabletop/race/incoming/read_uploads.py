"""Read uploaded files of results into tables, within limits of size and time."""

import re
import time
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tourmanager.riders.rosters import files
from tourmanager.tabletop.race.incoming.reading import columns
from tourmanager.tabletop.race.incoming.reading.tables import table
from tourmanager.tabletop.race.models import SHEET

MOST_FILES = 30
MOST_ROWS = 12_000  # of all files together: 21 stages of 200 riders with their points take half
MOST_SECONDS = 20  # for reading them
UNREAD_ROWS = 10  # kept of a sheet that holds no results, to say why
GENERIC_NAME = re.compile(
    r"(?:sheet|tabelle|feuil|hoja|foglio|blad|planilha|table)\s*\d*", re.IGNORECASE
)

NamedLines = tuple[str, files.Lines]


def read_files(contents: Sequence[tuple[str, bytes]]) -> list[NamedLines]:
    """Return the tables of several files, each sheet of a workbook by itself.

    Raises FileRefused with the name of the file that cannot be read.
    """
    if len(contents) > MOST_FILES:
        raise files.FileTooLarge(
            _("These are %(count)s files; at most %(most)s are taken at once.")
            % {"count": len(contents), "most": MOST_FILES}
        )
    tables: list[NamedLines] = []
    until = time.monotonic() + MOST_SECONDS
    for name, content in contents:
        if time.monotonic() > until:
            raise files.FileTooLarge(
                _("Reading so many large files takes too long. Bring the stages in several goes.")
            )
        try:
            tables += _name_tables(name, files.read_tables(content, columns.heading))
        except files.FileRefused as refused:
            raise type(refused)(f"{name}: {refused}") from None
        if sum(len(lines) for _name, lines in tables) > MOST_ROWS:
            raise files.FileTooLarge(
                _(
                    "The files have more than %(rows)s rows together. Bring the stages in several"
                    " goes."
                )
                % {"rows": f"{MOST_ROWS:,}"}
            )
    return tables


def _name_tables(name: str, sheets: Sequence[NamedLines]) -> list[NamedLines]:
    """Name the tables after their file and sheet.

    One that cannot be understood is refused; of several sheets, some may hold something else and
    are listed as not read.
    """
    if len(sheets) < 2:
        return [_name_only_table(name, *(sheets[0] if sheets else ("", [])))]
    tables, refusals = [], []
    for sheet, lines in sheets:
        full_name = f"{name}{SHEET}{sheet}"
        try:
            table(full_name, lines)
            tables.append((full_name, lines))
        except files.FileRefused as why:
            refusals.append(why)
            tables.append((full_name, lines[:UNREAD_ROWS]))
    if len(refusals) == len(sheets):
        raise refusals[0]
    return tables


def _name_only_table(name: str, sheet: str, lines: files.Lines) -> NamedLines:
    has_number = re.search(r"\d", sheet) and not GENERIC_NAME.fullmatch(sheet)
    full_name = f"{name}{SHEET}{sheet}" if has_number else name
    table(full_name, lines)
    return full_name, lines
