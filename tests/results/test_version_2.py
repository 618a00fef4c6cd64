"""A database and tour files of version 2, as that version wrote them (`tests/data/version_2/`),
are migrated, verified, rebuilt and read; they come to the standings they came to then.
"""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.factory import NOW
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Tour

DATA = Path(__file__).parent.parent / "data" / "version_2"
FILES = sorted(path.name for path in DATA.glob("*-v*.json.gz"))


def unpacked(name: str) -> bytes:
    return gzip.decompress((DATA / name).read_bytes())


def manage(database: Path, *words: str) -> str:
    ran = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{database}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("version_2") / "tours.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(unpacked("database.sql.gz").decode())
    connection.close()
    manage(path, "migrate", "-v0")
    return path


def facts(standings: dict[str, Any]) -> Any:
    """Who stands where with how much, whatever words a version finds for it."""
    return {
        name: [
            {key: row[key] for key in ("rank", "who", "figure", "gap") if key in row}
            for row in ranking["rows"]
        ]
        for name, ranking in standings["standings"]["classifications"].items()
    }


def test_a_migrated_database_is_verified(database: Path) -> None:
    said = manage(database, "verify")
    assert "WRONG" not in said


def test_rebuilding_a_migrated_database_changes_nothing(database: Path) -> None:
    said = manage(database, "rebuild")
    assert "NEW" not in said
    assert said.count("no figure changes") == 7
    said = manage(database, "verify")
    assert "OLDER" not in said
    assert "OK     Tour of the Five Valleys: 5 stages, 535 log entries, 5 results proved" in said
    assert "OK     Giro of traits: 3 stages, 19 log entries, 1 result proved" in said
    assert "OK     2 single digital stages" in said


def test_a_migrated_database_comes_to_the_same_standings(database: Path) -> None:
    then = json.loads(unpacked("standings.json.gz"))
    for slug, standings in then.items():
        now = json.loads(manage(database, "standings", slug, "--json"))
        assert facts(now) == facts(standings), slug


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_files_of_every_version_are_read_proved_and_written_again(name: str) -> None:
    tour = import_tour(unpacked(name), by=None, at=NOW)
    assert verify(tour).problems == []
    again = import_tour(export(tour), by=None, at=NOW, name="Once more")
    assert verify(again).problems == []
    assert Tour.objects.count() == 2
