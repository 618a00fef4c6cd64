"""`manage.py demo`: make teams, tours and a league to look at, for a director whom nobody can sign
in as by password.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.leagues.demo import load_league
from tourmanager.play.contract import screens
from tourmanager.results.demo import Demo
from tourmanager.riders.rosters.roster import load_teams
from tourmanager.tabletop.registry import parts
from tourmanager.tours.planning.creation import PlanRefused
from tourmanager.tours.table import DEMO_DIRECTOR


class Command(BaseCommand):
    help = _(
        "Loads the demo teams and tours, once: what was changed or erased since is left as it is."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            names = load()
        except PlanRefused as refused:
            raise CommandError(
                _("The demo cannot be loaded beside what is here. %(reason)s") % {"reason": refused}
            ) from None
        if options["verbosity"]:
            self.stdout.write(
                "\n".join(names) if names else _("The demo was loaded before; nothing was changed.")
            )


@transaction.atomic
def load() -> list[str]:
    """Return the names of the tours that were made; none where the demo director is there."""
    director, new = User.objects.get_or_create(
        username=DEMO_DIRECTOR, defaults={"first_name": "Demo", "last_name": "Director"}
    )
    if not new:
        return []
    director.set_unusable_password()  # they sign in by a new link
    director.save(update_fields=["password"])
    teams = load_teams(settings.ASSETS / "fixtures" / "teams.csv", owner=director)
    now = timezone.now()
    began = now - timedelta(days=30)
    names = [
        tour.name
        for demo in parts(Demo).values()
        for tour in demo.load(teams, director=director, now=now)
    ]
    tours = [screen.load_demo(director, began) for screen in screens().values()]
    league = load_league(teams, director, now)
    return [*names, *(tour.name for tour in tours if tour is not None), *league]
