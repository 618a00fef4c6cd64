"""The database of the version before is brought up to date, and its tours stand as they stood."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.earlier.test_earlier_files import KEPT, as_before

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def manage(database: Path, *args: str) -> str:
    """What a command prints that works on that database."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *args],
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}"},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_migrates_there_and_back_and_its_tours_stand_as_they_stood(tmp_path):
    database = tmp_path / "earlier.sqlite3"
    database.write_bytes(gzip.decompress((HERE / "database.sqlite3.gz").read_bytes()))
    manage(database, "migrate", "--verbosity", "0")
    manage(database, "verify")
    for slug, kept in KEPT.items():
        found = json.loads(manage(database, "standings", slug, "--json"))
        assert as_before(found["standings"]) == kept["standings"], slug
    manage(database, "migrate", "tours", "0008", "--verbosity", "0")
    manage(database, "migrate", "--verbosity", "0")
    manage(database, "verify")
