"""`python -m tests.vectors FILE ...`: runs every vector of the files, names those that fail, and
counts.
"""

import logging
import os
import sys
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402

from tests.vectors.kinds import Kind, Unreadable, Vector, import_all, kinds_of, load  # noqa: E402

HERE = Path(__file__).parent


def main(files: list[str]) -> int:
    import_all()
    # refusals that a vector asks for are no news
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    try:
        chosen = [
            (kinds_of(path), list(load(path)))
            for path in map(Path, files or sorted(map(str, HERE.glob("*.vectors.yaml"))))
        ]
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    failed = passed = 0
    with_database = any(
        kinds.get(vector.get("kind", ""), Kind(print, False)).db
        for kinds, vectors in chosen
        for vector in vectors
    )
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = _databases(runner) if with_database else []
    try:
        for kinds, vectors in chosen:
            for vector in vectors:
                wrong = list(_problems(kinds, vector))
                failed, passed = failed + bool(wrong), passed + (not wrong)
                if wrong:
                    print(
                        f"{vector.get('id', '(no id)')} {vector.get('kind', '')}:"
                        f" {vector.get('note', '')}"
                    )
                    print("\n".join(f"    {line}" for line in wrong))
    finally:
        if databases:
            runner.teardown_databases(databases)
        runner.teardown_test_environment()
    print(f"{passed} passed, {failed} failed")
    return bool(failed)


def _databases(runner: DiscoverRunner) -> list[object]:
    """One of its own: the tours of the table are not touched."""
    settings.DATABASES["default"].setdefault("TEST", {})
    return list(runner.setup_databases())


def _problems(kinds: dict[str, Kind], vector: Vector) -> Iterable[str]:
    """What is wrong with it; nothing when it passes."""
    kind = kinds.get(vector.get("kind", ""))
    if kind is None:
        yield f"there is no kind {vector.get('kind')!r}: it is one of {', '.join(sorted(kinds))}"
        return
    try:
        expected, got = _run(kind, vector)
    # whatever a vector asks for that cannot be done is its failure, and the others are still run
    except Exception as error:
        yield f"expected: {vector.get('expect', '')}"
        yield f"got: {type(error).__name__}: {error}"
        return
    if expected != got:
        yield f"expected: {_differing(expected, got)}"
        yield f"got:      {_differing(got, expected)}"


def _run(kind: Kind, vector: Vector) -> tuple[object, object]:
    if not kind.db:
        return kind.adapter(vector)
    with transaction.atomic():
        answer = kind.adapter(vector)
        transaction.set_rollback(True)
    return answer


def _differing(one: object, other: object) -> object:
    """Of two tables only what differs."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            key: _differing(value, other.get(key))
            for key, value in one.items()
            if key not in other or value != other[key]
        }
    return one


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
