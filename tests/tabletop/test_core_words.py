"""Nothing outside the rooms of the games speaks a game's words: no role, no thing of its chance, no
advantage. Code (names and strings, not its comments), templates and scripts are read; what they
may say all the same stands in ALLOWED, each with its reason.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from tests.tabletop.test_core_names_no_game import files
from tourmanager.play.contract import screens
from tourmanager.tabletop.cycling_party.table.entries import ADVANTAGE_NAMES
from tourmanager.tours.contract import set_ups

ROOT = Path(settings.BASE_DIR)
# What each game calls things, in the singular; games beside the app look after their own tests.
WORDS = {
    "cycling_party": {
        *("accident", "advantage", "bottle", "captain", "climber", "domestique", "gruppetto"),
        *(
            "mountain attack",
            "double throw",
            "paceline",
            "peloton",
            "puncheur",
            "rouleur",
            "sprinter",
            "water bottle",
        ),
    },
    "flamme_rouge": {
        *(
            "bid",
            "breakaway",
            "card",
            "dealt",
            "deck",
            "hands",
            "dummy",
            "dummies",
            "exhaustion",
            "lane",
            "muscle",
        ),
        *("rouleur", "slipstream", "sprinteur", "tile", "trait"),
    },
    "race": set(),
}
# Words of a game that are the sport's or the core's too.
SHARED = {
    "attack": "riders of every race attack",
    "sprint": "lines of every game are sprints and climbs",
    "dice": "what is thrown at the table and typed is the core's throw (play/contract.py: Chance)",
}
ROSTER = "the roles of the roster, which teams of every game are chosen from"
BOX = "a card is a box on a page"
LEADERLESS = "teams that nobody leads, a notion of the core's set-up (`SetUp.dummies`)"
ALLOWED: dict[str, tuple[set[str], str]] = {
    "tourmanager/results/sheet/core_entries.py": (
        {"accident"},
        "what the entry `out` has been called in logs since the first release",
    ),
    "tourmanager/results/log/reading.py": ({"dummies"}, LEADERLESS),
    "tourmanager/results/stage_page/pad.py": ({"dummies"}, LEADERLESS),
    "tourmanager/results/stage_page/pieces.py": ({"dummy"}, LEADERLESS),
    "tourmanager/tours/contract.py": ({"dummies"}, LEADERLESS),
    "templates/results/_team.html": ({"dummy"}, LEADERLESS),
    "tourmanager/riders/models.py": ({"climber", "sprinter", "rouleur", "domestique"}, ROSTER),
    "tourmanager/riders/rosters/columns.py": (
        {"climber", "captain", "sprinter", "sprinteur", "rouleur", "domestique"},
        "what lists of riders call those roles, in many languages",
    ),
    "tourmanager/riders/rosters/roster.py": (
        {"climber", "sprinter", "rouleur", "domestique"},
        ROSTER,
    ),
    "tourmanager/web/drawing.py": (
        {"climber", "sprinter", "sprinteur", "rouleur", "domestique"},
        "marks of those roles on jerseys",
    ),
    "tourmanager/riders/views.py": ({"card"}, BOX),
    "tourmanager/tours/pages/start.py": ({"card"}, BOX),
    "tourmanager/tours/profile/ground.py": ({"card"}, BOX),
    "templates/riders/teams.html": ({"card"}, BOX),
    "templates/tours/start.html": ({"card"}, BOX),
}


@cache
def pattern() -> re.Pattern[str]:
    words = sorted({word for each in WORDS.values() for word in each}, key=len, reverse=True)
    spelled = "|".join(word.replace(" ", "[ _-]?") for word in words)
    return re.compile(rf"(?<![a-z])({spelled})s?(?![a-z])")


def said_in_code(text: str) -> Iterator[str]:
    """Yield the names and strings of Python code, but for docstrings."""
    tree = ast.parse(text)
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if id(node) in docstrings:
            continue
        for field in ("value", "id", "attr", "name", "arg", "asname"):
            if isinstance(found := getattr(node, field, None), str):
                yield found


HIDDEN = {
    ".html": r"(?s)\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}|<!--.*?-->"
    r'|\bclass="[^"]*"|\{% lucide [^%]*%\}',
    ".js": r"(?m)(?:^|\s)//.*$|(?s:/\*.*?\*/)",
}


def words_in(text: str, suffix: str) -> set[str]:
    """Find the words of games in a file of that kind."""
    said = said_in_code(text) if suffix == ".py" else [re.sub(HIDDEN[suffix], " ", text)]
    apart = (re.sub(r"(?<=[a-z])(?=[A-Z])", "_", each).lower() for each in said)
    return {found for each in apart for found in pattern().findall(each)}


def words_of(file: str) -> set[str]:
    path = ROOT / file
    return words_in(path.read_text(encoding="utf-8"), path.suffix)


def test_no_file_of_the_core_speaks_a_games_words() -> None:
    speaking = [
        file
        for file in files()
        if Path(file).suffix in (".py", *HIDDEN) and not file.startswith("games/")
    ]
    assert len(speaking) > 400, "files are missing"
    said = {file: words_of(file) - ALLOWED.get(file, (set(), ""))[0] for file in speaking}
    assert {file: words for file, words in said.items() if words} == {}


def test_what_is_allowed_is_said() -> None:
    unsaid = {file: allowed - words_of(file) for file, (allowed, _) in ALLOWED.items()}
    assert {file: words for file, words in unsaid.items() if words} == {}
    assert all(reason for _, reason in ALLOWED.values())


def test_the_words_are_those_of_the_games() -> None:
    """What a game calls its roles, its chance and its advantages is looked for or shared."""
    called = {key: {str(screen.chance.things)} for key, screen in screens().items()}
    for key, set_up in set_ups().items():
        called.setdefault(key, set()).update(set_up.signs or ())
    called["cycling_party"] |= set(ADVANTAGE_NAMES) | set(ADVANTAGE_NAMES.values())
    assert WORDS.keys() == called.keys()
    for key, words in called.items():
        known = WORDS[key] | SHARED.keys()
        spelled = {word.replace("_", " ") for word in words}
        assert {word for word in spelled if not {word, word.removesuffix("s")} & known} == set()


@pytest.mark.parametrize(
    ("text", "suffix", "found"),
    [
        ('say = _("No bottles are left.")', ".py", {"bottle"}),
        ("def count_bottles(): ...", ".py", {"bottle"}),
        ("class DummyTeam: ...", ".py", {"dummy"}),
        ('"""Count cards."""\n# of cards', ".py", set()),
        ("discard = placard", ".py", set()),
        ("<p>The right lane first</p>", ".html", {"lane"}),
        (
            '<p class="card">{% lucide "card" %}{# card #}{% translate "Peloton" %}',
            ".html",
            {"peloton"},
        ),
        ("const exhaustionCards = 1; // of the paceline", ".js", {"exhaustion", "card"}),
        ("/* a tile */ say(`${name}: mountain-attack`);", ".js", {"mountain attack"}),
    ],
)
def test_the_search_finds_what_it_looks_for(text: str, suffix: str, found: set[str]) -> None:
    assert {word.replace("_", " ").replace("-", " ") for word in words_in(text, suffix)} == found
