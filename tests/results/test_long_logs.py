"""Whatever was logged can be exported and brought back.

Recording and an import count by the same rules.
"""

import json
from datetime import UTC, datetime

import pytest

from tests.factory import NOW, a_tour
from tests.race import active_stage, say, tap
from tourmanager.results.files.tour_file import LARGEST, LogEntry, TourFileRefused, size
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log import chain, limits
from tourmanager.results.log.recording import EntryRefused
from tourmanager.results.models import Entry, LogHead
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 8, 1, tzinfo=UTC)


def a_long_log(entries: int) -> Tour:
    """A stage in which somebody tapped a sprint and took it out again, over and over.

    Each tap as recording writes it.
    """
    tour = a_tour(stages=1)
    stage = active_stage(tour)
    bodies = [e.Place("s1", "a1"), e.Remove("s1", "a1")] * (entries // 2)
    rows, head = [], LogHead(stage=stage)
    for seq, body in enumerate(bodies, start=1):
        rows.append(
            Entry(stage=stage, seq=seq, token=f"t{seq}", body=e.dump(body), by_name="Dora", at=NOW)
        )
        limits.count_entry(
            {stage.pk: head},
            stage.pk,
            body,
            size(LogEntry(1, seq, f"t{seq}", NOW, body, "Dora")),
            10,
        )
    head.seq, head.checksum = len(rows), chain.link(rows, "")
    Entry.objects.bulk_create(rows, batch_size=500)
    head.save()
    return tour


def test_a_log_of_3200_entries_comes_back():
    tour = a_long_log(3200)
    say(active_stage(tour), "place s1 b1")
    copy = import_tour(export(tour), by=None, at=LATER, name="Copy")
    assert Entry.objects.filter(stage__tour=copy).count() == 3201
    assert verify(copy).problems == verify(tour).problems == []


def spent(tour: Tour) -> list[tuple[int, int, int, bool]]:
    heads = LogHead.objects.filter(stage__tour=tour, seq__gt=0).order_by("stage__number")
    return list(heads.values_list("bytes", "weight", "read_again", "stale"))


def test_an_import_counts_what_the_one_door_has_counted():
    """Tap by tap, with corrections in between: so whatever was recorded can be brought back."""
    tour = a_tour(stages=2)
    stage, later = tour.stages.order_by("number")
    for words in (
        "place s1 a1",
        "use a bottle",
        "undo 2",
        "redo 2",
        "arrive a1 a2 a3 a4 a5 b1 b2 b3 b4 b5",
        "time 10",
    ):
        say(stage, words)
    say(stage, "place s1 b1")
    for line, riders in (("s1", ("a2", "a3", "b2", "b3", "b4")), ("s2", ()), ("p1", ())):
        for rider in riders:
            try:
                say(stage, f"place {line} {rider}")
            except EntryRefused:
                break
    tap(
        stage,
        e.Results(
            arrivals=(e.Given("a1", 10), e.Given("a2", 11)), statuses={"b1": "dnf"}, source="é.csv"
        ),
    )
    say(stage, "undo 1")
    say(stage, "redo 1")
    copy = import_tour(export(tour), by=None, at=LATER, name="Copy")
    assert spent(copy) == spent(tour)
    assert spent(tour)[0][2] > 0
    assert later.entries.count() == 0


def test_what_is_counted_is_what_the_file_takes():
    tour = a_long_log(40)
    lines = export(tour).split(b'"log": [\n  ')[1].removesuffix(b"\n ]\n}\n")
    assert LogHead.objects.get().bytes == len(lines) + len(",\n  ")


def test_a_tap_is_refused_in_words_where_the_file_would_be_too_large(monkeypatch):
    tour = a_long_log(40)
    monkeypatch.setattr(limits, "MOST_BYTES", LogHead.objects.get().bytes + 10)
    with pytest.raises(EntryRefused, match="The log of this tour is full"):
        say(active_stage(tour), "place s1 b1")
    assert Entry.objects.count() == 40
    assert import_tour(export(tour), by=None, at=LATER, name="Copy")


def test_a_tap_is_refused_in_words_where_too_much_was_undone(monkeypatch):
    tour = a_long_log(40)
    monkeypatch.setattr(limits, "MOST_READ_AGAIN", 70)
    say(active_stage(tour), "undo 39")
    say(active_stage(tour), "redo 39")
    with pytest.raises(EntryRefused, match="so much was undone, redone and corrected"):
        say(active_stage(tour), "undo 39")
    assert import_tour(export(tour), by=None, at=LATER, name="Copy")


def test_the_page_says_it_too(client, monkeypatch):
    from tests.factory import a_user

    dora = a_user("dora")
    tour = a_tour(by=dora, stages=1)
    say(active_stage(tour), "place s1 a1")
    monkeypatch.setattr(limits, "MOST_BYTES", 100)
    client.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    address = f"{tour.get_absolute_url()}stages/1/record/"
    sent = {
        "entry": json.dumps({"do": "place", "line": "s1", "rider": "a2"}),
        "token": "x1",
        "client": "c",
        "base": "1",
        "line": "s1",
    }
    answer = client.post(address, sent, headers={"X-Tap": "1"})
    assert answer.status_code == 422, answer.status_code
    assert "The log of this tour is full" in answer.content.decode()


def test_a_file_of_the_largest_log_is_not_too_large():
    assert limits.MOST_BYTES < LARGEST


def test_a_file_with_more_than_may_be_logged_is_refused(monkeypatch):
    content = export(a_long_log(40))
    monkeypatch.setattr(limits, "MOST_BYTES", 1000)
    with pytest.raises(TourFileRefused, match="log of this tour is full"):
        import_tour(content, by=None, at=LATER, name="Copy")
