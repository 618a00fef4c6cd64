"""`make run`: brings the database up to date, loads the demo once, and serves the table's network."""

from typing import Any

import uvicorn
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connections
from rich.console import Console

from tourmanager.tours import table


class Command(BaseCommand):
    help = "Prepares the database and serves the app to the local network."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")  # nosec B104
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="do not load the demo tours")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        console = Console()
        try:
            sock = table.listen(host, port)
        except table.PortTaken as taken:
            raise CommandError(str(taken)) from None
        with sock:
            try:
                with console.status("Preparing the database ..."):
                    call_command("migrate", verbosity=0, interactive=False)
            except OperationalError as error:
                raise CommandError(f"The database cannot be reached. Is DATABASE_URL right?\n{error}") from None
            if not no_demo:
                with console.status("Loading the demo ..."):
                    call_command("demo", verbosity=0)
            table.show(console, port=sock.getsockname()[1], sign_in=None if no_demo else table.sign_in_path(table.DEMO_DIRECTOR))
            connections.close_all()
            config = uvicorn.Config(
                "tourmanager.asgi:application",
                timeout_graceful_shutdown=2,
                log_level="warning",
                access_log=False,
                lifespan="off",
                ws="none",  # nothing here speaks it; Django would crash where somebody asks
            )
            try:
                uvicorn.Server(config).run(sockets=[sock])
            except KeyboardInterrupt:
                console.print("\nStopped. Everything is saved.")
