"""The room of tours knows no game: neither its key nor its name stands in code or pages."""

import re
from pathlib import Path

import pytest

from tourmanager.tabletop.registry import rooms

ROOT = Path(__file__).parents[2]
FOLDERS = ("tourmanager/tours", "templates/tours")
GENERAL = {"race"}  # a key that is a word of the sport: only as a string of its own


def files():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".html") and "migrations" not in path.parts:
                yield path


def named(text: str) -> list[str]:
    """Return the lines that name a game."""
    found = []
    for room in rooms():
        key = rf"[\"']{room.key}[\"']" if room.key in GENERAL else re.escape(room.key)
        pattern = re.compile(rf"{key}|{re.escape(room.name)}", re.IGNORECASE)
        found += [line.strip() for line in text.splitlines() if pattern.search(line)]
    return found


@pytest.mark.parametrize("path", list(files()), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named(path):
    assert named(path.read_text(encoding="utf-8")) == []


def test_the_search_finds_what_it_looks_for():
    assert named('game == "race"\nrace\nCycling party\nflamme_rouge') == [
        "Cycling party",
        "flamme_rouge",
        'game == "race"',
    ]
