"""The engines stand alone: no Django, nothing of the app, nothing of its benchmarks."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ALONE = """
import sys

class Closed:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("django", "tourmanager", "benchmarks", "tests"):
            raise ModuleNotFoundError(f"closed: {name}", name=name)

sys.meta_path.insert(0, Closed())
from games.__main__ import main

sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("game", ["cycling_party", "flamme_rouge"])
def test_a_stage_is_played_where_neither_django_nor_the_app_can_be_imported(game, tmp_path) -> None:
    log = tmp_path / "stage.log"
    for arguments in (["play", game, "--seats", "3", "--log", str(log)], ["replay", str(log)]):
        done = subprocess.run(
            [sys.executable, "-c", ALONE, *arguments], cwd=ROOT, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "wins." in done.stdout
