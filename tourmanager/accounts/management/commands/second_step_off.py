"""Turn the second step of an account off: for somebody who lost their phone and their recovery
codes.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from tourmanager.accounts import second_step
from tourmanager.accounts.management.commands.sign_in_link import find_user


class Command(BaseCommand):
    help = _("Turn the second step of the named user off, so that the password is enough.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = find_user(username)
        words = (
            _("The second step of %(name)s is off.")
            if second_step.turn_off(user)
            else _("%(name)s has no second step.")
        )
        self.stdout.write(words % {"name": user.username})
