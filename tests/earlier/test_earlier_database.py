"""A database of the version before is brought up to date, verified and rebuilt; its tours stand as
they stood, and it can be taken back to that version.
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

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def manage(database: Path, *words: str) -> str:
    """What a command prints that works on that database."""
    done = subprocess.run(
        [sys.executable, "-m", "tourmanager", *words],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{database}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("earlier") / "tours.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(gzip.decompress((HERE / "database.sql.gz").read_bytes()).decode())
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


def test_it_is_verified_and_rebuilding_it_changes_no_figure(database: Path) -> None:
    assert "WRONG" not in manage(database, "verify")
    said = manage(database, "rebuild")
    assert "NEW" not in said
    assert said.count("no figure changes") == 7
    said = manage(database, "verify")
    assert "OLDER" not in said
    assert "OK     Tour of the Five Valleys: 5 stages, 535 log entries, 5 results proved" in said
    assert "OK     Giro of traits: 3 stages, 19 log entries, 1 result proved" in said
    assert "OK     2 single digital stages" in said


def test_its_tours_stand_as_they_stood_there_and_back(database: Path) -> None:
    manage(database, "migrate", "tours", "0008", "-v0")
    manage(database, "migrate", "-v0")
    assert "WRONG" not in manage(database, "verify")
    then = json.loads(gzip.decompress((HERE / "database-standings.json.gz").read_bytes()))
    for slug, standings in then.items():
        now = json.loads(manage(database, "standings", slug, "--json"))
        assert facts(now) == facts(standings), slug
