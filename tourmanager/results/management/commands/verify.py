"""`manage.py verify [TOUR]`: proves that results, states and logs agree; says where they do not, and exits with 1."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tourmanager.results.lookup import NoSuchTour, tour_named
from tourmanager.results.verify import verify
from tourmanager.tours.models import Tour


class Command(BaseCommand):
    help = "Reads every stage log again from its first entry and compares it with what is kept and shown."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tour", nargs="?", default="", metavar="TOUR", help="name or link of a tour (default: all tours)")

    def handle(self, *args: Any, tour: str, **options: Any) -> None:
        try:
            tours = [tour_named(tour)] if tour else list(Tour.objects.kept().order_by("name"))
        except NoSuchTour as unknown:
            raise CommandError(str(unknown)) from None
        wrong = 0
        for each in tours:
            found = verify(each)
            if not found.problems:
                counts = f"{counted(found.stages, 'stage')}, {counted(found.entries, 'log entry', 'log entries')}"
                results = counted(found.standings, "result")
                self.stdout.write(self.style.SUCCESS(f"OK     {each.name}: {counts}, {results} proved"))
                continue
            wrong += len(found.problems)
            self.stdout.write(self.style.ERROR(f"WRONG  {each.name}: {counted(len(found.problems), 'disagreement')}"))
            for problem in found.problems:
                self.stdout.write(f"       {problem}")
        if wrong:
            raise CommandError(f"{counted(wrong, 'disagreement')} between what is kept and what was logged.")
        if not tours:
            self.stdout.write("There is no tour yet.")


def counted(number: int, one: str, several: str = "") -> str:
    """1 stage, 2 stages."""
    return f"{number} {one if number == 1 else several or one + 's'}"
