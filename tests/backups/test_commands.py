"""`manage.py backup` and `restore`: whole copies, refusals in words, and another name for the
history.
"""

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.factory import a_tour
from tests.race import say
from tourmanager.backups import postgresql
from tourmanager.backups.models import Epoch, current_epoch
from tourmanager.results.models import Entry
from tourmanager.tours.models import Stage

pytestmark = pytest.mark.django_db(transaction=True)
SQLITE = pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="of SQLite")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a restore keeps goes to the test's own folder."""
    monkeypatch.setattr("tourmanager.backups.keeping.FOLDER", str(tmp_path))


@pytest.fixture
def stage() -> Stage:
    current_epoch()
    return a_tour(stages=1, teams=2).stages.get()


def run(*words: object) -> str:
    out = StringIO()
    call_command(words[0], *map(str, words[1:]), stdout=out)
    return out.getvalue()


def riders() -> list[str]:
    return [entry.body["rider"] for entry in Entry.objects.order_by("seq")]


def test_a_restore_brings_back_what_was_and_names_another_history(
    stage: Stage, tmp_path: Path
) -> None:
    say(stage, "place s1 a1")
    before, file = current_epoch(), tmp_path / "evening"
    assert f"Written to {file}." in run("backup", file)
    assert file.stat().st_mode & 0o077 == 0, "it holds accounts and sessions"
    say(stage, "place s1 b1")
    told = run("restore", file)
    assert riders() == ["a1"]
    epoch = Epoch.objects.get()
    assert (epoch.name != before, epoch.restored_from) == (True, "evening")
    kept = next(tmp_path.glob("before-restore-*"))
    assert str(kept) in told
    run("restore", kept)
    assert riders() == ["a1", "b1"]
    assert current_epoch() not in (before, epoch.name)


def test_a_restored_database_goes_on(stage: Stage, tmp_path: Path) -> None:
    say(stage, "place s1 a1")
    run("backup", tmp_path / "evening")
    say(stage, "place s1 b1")
    run("restore", tmp_path / "evening")
    say(stage, "place s1 a2")
    assert riders() == ["a1", "a2"]
    run("verify")


def test_a_backup_that_nobody_named_has_the_date(stage: Stage, tmp_path: Path) -> None:
    run("backup")
    assert len(list(tmp_path.glob("tours-20??-??-??-??????.*"))) == 1


def test_nothing_is_written_over(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "evening"
    file.write_text("precious")
    with pytest.raises(CommandError, match=r"already exists\. Name another file"):
        run("backup", file)
    assert file.read_text() == "precious"


def test_a_backup_that_cannot_be_written_says_so(stage: Stage, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"No such file or directory|failed"):
        run("backup", tmp_path / "no folder" / "evening")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not a backup of Tour Manager"),
        (b'{"format":"tour-manager/tour"}', "is not a backup of Tour Manager"),
        (
            b"SQLite format 3\0" + b"x" * 200,
            "is damaged|It is a backup of SQLite, and this database is PostgreSQL",
        ),
        (
            b"PGDMP" + b"x" * 200,
            "It is a backup of PostgreSQL, and this database is SQLite|pg_restore failed",
        ),
    ],
)
def test_what_is_no_backup_is_refused(
    stage: Stage, tmp_path: Path, content: bytes, words: str
) -> None:
    say(stage, "place s1 a1")
    epoch = current_epoch()
    file = tmp_path / "evening"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=words):
        run("restore", file)
    assert (riders(), current_epoch()) == (["a1"], epoch)


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_file_that_is_not_there_is_refused(stage: Stage, tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run("restore", tmp_path / name)


def migration_rows(sql: str, *values: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def test_a_backup_of_a_newer_version_is_refused(stage: Stage, tmp_path: Path) -> None:
    migration_rows(
        "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, CURRENT_TIMESTAMP)",
        "results",
        "0999_of_tomorrow",
    )
    try:
        run("backup", tmp_path / "tomorrow")
    finally:
        migration_rows("DELETE FROM django_migrations WHERE name = %s", "0999_of_tomorrow")
    with pytest.raises(
        CommandError, match=r"newer version of Tour Manager \(it has results 0999_of_tomorrow"
    ):
        run("restore", tmp_path / "tomorrow")


def test_a_database_of_something_else_is_refused(stage: Stage, tmp_path: Path) -> None:
    migration_rows("UPDATE django_migrations SET app = %s WHERE app = %s", "bakery", "results")
    try:
        run("backup", tmp_path / "bread")
    finally:
        migration_rows("UPDATE django_migrations SET app = %s WHERE app = %s", "results", "bakery")
    with pytest.raises(CommandError, match="not one of Tour Manager"):
        run("restore", tmp_path / "bread")


def test_a_backup_of_an_older_version_is_brought_up_to_this_one(
    stage: Stage, tmp_path: Path
) -> None:
    """As before histories had a name."""
    say(stage, "place s1 a1")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE backups_epoch")
        cursor.execute("DELETE FROM django_migrations WHERE app = 'backups'")
    try:
        run("backup", tmp_path / "yesterday")
    finally:
        call_command("migrate", verbosity=0)
    say(stage, "place s1 b1")
    epoch = current_epoch()
    run("restore", tmp_path / "yesterday")
    assert riders() == ["a1"]
    assert current_epoch() != epoch


@SQLITE
def test_a_backup_is_whole_while_others_write(stage: Stage, tmp_path: Path) -> None:
    database, done = str(connection.settings_dict["NAME"]), threading.Event()
    with closing(sqlite3.connect(database, timeout=20)) as db:
        db.execute("CREATE TABLE IF NOT EXISTS pairs (one INTEGER, other INTEGER)")
        db.commit()

    def write() -> None:
        with closing(sqlite3.connect(database, timeout=20)) as db:
            n = 0
            while not done.is_set():
                n += 1
                db.execute("INSERT INTO pairs VALUES (?, ?)", (n, 0))
                db.execute("UPDATE pairs SET other = one WHERE one = ?", (n,))
                db.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            run("backup", tmp_path / f"copy-{number}")
    finally:
        done.set()
        writer.join()
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE pairs")
    for number in range(5):
        with closing(sqlite3.connect(tmp_path / f"copy-{number}")) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert copy.execute("SELECT count(*) FROM pairs WHERE one <> other").fetchone() == (0,)


def test_without_the_programs_of_postgresql_it_says_how(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(
        postgresql.BackupRefused,
        match=r"pg_dump is not installed here\. Install PostgreSQL's client programs",
    ):
        postgresql.back_up({"NAME": "tours"}, tmp_path / "evening")
