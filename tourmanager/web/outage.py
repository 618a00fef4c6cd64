"""Recognise errors of the database or of the disk below it.

Such a fault is nobody's mistake and passes: pages say what it is and when to try again, commands
say it in a sentence. An error that is not known here is a fault of the program.
"""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import InterfaceError, OperationalError, ProgrammingError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


@dataclass(frozen=True)
class Outage:
    """The reason why nothing can be read or saved for the moment; `retry_after` is in seconds."""

    title: str | Promise
    detail: str | Promise
    retry_after: int


AWAY = Outage(
    gettext_lazy("The database cannot be reached"),
    gettext_lazy(
        "The server cannot reach its database, so nothing can be read or saved for the moment. What"
        " was saved before is safe."
    ),
    10,
)
BUSY = Outage(
    gettext_lazy("The database is busy"),
    gettext_lazy(
        "Others are writing to the database, and it did not become free in time. Nothing was saved;"
        " try again."
    ),
    5,
)
FULL = Outage(
    gettext_lazy("The disk is full"),
    gettext_lazy(
        "The server's disk is full, so nothing can be saved until the person who runs it makes"
        " room. What was saved before is safe."
    ),
    60,
)
UNPREPARED = Outage(
    gettext_lazy("The database is not prepared"),
    gettext_lazy(
        "The database has no tables, or older ones than this version needs: `make run` prepares it,"
        " or `manage.py migrate`."
    ),
    60,
)
READ_ONLY = Outage(
    gettext_lazy("The database cannot be written"),
    gettext_lazy(
        "The server may only read its database, so nothing can be saved until the person who runs"
        " it changes that."
    ),
    60,
)

SQLITE_WORDS = (
    ("database is locked", BUSY),
    ("table is locked", BUSY),
    ("database or disk is full", FULL),
    ("readonly database", READ_ONLY),
    ("unable to open database file", AWAY),
    ("disk i/o error", AWAY),
    ("no such table", UNPREPARED),
    ("no such column", UNPREPARED),
    ("has no column named", UNPREPARED),
)
# Codes of PostgreSQL, by their beginning; an error without one comes from the connection itself.
POSTGRESQL_CODES = (
    ("53100", FULL),
    ("53", BUSY),  # too many connections, no memory
    ("55P03", BUSY),
    ("40", BUSY),  # deadlock
    ("57014", BUSY),  # it took too long
    ("57", AWAY),  # shutting down, starting
    ("08", AWAY),
    ("28", AWAY),  # it does not let us in
    ("3D000", AWAY),  # there is no database of that name
    ("25006", READ_ONLY),
    ("42P01", UNPREPARED),
    ("42703", UNPREPARED),
)


def outage_of(error: BaseException | None) -> Outage | None:
    """Return what an error says about the database or the disk; None if it is about something
    else."""
    for each in _causes(error):
        if isinstance(each, OSError) and each.errno in (errno.ENOSPC, errno.EDQUOT):
            return FULL
        if isinstance(each, OperationalError | InterfaceError | ProgrammingError):
            return _of_database(each)
    return None


def _of_database(error: OperationalError | InterfaceError | ProgrammingError) -> Outage | None:
    cause: Any = error.__cause__
    if hasattr(cause, "sqlstate"):
        code = cause.sqlstate
        if code is None:
            return None if isinstance(error, ProgrammingError) else AWAY
        return next((outage for start, outage in POSTGRESQL_CODES if code.startswith(start)), None)
    words = str(error).lower()
    return next((outage for part, outage in SQLITE_WORDS if part in words), None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and its causes: a page that could not be drawn has the database's error
    behind it.
    """
    for _ in range(10):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
