"""Scoring knows no game: types, categories and schemes come with the games."""

import re
from pathlib import Path

import pytest

from tourmanager.scoring import vocabulary
from tourmanager.scoring.scheme import SchemeError, dump_scheme, read_scheme, scheme, scheme_keys
from tourmanager.scoring.vocabulary import (
    Climb,
    Vocabulary,
    common_vocabulary,
    implied_categories,
    on_road,
    sprint_categories,
)

ROOT = Path(__file__).parents[2]
GAMES = re.compile(r"cycling.?party|flamme|pace.?wheel", re.IGNORECASE)
ROOMS = (
    "tourmanager/scoring",
    "tourmanager/schemes",
    "templates/classifications",
    "templates/schemes",
)
TOY = Vocabulary(types={"sand": "sand", "snow": "snow"}, climbs={"dune": Climb("dune")})


def test_no_file_names_a_game():
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix != ".pyc"]
    naming = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if GAMES.search(line)
    ]
    assert naming == []


def of_the_toy(**changes):
    """A scheme in words that no other game knows."""
    return {
        "key": "toy",
        "name": "Toy",
        "about": "",
        "categories": {"dune": "dune"},
        "classifications": [
            {"key": "individual", "name": "General", "by": "points", "finish": {"default": [3, 1]}}
        ],
        **changes,
    }


def test_a_game_brings_its_own_types_and_categories():
    found = read_scheme(of_the_toy(), TOY)
    assert found.general.finish == {"sand": [3, 1], "snow": [3, 1]}
    assert found.finish_points("snow") == [3, 1]
    with pytest.raises(SchemeError, match='the name of "dune" is missing'):
        read_scheme(of_the_toy(categories={}), TOY)
    general = {"key": "individual", "name": "G", "by": "points", "finish": {"flat": [1]}}
    with pytest.raises(SchemeError, match="there is no such type of stage"):
        read_scheme(of_the_toy(classifications=[general]), TOY)


def test_what_is_said_once_holds_for_all_that_is_not_named():
    data = of_the_toy(categories={"default": "hill of sand"})
    data["classifications"][0] |= {
        "finish": {"snow": [9], "default": [3]},
        "lines": {"default": [2]},
    }
    found = read_scheme(data, TOY)
    assert found.categories == {"dune": "hill of sand"}
    assert found.general.finish == {"sand": [3], "snow": [9]}
    assert found.general.lines == {"dune": [2]}
    assert "default" not in str(dump_scheme(found))


def test_every_scheme_that_ships_is_found_with_its_game():
    assert len(scheme_keys()) == 4
    assert [scheme(key).key for key in scheme_keys()] == list(scheme_keys())
    with pytest.raises(LookupError):
        scheme("none")


def test_a_scheme_of_no_game_in_particular_has_to_name_what_all_games_have():
    assert set(common_vocabulary().types) == {"flat", "low", "medium", "high"}
    assert common_vocabulary().categories == ("is", "hill", "third", "second", "first", "hc")
    assert on_road() == {*common_vocabulary().categories, "climb", "bonus"}
    assert sprint_categories() == {"is", "bonus"}
    assert implied_categories() == {"is"}


def test_scoring_knows_no_category_that_no_game_brings(monkeypatch):
    monkeypatch.setattr(vocabulary, "_find", [lambda: (TOY,)])
    assert on_road() == {"dune"}
    assert sprint_categories() == implied_categories() == frozenset()
