"""`manage.py race_import FOLDER --name NAME`: make a race from files of results.

The page "Race from results" does the same.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.riders.rosters.files import FileRefused
from tourmanager.scoring.scheme import scheme_keys
from tourmanager.tabletop.race.incoming import accept_import, read_uploads
from tourmanager.tabletop.race.incoming.compare_official import NAMES, compare
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportPlan
from tourmanager.tabletop.race.incoming.questions import ImportQuestion
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tabletop.race.set_up import races
from tourmanager.tours.models import Tour
from tourmanager.tours.planning.creation import PlanRefused

MOST_LISTED = 40  # wrong rows, and warnings
SUFFIXES = (".csv", ".tsv", ".xlsx")


class Command(BaseCommand):
    help = _(
        "Make a race from files of results (CSV or XLSX), and compare it with the official tables"
        " beside them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths",
            metavar="PATH",
            nargs="+",
            type=Path,
            help=_("a folder with the files, or the files"),
        )
        parser.add_argument("--name", required=True, help=_("the name of the race here"))
        parser.add_argument(
            "--scheme",
            default=races.SCHEME,
            choices=scheme_keys(),
            help=_("what scores it (default: %(default)s)"),
        )
        parser.add_argument(
            "--director",
            metavar="USERNAME",
            help=_("username of its director (default: none, so nobody can change it)"),
        )
        parser.add_argument(
            "--official",
            metavar="FOLDER",
            type=Path,
            help=_("where the official tables lie (default: the folder itself)"),
        )
        parser.add_argument(
            "--leave-out", action="store_true", help=_("import the other rows where some are wrong")
        )
        parser.add_argument(
            "--answer",
            metavar="QUESTION=ANSWER",
            action="append",
            default=[],
            help=_("answers a question that the import asks"),
        )
        parser.add_argument("--dry-run", action="store_true", help=_("compare, and keep nothing"))

    def handle(
        self,
        *args: Any,
        paths: list[Path],
        name: str,
        director: str | None,
        official: Path | None,
        **options: Any,
    ) -> None:
        by = self.find_director(director)
        folder = self.official_folder(official, paths)
        incoming = ResultImport(
            name=name,
            scheme=options["scheme"],
            files=[[file, lines] for file, lines in self.read(paths)],
            answers=dict(self.read_answer(text) for text in options["answer"]),
            made_at=timezone.now(),
        )
        todo = accept_import.make_plan(incoming)
        self.report_plan(todo)
        self.check_plan(todo, incoming.answers, leave_out=options["leave_out"])
        with transaction.atomic():
            tour = self.write(todo, incoming, by)
            agrees = self.report_comparison(tour, folder) if folder is not None else True
            if options["dry_run"]:
                transaction.set_rollback(True)
        self.report_import(tour, by, is_stored=not options["dry_run"])
        if not agrees:
            raise CommandError(_("Not everything agrees with the official tables."))

    def find_director(self, username: str | None) -> User | None:
        if username is None:
            return None
        director = User.objects.filter(username=username).first()
        if director is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": username})
        return director

    def official_folder(self, official: Path | None, paths: list[Path]) -> Path | None:
        """Return the folder of the official tables: that of the option, else the first path."""
        folder = official or next((path for path in paths if path.is_dir()), None)
        if folder is not None and not folder.is_dir():
            raise CommandError(_("%(path)s is no folder.") % {"path": folder})
        return folder

    def read_answer(self, text: str) -> tuple[str, str]:
        key, equals, value = text.partition("=")
        if not equals:
            raise CommandError(
                _(
                    "“%(text)s” is not an answer. Write --answer QUESTION=ANSWER, as the import"
                    " prints it."
                )
                % {"text": text}
            )
        return key, value

    def check_plan(self, todo: ImportPlan, answers: dict[str, str], *, leave_out: bool) -> None:
        """Stop if an answer has no question, or the plan cannot be recorded."""
        keys = {question.key for question in todo.questions if question.answer}
        if unknown := answers.keys() - keys:
            raise CommandError(
                _("Nothing was imported. No question takes the answer %(answers)s.")
                % {"answers": ", ".join(sorted(unknown))}
            )
        if not todo.possible or (todo.wrong and not leave_out):
            raise CommandError(f"{_('Nothing was imported.')}{self.hint(todo)}")

    def hint(self, todo: ImportPlan) -> str:
        """Say what has to be done before the files can be imported."""
        if todo.obstacles:
            return f" {todo.obstacles[0]}"
        if todo.open:
            question = todo.open[0]
            return _(" Answer its questions: --answer %(key)s=%(value)s") % {
                "key": question.key,
                "value": question.choices[0][0],
            }
        if todo.possible:
            return _(" Correct the wrong rows, or import the others: --leave-out")
        return ""

    def read(self, paths: list[Path]) -> list[read_uploads.NamedLines]:
        """Read the files, and those in the folders; the official tables are not among them."""
        files = [file for path in paths for file in _files_of(path)]
        if not files:
            raise CommandError(_("There is no CSV or XLSX file."))
        try:
            return read_uploads.read_files([(file.name[:100], file.read_bytes()) for file in files])
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(error)s.")
                % {"file": error.filename, "error": error.strerror}
            ) from None
        except FileRefused as refused:
            raise CommandError(_("Nothing was imported. %(why)s") % {"why": refused}) from None

    def write(self, todo: ImportPlan, incoming: ResultImport, by: User | None) -> Tour:
        try:
            return accept_import.write_plan(todo, incoming, by=by, at=timezone.now())
        except PlanRefused as refused:
            why = " ".join(problem.text for problem in refused.problems)
            raise CommandError(_("Nothing was imported. %(why)s") % {"why": why}) from None

    def report_plan(self, todo: ImportPlan) -> None:
        self.stdout.write(
            _(
                "%(rows)s rows, %(right)s right and %(wrong)s wrong: %(stages)s stages, %(teams)s"
                " teams, %(riders)s riders."
            )
            % {
                "rows": len(todo.rows),
                "right": todo.right,
                "wrong": len(todo.wrong),
                "stages": len(todo.stages),
                "teams": len(todo.teams),
                "riders": todo.riders,
            }
        )
        self.report_tables(todo)
        for row in todo.wrong[:MOST_LISTED]:
            self.stdout.write(f"  {row.at}: {' '.join(problem.text for problem in row.problems)}")
        for text in (*todo.obstacles, *todo.warnings)[:MOST_LISTED]:
            self.stdout.write(f"  {text}")
        for question in todo.questions:
            self.report_question(question)

    def report_tables(self, todo: ImportPlan) -> None:
        for text in todo.read_as:
            self.stdout.write(f"  {text}.")
        for text in todo.unread:
            self.stdout.write(_("  Not read: %(table)s") % {"table": text})
        if todo.unused:
            self.stdout.write(
                _("  Columns not used: %(columns)s.") % {"columns": ", ".join(todo.unused)}
            )

    def report_question(self, question: ImportQuestion) -> None:
        self.stdout.write(f"? {question.text}")
        for value, label in question.choices:
            remark = f" {_('(answered)')}" if value == question.answer else ""
            self.stdout.write(f"    --answer {question.key}={value}  {label}{remark}")

    def report_import(self, tour: Tour, by: User | None, *, is_stored: bool) -> None:
        if not is_stored:
            self.stdout.write(_("Nothing was kept."))
            return
        self.stdout.write(
            _("Imported as “%(tour)s”: %(address)s")
            % {"tour": tour.name, "address": tour.get_absolute_url()}
        )
        if by is None:
            self.stdout.write(
                _(
                    "It has no director, so nobody can change it: add one in the administration,"
                    " /admin/."
                )
            )

    def report_comparison(self, tour: Tour, folder: Path) -> bool:
        """Print how the race compares with the official tables; return whether all agrees."""
        comparisons = compare(tour, folder)
        for table in comparisons:
            self.stdout.write(str(table))
            for wrong in table.wrong:
                self.stdout.write(f"  {wrong}")
        return not any(table.wrong for table in comparisons)


def _files_of(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [
        file
        for file in sorted(path.iterdir())
        if file.suffix.lower() in SUFFIXES and file.name not in NAMES.values()
    ]
