"""Codes of riders are made and read in one place."""

import re
from pathlib import Path

from tourmanager.scoring.codes import team_among

ROOT = Path(__file__).parents[2]
# The names that an engine gives to riders ("rS") are read by that engine alone.
READS_CODES = "tourmanager/scoring/codes.py"
PYTHON = re.compile(
    r"\b(?:rider|code|who|starter|leader|wearer)(?:\[(?:-?\d|:|-)|\.startswith\((?:team|letter))"
)
TEMPLATE = re.compile(r"\b(?:rider|code|who)\|(?:slice|first|make_list)")
SCRIPT = re.compile(r"\b(?:rider|code|who)(?:\[\d\]|\.(?:slice|charAt|charCodeAt|substring|at)\()")


def sliced(folder: str, pattern: str, taken_apart: re.Pattern[str]) -> list[str]:
    """Where a code is taken apart: file and line."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / folder).rglob(pattern))
        if str(path.relative_to(ROOT)) != READS_CODES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if taken_apart.search(line)
    ]


def test_nobody_takes_a_code_apart_by_its_letters():
    assert sliced("tourmanager", "*.py", PYTHON) == []
    assert sliced("templates", "*.html", TEMPLATE) == []
    assert sliced("static", "*.js", SCRIPT) == []


def test_a_rider_of_an_engine_is_of_the_longest_team_that_begins_its_name():
    teams = ("a", "aa", "red")
    assert [team_among(who, teams) for who in ("a4", "aa4", "aaS", "redS", "b1")] == [
        "a",
        "aa",
        "aa",
        "red",
        "",
    ]
