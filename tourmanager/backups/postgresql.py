"""Backups of a PostgreSQL database, by PostgreSQL's own programs: pg_dump, pg_restore and psql."""

import os
import shutil
import subprocess  # nosec B404 - runs the programs of PostgreSQL
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tourmanager.backups.models import ONLY, new_name
from tourmanager.backups.versions import BackupRefused, Migration, check_version

SUFFIX = ".dump"
EMPTY = "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;"  # not shown


def back_up(settings: Mapping[str, Any], file: Path) -> None:
    """Write the database, as it is at one moment, to a new file. Raises BackupRefused."""
    if file.exists():
        raise FileExistsError(file)
    part = file.with_name(f"{file.name}.part")
    try:
        part.touch(mode=0o600)  # it holds accounts and sessions
        _run(
            "pg_dump",
            ["--format=custom", "--no-owner", "--no-privileges", "--file", str(part)],
            settings,
        )
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def restore(settings: Mapping[str, Any], file: Path, *, at: datetime, safety_copy: Path) -> bool:
    """Make the database what it was when the file was written, under the name of a new history.
    That is one transaction; the present database is kept as `safety_copy`. Return True when the
    database has to be migrated now. Raises BackupRefused, nothing changed.
    """
    migrations = _migrations_of(file)
    behind = check_version(migrations, file)
    back_up(settings, safety_copy)
    script = safety_copy.with_name(f"{safety_copy.name}.sql")
    try:
        script.touch(mode=0o600)
        _run("pg_restore", ["--no-owner", "--no-privileges", "--file", str(script), str(file)])
        steps = ["--command", EMPTY, "--file", str(script)]
        if ("backups", "0001_name_the_history") in migrations:
            steps += ["--command", _new_epoch(file, at)]
        _run(
            "psql",
            ["--quiet", "--no-psqlrc", "--single-transaction", "--set", "ON_ERROR_STOP=1", *steps],
            settings,
        )
    finally:
        script.unlink(missing_ok=True)
    return behind


def _new_epoch(file: Path, at: datetime) -> str:
    source = file.name[:255].replace("'", "''")
    values = f"{ONLY}, '{new_name()}', '{at.isoformat()}', '{source}'"
    # an older backup may have none
    delete = "DELETE FROM public.backups_epoch;"  # not shown
    columns = "id, name, since, restored_from"
    insert = f"INSERT INTO public.backups_epoch ({columns}) VALUES ({values});"  # nosec B608 # not shown
    return f"{delete} {insert}"


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
    if not magic.startswith(b"PGDMP"):
        sentence = (
            _(
                "%(file)s is not a backup of Tour Manager made by pg_dump. It is a backup of"
                " SQLite, and this database is PostgreSQL. Nothing was changed."
            )
            if magic.startswith(b"SQLite")
            else _("%(file)s is not a backup of Tour Manager made by pg_dump. Nothing was changed.")
        )
        raise BackupRefused(sentence % {"file": file})
    text = _run(
        "pg_restore", ["--data-only", "--table=django_migrations", "--file", "-", str(file)]
    )
    rows = (line.split("\t") for line in text.splitlines())
    return [(row[1], row[2]) for row in rows if len(row) == 4 and row[0].isdigit()]


def _run(program: str, arguments: Sequence[str], settings: Mapping[str, Any] | None = None) -> str:
    """Run a program and return what it printed. Raises BackupRefused."""
    path = shutil.which(program)
    if path is None:
        raise BackupRefused(
            _(
                "%(program)s is not installed here. Install PostgreSQL's client programs (on"
                " Debian: apt install postgresql-client), at least as new as the server. Nothing"
                " was changed."
            )
            % {"program": program}
        )
    environment = dict(os.environ)
    if settings is not None:
        names = {
            "PGDATABASE": "NAME",
            "PGUSER": "USER",
            "PGPASSWORD": "PASSWORD",
            "PGHOST": "HOST",
            "PGPORT": "PORT",
        }
        environment |= {
            name: str(settings[key]) for name, key in names.items() if settings.get(key)
        }
    process = subprocess.run(
        [path, *arguments], env=environment, capture_output=True, text=True, errors="replace"
    )  # nosec B603
    if process.returncode:
        sentence = _("%(program)s failed, and nothing was changed.") % {"program": program}
        raise BackupRefused(f"{sentence}\n{process.stderr.strip()}")
    return process.stdout
