"""`.ci/passes.py`: a pass that did not run, ran on another database or ran something else
is told.
"""

from pathlib import Path
from runpy import run_path

import pytest

PASSES = run_path(str(Path(__file__).parents[1] / ".ci" / "passes.py"))
RIGHT = {
    "sqlite/tests": {"test_sum": "none", "test_log": "SQLite"},
    "sqlite/browser": {"test_tap": "SQLite"},
    "postgresql/tests": {"test_log": "PostgreSQL"},
    "postgresql/browser": {"test_tap": "PostgreSQL"},
}


def told(folder: Path, **changes: dict[str, str]) -> list[str]:
    for name, tests in (
        RIGHT | {name.replace("_", "/"): tests for name, tests in changes.items()}
    ).items():
        file = folder / f"{name}.xml"
        file.parent.mkdir(exist_ok=True)
        cases = [
            f'<testcase classname="tests" name="{test}"><properties><property name="database"'
            f' value="{database}"/></properties></testcase>'
            for test, database in tests.items()
        ]
        file.write_text(f"<testsuite>{''.join(cases)}</testsuite>")
    return PASSES["faults"](PASSES["read"](folder))


def test_four_passes_are_right(tmp_path):
    assert told(tmp_path) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"postgresql_browser": {}}, "the browser pass on PostgreSQL did not run"),
        (
            {"postgresql_tests": {"test_log": "SQLite"}},
            "the tests pass meant for PostgreSQL ran on SQLite",
        ),
        (
            {"postgresql_tests": {"test_draft": "PostgreSQL"}},
            "2 tests of the tests pass ask one database only, like tests::test_draft",
        ),
        (
            {"sqlite_tests": {"test_sum": "none"}},
            "1 tests of the tests pass ask one database only, like tests::test_log",
        ),
    ],
)
def test_what_is_missing_is_told(tmp_path, changes, fault):
    assert fault in told(tmp_path, **changes)
