"""`manage.py verify [TOUR]`: prove that results, states and logs agree; list where they do not, and
exit with 1.

Results that an older version made otherwise than this one are no disagreement: `manage.py rebuild`
makes them again.
"""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.play.log import step_chain
from tourmanager.results.log.lookup import add_tour, tours_named
from tourmanager.results.publishing.verify import Remedy, verify
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.registry import UnknownGame
from tourmanager.tours.models import Tour


class Command(BaseCommand):
    help = _(
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
                ngettext(
                    "%(count)s disagreement between the stored results and the logs.",
                    "%(count)s disagreements between the stored results and the logs.",
                    wrong,
                )
                % {"count": wrong}
            )
        if not tours:
            self.stdout.write(_("There is no tour yet."))

    def one_tour(self, tour: Tour) -> int:
        """Check a tour with its rides and write what was found; count the disagreements."""
        try:
            report = verify(tour)
        except UnknownGame as unknown:
            self.write_wrong(tour.name, str(unknown))
            return 1
        for ride in step_chain.rides_of(tour):
            if trouble := step_chain.find_problems(ride):
                report.problems += trouble
                report.remedies = [Remedy.RESTORE, *report.remedies]
        if report.outdated:
            self.write_outdated(tour, report.outdated)
        if not report.problems:
            proved = report.standings - len(report.outdated)
            values = {
                "tour": tour.name,
                "stages": _stages(report.stages),
                "entries": _log_entries(report.entries),
                "results": _results_proved(proved),
            }
            sentence = _("OK     %(tour)s: %(stages)s, %(entries)s, %(results)s") % values
            self.stdout.write(self.style.SUCCESS(sentence))
            return 0
        count = len(report.problems)
        many = ngettext("%(count)s disagreement", "%(count)s disagreements", count)
        self.write_wrong(tour.name, many % {"count": count})
        for problem in report.problems:
            self.stdout.write(f"       {problem}")
        self.write_remedies(report.remedies, tour.slug)
        return len(report.problems)

    def write_remedies(self, remedies: Sequence[Remedy], tour: str) -> None:
        """Say what to do next, each once."""
        for remedy in dict.fromkeys(remedies):
            self.stdout.write(self.style.WARNING(f"       {remedy.say(tour)}"))

    def write_wrong(self, name: str, what: str) -> None:
        sentence = _("WRONG  %(tour)s: %(what)s") % {"tour": name, "what": what}
        self.stdout.write(self.style.ERROR(sentence))

    def write_outdated(self, tour: Tour, outdated: Sequence[str]) -> None:
        """Say which results an older version has made, and how they are brought up to date."""
        stages = join_with_and([stage[0].lower() + stage[1:] for stage in outdated])
        sentence = _("OLDER  %(tour)s: the results of %(stages)s were made by an older version.")
        values = {"tour": tour.name, "stages": stages}
        self.stdout.write(self.style.WARNING(sentence % values))
        sentence = _("Bring them up to date: manage.py rebuild %(slug)s") % {"slug": tour.slug}
        self.stdout.write(f"       {sentence}")

    def single_rides(self) -> int:
        """Check digital stages that belong to no tour; return how many disagree."""
        rides = list(step_chain.rides_of(None))
        problems = [problem for ride in rides for problem in step_chain.find_problems(ride)]
        for problem in problems:
            self.stdout.write(self.style.ERROR(_("WRONG  %(what)s") % {"what": problem}))
        if problems:
            self.write_remedies([Remedy.RESTORE], "")
        if rides and not problems:
            sentence = ngettext(
                "OK     %(count)s single digital stage",
                "OK     %(count)s single digital stages",
                len(rides),
            )
            self.stdout.write(self.style.SUCCESS(sentence % {"count": len(rides)}))
        return len(problems)


def _stages(count: int) -> str:
    return ngettext("%(count)s stage", "%(count)s stages", count) % {"count": count}


def _log_entries(count: int) -> str:
    return ngettext("%(count)s log entry", "%(count)s log entries", count) % {"count": count}


def _results_proved(count: int) -> str:
    return ngettext("%(count)s result proved", "%(count)s results proved", count) % {"count": count}
