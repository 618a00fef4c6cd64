"""`manage.py league_export LEAGUE FILE`: write a whole league to a file, to keep or to take to
another server.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q
from django.utils.translation import gettext as _

from tourmanager.leagues.files.transfer import export
from tourmanager.leagues.models import League


class Command(BaseCommand):
    help = _("Writes a league with its seasons, people and whole tours as one JSON file.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", metavar="LEAGUE", help=_("its name or its address"))
        parser.add_argument("file", metavar="FILE", help=_("where to write"))

    def handle(self, *args: Any, league: str, file: str, **options: Any) -> None:
        slug = league.strip("/").split("/")[-1]
        found = list(League.objects.filter(Q(slug=slug) | Q(name__iexact=league))[:2])
        if not found:
            raise CommandError(_("There is no league “%(name)s”.") % {"name": league})
        if len(found) > 1:
            raise CommandError(
                _("There are several leagues “%(name)s”: give the end of its address.")
                % {"name": league}
            )
        try:
            Path(file).write_bytes(export(found[0]))
        except (OSError, ValueError) as error:
            raise CommandError(
                _("%(file)s cannot be written: %(error)s.")
                % {"file": file, "error": getattr(error, "strerror", None) or error}
            ) from None
        self.stdout.write(_("Written to %(file)s.") % {"file": file})
