"""`manage.py serve`: bring the database up to date and serve the app, to a table's network (`make
run`) or behind a proxy.
"""

import os
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection, connections
from django.utils.translation import gettext as _
from rich.console import Console
from rich.text import Text
from uvicorn.supervisors import Multiprocess

from tourmanager.tours import table
from tourmanager.tours.checks import check_games
from tourmanager.tours.remembering import remember_database as remember
from tourmanager.web import serving, static_files
from tourmanager.web.databases import database_words


class Command(BaseCommand):
    help = _("Prepares the database and serves the app to the local network.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host",
            default="0.0.0.0",  # nosec B104
            help=_("the address to listen on (default: all)"),
        )
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help=_("do not load the demo tours"))
        parser.add_argument(
            "--processes",
            type=int,
            default=1,
            help=_(
                "number of server processes; more than one needs PostgreSQL (default: %(default)s)"
            ),
        )
        parser.add_argument(
            "--remember-database",
            action="store_true",
            help=_("write DATABASE_URL to .env, so that other commands use the same database"),
        )

    def handle(
        self,
        *args: Any,
        host: str,
        port: int,
        no_demo: bool,
        processes: int,
        remember_database: bool,
        **options: Any,
    ) -> None:
        console = Console()
        if processes < 1:
            raise CommandError(_("At least one process is needed."))
        if processes > 1 and connection.vendor == "sqlite":
            raise CommandError(
                _(
                    "SQLite allows only one process. Name a PostgreSQL database in DATABASE_URL to"
                    " use more."
                )
            )
        try:
            sock = table.listen(host, port)
        except table.PortTaken as taken:
            raise CommandError(str(taken)) from None
        with sock:
            try:
                with console.status(_("Preparing the database ...")):
                    call_command("migrate", verbosity=0, interactive=False)
            except OperationalError as error:
                sentence = _("The database cannot be reached. Is DATABASE_URL right?")
                raise CommandError(f"{sentence}\n{error}") from None
            for warning in check_games(databases=["default"]):
                console.print(Text(f"{warning.msg} {warning.hint}", style="yellow"))
            if not no_demo:
                with console.status(_("Loading the demo ...")):
                    call_command("demo", verbosity=0)
            with console.status(_("Preparing the pages ...")):
                static_files.collect()
            words = database_words(connection.settings_dict)
            if remember_database:
                note = remember(os.environ.get("DATABASE_URL"), settings.BASE_DIR / ".env")
                words += f"\n{note}" if note else ""
            sign_in = None if no_demo else table.sign_in_path(table.DEMO_DIRECTOR)
            table.show(console, port=sock.getsockname()[1], sign_in=sign_in, database=words)
            connections.close_all()
            config = serving.uvicorn_config(workers=processes)
            try:
                if processes > 1:
                    Multiprocess(config, sockets=[sock]).run()
                else:
                    uvicorn.Server(config).run(sockets=[sock])
            except KeyboardInterrupt:
                console.print("\n" + _("Stopped. Everything is saved."))
