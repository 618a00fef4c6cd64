"""House rules: every switch has words, a default and a rule behind it."""

import pytest

from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tours.options import chosen_option, differing_options, problems


def test_every_switch_of_the_rules_is_there_once():
    assert len(SWITCHES) == len({switch.key for switch in SWITCHES}) == 16
    for switch in SWITCHES:
        assert len(switch.values) >= 2
        assert switch.question.endswith("?")
        assert switch.rule.startswith("CP-")


@pytest.mark.rule("CP-APP-008")
def test_the_default_holds_where_nothing_was_agreed():
    assert chosen_option({}, "reopen_stage", SWITCHES) == "any"
    assert chosen_option({"reopen_stage": "off"}, "reopen_stage", SWITCHES) == "off"
    agreed = {"reopen_stage": "any", "board_limit": "off"}
    assert differing_options(agreed, SWITCHES) == {"board_limit": "off"}


def test_an_answer_that_is_none_is_named_with_those_there_are():
    assert problems({"reopen_stage": "any", "board_limit": "off"}, SWITCHES) == {}
    found = problems({"board_limit": "maybe", "wind": "on"}, SWITCHES)
    assert "up to 150 km" in found["board_limit"]
    assert "“wind”" in found["wind"]
