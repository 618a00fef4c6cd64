"""manage.py access_table: writes the table of who may what into the documents."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from tourmanager.web.access_document import render_table


class Command(BaseCommand):
    help = "Writes who may open which page, as the app guards them, to docs/access.md."  # not shown

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--output", metavar="FILE", help="another file than docs/access.md")

    def handle(self, *args: Any, output: str | None = None, **options: Any) -> None:
        file = Path(output or Path(settings.BASE_DIR) / "docs" / "access.md")
        file.write_text(render_table(), encoding="utf-8")
        self.stdout.write(f"Written: {file}")  # not shown
