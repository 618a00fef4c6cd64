"""The engine names riders by type, the tour by number."""

import pytest

from games.flamme_rouge.numbers import split_name, write_name
from tourmanager.tabletop.flamme_rouge.screen.riders import code_of, names_of


@pytest.mark.parametrize(
    ("name", "known", "code"),
    [("aS", {"a1", "a2"}, "a1"), ("aaR", {"aa1", "aa2"}, "aa2"), ("aR", {"a1"}, "a1")],
)
def test_a_rider_of_flamme_rouge_is_found_by_its_type(name, known, code):
    assert code_of(name, known) == code
    assert write_name(*split_name(name)) == name


def test_the_riders_of_teams_are_named_as_the_engine_does():
    assert names_of(["a", "aa"]) == ["aS", "aR", "aaS", "aaR"]
