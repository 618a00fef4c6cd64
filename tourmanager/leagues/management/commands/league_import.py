"""`manage.py league_import FILE --organiser USERNAME`: make a league from a file that
league_export, or the page of a league, wrote.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.leagues.files.league_file import LeagueFileRefused
from tourmanager.leagues.files.transfer import import_league
from tourmanager.leagues.files.views import say_renamed


class Command(BaseCommand):
    help = _(
        "Makes a league of a file written by league_export, or says what is wrong with the file and"
        " changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("the file"))
        parser.add_argument(
            "--name", default="", help=_("the name it gets here (default: the one in the file)")
        )
        parser.add_argument(
            "--organiser",
            metavar="USERNAME",
            required=True,
            help=_("who organises it here and directs its tours"),
        )

    def handle(self, *args: Any, file: str, name: str, organiser: str, **options: Any) -> None:
        user = User.objects.filter(username=organiser).first()
        if user is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": organiser})
        try:
            content = Path(file).read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a path that no file can have
            raise CommandError(
                _("%(file)s cannot be read: %(error)s.")
                % {"file": file, "error": getattr(error, "strerror", None) or error}
            ) from None
        try:
            league, renamed = import_league(content, by=user, at=timezone.now(), name=name[:80])
        except LeagueFileRefused as refused:
            raise CommandError(
                _("Nothing was imported. %(reason)s") % {"reason": refused}
            ) from None
        self.stdout.write(
            _("Imported as “%(league)s”: %(address)s")
            % {"league": league.name, "address": league.get_absolute_url()}
        )
        if renamed:
            self.stdout.write(say_renamed(renamed))
