"""`manage.py rebuild [TOUR] [--dry-run]`: rebuild the stored results from the logs, and list what
that changes.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tourmanager.results.log.lookup import add_tour, tours_named
from tourmanager.results.publishing.rebuild import LogChanged, Rebuilt, rebuild
from tourmanager.results.sheet.entries import Unreadable
from tourmanager.results.sheet.words import how_many
from tourmanager.tabletop.registry import UnknownGame
from tourmanager.tours.models import Stage, Tour


class Command(BaseCommand):
    help = (
        "Rebuilds the stored results of ended stages from their logs, for example after an upgrade,"
        " and says what changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_tour(parser)
        parser.add_argument("--dry-run", action="store_true", help="only say what would change")

    def handle(self, *args: Any, tour: str, dry_run: bool, **options: Any) -> None:
        tours = tours_named(tour)
        refused = 0
        for each in tours:
            try:
                self.say(each, rebuild(each, write=not dry_run), dry_run)
            except (LogChanged, Unreadable, UnknownGame) as trouble:
                refused += 1
                self.stdout.write(self.style.ERROR(f"WRONG  {each.name}: nothing was rebuilt."))
                self.stdout.write(f"       {trouble}")
        if refused:
            raise CommandError(
                f"The logs of {how_many(refused, 'tour')} cannot be relied on. See manage.py"
                " verify."
            )
        if not tours:
            self.stdout.write("There is no tour yet.")

    def say(self, tour: Tour, found: Rebuilt, dry_run: bool) -> None:
        if not found.changed:
            self.stdout.write(
                self.style.SUCCESS(
                    f"OK     {tour.name}: {how_many(found.checked, 'result')}, no figure changes"
                )
            )
            return
        done = "would change" if dry_run else "changed"
        self.stdout.write(
            self.style.WARNING(
                f"NEW    {tour.name}: {how_many(len(found.changed), 'result')} {done}"
            )
        )
        official = {str(stage) for stage in tour.stages.filter(approval=Stage.Approval.OFFICIAL)}
        for stage, lines in found.changed.items():
            for line in lines:
                self.stdout.write(f"       {stage}: {line}")
            if stage in official:
                self.stdout.write(f"       {stage} is official: look at its figures again.")
