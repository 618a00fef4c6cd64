"""`make link`: a new link that signs a user in once, where the first was used or has run out."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from tourmanager.tours import table


class Command(BaseCommand):
    help = "Prints a link that signs a user in once, within the hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default=table.DEMO_DIRECTOR)
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, username: str, port: int, **options: Any) -> None:
        path = table.sign_in_path(username)
        if path is None:
            raise CommandError(f"There is no account {username}.")
        console, address = Console(), table.network_address()
        for host in ["127.0.0.1", *([address] if address else [])]:
            console.print(f"http://{host}:{port}{path}", soft_wrap=True, highlight=False)
        if address:
            table.show_qr(console, f"http://{address}:{port}{path}")
