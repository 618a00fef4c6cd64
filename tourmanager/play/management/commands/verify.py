"""`manage.py verify [TOUR]`: proves that results, states and logs agree; says where they do not,
and exits with 1.

Results that an older version made otherwise than this one are no disagreement: `manage.py rebuild`
makes them again.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tourmanager.play.log import step_chain
from tourmanager.results.log.lookup import add_tour, tours_named
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet.words import how_many
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.registry import UnknownGame


class Command(BaseCommand):
    help = (
        "Reads every stage log from its first entry and compares it with the stored and shown"
        " results."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_tour(parser)

    def handle(self, *args: Any, tour: str, **options: Any) -> None:
        tours = tours_named(tour)
        wrong = 0
        for each in tours:
            try:
                found = verify(each)
            except UnknownGame as unknown:
                wrong += 1
                self.stdout.write(self.style.ERROR(f"WRONG  {each.name}: {unknown}"))
                continue
            rides = list(step_chain.rides_of(each))
            for ride in rides:
                found.problems += step_chain.problems(ride)
            if found.outdated:
                stages = join_with_and([stage[0].lower() + stage[1:] for stage in found.outdated])
                self.stdout.write(
                    self.style.WARNING(
                        f"OLDER  {each.name}: the results of {stages} were made by an older"
                        " version."
                    )
                )
                self.stdout.write(f"       Bring them up to date: manage.py rebuild {each.slug}")
            if not found.problems:
                counts = (
                    f"{how_many(found.stages, 'stage')},"
                    f" {how_many(found.entries, 'log entry', 'log entries')}"
                )
                results = how_many(found.standings - len(found.outdated), "result")
                self.stdout.write(
                    self.style.SUCCESS(f"OK     {each.name}: {counts}, {results} proved")
                )
                continue
            wrong += len(found.problems)
            self.stdout.write(
                self.style.ERROR(
                    f"WRONG  {each.name}: {how_many(len(found.problems), 'disagreement')}"
                )
            )
            for problem in found.problems:
                self.stdout.write(f"       {problem}")
        if not tour:
            wrong += self.single_rides()
        if wrong:
            raise CommandError(
                f"{how_many(wrong, 'disagreement')} between the stored results and the logs."
            )
        if not tours:
            self.stdout.write("There is no tour yet.")

    def single_rides(self) -> int:
        """Look at digital stages that belong to no tour; say how many disagree."""
        rides = list(step_chain.rides_of(None))
        problems = [problem for ride in rides for problem in step_chain.problems(ride)]
        for problem in problems:
            self.stdout.write(self.style.ERROR(f"WRONG  {problem}"))
        if rides and not problems:
            self.stdout.write(
                self.style.SUCCESS(f"OK     {how_many(len(rides), 'single digital stage')}")
            )
        return len(problems)
