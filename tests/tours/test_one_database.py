"""A database named once serves every command; what cannot be used is refused in a sentence, and a
command that only looks leaves nothing behind."""

import os
import subprocess
import sys
from pathlib import Path

import environ
import pytest

from tourmanager.tours.remembering import remember_database
from tourmanager.web.databases import database_words

ROOT = Path(__file__).resolve().parents[2]
URL = "postgres://tours:p#ss%20word@127.0.0.1:5432/tours"


def manage(*args: str, url: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *args]
    environment = os.environ | {"DATABASE_URL": url}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize(
    "url", ["mysql://root:secret@host/x", "oracle://x", "nonsense", "tours.sqlite3"]
)
def test_an_unknown_kind_of_database_is_refused_in_words(url: str) -> None:
    done = manage("verify", url=url)
    assert done.returncode == 1
    assert "It has to be a SQLite file" in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "sign_in_link demo",
        "createsuperuser --noinput --username anna --email a@example.org",
        "standings Alps",
        "verify",
        "tour_export Alps",
        "race_import fixtures/race --name Race",
        "purge_erased",
    ],
)
def test_a_command_that_finds_no_tables_says_so_and_makes_no_file(
    tmp_path: Path, command: str
) -> None:
    file = tmp_path / "tours.sqlite3"
    done = manage(*command.split(), url=f"sqlite:///{file}")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "`make run` prepares it" in done.stderr
    assert str(file) in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_database_that_is_away_is_named_without_its_password() -> None:
    done = manage("verify", url="postgres://tours:secret@127.0.0.1:1/tours")
    assert done.returncode == 1
    assert "cannot reach its database" in done.stderr
    assert "PostgreSQL: tours on 127.0.0.1:1" in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


class TestRemembering:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / ".env"

    def read(self, file: Path) -> str:
        """As the settings read it."""
        found: dict[str, str] = {}

        class Env(environ.Env):
            ENVIRON = found

        Env.read_env(file)
        return found["DATABASE_URL"]

    def test_what_was_named_once_is_kept_for_its_owner_alone(self, file: Path) -> None:
        assert "written to .env" in remember_database(URL, file)
        assert self.read(file) == URL
        assert file.stat().st_mode & 0o777 == 0o600
        assert remember_database(URL, file) == ""

    def test_what_stands_in_the_file_stays(self, file: Path) -> None:
        file.write_text("LOG_LEVEL=INFO\n#DATABASE_URL=postgres://example")
        file.chmod(0o644)
        remember_database(URL, file)
        assert file.read_text().startswith("LOG_LEVEL=INFO\n#DATABASE_URL=postgres://example\n")
        assert self.read(file) == URL
        assert file.stat().st_mode & 0o777 == 0o600

    def test_another_database_is_never_put_in_its_place_but_said(self, file: Path) -> None:
        file.write_text("DATABASE_URL=sqlite:///var/other.sqlite3\n")
        assert "another database than .env names" in remember_database(URL, file)
        assert file.read_text() == "DATABASE_URL=sqlite:///var/other.sqlite3\n"

    def test_without_one_nothing_is_written(self, file: Path) -> None:
        assert remember_database(None, file) == ""
        assert not file.exists()

    def test_where_the_file_cannot_be_written_it_is_said(self, tmp_path: Path) -> None:
        assert "could not be written" in remember_database(URL, tmp_path / "none" / ".env")


def test_a_database_is_called_without_its_password() -> None:
    config = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "tours",
        "HOST": "",
        "PORT": "",
        "PASSWORD": "secret",
    }
    assert database_words(config) == "PostgreSQL: tours on this machine"
    assert database_words(config | {"HOST": "db", "PORT": 5432}) == "PostgreSQL: tours on db:5432"
    assert (
        database_words({"ENGINE": "tourmanager.sqlite", "NAME": "/x/tours.sqlite3"})
        == "SQLite: /x/tours.sqlite3"
    )
