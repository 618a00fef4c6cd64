"""`python -m tests.rules_cited` (`make rules`): how many statements of the rules a test cites, and
which none does.

A test cites a rule with `@pytest.mark.rule("CP-J-043")`, a vector in its `rules`.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.flamme_rouge.numbers import rule_texts
from tests.vectors.kinds import ENDING, load

HERE = Path(__file__).parent
STATEMENTS = {"CP-D": 11, "CP-J": 76, "CP-S": 44, "CP-M": 61, "CP-APP": 29}
# Those of a game whose numbers have gaps: all that its engine can say.
SAID = {
    family: sorted(rule for rule in rule_texts() if rule.rpartition("-")[0] == family)
    for family in ("FR", "FR-P", "FR-T")
}
FAMILIES = (*STATEMENTS, *SAID)
# Nothing to play: what Race Director, site and software are, and what is told of other rooms.
TOLD_ONLY = {"CP-M-003", "CP-M-004"}


def statements(family: str) -> list[str]:
    return SAID.get(family) or [
        f"{family}-{number:03}" for number in range(1, STATEMENTS[family] + 1)
    ]


@cache
def in_tests(folder: Path = HERE) -> set[str]:
    return {rule for file in folder.rglob("test_*.py") for rule in in_file(file)}


def in_file(file: Path) -> Iterator[str]:
    """The rules named by `pytest.mark.rule` in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "rule"
        ):
            yield from (
                argument.value for argument in node.args if isinstance(argument, ast.Constant)
            )


@cache
def in_vectors() -> set[str]:
    return {
        rule
        for file in (HERE / "vectors").glob(f"*{ENDING}")
        for vector in load(file)
        for rule in vector["rules"]
    }


def main() -> int:
    cited = in_tests() | in_vectors()
    missing = 0
    for family in FAMILIES:
        uncited = [rule for rule in statements(family) if rule not in cited]
        told = [rule for rule in uncited if rule in TOLD_ONLY]
        missing += len(uncited) - len(told)
        print(
            f"{family}: {len(statements(family)) - len(uncited)} of {len(statements(family))} cited"
        )
        for rule in uncited:
            print(
                f"  {rule}"
                f" {'tells of nothing that is played' if rule in told else 'is cited by no test'}"
            )
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
