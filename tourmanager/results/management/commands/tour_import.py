"""`manage.py tour_import FILE`: make a tour from a file that tour_export wrote."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tourmanager.accounts.models import User
from tourmanager.results.files.tour_file import LARGEST, TourFileRefused
from tourmanager.results.files.transfer import import_tour


class Command(BaseCommand):
    help = (
        "Makes a tour of a file written by tour_export, or says what is wrong with the file and"
        " changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file; - reads what is piped in")
        parser.add_argument(
            "--name", default="", help="the name it gets here (default: the one in the file)"
        )
        parser.add_argument(
            "--director",
            metavar="USERNAME",
            help="who directs it here (default: nobody; add one in the admin)",
        )

    def handle(
        self, *args: Any, file: str, name: str, director: str | None, **options: Any
    ) -> None:
        user = None
        if (
            director is not None
            and (user := User.objects.filter(username=director).first()) is None
        ):
            raise CommandError(f"There is no account “{director}”.")
        try:
            content = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else Path(file).read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a path that no file can have
            raise CommandError(
                f"{file} cannot be read: {getattr(error, 'strerror', None) or error}."
            ) from None
        try:
            tour = import_tour(content, by=user, at=timezone.now(), name=name)
        except TourFileRefused as refused:
            hint = "" if name or "already" not in str(refused) else "\nName it: --name NAME"
            raise CommandError(f"Nothing was imported. {refused}{hint}") from None
        self.stdout.write(f"Imported as “{tour.name}”: {tour.get_absolute_url()}")
