"""`manage.py rebuild [TOUR] [--dry-run]`: rebuild the stored results from the logs, and list what
that changes.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.log.lookup import add_tour, tours_named
from tourmanager.results.publishing.rebuild import LogChanged, Rebuilt, rebuild
from tourmanager.results.sheet.entries import Unreadable
from tourmanager.tabletop.registry import UnknownGame
from tourmanager.tours.models import Stage, Tour


class Command(BaseCommand):
    help = _(
        "Rebuilds the stored results of ended stages from their logs, for example after an upgrade,"
        " and says what changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_tour(parser)
        parser.add_argument("--dry-run", action="store_true", help=_("only say what would change"))

    def handle(self, *args: Any, tour: str, dry_run: bool, **options: Any) -> None:
        tours = tours_named(tour)
        refusals = 0
        for each in tours:
            try:
                self.say(each, rebuild(each, write=not dry_run), dry_run)
            except (LogChanged, Unreadable, UnknownGame) as trouble:
                refusals += 1
                sentence = _("WRONG  %(tour)s: nothing was rebuilt.") % {"tour": each.name}
                self.stdout.write(self.style.ERROR(sentence))
                self.stdout.write(f"       {trouble}")
        if refusals:
            raise CommandError(
                ngettext(
                    "The logs of %(count)s tour cannot be relied on. See manage.py verify.",
                    "The logs of %(count)s tours cannot be relied on. See manage.py verify.",
                    refusals,
                )
                % {"count": refusals}
            )
        if not tours:
            self.stdout.write(_("There is no tour yet."))

    def say(self, tour: Tour, report: Rebuilt, dry_run: bool) -> None:
        if not report.changed:
            sentence = ngettext(
                "OK     %(tour)s: %(count)s result, no figure changes",
                "OK     %(tour)s: %(count)s results, no figure changes",
                report.checked,
            )
            values = {"tour": tour.name, "count": report.checked}
            self.stdout.write(self.style.SUCCESS(sentence % values))
            return
        count = len(report.changed)
        sentence = (
            ngettext(
                "NEW    %(tour)s: %(count)s result would change",
                "NEW    %(tour)s: %(count)s results would change",
                count,
            )
            if dry_run
            else ngettext(
                "NEW    %(tour)s: %(count)s result changed",
                "NEW    %(tour)s: %(count)s results changed",
                count,
            )
        )
        self.stdout.write(self.style.WARNING(sentence % {"tour": tour.name, "count": count}))
        official = {str(stage) for stage in tour.stages.filter(approval=Stage.Approval.OFFICIAL)}
        for stage, lines in report.changed.items():
            for line in lines:
                self.stdout.write(f"       {stage}: {line}")
            if stage in official:
                sentence = _("%(stage)s is official: look at its figures again.")
                self.stdout.write(f"       {sentence % {'stage': stage}}")
