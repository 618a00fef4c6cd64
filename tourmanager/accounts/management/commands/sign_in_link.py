"""Print a link that signs somebody in once: for the first start at a table, and after a forgotten
password.
"""

from typing import Any
from urllib.parse import urlencode

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _
from sesame.utils import get_parameters

from tourmanager.accounts.models import User


class Command(BaseCommand):
    help = _("Print a link that signs the named user in, once, within the hour. Makes no account.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "username", nargs="?", help=_("may be left out where there is only one user")
        )
        parser.add_argument(
            "--port",
            type=int,
            default=8000,
            help=_("where the server listens on this machine (default: %(default)s)"),
        )
        parser.add_argument(
            "--base",
            default="",
            metavar="URL",
            help=_("address of the server, where it is not this machine"),
        )
        parser.add_argument(
            "--next", default="", metavar="PATH", help=_("page to open after signing in")
        )

    def handle(
        self, *args: Any, username: str | None, port: int, base: str, next: str, **options: Any
    ) -> None:
        parameters = get_parameters(find_user(username))
        if next:
            parameters["next"] = next
        server = base.rstrip("/") or f"http://127.0.0.1:{port}"
        self.stdout.write(f"{server}{reverse('accounts:link')}?{urlencode(parameters)}")


def find_user(username: str | None) -> User:
    """Return the user of this name; without a name, the only one there is."""
    users = User.objects.filter(is_active=True)
    if username is None:
        match list(users.order_by("username")[:6]):
            case [only]:
                return only
            case []:
                raise CommandError(
                    _("There is no user yet. Make an account on the sign-up page first.")
                )
            case several:
                raise CommandError(
                    _("Say who shall be signed in: %(names)s …")
                    % {"names": ", ".join(user.username for user in several)}
                )
    try:
        return users.get(username__iexact=username)
    except User.DoesNotExist:
        raise CommandError(_("There is no active user %(name)s.") % {"name": username}) from None
    except User.MultipleObjectsReturned:
        return users.get(username=username)
