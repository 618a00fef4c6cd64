"""Tables that the core kept for one game went to that game's room; an upgrade takes their rows
along, and back.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

pytestmark = pytest.mark.django_db(transaction=True)


class Move(NamedTuple):
    before: tuple[str, str, str]  # app, migration, model
    after: tuple[str, str, str]
    moved_by: str  # migration of the app before
    row: Callable[[int], dict[str, Any]]


def a_design(number: int) -> dict[str, Any]:
    now = timezone.now()
    name, deleted = (("Col", None), ("Sprint", None), ("Sprint", now), ("Third", None))[number]
    return {
        "name": name,
        "tiles": "a b u",
        "created_at": now,
        "changed_at": now,
        "deleted_at": deleted,
    }


def an_import(number: int) -> dict[str, Any]:
    return {
        "name": f"Race {number}",
        "files": [["stage-1.csv", [["place", "rider"], ["1", "Ana"]]]],
        "answers": {"kind-1": "itt"},
        "made_at": timezone.now(),
    }


MOVES = [
    Move(
        ("play", "0010_seat_handing_on", "Design"),
        ("flamme_rouge", "0001_initial", "Design"),
        "0011_move_designs",
        a_design,
    ),
    Move(
        ("results", "0009_remove_advantages", "Incoming"),
        ("race", "0001_initial", "ResultImport"),
        "0010_move_incoming",
        an_import,
    ),
]


def migrated(targets: list[tuple[str, str | None]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state([target for target in targets if target[1]]).apps


@pytest.fixture(params=MOVES, ids=lambda move: move.after[0])
def move(request: pytest.FixtureRequest) -> Iterator[Move]:
    yield request.param
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def rows(apps: Any, app: str, model: str) -> list[dict[str, Any]]:
    return list(apps.get_model(app, model).objects.order_by("pk").values())


def test_rows_go_along_to_the_room_and_back(move: Move):
    (app, last, model), (room, first, moved) = move.before, move.after
    back_there = [(app, last), (room, None)]
    before = migrated(back_there)
    owner = before.get_model("accounts", "User").objects.create(username="anna").pk
    for number in range(3):
        before.get_model(app, model).objects.create(owner_id=owner, **move.row(number))
    was = rows(before, app, model)
    assert len(was) == 3

    after = migrated([(app, move.moved_by), (room, first)])
    assert rows(after, room, moved) == was
    assert f"{app}_{model.lower()}" not in connection.introspection.table_names()
    added = after.get_model(room, moved).objects.create(owner_id=owner, **move.row(3))
    assert added.pk not in {row["id"] for row in was}

    assert len(rows(migrated(back_there), app, model)) == 4
    assert f"{room}_{moved.lower()}" not in connection.introspection.table_names()
