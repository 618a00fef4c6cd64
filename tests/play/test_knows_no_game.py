"""Digital stages know a contract and no game: nothing in their rooms names one."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tourmanager.tabletop.registry import rooms

ROOMS = ("tourmanager/play", "templates/play")
# of rulebooks: FR-T-035, CP-J-021
RULE = re.compile(r"\b(?:CP|FR|PW)-[A-Z]-\d")


def files() -> list[Path]:
    found = [path for room in ROOMS for path in (settings.BASE_DIR / room).rglob("*.*")]
    return [
        path for path in found if path.suffix in {".py", ".html"} if "migrations" not in path.parts
    ]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(settings.BASE_DIR)))
def test_nothing_here_names_a_game(path: Path):
    text = path.read_text(encoding="utf-8")
    named = [
        word
        for room in rooms()
        if room.key != "race"  # the word of every tour
        for word in (room.key, room.name, room.name.replace(" ", ""), room.key.replace("_", "-"))
        if word.lower() in text.lower()
    ]
    assert not named
    assert not RULE.search(text)
