"""A program is held to so many requests; a process counts several in the database at once."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.api.program import Program
from tests.factory import a_tour, a_user
from tourmanager.accounts import limits
from tourmanager.accounts.models import UseCount
from tourmanager.web.shelf import clear_all

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def narrow(monkeypatch) -> None:
    for name, most in (("API_REQUESTS", 12), ("API_WRITES", 5)):
        limit = getattr(limits, name)
        values = vars(limit) | {"most": most, "at_once": 4}
        monkeypatch.setattr(limits, name, limits.Limit(**values))


def assert_limited(answer) -> None:
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many_requests"
    assert "Wait 1 minute" in answer.json()["message"]
    assert 0 < int(answer["Retry-After"]) <= 60


def test_one_network_is_held_to_so_many_requests():
    assert [Program().get("tours").status_code for _ in range(12)] == [200] * 12
    assert_limited(Program().get("tours"))
    assert_limited(Program(a_user()).get("tours"))
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get("/api/v1/tours").status_code == 200
    UseCount.objects.update(since=timezone.now() - timedelta(minutes=2))
    assert Program().get("tours").status_code == 200


def test_what_was_counted_in_advance_is_spent_in_its_time_only(monkeypatch):
    Program().get("tours")
    assert UseCount.objects.get().count == 4
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(limits.timezone, "now", lambda: later)
    Program().get("tours")
    assert (UseCount.objects.get().count, UseCount.objects.get().since) == (4, later)


def test_another_process_counts_in_the_same_place():
    for _ in range(3):
        Program().get("tours")
        clear_all()  # as a process that has taken nothing yet
    assert_limited(Program().get("tours"))


def test_one_token_records_so_often_and_another_goes_on(monkeypatch):
    director = a_user()
    tour = a_tour(by=director)
    program = Program(director)
    entries = [{"do": "place", "line": "s1", "rider": "a1"}] * 5
    statuses = [program.record(tour, 1, entry).status_code for entry in entries]
    assert statuses == [201, 422, 422, 422, 422]
    assert_limited(program.record(tour, 1, entries[0]))
    assert program.get("tours").status_code == 200
    assert Program(director).record(tour, 1, entries[0]).status_code == 422


def test_requests_without_a_token_that_fits_count_too():
    program = Program()
    program.headers = {"Authorization": "Bearer wrong"}
    assert {program.get("tours").status_code for _ in range(12)} == {401}
    assert_limited(program.get("tours"))
