"""Each statement of the rules that this app answers for is held by a test that cites it."""

import ast
from collections.abc import Iterator
from pathlib import Path

APP = range(1, 30)
# tours and their course, lines and arrivals, points, classifications, jerseys, the Cycling Party, states of tours and stages
MASTER = (5, 6, 7, 11, 14, *range(15, 18), *range(18, 60), 61)


def cited(file: Path) -> Iterator[str]:
    """The rules named by `pytest.mark.rule` in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


def test_every_rule_the_app_answers_for_is_cited_by_a_test():
    wanted = [f"CP-APP-{number:03}" for number in APP] + [f"CP-M-{number:03}" for number in MASTER]
    found = {rule for file in Path(__file__).parent.rglob("test_*.py") for rule in cited(file)}
    assert [rule for rule in wanted if rule not in found] == []
