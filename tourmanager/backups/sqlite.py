"""Backups of an SQLite database: copies made by SQLite itself, whole and of one moment also while
others write.
"""

import os
import sqlite3
import subprocess  # nosec B404 - runs our own command
import sys
import tempfile
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tourmanager.backups.models import ONLY, new_name
from tourmanager.backups.versions import BackupRefused, Migration, check_version

SUFFIX = ".sqlite3"
WAIT = 30  # seconds to wait for a writer


def back_up(database: Path, file: Path) -> None:
    """Write the database to a new file. Raises BackupRefused."""
    if not database.is_file():
        raise BackupRefused(_("There is no database at %(file)s yet.") % {"file": database})
    if file.exists():
        raise FileExistsError(file)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds accounts and sessions
    try:
        with open_to_read(database) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def restore(database: Path, file: Path, *, at: datetime, safety_copy: Path) -> None:
    """Make the database what it was when the file was written, under the name of a new history. The
    present database is kept as `safety_copy`. Open pages get the restored data with their next
    request. Raises BackupRefused, nothing changed.
    """
    behind = check_version(_migrations_of(file), file)
    with tempfile.TemporaryDirectory(prefix="tour-manager-") as folder:
        copy = Path(folder) / f"restored{SUFFIX}"
        back_up(file, copy)
        if behind:
            _migrate(copy)
        with closing(sqlite3.connect(copy)) as database_copy:
            database_copy.execute(
                "INSERT OR REPLACE INTO backups_epoch (id, name, since, restored_from)"
                " VALUES (?, ?, ?, ?)",  # not shown
                (ONLY, new_name(), at.strftime("%Y-%m-%d %H:%M:%S.%f"), file.name[:255]),
            )
            database_copy.commit()
        if database.exists():
            back_up(database, safety_copy)
        with (
            closing(sqlite3.connect(copy)) as source,
            closing(sqlite3.connect(database, timeout=WAIT)) as target,
        ):
            try:
                source.backup(target)
            except sqlite3.Error as error:
                raise BackupRefused(
                    _("%(file)s cannot be written: %(error)s. Stop the server and try again.")
                    % {"file": database, "error": error}
                ) from None


def open_to_read(file: Path) -> "closing[sqlite3.Connection]":
    """Open the database of a file for reading."""
    return closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=WAIT))


def _migrations_of(file: Path) -> list[Migration]:
    """List the migrations in a backup. Raises BackupRefused."""
    try:
        with file.open("rb") as first:
            magic = first.read(16)
    except OSError as error:
        raise BackupRefused(
            _("%(file)s cannot be read: %(error)s. Nothing was changed.")
            % {"file": file, "error": error.strerror}
        ) from None
    if magic != b"SQLite format 3\0":
        sentence = (
            _(
                "%(file)s is not a backup of Tour Manager. It is a backup of PostgreSQL, and this"
                " database is SQLite. Nothing was changed."
            )
            if magic.startswith(b"PGDMP")
            else _("%(file)s is not a backup of Tour Manager. Nothing was changed.")
        )
        raise BackupRefused(sentence % {"file": file})
    try:
        with open_to_read(file) as connection:
            state = connection.execute("PRAGMA integrity_check").fetchone()[0]
            names = connection.execute("SELECT name FROM sqlite_master")  # not shown
            tables = {name for (name,) in names}
            rows = (
                list(connection.execute("SELECT app, name FROM django_migrations"))  # not shown
                if "django_migrations" in tables
                else []
            )
    except sqlite3.Error as error:
        state, rows = str(error), []
    if state != "ok":
        raise BackupRefused(
            _("%(file)s is damaged: %(state)s. Nothing was changed.")
            % {"file": file, "state": state}
        )
    return [(str(app), str(name)) for app, name in rows]


def _migrate(database: Path) -> None:
    """Migrate a copy to this version, in a process of its own: this one is bound to the present
    database.
    """
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}"}
    command = [sys.executable, "-m", "tourmanager", "migrate", "--verbosity", "0", "--no-input"]
    process = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True
    )  # nosec B603
    if process.returncode:
        sentence = _("The backup cannot be brought up to this version. Nothing was changed.")
        raise BackupRefused(f"{sentence}\n{process.stderr.strip()}")
