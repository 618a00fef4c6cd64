"""`manage.py ride SLUG NAME`: play for the bots of a digital stage; the app starts it by itself."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tourmanager.play.log.runner import run
from tourmanager.play.models import Ride


class Command(BaseCommand):
    help = _(
        "Plays for the bots of a digital stage until a person is asked. The app starts it by"
        " itself."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name", help=_("the name under which the app has claimed the stage"))

    def handle(self, *args: Any, slug: str, name: str, **options: Any) -> None:
        ride = Ride.objects.filter(slug=slug).first()
        if ride is None:
            raise CommandError(_("There is no such digital stage."))
        os.nice(10)
        run(ride, name)
