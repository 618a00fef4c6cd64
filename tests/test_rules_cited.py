"""Each statement of the rules is held by a test that cites it, but those that tell of nothing to be
done.
"""

import pytest

from tests.rules_cited import FAMILIES, TOLD_ONLY, in_tests, in_vectors, statements

# tours and their course, lines and arrivals, points, classifications, jerseys, the Cycling Party,
# states of tours and stages
APP_ANSWERS_FOR = (5, 6, 7, 11, 14, *range(15, 18), *range(18, 60), 61)


def test_every_rule_the_app_answers_for_is_cited_by_a_test():
    wanted = statements("CP-APP") + [f"CP-M-{number:03}" for number in APP_ANSWERS_FOR]
    found = in_tests()
    assert [rule for rule in wanted if rule not in found] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_is_cited_by_a_test_or_a_vector(family):
    found = in_tests() | in_vectors() | TOLD_ONLY
    assert [rule for rule in statements(family) if rule not in found] == []
