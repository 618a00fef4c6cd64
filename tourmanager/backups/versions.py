"""The version that wrote a backup, told by the migrations that its database lists."""

from collections.abc import Collection

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

OURS = ("results", "0001_initial")
Migration = tuple[str, str]


class BackupRefused(Exception):
    """The file cannot be made or restored, and nothing was changed. The message is for the person
    who runs the server.
    """


def check_version(migrations: Collection[Migration], file: object) -> bool:
    """Return True when the database has to be migrated before this version can use it.

    Raises BackupRefused where it is no database of ours, or of a newer version.
    """
    if OURS not in migrations:
        raise BackupRefused(
            _("%(file)s is a database, but not one of Tour Manager. Nothing was changed.")
            % {"file": file}
        )
    loader = MigrationLoader(None, ignore_no_migrations=True)
    disk = loader.disk_migrations
    known_migrations = set(disk) | {
        old for migration in disk.values() for old in migration.replaces
    }
    if unknown := sorted(set(migrations) - known_migrations):
        app, name = unknown[-1]
        raise BackupRefused(
            _(
                "%(file)s was made by a newer version of Tour Manager (it has %(app)s %(name)s)."
                " Nothing was changed. Restore it with that version, or update this one first."
            )
            % {"file": file, "app": app, "name": name}
        )
    return bool(set(disk) - set(migrations))
