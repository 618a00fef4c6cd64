"""What the engine finds wrong is a fact; the engine and the pages word it, each in its own way."""

import re
from string import Formatter

import pytest

from games import game
from games.cycling_party import problems
from games.engine import BadSetup, Problem
from tourmanager.tabletop.cycling_party.screen import problem_words
from tourmanager.tabletop.cycling_party.screen.problem_words import describe, field_of

NAMES = {"s1": "Sun 1", "a1": "Azure 1", "a2": "Azure 2", "a": "Azure"}


def name(code: str) -> str:
    return NAMES.get(code, code)


def test_engine_and_pages_word_the_same_facts_with_the_same_values():
    assert problem_words.SENTENCES.keys() == problems.SENTENCES.keys()
    assert problem_words.FIELDS.keys() <= problems.SENTENCES.keys()
    for code, sentence in problems.SENTENCES.items():
        named = {field for _, field, _, _ in Formatter().parse(sentence) if field}
        worded = str(problem_words.SENTENCES[code])
        assert set(re.findall(r"%\((\w+)\)s", worded)) == named, code
        assert worded % dict.fromkeys(named, "1")


def test_a_refused_setup_carries_facts():
    engine = game("cycling_party")
    data = {"version": "senior", "stage": {"length": 400}, "teams": ["red", "blue"]}
    with pytest.raises(BadSetup) as refusal:
        engine.read_setup(data)
    fact = Problem("length", {"least": 13, "most": 300, "length": 400})
    assert refusal.value.problems == (fact,)
    assert str(refusal.value) == "E_LENGTH: a stage has 13 to 300 km, not 400."
    words = problem_words.describe_refusal(refusal.value)
    assert words == "A stage has 13 to 300 km, not 400."


def test_names_of_a_tour_are_said_in_full():
    long = "Konstantina Papadopoulou-Vandenberghe"
    words = describe(
        Problem("passed_early", {"rider": "a1", "line": "s1", "km": 5, "square": 3}),
        lambda code: long,
    )
    assert words.startswith(f"{long} has passed")


def test_a_refusal_without_facts_keeps_its_words():
    assert problem_words.describe_refusal(BadSetup("No road.")) == "No road."


@pytest.mark.parametrize(
    ("code", "values", "words", "field"),
    [
        (
            "passed_early",
            {"rider": "s1", "line": "s1", "km": 5, "square": 3},
            (
                "Sun 1 has passed Sprint 1 on km 5 but stands on km 3; tick them under “Taken"
                " back” if a fall or a broken chain took them there."
            ),
            "at_s1",
        ),
        (
            "not_in_passage",
            {"riders": ("a1", "a2"), "line": "p2", "km": 9},
            (
                "Azure 1, Azure 2: past Pass 2 on km 9, where a place is still open, but not named"
                " there."
            ),
            "line_p2",
        ),
        (
            "double_count",
            {"team": "a", "count": 3, "most": 2, "line": "p1"},
            "Azure has made 3 double throws of 2 on Pass 1.",
            "double_p1_a",
        ),
        (
            "named_twice",
            {"rider": "a1", "places": ("road", "in")},
            "Azure 1 is named twice: on the road and in.",
            "at_a1",
        ),
        (
            "used_bottle",
            {"team": "a", "count": 6, "most": 5},
            "Azure has used 6 bottles of 5.",
            "left_a_bottle",
        ),
        ("unplaced", {"riders": ("a2",)}, "Azure 2: on the road, out or in?", "at_a2"),
        ("unit_single", {"riders": ()}, "An arrival of nobody: a single is one rider.", ""),
        (
            "nobody_arrived",
            {"first": 4},
            "The line was crossed first in turn 4, but nobody has arrived.",
            "clock",
        ),
        ("unknown_lines", {"lines": ("s9",)}, "s9: no line that is decided on the way.", ""),
    ],
)
def test_a_fact_is_worded_with_names_and_stands_beside_its_field(code, values, words, field):
    """A team may be called s, so that s1 is a rider and a line."""
    problem = Problem(code, values)
    assert (describe(problem, name), field_of(problem)) == (words, field)
