"""Nothing outside the rooms of the games names a game: no key, no name, no tag of an entry, no
import of a room or an engine. The rooms are `<folder>/<key>` in the folders below.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from tourmanager.results.sheet.contract import TableGame
from tourmanager.scoring.vocabulary import Vocabulary
from tourmanager.tabletop.registry import find_part, part, rooms

ROOT = Path(settings.BASE_DIR)
FOLDERS = ("tourmanager", "templates", "static", "games")
ROOMS = ("tourmanager/tabletop", "templates/tabletop", "static/tabletop", "games")
SUFFIXES = {".py", ".html", ".js", ".css", ".toml", ".svg"}
# the key of a game that is a word of the sport: only where it stands for the game
WORDS_OF_THE_SPORT = {"race"}
ALLOWED = {
    "tourmanager/settings.py": "the list of the games",
    "games/__init__.py": "the list of the engines",
}


@cache
def files() -> list[str]:
    """List the files outside the rooms, by their paths from the top."""
    keys = [room.key for room in rooms()]
    inside = tuple(f"{folder}/{key}/" for folder in ROOMS for key in keys)
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        # migrations say what tables were called at their time
        if path.suffix in SUFFIXES and "migrations" not in path.parts
    ]
    return [file for file in found if not file.startswith(inside) and file not in ALLOWED]


def names() -> re.Pattern[str]:
    """Match what the games are called in code, in data and on pages."""
    found = []
    for room in rooms():
        table = find_part(room.key, TableGame)
        tags = {entry.__struct_config__.tag for entry in table.entries} if table else set()
        found += [rf"[\"'`]{re.escape(tag.partition('.')[0])}\." for tag in tags]
        found.append(rf"\b(?:tabletop|games)\.{room.key}\b")
        if room.key in WORDS_OF_THE_SPORT:
            quoted = rf"[\"']{room.key}[\"']"
            found += [rf"\b(?:key|game)\w*\s*(?:==|!=|=|:|in)\s*[(\[{{]?\s*{quoted}"]
            found.append(rf"{quoted}\s*(?:==|!=|in)\s*\w*\.?(?:key|game)\b")
            continue
        squeezed = room.name.replace(" ", "")
        found += [room.key, room.key.replace("_", "-"), re.escape(room.name), squeezed]
    return re.compile("|".join(found), re.IGNORECASE)


def found_in_files(pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """Return what the pattern finds, by file: one test for all, as there are hundreds of them."""
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in files()}
    assert len(texts) > 400, "files are missing"
    return {file: found for file, text in texts.items() if (found := pattern.findall(text))}


def test_no_file_of_the_core_names_a_game() -> None:
    assert found_in_files(names()) == {}


# of rulebooks: FR-T-035, FR-121, CP-J-021; CP-APP-018 is a rule of the app
RULE = re.compile(r"\b(?:CP|FR|PW)-(?!APP\b)(?:[A-Z]+-)?\d")


def test_no_file_of_the_core_cites_the_rules_of_a_game() -> None:
    assert found_in_files(RULE) == {}


# keys of climbs, but for those that are words of other things: "first", "second", and "third" where
# it is translated
CLIMB = re.compile(r"(?<!\b_\()(?<!\bgettext\()[\"'](?:hc|hill|third)[\"']")


def test_no_file_of_the_core_knows_a_category_of_climbs() -> None:
    assert found_in_files(CLIMB) == {}


def test_the_search_finds_the_categories_of_climbs() -> None:
    assert CLIMB.search('BRIEF = {"third": "3rd"}')
    keys = {key for room in rooms() for key in part(room.key, Vocabulary).climbs}
    assert {key for key in keys if not CLIMB.search(f'"{key}"')} <= {"first", "second"}


@pytest.mark.parametrize(
    "text",
    [
        'game == "race"',
        'KEY = "race"',
        'if "race" == tour.game',
        "Cycling party",
        "flamme-rouge",
        "class CyclingPartyBoard",
        '"fr.exhaustion"',
        "from tourmanager.tabletop.race.set_up import races",
        "import games.flamme_rouge.rules",
    ],
)
def test_the_search_finds_what_it_looks_for(text: str) -> None:
    assert names().search(text)


@pytest.mark.parametrize("text", ["(CP-M-038, 039)", "FR-121 ... FR-123", "PW-M-020", "CP-BOT-1"])
def test_the_search_finds_the_rules_of_games(text: str) -> None:
    assert RULE.search(text)


def test_the_search_lets_the_rules_of_the_app_pass() -> None:
    assert not RULE.search("Every entry is saved at once (CP-APP-020).")


def test_the_search_lets_the_words_of_the_sport_pass() -> None:
    assert not names().search('context = {"race": race}; a race of one day')


@pytest.mark.parametrize("file", sorted(ALLOWED))
def test_what_is_allowed_is_needed(file: str) -> None:
    assert names().search((ROOT / file).read_text(encoding="utf-8"))
