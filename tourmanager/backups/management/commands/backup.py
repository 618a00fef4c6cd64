"""`manage.py backup [FILE]`: write the whole database to a file, also while it is in use."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.backups.keeping import back_up
from tourmanager.backups.versions import BackupRefused


class Command(BaseCommand):
    help = _(
        "Writes the whole database to a file that restore can read. The server can keep running."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            metavar="FILE",
            help=_("where to write (default: a dated file in backups)"),
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            backup = back_up(file, at=timezone.now())
        except BackupRefused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(_("Written to %(file)s.") % {"file": backup})
