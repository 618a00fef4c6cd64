"""`manage.py standings TOUR [--stage N] [--json]`: print every classification of a tour, for
reading or for other programs.
"""

from io import StringIO
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from rich.console import Console

from tourmanager.classifications.printed import as_json, print_tables
from tourmanager.classifications.reading import NoSuchStage, read_race
from tourmanager.results.log.lookup import NoSuchTour, tour_named


class Command(BaseCommand):
    help = _("Prints a tour's classifications, jerseys and points of the players.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tour", metavar="TOUR", help=_("name or link of the tour"))
        parser.add_argument(
            "--stage",
            metavar="N",
            help=_("as they stood after this stage (default: the last that ended)"),
        )
        parser.add_argument("--json", action="store_true", help=_("everything as one JSON value"))

    def handle(
        self, *args: Any, tour: str, stage: str | int | None, json: bool, **options: Any
    ) -> None:
        try:
            race = read_race(tour_named(tour), None if stage is None else str(stage))
        except (NoSuchTour, NoSuchStage) as missing:
            raise CommandError(str(missing)) from None
        if json:
            self.stdout.write(as_json(race))
        else:
            with StringIO() as text:
                print_tables(race, Console(file=text, width=160, markup=False, highlight=False))
                self.stdout.write("\n".join(line.rstrip() for line in text.getvalue().splitlines()))
