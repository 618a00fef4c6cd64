"""The rooms of results know a contract: no file of theirs names a game or imports one."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tourmanager.tabletop.registry import rooms

CORE = ("tourmanager/results", "templates/results")
# files without a game are those of the first one; races are made by their own set-up
PLANS = {
    "tourmanager/results/files/tour_file.py",
    "tourmanager/tabletop/race/incoming/accept_import.py",
    "tourmanager/tabletop/race/incoming/describe_rows.py",
    "tourmanager/tabletop/race/incoming/planning/kind_question.py",
    "tourmanager/tabletop/race/incoming/planning/new_race.py",
    "tourmanager/tabletop/race/incoming/upload_forms.py",
    "tourmanager/tabletop/race/incoming/views.py",
    "tourmanager/results/stage_page/race_page.py",
    "tourmanager/results/management/commands/race_import.py",
}


def files() -> list[str]:
    root = Path(settings.BASE_DIR)
    return [
        str(path.relative_to(root))
        for folder in CORE
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in (".py", ".html")
        and "migrations" not in path.parts
        and str(path.relative_to(root)) not in PLANS
    ]


def names() -> str:
    """What games are called in code and on pages; "race" is a word of every page."""
    keys = [room.key for room in rooms() if room.key != "race"]
    words = [room.name for room in rooms() if room.key != "race"]
    return "|".join(
        [*keys, *map(str.upper, keys), *words, r"['\"]race['\"]\s*[:)\]=]", r"\bRACE\b"]
    )


@pytest.mark.parametrize("file", files())
def test_no_file_of_results_names_a_game(file: str) -> None:
    text = (Path(settings.BASE_DIR) / file).read_text()
    assert re.findall(names(), text) == []
    assert re.findall(r"tourmanager\.tabletop\.(?!registry)\w+|\bgames\.\w+", text) == []
