"""`manage.py restore FILE`: make the database what it was when backup wrote the file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.backups.keeping import restore
from tourmanager.backups.versions import BackupRefused


class Command(BaseCommand):
    help = _("Restores the database from a backup and keeps the present one as a file.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help=_("a file that backup wrote"))

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            safety_copy = restore(file, at=timezone.now())
        except BackupRefused as refused:
            raise CommandError(str(refused)) from None
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(error)s. Nothing was changed.")
                % {"file": error.filename, "error": error.strerror}
            ) from None
        self.stdout.write(_("Restored from %(file)s.") % {"file": file})
        if safety_copy.exists():
            self.stdout.write(
                _("The database before the restore is kept in %(file)s.") % {"file": safety_copy}
            )
        self.stdout.write(_("Open stage pages say so and offer to send missing taps again."))
