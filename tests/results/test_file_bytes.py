"""A tour's file is the same bytes on every database.

Keys come in one order, whatever order they are kept in.
"""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.factory import a_tour
from tests.race import a_raced_tour, active_stage, tap
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 8, 1, tzinfo=UTC)
OWN = ("exported_at", "imports")


def lines(tour: Tour) -> list[str]:
    """The lines of the file, but for the name, the moment of export and the imports."""
    text = export(Tour.objects.get(pk=tour.pk)).decode()
    head = json.loads(text)
    for key in filter(head.__contains__, OWN):
        text = text.replace(_dumped(key, head[key]), "")
    return text.replace(json.dumps(tour.name, ensure_ascii=False), '""').split("\n")


def _dumped(key: str, value: Any) -> str:
    return f'"{key}": {json.dumps(value, indent=1, ensure_ascii=False)}'.replace("\n", "\n ")


def scrambled(value: Any) -> Any:
    """The value with its keys as jsonb keeps them: the short ones first."""
    if isinstance(value, dict):
        return {
            key: scrambled(value[key]) for key in sorted(value, key=lambda key: (len(key), key))
        }
    return [scrambled(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
def tour(db) -> Tour:
    tour = a_raced_tour(stages=2, raced=1)
    stage = active_stage(tour)
    statuses = {"b1": "dnf", "a5": "otl"}
    given = e.Results(
        arrivals=(e.Given("a1", 10),), statuses=statuses, finish_paid={"sprint": {"b2": 2, "a1": 3}}
    )
    tap(stage, given)
    return Tour.objects.get(pk=tour.pk)


def test_a_file_that_was_imported_is_exported_as_the_same_bytes(tour):
    copy = import_tour(export(tour), by=None, at=LATER, name="Copy")
    assert lines(copy) == lines(tour)
    again = import_tour(export(copy), by=None, at=LATER, name="Again")
    assert lines(again) == lines(tour)


def test_keys_in_another_order_change_nothing(tour):
    before = lines(tour)
    row = Tour.objects.get(pk=tour.pk)
    Tour.objects.filter(pk=tour.pk).update(
        rules=scrambled(row.rules), options=scrambled(row.options)
    )
    for stage in Stage.objects.filter(tour=tour):
        Stage.objects.filter(pk=stage.pk).update(course=scrambled(stage.course))
    for entry in Entry.objects.filter(stage__tour=tour):
        Entry.objects.filter(pk=entry.pk).update(body=scrambled(entry.body))
    assert lines(tour) == before


def test_keys_of_a_changed_scheme_come_in_one_order():
    tour = a_tour()
    row = Tour.objects.get(pk=tour.pk)
    row.rules["name"] = "Our own"
    backwards = dict(reversed(row.rules.items()))
    Tour.objects.filter(pk=tour.pk).update(rules=row.rules)
    before = lines(tour)
    Tour.objects.filter(pk=tour.pk).update(rules=backwards)
    assert lines(tour) == before
