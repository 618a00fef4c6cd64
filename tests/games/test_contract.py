"""What the engines share: no game's words in it, no type left open, and the same ends of logs."""

import ast
from pathlib import Path

import msgspec
import pytest

from games import GAMES
from games import game as engine_of
from games.engine import Outcome
from games.live import Live, PlainView
from games.notation import read_log
from games.replay import replay

SHARED = sorted((Path(__file__).resolve().parents[2] / "games").glob("*.py"))
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.stem)
def test_files_that_engines_share_leave_no_type_open(file):
    names = {
        node.id
        if isinstance(node, ast.Name)
        else node.attr
        if isinstance(node, ast.Attribute)
        else ""
        for node in ast.walk(ast.parse(file.read_text()))
    }
    assert "Any" not in names


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.stem)
def test_files_that_engines_share_speak_no_word_of_one_game(file):
    """Docstrings and comments may give examples; `games` itself fills the shelf."""
    tree = ast.parse(file.read_text())
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    words = " ".join(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    )
    for word in (
        "cycling_party",
        "flamme_rouge",
        "paceline",
        "exhaustion",
        "bunch",
        "accident",
        "purple",
    ):
        assert word not in words.lower()


def test_an_outcome_says_the_same_of_every_game_and_the_rest_apart():
    for key in GAMES:
        log = read_log(next(GOLDEN.glob(f"{key}-*.log")).read_text())
        rules = engine_of(key, log.rules_version)
        outcome = rules.outcome(replay(rules, log).state)
        assert type(outcome) is Outcome
        assert outcome.__struct_fields__ == ("finish", "passings", "out", "behind", "extras")
        assert isinstance(outcome.extras, msgspec.Struct)


def test_a_game_without_a_terminal_of_its_own_is_shown_plainly(capsys):
    log = read_log(next(GOLDEN.glob("cycling_party-*.log")).read_text())

    class Bare:
        terminal = PlainView()

        def __getattr__(self, name):
            return getattr(engine_of("cycling_party", log.rules_version), name)

    game = Bare()
    live = Live(game)
    live.begin(game.start(game.read_setup(log.setup)))
    live.end(replay(game, log, lambda state, entry, events: live.tell(state, events)).state)
    shown = capsys.readouterr().out
    assert shown.startswith("Cycling Party\n")
    assert "wins." in shown
