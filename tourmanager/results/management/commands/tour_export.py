"""`manage.py tour_export TOUR`: write the whole tour to a file, to keep or to take to another
server.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tourmanager.results.files.transfer import export
from tourmanager.results.log.lookup import NoSuchTour, tour_named


class Command(BaseCommand):
    help = _(
        "Writes a tour with everything that was logged as one JSON file; tour_import reads it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tour", metavar="TOUR", help=_("name or link of the tour"))
        parser.add_argument(
            "--output", metavar="FILE", help=_("where to write (default: to the terminal)")
        )

    def handle(self, *args: Any, tour: str, output: str | None, **options: Any) -> None:
        try:
            content = export(tour_named(tour))
        except NoSuchTour as unknown:
            raise CommandError(str(unknown)) from None
        if output is None:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            Path(output).write_bytes(content)
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(error)s.")
                % {"file": output, "error": error.strerror}
            ) from None
        self.stderr.write(_("Written to %(file)s.") % {"file": output})
