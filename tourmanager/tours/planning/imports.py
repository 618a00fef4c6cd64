"""Remember the files that a tour was imported from. What a file says of authors, times and
confirmations is only its claim: nobody here has seen it happen.

A tour lists its imports oldest first; the last one is that of this server. An entry or a
confirmation marked 2 was recorded before the second import, and came by it and by each later one; 0
marks what was recorded here.
"""

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tourmanager.tours.models import Tour


def import_record(by: str, at: datetime) -> dict[str, str]:
    """Return an import as a tour stores it."""
    return {"by": by, "at": at.astimezone(UTC).isoformat()}


def source_words(tour: Tour, number: int) -> str:
    """Say who vouches for what came by that import.

    "according to the file imported by Dora on 1 August 2026"; "" for 0.
    """
    if not number or not tour.imports:
        return ""
    first, last = tour.imports[number - 1], tour.imports[-1]
    if number == len(tour.imports):
        return _("according to the file %(imported)s") % {"imported": _say_import(last)}
    return _("according to the file %(imported)s, which came from a file %(first)s") % {
        "imported": _say_import(last),
        "first": _say_import(first),
    }


def _say_import(each: dict[str, str]) -> str:
    at = timezone.localtime(datetime.fromisoformat(each["at"]))
    sentence = _("imported by %(who)s on %(time)s") if each["by"] else _("imported on %(time)s")
    return sentence % {"who": each["by"], "time": date_format(at, "j F Y, H:i")}
