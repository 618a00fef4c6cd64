"""Reads the test reports: whether all four passes ran, on the database they were meant for, and
what came out.

On PostgreSQL runs what may ask the database: exactly those tests of which the reports from SQLite
say that they do.

`passes.py REPORTS` fails where a pass is missing or ran nothing; `passes.py --count REPORTS FAILED`
prints the closing line.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree  # nosec B405  # our own reports

PASSES = [
    (database, kind) for database in ("SQLite", "PostgreSQL") for kind in ("tests", "browser")
]


class Report:
    def __init__(self, file: Path) -> None:
        cases = list(ElementTree.parse(file).iter("testcase")) if file.exists() else []  # nosec B314
        self.failed = sum(
            case.find("failure") is not None or case.find("error") is not None for case in cases
        )
        self.skipped = sum(case.find("skipped") is not None for case in cases)
        self.passed = len(cases) - self.failed - self.skipped
        self.ran = self.passed + self.failed
        self.tests: dict[str, set[str]] = {}
        for case in cases:
            self.tests.setdefault(database_of(case), set()).add(name(case))


def name(case: ElementTree.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"


def database_of(case: ElementTree.Element) -> str:
    """SQLite, PostgreSQL, or "none" for a test that asks no database."""
    return next(
        (item.get("value", "") for item in case.iter("property") if item.get("name") == "database"),
        "an unknown one",
    )


def read(folder: Path) -> dict[tuple[str, str], Report]:
    return {
        (database, kind): Report(folder / database.lower() / f"{kind}.xml")
        for database, kind in PASSES
    }


def faults(reports: dict[tuple[str, str], Report]) -> list[str]:
    found = []
    for (database, kind), report in reports.items():
        if not report.ran:
            found.append(f"the {kind} pass on {database} did not run")
        elif others := report.tests.keys() - {database, "none"}:
            found.append(f"the {kind} pass meant for {database} ran on {', '.join(sorted(others))}")
    for kind in ("tests", "browser"):
        sqlite, postgresql = (
            reports[database, kind].tests.get(database, set())
            for database in ("SQLite", "PostgreSQL")
        )
        if alone := sqlite ^ postgresql:
            found.append(
                f"{len(alone)} tests of the {kind} pass ask one database only, like {min(alone)}"
            )
    return found


def main(arguments: list[str]) -> int:
    if arguments[0] == "--count":
        reports = read(Path(arguments[1])).values()
        steps = int(arguments[2])
        # a failed step without a failed test counts too
        failed = max(sum(report.failed for report in reports), steps)
        print(
            f"{sum(report.passed for report in reports)} passed, {failed} failed,"
            f" {sum(report.skipped for report in reports)} skipped"
        )
        return 0
    reports = read(Path(arguments[0]))
    for (database, kind), report in reports.items():
        print(
            f"{kind} on {database}: {report.passed} passed, {report.failed} failed,"
            f" {report.skipped} skipped"
        )
    found = faults(reports)
    for fault in found:
        print(fault)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
