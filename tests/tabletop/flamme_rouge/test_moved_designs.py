"""Designs were kept by the room of digital stages; an upgrade takes their rows along, and back."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("play", "0010_seat_handing_on"), ("flamme_rouge", None)]
AFTER = [("play", "0011_move_designs"), ("flamme_rouge", "0001_initial")]


def migrated(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state([target for target in targets if target[1]]).apps


@pytest.fixture
def before() -> Iterator[object]:
    yield migrated(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def rows(apps, label):
    designs = apps.get_model(label, "Design").objects.order_by("pk")
    return list(designs.values_list("pk", "owner__username", "name", "tiles", "deleted_at"))


def test_designs_keep_their_rows_on_the_way_to_their_game_and_back(before):
    owner = before.get_model("accounts", "User").objects.create(username="anna")
    now = timezone.now()
    for name, deleted in (("Col", None), ("Sprint", None), ("Sprint", now)):
        before.get_model("play", "Design").objects.create(
            owner=owner,
            name=name,
            tiles="a b u",
            created_at=now,
            changed_at=now,
            deleted_at=deleted,
        )
    was = rows(before, "play")
    assert len(was) == 3

    after = migrated(AFTER)
    assert rows(after, "flamme_rouge") == was
    assert "play_design" not in connection.introspection.table_names()
    added = after.get_model("flamme_rouge", "Design").objects.create(
        owner_id=owner.pk, name="Third", tiles="a u", created_at=now, changed_at=now
    )
    assert added.pk not in {row[0] for row in was}

    back = migrated(BEFORE)
    assert len(rows(back, "play")) == 4
    assert "flamme_rouge_design" not in connection.introspection.table_names()
