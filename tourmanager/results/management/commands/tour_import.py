"""`manage.py tour_import FILE`: make a tour from a file that tour_export wrote."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.files.tour_file import LARGEST, TourFileRefused
from tourmanager.results.files.transfer import import_tour


class Command(BaseCommand):
    help = _(
        "Makes a tour of a file written by tour_export, or says what is wrong with the file and"
        " changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("the file; - reads what is piped in"))
        parser.add_argument(
            "--name", default="", help=_("the name it gets here (default: the one in the file)")
        )
        parser.add_argument(
            "--director",
            metavar="USERNAME",
            help=_("who directs it here (default: nobody; add one in the admin)"),
        )

    def handle(
        self, *args: Any, file: str, name: str, director: str | None, **options: Any
    ) -> None:
        user = None
        if (
            director is not None
            and (user := User.objects.filter(username=director).first()) is None
        ):
            raise CommandError(_("There is no account “%(name)s”.") % {"name": director})
        try:
            content = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else Path(file).read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a path that no file can have
            raise CommandError(
                _("%(file)s cannot be read: %(error)s.")
                % {"file": file, "error": getattr(error, "strerror", None) or error}
            ) from None
        try:
            tour = import_tour(content, by=user, at=timezone.now(), name=name)
        except TourFileRefused as refused:
            sentence = _("Nothing was imported. %(reason)s") % {"reason": refused}
            if not name and "already" in str(refused):
                sentence += "\n" + _("Name it: --name NAME")
            raise CommandError(sentence) from None
        self.stdout.write(
            _("Imported as “%(tour)s”: %(address)s")
            % {"tour": tour.name, "address": tour.get_absolute_url()}
        )
