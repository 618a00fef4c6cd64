"""Read whole numbers and rows of fields that a page sent."""

import re

from django.core.exceptions import BadRequest
from django.http import QueryDict
from django.utils.translation import gettext as _

_whole = re.compile(r"\s*[0-9]{1,6}\s*\Z", re.ASCII)


def read_whole_number(text: str, highest: int) -> int | None:
    """Read a whole number from 0, or nothing."""
    if not _whole.match(text) or int(text) > highest:
        return None
    return int(text)


def read_rows(data: QueryDict, name: str, most: int) -> list[str]:
    """Return the texts of a field that comes more than once. Raises BadRequest for too many."""
    rows = data.getlist(name)
    if len(rows) > most:
        raise BadRequest(
            _("There can be at most %(most)s rows, not %(count)s.")
            % {"most": most, "count": len(rows)}
        )
    return rows
