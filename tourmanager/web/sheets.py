"""Tables as files that a spreadsheet opens: CSV and XLSX. Nothing in them runs as a formula."""

from collections.abc import Iterable, Sequence

import tablib
from django.http import Http404, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tourmanager.web.formulas import guard_formula

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
LONGEST_TITLE = 31  # of a sheet in a workbook
NOT_IN_TITLES = str.maketrans("[]:*?/\\'", " " * 8)

Cell = str | int | float | None


def write_sheet(
    fmt: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]], title: str = ""
) -> bytes:
    """Write rows under headings. Figures stay figures; words that would be formulas do not run."""
    table = tablib.Dataset(
        headers=list(headings),
        title=title.translate(NOT_IN_TITLES).strip()[:LONGEST_TITLE] or "Table",
    )
    for row in rows:
        table.append([guard_formula(cell) if isinstance(cell, str) else cell for cell in row])
    content: str | bytes = table.export(fmt)
    return content if isinstance(content, bytes) else content.encode("utf-8-sig")


def answer_sheet(
    fmt: str, name: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> HttpResponse:
    """Send a table as a file of that name. Raises Http404 for another format."""
    if fmt not in FORMATS:
        raise Http404(_("Tables can be had as CSV and XLSX."))
    file = f"{slugify(name)[:80] or 'table'}.{fmt}"
    return HttpResponse(
        write_sheet(fmt, headings, rows, name),
        content_type=FORMATS[fmt],
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )
