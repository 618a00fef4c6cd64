"""Readings of stages that are kept from tap to tap: never another than the log's, whatever happens
in between, and never what a result or a proof is made from.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factory import NOW, a_tour, a_user
from tests.race import log_stage, say
from tests.results.test_stage_page import tap
from tourmanager.accounts.models import User
from tourmanager.backups.models import Epoch
from tourmanager.results.log import reading_cache
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.schemes.saving import save_marks, save_rules
from tourmanager.scoring.result import read as read_result
from tourmanager.tabletop.cycling_party.table.entries import Die, Use
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.pages import keeping
from tourmanager.tours.rules import mark_of, rules_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    reading_cache.forget()


@pytest.fixture
def user() -> User:
    return a_user("dora")


@pytest.fixture
def tour(user: User) -> Tour:
    return a_tour(by=user, stages=3, teams=2, riders=5)


@pytest.fixture
def director(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def taps(director: Client, tour: Tour, *bodies: e.EntryBody, number: int = 1) -> list[int]:
    """Tap, and return what was answered."""
    return [tap(director, tour, number=number, entry=e.dump(body)).status_code for body in bodies]


def kept_of(tour: Tour, number: int = 1) -> StageReading:
    found = reading_cache._readings.find(tour.stages.get(number=number).pk)
    assert found is not None
    return found.reading


def is_as_read(tour: Tour, number: int = 1) -> bool:
    """Whether what is kept of a stage is what its log adds up to."""
    stage = Stage.objects.select_related("tour").get(tour=tour, number=number)
    return reading_cache.digest_of(kept_of(tour, number)) == reading_cache.digest_of(
        read_stage(stage)
    )


def tables_read(captured: CaptureQueriesContext) -> set[str]:
    return {
        query["sql"].split(' FROM "')[1].split('"')[0]
        for query in captured.captured_queries
        if query["sql"].startswith("SELECT ")
    }


def test_a_tap_does_not_read_the_log_of_its_stage_again(director: Client, tour: Tour) -> None:
    taps(director, tour, e.Place("s1", "a1"))
    with CaptureQueriesContext(connection) as captured:
        assert taps(director, tour, e.Place("s1", "b1")) == [200]
    asked = [query["sql"].split()[0] for query in captured.captured_queries]
    assert sum(word in ("SELECT", "INSERT", "UPDATE") for word in asked) == 7
    assert tables_read(captured).isdisjoint(
        {"results_entry", "results_standing", "tours_tourrider", "tours_line"}
    )
    assert is_as_read(tour)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_tapped_the_kept_stage_is_that_of_the_log(
    director: Client, tour: Tour, seed: int
) -> None:
    random, other = Random(seed), Client()
    other.force_login(a_user("otto"))
    keeping.add_director(tour, User.objects.get(username="otto"), at=NOW)
    riders = [f"{team}{number}" for team in "ab" for number in range(1, 6)]
    answers = []
    for _step in range(60):
        last = Entry.objects.filter(stage__tour=tour).count()
        rider = random.choice(riders)
        body: e.EntryBody = random.choice(
            (
                e.Place(random.choice(("s1", "s2", "p1")), rider),
                e.Arrive((rider,)),
                e.Arrive((rider,)),
                e.Square(random.randint(1, 14)),
                Die(random.randint(1, 6)),
                Use("a", "bottle"),
                e.Remove(e.FINISH, rider),
                e.Penalise(rider, 10, "seconds", "feeding"),
                e.Out(rider),
                e.Back(rider),
                e.Undo(random.randint(1, last + 1)),
                e.Redo(random.randint(1, last + 1)),
            )
        )
        answers += taps(random.choice((director, other)), tour, body)
        if answers[-1] == 200:
            assert is_as_read(tour)
    assert {200, 422} <= set(answers)
    assert verify(tour).problems == []


# -- what others do in between


def _correct_an_earlier_stage(tour: Tour) -> None:
    """Rider a1 was out of the race in the first stage."""
    first = tour.stages.get(number=1)
    for words in ("reopen", "remove finish a1", "out a1"):
        say(first, words)
    say(first, "end")


def _score_otherwise(tour: Tour) -> None:
    tour.refresh_from_db()
    rules = rules_of(tour)
    known = mark_of(tour.rules)
    rules.manager_points.points["stage"] = [3, 2, 1]
    save_rules(tour, rules, rules_mark=known, by=a_user(), at=NOW)


def _tap_by_another_process(tour: Tour) -> None:
    say(tour.stages.get(number=2), "place s2 b2")
    say(tour.stages.get(number=2), "place s2 b3")


def _undo_by_another_process(tour: Tour) -> None:
    stage = tour.stages.get(number=2)
    say(stage, f"undo {say(stage, 'place s2 b2').entry.seq}")


def _erase_and_restore(tour: Tour) -> None:
    keeping.erase(tour, at=NOW)
    keeping.restore(Tour.objects.get(pk=tour.pk), at=NOW)


def _restore_a_backup(tour: Tour) -> None:
    Epoch.objects.update(name="another-history")


def _roll_back(tour: Tour) -> None:
    """A tap that was kept, in a transaction that came to nothing."""
    director = Client()
    director.force_login(User.objects.get(username="dora"))
    with transaction.atomic():
        taps(director, tour, e.Place("s1", "b4"), number=2)
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    "change",
    [
        _correct_an_earlier_stage,
        _score_otherwise,
        lambda tour: save_marks(tour, {"youth": {"a1"}}, at=NOW),
        lambda tour: keeping.change(tour, at=NOW, options={"beyond_12": "like_12"}),
        # by hand, past everything that raises the revision
        lambda tour: Tour.objects.update(options={"descent_death": "last_in_stage"}),
        lambda tour: Stage.objects.filter(number=2).update(label="2b"),
        lambda tour: keeping.rename(tour, "Another name", at=NOW),
        _tap_by_another_process,
        _undo_by_another_process,
        _erase_and_restore,
        _restore_a_backup,
        _roll_back,
    ],
)
def test_whatever_changes_in_between_the_next_tap_is_that_of_the_log(
    director: Client, tour: Tour, change: Callable[[Tour], object]
) -> None:
    log_stage(tour)
    assert taps(director, tour, e.Place("s1", "a2"), number=2) == [200]
    change(tour)
    assert taps(director, tour, e.Place("s1", "b5"), number=2) == [200]
    assert is_as_read(tour, 2)


def test_entries_of_another_process_are_added_and_the_rest_is_not_read(
    director: Client, tour: Tour
) -> None:
    taps(director, tour, e.Place("s1", "a1"))
    say(tour.stages.get(number=1), "place s1 b2")
    with CaptureQueriesContext(connection) as captured:
        assert taps(director, tour, e.Place("s1", "b1")) == [200]
    assert "tours_tourrider" not in tables_read(captured)
    assert is_as_read(tour)


def test_a_refused_tap_leaves_nothing_behind(director: Client, tour: Tour) -> None:
    taps(director, tour, e.Place("s1", "a1"))
    assert taps(director, tour, e.Place("s1", "a1"), e.Place("s1", "b1")) == [422, 200]
    assert is_as_read(tour)


def test_a_tap_that_comes_twice_is_answered_and_kept_once(director: Client, tour: Tour) -> None:
    for _time in range(2):
        answer = tap(director, tour, entry=e.dump(e.Place("s1", "a1")), token="same")
        assert answer.headers["X-Recorded"] == "1"
    assert taps(director, tour, e.Place("s1", "b1")) == [200]
    assert Entry.objects.count() == 2
    assert is_as_read(tour)


def test_a_reading_belongs_to_one_request_and_to_no_user(director: Client, tour: Tour) -> None:
    taps(director, tour, e.Place("s1", "a1"))
    stage = Stage.objects.select_related("tour").get(tour=tour, number=1)
    stage.tour.revision += 1  # as in the transaction of a tap
    head, epoch = stage.log_head, Epoch.objects.get().name
    reading = reading_cache.take(stage, head, epoch)
    assert reading is not None
    assert reading.stage is stage
    assert reading.field.tour is stage.tour
    assert not stage.tour.directed
    assert reading_cache.take(stage, head, epoch) is None


def test_a_log_that_ends_otherwise_is_read(director: Client, tour: Tour) -> None:
    """Number and revision agree, the checksum of the last entry does not."""
    taps(director, tour, e.Place("s1", "a1"))
    stage = Stage.objects.select_related("tour").get(tour=tour, number=1)
    stage.tour.revision += 1
    head, epoch = stage.log_head, Epoch.objects.get().name
    head.checksum = "0" * len(head.checksum)
    assert reading_cache.take(stage, head, epoch) is None


def test_so_many_readings_are_kept_and_no_more(director: Client, tour: Tour) -> None:
    taps(director, tour, e.Place("s1", "a1"))
    first = kept_of(tour)
    for pk in range(-reading_cache.MOST, 0):
        reading_cache.put(replace(first, stage=Stage(pk=pk, tour=tour)), "", "")
    assert len(reading_cache._readings) == reading_cache.MOST
    assert reading_cache._readings.find(first.stage.pk) is None


# -- kept readings that are wrong


def _swap(reading: StageReading) -> None:
    reading.log.sheet.order.reverse()


def _name_another(reading: StageReading) -> None:
    reading.log.sheet.lines["s1"][0] = "b5"


def _forget_an_entry(reading: StageReading) -> None:
    del reading.log.effective[1]


def _change_the_start_list(reading: StageReading) -> None:
    reading.frame.names["a1"] = "Somebody"


@pytest.mark.parametrize("poison", [_swap, _name_another, _forget_an_entry, _change_the_start_list])
def test_the_next_tap_finds_a_reading_that_was_changed(
    director: Client,
    tour: Tour,
    caplog: pytest.LogCaptureFixture,
    poison: Callable[[StageReading], None],
) -> None:
    taps(director, tour, e.Place("s1", "a1"), e.Arrive(("a1", "a2")))
    poison(kept_of(tour))
    assert verify(tour).problems == []
    with caplog.at_level(logging.ERROR):
        assert taps(director, tour, e.Place("s1", "b1")) == [200]
    assert "was changed" in caplog.text
    assert is_as_read(tour)
    assert verify(tour).problems == []


def test_end_stage_finds_a_reading_that_is_not_its_log(
    director: Client, tour: Tour, caplog: pytest.LogCaptureFixture
) -> None:
    """Even one that was kept so: the result comes from the log."""
    log_stage(tour, end=False)
    taps(director, tour, Use("a", "bottle"))
    pk = tour.stages.get(number=1).pk
    right = kept_of(tour).log.sheet.result()
    _swap(kept_of(tour))
    wrong = reading_cache._readings.find(pk)
    assert wrong is not None
    reading_cache.put(wrong.reading, reading_cache.digest_of(wrong.reading), wrong.basis[0])
    with caplog.at_level(logging.ERROR):
        answer = director.post(f"/tours/{tour.slug}/stages/1/end/", {"token": "end"})
    assert answer.status_code == 302
    assert "is not its log" in caplog.text
    assert read_result(Standing.objects.get().result) == right
    assert verify(tour).problems == []
