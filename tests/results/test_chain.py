"""A log that was changed, cut short or taken away behind the app's back is found out, in open
stages too.
"""

from datetime import UTC, datetime, timedelta, timezone
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from tests.factory import NOW, a_tour, a_user
from tests.race import a_raced_tour, active_stage, say
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log import chain
from tourmanager.results.models import Entry, LogHead
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
WORDS = ("place s1 a1", "place s1 b1", "arrive a1", "square 12", "die 3", "arrive b1")


def found(tour: Tour) -> str:
    return "\n".join(verify(Tour.objects.get(pk=tour.pk)).problems)


@pytest.fixture
def tour(db) -> Tour:
    """One stage, being raced."""
    tour = a_tour(stages=1)
    for words in WORDS:
        say(active_stage(tour), words, by=None)
    return tour


def entry(seq: int):
    return Entry.objects.filter(seq=seq)


def test_an_untouched_open_stage_agrees(tour):
    assert found(tour) == ""


@pytest.mark.parametrize(
    "change",
    [
        {"body": {"do": "place", "line": "s1", "rider": "a3"}},
        {"by_name": "Somebody else"},
        {"at": NOW + timedelta(microseconds=1)},
        {"token": "another"},
        {"client": "another"},
        {"imported": 1},
        {"checksum": "0" * 64},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_entry_of_an_open_stage_is_named(tour, change):
    entry(2).update(**change)
    assert "Stage 1: entry 2 of the log does not fit its checksum" in found(tour)


def test_a_tail_cut_off_an_open_stage_is_named(tour):
    entry(6).delete()
    assert found(tour) == "Stage 1: the log was cut short: entry 6 is missing."
    entry(5).delete()
    assert found(tour) == "Stage 1: the log was cut short: entries 5 to 6 are missing."


def test_a_whole_log_that_is_gone_is_named(tour):
    Entry.objects.all().delete()
    assert found(tour) == "Stage 1: the log was cut short: entries 1 to 6 are missing."


def test_a_tail_that_was_cut_stays_known_when_the_race_goes_on(tour):
    entry(6).delete()
    say(active_stage(tour), "arrive b2")
    say(active_stage(tour), "square 9")
    assert "Stage 1: entry 6 of the log does not fit its checksum" in found(tour)


def test_an_entry_put_in_is_named(tour):
    last = Entry.objects.get(seq=6)
    Entry.objects.bulk_create(
        [Entry(stage=last.stage, seq=7, token="x", body=last.body, at=NOW, checksum="1" * 64)]
    )
    assert "Stage 1: entry 7 of the log does not fit its checksum" in found(tour)


def test_an_entry_put_in_with_a_right_checksum_lacks_the_head(tour):
    last = Entry.objects.get(seq=6)
    forged = Entry(stage=last.stage, seq=7, token="x", body=last.body, at=NOW)
    chain.link([forged], last.checksum)
    Entry.objects.bulk_create([forged])
    assert (
        found(tour) == "Stage 1: the log ends with entry 7, but entry 6 was the last one recorded."
    )


def test_a_head_that_is_gone_is_named(tour):
    LogHead.objects.all().delete()
    assert "the log ends with entry 6, but entry 0 was the last one recorded" in found(tour)


def test_logs_of_two_stages_cannot_be_exchanged():
    tour = a_raced_tour(stages=2)
    first, second = tour.stages.order_by("number")
    Entry.objects.filter(stage=first).delete()
    rows = list(Entry.objects.filter(stage=second))
    for row in rows:
        row.pk, row.stage = None, first
    Entry.objects.bulk_create(rows)
    assert "Stage 1: entry 1 of the log does not fit its checksum" in found(tour)


def test_no_entry_is_without_a_checksum(tour):
    with pytest.raises(IntegrityError), transaction.atomic():
        entry(1).update(checksum="")


def test_an_account_that_is_removed_changes_nothing():
    tour, dora = a_tour(stages=1), a_user("dora")
    say(active_stage(tour), "place s1 a1", by=dora)
    dora.delete()
    assert found(tour) == ""


def test_an_imported_log_is_chained(tour):
    copy = import_tour(export(tour), by=None, at=NOW, name="Copy")
    assert found(copy) == ""
    Entry.objects.filter(stage__tour=copy, seq=6).delete()
    assert "cut short" in found(copy)


def test_a_checksum_is_the_same_on_every_database():
    """Keys in any order, moments in any zone."""
    row = Entry(
        stage_id=3,
        seq=1,
        token="t",
        at=datetime(2026, 7, 1, 12, tzinfo=UTC),
        body={"do": "place", "line": "s1", "rider": "a1"},
    )
    same = Entry(
        stage_id=3,
        seq=1,
        token="t",
        at=datetime(2026, 7, 1, 14, tzinfo=timezone(timedelta(hours=2))),
        body={"rider": "a1", "line": "s1", "do": "place"},
    )
    assert chain.checksum("", row) == chain.checksum("", same)


def test_a_tap_reads_no_more_of_the_log_for_its_checksum(tour, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(
        connection,
    ) as asked:
        say(active_stage(tour), "square 11")
    assert (
        sum("results_entry" in each["sql"] and each["sql"].startswith("SELECT") for each in asked)
        == 1
    )
    assert sum("results_loghead" in each["sql"] for each in asked) == 2


def test_logs_that_are_there_before_an_upgrade_are_chained_by_it():
    """The migration comes to what recording would have written.

    It counts a few bytes more for each entry.
    """
    tour = a_raced_tour(stages=2, by=a_user("dora"))
    say(tour.stages.get(number=1), "reopen")
    say(tour.stages.get(number=1), "discard")
    checksums = list(Entry.objects.order_by("pk").values_list("checksum", flat=True))
    fields = ("stage", "seq", "checksum", "weight", "read_again", "stale")
    heads = list(LogHead.objects.order_by("stage").values_list(*fields))
    exact = [head.bytes for head in LogHead.objects.order_by("stage")]
    Entry.objects.update(checksum="unknown")
    LogHead.objects.all().delete()
    import_module("tourmanager.results.migrations.0005_fill_checksums").fill(apps, None)
    assert list(Entry.objects.order_by("pk").values_list("checksum", flat=True)) == checksums
    assert list(LogHead.objects.order_by("stage").values_list(*fields)) == heads
    assert all(
        head.bytes >= least
        for head, least in zip(LogHead.objects.order_by("stage"), exact, strict=True)
    )
    assert verify(tour).problems == []
