"""Pages and standings that are kept in memory: the same for everybody who looks, and never older
than what is stored.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tests.race import a_raced_tour, active_stage, log_stage, say
from tourmanager.accounts.models import User
from tourmanager.classifications import courses, parts, versions
from tourmanager.results.models import Standing
from tourmanager.results.publishing.rebuild import rebuild
from tourmanager.results.publishing.verify import verify
from tourmanager.schemes.saving import save_marks, save_rules
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.pages import keeping
from tourmanager.tours.rules import mark_of, rules_of

pytestmark = pytest.mark.django_db
PAGES = ("all", "one individual", "one stage", "one mountain", "jerseys", "manager_points")
HTMX = {"HX-Request": "true"}


def forget() -> None:
    for shelf in (parts._parts, courses._summed, versions._versions):
        shelf.clear()


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    forget()


@pytest.fixture
def user() -> User:
    return a_user("dora")


@pytest.fixture
def tour(user: User) -> Tour:
    """Two of four stages are raced."""
    tour = a_tour(stages=4, by=user)
    log_stage(tour, "a1 b1 0:10, b2 0:40")
    log_stage(tour, "b2 0:05, a2 0:30")
    return Tour.objects.get(pk=tour.pk)


def address(tour: Tour, words: str) -> str:
    name, *more = words.split()
    return reverse(f"classifications:{name}", args=[tour.slug, *more])


def drawn(client: Client, tour: Tour, words: str, **query: Any) -> str:
    """The part of a page that follows the race."""
    return client.get(address(tour, words), query, headers=HTMX).content.decode()


@pytest.mark.parametrize("words", PAGES)
def test_a_page_that_has_not_changed_is_read_by_one_question(
    client: Client, tour: Tour, words: str
) -> None:
    first = client.get(address(tour, words)).content
    with CaptureQueriesContext(connection) as captured:
        again = client.get(address(tour, words)).content
    assert len(captured) == 1
    assert drawn(client, tour, words) in first.decode()
    assert drawn(client, tour, words) in again.decode()


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_page_that_asks_for_news_and_gets_none_asks_one_question(
    client: Client, tour: Tour, user: User, signed_in: bool
) -> None:
    """Who asks is not even looked up: what would be shown is the same for everybody."""
    if signed_in:
        client.force_login(user)
    asked = {"seen": versions.version_of_pages(tour)}
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address(tour, "all"), asked, headers=HTMX)
    assert answer.status_code == 204
    assert len(captured) == 1
    Tour.objects.filter(pk=tour.pk).update(erased_at=NOW)
    assert client.get(address(tour, "all"), asked, headers=HTMX).status_code == 404


def _end_the_next_stage(tour: Tour) -> None:
    log_stage(tour, "a3 0:20")


def _correct(tour: Tour) -> None:
    first = tour.stages.get(number=1)
    for words in ("reopen", "penalise a1 20 seconds", "end"):
        say(first, words)


def _score_otherwise(tour: Tour) -> None:
    rules = rules_of(tour)
    rules.manager_points.points["stage"] = [3, 2, 1]
    save_rules(tour, rules, rules_mark=mark_of(tour.rules), by=a_user(), at=NOW)


def _repair_a_result(tour: Tour) -> None:
    """A result that was changed by hand, as `manage.py verify` finds it, is rebuilt."""
    row = Standing.objects.get(stage__tour=tour, stage__number=2)
    row.result["arrivals"].reverse()
    row.save()
    keeping.change(tour, at=NOW)
    client = Client()
    assert all(drawn(client, tour, words) for words in PAGES)
    rebuild(tour)
    assert verify(tour).problems == []


@pytest.mark.parametrize(
    "change",
    [
        _end_the_next_stage,
        _correct,
        _score_otherwise,
        _repair_a_result,
        lambda tour: say(tour.stages.get(number=1), "reopen"),
        lambda tour: say(tour.stages.get(number=1), "official"),
        lambda tour: say(active_stage(tour), "place s1 a1"),
        lambda tour: save_marks(tour, {"youth": {"a1"}}, at=NOW),
        lambda tour: keeping.rename(tour, "Another name", at=NOW),
        lambda tour: keeping.change(tour, at=NOW, archived_at=NOW),
    ],
)
def test_whatever_changes_pages_are_as_if_nothing_was_kept(
    client: Client, tour: Tour, change: Callable[[Tour], object]
) -> None:
    for words in PAGES:
        client.get(address(tour, words))
        drawn(client, tour, words)
    change(tour)
    kept = [drawn(client, tour, words) for words in PAGES]
    forget()
    assert kept == [drawn(client, tour, words) for words in PAGES]


def test_the_stage_on_the_road_changes_with_every_tap(client: Client, tour: Tour) -> None:
    before = drawn(client, tour, "one stage", stage="now")
    assert drawn(client, tour, "one stage", stage="now") == before
    for words in ("arrive a1", "square 3", "die 2"):
        say(active_stage(tour), words)
    after = drawn(client, tour, "one stage", stage="now")
    assert after != before
    forget()
    assert drawn(client, tour, "one stage", stage="now") == after


def test_what_is_kept_holds_nobodys_name_and_rights(client: Client, tour: Tour, user: User) -> None:
    director = Client()
    director.force_login(user)
    assert "dora" in director.get(address(tour, "all")).content.decode()
    page = client.get(address(tour, "all")).content.decode()
    assert "dora" not in page
    assert "read only" in page


def test_addresses_with_other_questions_are_not_kept(client: Client, tour: Tour) -> None:
    client.get(address(tour, "all"), {"anything": "x" * 500})
    assert len(parts._parts) == 0


def test_what_changed_while_it_was_read_is_not_kept(
    client: Client, tour: Tour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two questions to the database somebody reopened a stage, and gave that up later."""
    real = courses.field_of

    def reopened(tour: Tour) -> courses.TourStartList:
        monkeypatch.setattr(courses, "field_of", real)
        say(tour.stages.get(number=1), "reopen")
        return real(tour)

    monkeypatch.setattr(courses, "field_of", reopened)
    assert "is being corrected" in drawn(client, tour, "all")
    say(tour.stages.get(number=1), "discard")
    assert "is being corrected" not in drawn(client, tour, "all")


def _spoil_a_sum(kept: courses.Summed) -> None:
    kept.sums[1].summed[0].wins["b2"] = -9


def _spoil_a_sum_before_the_last_stage(kept: courses.Summed) -> None:
    kept.sums[0].manager_points.parts.clear()


def _spoil_a_result(kept: courses.Summed) -> None:
    kept.course.results[0].statuses["b2"] = "dsq"


@pytest.mark.parametrize(
    "spoil", [_spoil_a_sum, _spoil_a_sum_before_the_last_stage, _spoil_a_result]
)
def test_sums_that_were_changed_in_memory_are_found_and_thrown_away(
    client: Client,
    tour: Tour,
    spoil: Callable[[courses.Summed], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawn(client, tour, "all")
    kept = courses._summed.find((tour.pk, "en"))
    assert kept is not None
    spoil(kept)
    assert verify(tour).problems == []
    log_stage(tour, "a3 0:20")
    pages = [drawn(client, tour, words) for words in PAGES]
    assert f"The kept sums of {tour.slug} were changed." in caplog.text
    forget()
    assert pages == [drawn(client, tour, words) for words in PAGES]


def test_a_stage_that_ends_is_added_to_what_was_summed(
    client: Client, tour: Tour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start list and earlier results are not read again; nor when the last stage is corrected."""
    drawn(client, tour, "all")
    log_stage(tour, "a3 0:20")
    monkeypatch.setattr(courses, "sum_course", None)
    assert len(drawn(client, tour, "all")) > 1000
    for words in ("reopen", "penalise a3 20 seconds", "end"):
        say(tour.stages.get(number=3), words)
    assert "a3" in drawn(client, tour, "one stage", stage="3")


def test_two_tours_keep_their_own_pages(client: Client, tour: Tour) -> None:
    other = a_raced_tour(2)
    assert drawn(client, tour, "one individual") != drawn(client, other, "one individual")
    assert Stage.objects.filter(state="ended").count() == 4


def test_a_page_says_no_more_that_an_import_made_a_stage_official(
    client: Client, tour: Tour
) -> None:
    """Only the claim of the import goes: state and result stay as they were."""
    stages = Stage.objects.filter(tour=tour, number=2)
    stages.update(state_imported=1)
    before = drawn(client, tour, "one stage")
    stages.update(state_imported=0)
    Tour.objects.filter(pk=tour.pk).update(revision=F("revision") + 1)
    assert drawn(client, tour, "one stage") != before
