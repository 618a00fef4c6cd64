"""`manage.py race_import FOLDER --name NAME`: makes a race of files of results, as the page "New race from files" does."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from tourmanager.accounts.models import User
from tourmanager.results.incoming import accepting
from tourmanager.results.incoming.official import NAMES, compare
from tourmanager.results.incoming.plan import Plan
from tourmanager.results.models import Incoming
from tourmanager.riders.files import FileRefused
from tourmanager.scoring.scheme import keys
from tourmanager.tours import races
from tourmanager.tours.creation import PlanRefused
from tourmanager.tours.models import Tour

SHOWN = 40  # wrong rows, and warnings


class Command(BaseCommand):
    help = "Makes a race of files of results (CSV or XLSX), and compares it with the official tables that lie beside them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a folder with the files, or the files")
        parser.add_argument("--name", required=True, help="the name of the race here")
        parser.add_argument("--scheme", default=races.SCHEME, choices=keys(), help=f"what scores it (default: {races.SCHEME})")
        parser.add_argument("--director", metavar="USERNAME", help="who directs it here (default: nobody; add one in the admin)")
        parser.add_argument("--official", metavar="FOLDER", type=Path, help="where the official tables lie (default: the folder itself)")
        parser.add_argument("--leave-out", action="store_true", help="import the other rows where some are wrong")
        parser.add_argument("--dry-run", action="store_true", help="compare, and keep nothing")

    def handle(self, *args: Any, paths: list[Path], name: str, director: str | None, official: Path | None, **options: Any) -> None:
        by = None
        if director is not None and (by := User.objects.filter(username=director).first()) is None:
            raise CommandError(f"There is no account “{director}”.")
        folder = official or next((path for path in paths if path.is_dir()), None)
        if folder is not None and not folder.is_dir():
            raise CommandError(f"{folder} is no folder.")
        read = self.read(paths)
        incoming = Incoming(name=name, scheme=options["scheme"], files=[[name, lines] for name, lines in read], made_at=timezone.now())
        todo = accepting.planned(incoming)
        self.tell(todo)
        if not todo.possible or (todo.wrong and not options["leave_out"]):
            hint = " Correct them, or import the others: --leave-out" if todo.possible else ""
            raise CommandError(f"Nothing was imported.{hint}")
        with transaction.atomic():
            try:
                tour = accepting.recorded(todo, incoming, by=by, at=timezone.now())
            except PlanRefused as refused:
                raise CommandError(f"Nothing was imported. {' '.join(problem.text for problem in refused.problems)}") from None
            agrees = self.compare(tour, folder) if folder is not None else True
            if options["dry_run"]:
                transaction.set_rollback(True)
        if options["dry_run"]:
            self.stdout.write("Nothing was kept.")
        else:
            self.stdout.write(f"Imported as “{tour.name}”: {tour.get_absolute_url()}")
        if not agrees:
            raise CommandError("Not everything agrees with the official tables.")

    def read(self, paths: list[Path]) -> list[tuple[str, Any]]:
        files: list[Path] = []
        for path in paths:
            if path.is_dir():
                inside = (file for file in sorted(path.iterdir()) if file.suffix.lower() in (".csv", ".tsv", ".xlsx"))
                files += [file for file in inside if file.name not in NAMES.values()]
            else:
                files.append(path)
        if not files:
            raise CommandError("There is no CSV or XLSX file.")
        try:
            return accepting.read_files([(file.name[:100], file.read_bytes()) for file in files])
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}.") from None
        except FileRefused as refused:
            raise CommandError(f"Nothing was imported. {refused}") from None

    def tell(self, todo: Plan) -> None:
        self.stdout.write(
            f"{len(todo.rows)} rows, {todo.right} right and {len(todo.wrong)} wrong: "
            f"{len(todo.stages)} stages, {len(todo.teams)} teams, {todo.riders} riders."
        )
        for row in todo.wrong[:SHOWN]:
            self.stdout.write(f"  {row.at}: {' '.join(problem.text for problem in row.problems)}")
        for text in (*todo.obstacles, *todo.warnings)[:SHOWN]:
            self.stdout.write(f"  {text}")

    def compare(self, tour: Tour, folder: Path) -> bool:
        found = compare(tour, folder)
        for table in found:
            self.stdout.write(str(table))
            for wrong in table.wrong:
                self.stdout.write(f"  {wrong}")
        return not any(table.wrong for table in found)
