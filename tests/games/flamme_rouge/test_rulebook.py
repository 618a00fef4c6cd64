"""What the rules say, by their ids."""

import re
from pathlib import Path

import pytest

from games.flamme_rouge.numbers import DATA
from games.flamme_rouge.words import WORDS
from games.notation import read_log
from games.replay import replay
from tests.games.flamme_rouge.race import GAME

SPEC = Path(__file__).parents[4] / "shared" / "rules" / "flamme-rouge.md"
OF_THE_GAME = re.compile(r"FR(?:-[PT])?-\d{3}")


def test_every_rule_is_said_in_one_to_three_sentences():
    for rule, text in GAME.rules().items():
        assert OF_THE_GAME.fullmatch(rule)
        assert text == text.strip()
        assert text.endswith(".")
        assert text[0].isupper()
        assert len(re.findall(r"[.](?= |$)", text)) <= 3, rule
        assert not re.search(r"\[(seed|ruling|fact)|FR-", text), rule


def test_what_the_rules_say_cannot_be_changed_by_who_reads_it():
    with pytest.raises(TypeError):
        GAME.rules()["FR-001"] = "Everybody wins."


@pytest.mark.skipif(not SPEC.exists(), reason="the specification is not beside this clone")
def test_every_statement_of_the_specification_is_said():
    said = re.findall(r"^\*\*(FR(?:-[PT])?-\d{3})\*\*", SPEC.read_text(encoding="utf-8"), re.M)
    assert set(said) == set(GAME.rules())


def test_every_rule_that_the_engine_names_is_said():
    sources = "\n".join(file.read_text(encoding="utf-8") for file in DATA.parent.glob("*.py"))
    named = set(OF_THE_GAME.findall(sources))
    assert len(named) > 40
    assert named <= set(GAME.rules())


def test_everything_that_can_happen_is_said_in_whole_sentences():
    heard = {}
    for file in (Path(__file__).parents[1] / "golden").glob("flamme_rouge-*.log"):
        replay(
            GAME,
            read_log(file.read_text(encoding="utf-8")),
            lambda state, entry, events: heard.update(
                {
                    event.kind: (event.rule, GAME.say(state, event, {"red": "Anna"}))
                    for event in events
                }
            ),
        )
    assert set(heard) == set(WORDS)
    for rule, sentence in heard.values():
        assert rule in GAME.rules()
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
