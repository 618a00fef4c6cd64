"""`manage.py restore FILE`: make the database what it was when backup wrote the file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tourmanager.backups.keeping import restore
from tourmanager.backups.versions import BackupRefused


class Command(BaseCommand):
    help = "Restores the database from a backup and keeps the present one as a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that backup wrote")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            kept = restore(file, at=timezone.now())
        except BackupRefused as refused:
            raise CommandError(str(refused)) from None
        except OSError as error:
            raise CommandError(
                f"{error.filename} cannot be written: {error.strerror}. Nothing was changed."
            ) from None
        self.stdout.write(f"Restored from {file}.")
        if kept.exists():
            self.stdout.write(f"The database before the restore is kept in {kept}.")
        self.stdout.write("Open stage pages say so and offer to send missing taps again.")
