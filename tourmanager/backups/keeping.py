"""Backup and restore of the whole database, SQLite or PostgreSQL."""

from datetime import datetime
from itertools import count
from pathlib import Path

from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.backups import postgresql, sqlite
from tourmanager.backups.models import ONLY, Epoch, new_name
from tourmanager.backups.versions import BackupRefused

FOLDER = "backups"


def default_file(at: datetime, what: str = "tours") -> Path:
    """Return the default file of a backup: beside an SQLite database, else in `var`."""
    beside = Path(str(connection.settings_dict["NAME"])).parent if _is_sqlite() else _var()
    folder = beside / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    suffix = sqlite.SUFFIX if _is_sqlite() else postgresql.SUFFIX
    name = f"{what}-{timezone.localtime(at):%Y-%m-%d-%H%M%S}"
    candidates = (folder / f"{name}{f'-{n}' if n else ''}{suffix}" for n in count())
    return next(file for file in candidates if not file.exists())


def back_up(file: Path | None, *, at: datetime) -> Path:
    """Write the database to a file that does not exist yet. Raises BackupRefused."""
    file = file or default_file(at)
    try:
        if _is_sqlite():
            sqlite.back_up(_sqlite_file(), file)
        else:
            postgresql.back_up(connection.settings_dict, file)
    except FileExistsError:
        raise BackupRefused(
            _("%(file)s already exists. Name another file: backup never overwrites one.")
            % {"file": file}
        ) from None
    except OSError as error:
        raise BackupRefused(
            _("%(file)s cannot be written: %(error)s.") % {"file": file, "error": error.strerror}
        ) from None
    return file


def restore(file: Path, *, at: datetime) -> Path:
    """Make the database what it was when the file was written. Return the file that keeps the
    present one. Raises BackupRefused.
    """
    safety_copy = default_file(at, "before-restore")
    connections.close_all()
    if _is_sqlite():
        sqlite.restore(_sqlite_file(), file, at=at, safety_copy=safety_copy)
    elif postgresql.restore(connection.settings_dict, file, at=at, safety_copy=safety_copy):
        call_command("migrate", verbosity=0, interactive=False)
        Epoch.objects.update_or_create(
            pk=ONLY, defaults={"name": new_name(), "since": at, "restored_from": file.name[:255]}
        )
    return safety_copy


def _is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def _sqlite_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _var() -> Path:
    from django.conf import settings

    folder = Path(settings.BASE_DIR) / "var"
    folder.mkdir(exist_ok=True)
    return folder
