"""Codes of riders are made and read in one place."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# A game's own notation of riders ("rS") is read in the rooms of that game.
OF_ONE_GAME = ("tourmanager/tabletop/",)
PYTHON = re.compile(r"\b(?:rider|code|who|starter|leader|wearer)\[(?:-?\d|:|-)")
TEMPLATE = re.compile(r"\b(?:rider|code|who)\|(?:slice|first|make_list)")
SCRIPT = re.compile(r"\b(?:rider|code|who)(?:\[\d\]|\.(?:slice|charAt|charCodeAt|substring|at)\()")


def sliced(folder: str, pattern: str, taken_apart: re.Pattern[str]) -> list[str]:
    """Where a code is taken apart: file and line."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / folder).rglob(pattern))
        if not str(path.relative_to(ROOT)).startswith(OF_ONE_GAME)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if taken_apart.search(line)
    ]


def test_nobody_takes_a_code_apart_by_its_letters():
    assert sliced("tourmanager", "*.py", PYTHON) == []
    assert sliced("templates", "*.html", TEMPLATE) == []
    assert sliced("static", "*.js", SCRIPT) == []
