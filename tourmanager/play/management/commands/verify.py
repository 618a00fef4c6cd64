"""`manage.py verify [TOUR]`: prove that results, states and logs agree; list where they do not, and
exit with 1.

Results that an older version made otherwise than this one are no disagreement: `manage.py rebuild`
makes them again.
"""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tourmanager.play.log import step_chain
from tourmanager.results.log.lookup import add_tour, tours_named
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet.words import how_many
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.registry import UnknownGame
from tourmanager.tours.models import Tour


class Command(BaseCommand):
    help = (
        "Reads every stage log from its first entry and compares it with the stored and shown"
        " results."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_tour(parser)

    def handle(self, *args: Any, tour: str, **options: Any) -> None:
        tours = tours_named(tour)
        wrong = sum(self.one_tour(each) for each in tours)
        if not tour:
            wrong += self.single_rides()
        if wrong:
            raise CommandError(
                f"{how_many(wrong, 'disagreement')} between the stored results and the logs."
            )
        if not tours:
            self.stdout.write("There is no tour yet.")

    def one_tour(self, tour: Tour) -> int:
        """Check a tour with its rides and write what was found; count the disagreements."""
        try:
            found = verify(tour)
        except UnknownGame as unknown:
            self.stdout.write(self.style.ERROR(f"WRONG  {tour.name}: {unknown}"))
            return 1
        for ride in step_chain.rides_of(tour):
            found.problems += step_chain.find_problems(ride)
        if found.outdated:
            self.write_outdated(tour, found.outdated)
        if not found.problems:
            counts = (
                f"{how_many(found.stages, 'stage')},"
                f" {how_many(found.entries, 'log entry', 'log entries')}"
            )
            results = how_many(found.standings - len(found.outdated), "result")
            self.stdout.write(self.style.SUCCESS(f"OK     {tour.name}: {counts}, {results} proved"))
            return 0
        many = how_many(len(found.problems), "disagreement")
        self.stdout.write(self.style.ERROR(f"WRONG  {tour.name}: {many}"))
        for problem in found.problems:
            self.stdout.write(f"       {problem}")
        return len(found.problems)

    def write_outdated(self, tour: Tour, outdated: Sequence[str]) -> None:
        """Say which results an older version has made, and how they are brought up to date."""
        stages = join_with_and([stage[0].lower() + stage[1:] for stage in outdated])
        self.stdout.write(
            self.style.WARNING(
                f"OLDER  {tour.name}: the results of {stages} were made by an older version."
            )
        )
        self.stdout.write(f"       Bring them up to date: manage.py rebuild {tour.slug}")

    def single_rides(self) -> int:
        """Check digital stages that belong to no tour; return how many disagree."""
        rides = list(step_chain.rides_of(None))
        problems = [problem for ride in rides for problem in step_chain.find_problems(ride)]
        for problem in problems:
            self.stdout.write(self.style.ERROR(f"WRONG  {problem}"))
        if rides and not problems:
            self.stdout.write(
                self.style.SUCCESS(f"OK     {how_many(len(rides), 'single digital stage')}")
            )
        return len(problems)
