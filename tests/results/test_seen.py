"""Taps of a page that knows another history of the server, or belongs to another account: nothing
is looked at, nothing is lost.
"""

from typing import Any

import pytest
from django.test import Client

from tests.factory import NOW, a_tour, a_user
from tests.race import say
from tests.results.test_stage_page import page, tap
from tourmanager.accounts.models import User
from tourmanager.backups.models import Epoch, current_epoch
from tourmanager.results.models import Entry
from tourmanager.tours.models import Director, Stage, Tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return a_user("dora")


@pytest.fixture
def tour(user: User) -> Tour:
    return a_tour(by=user, stages=2, teams=2, riders=5)


@pytest.fixture
def stage(tour: Tour) -> Stage:
    return tour.stages.get(number=1)


@pytest.fixture
def director(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def log() -> list[str]:
    return [entry.body["do"] for entry in Entry.objects.order_by("seq")]


def step(what: str, seq: int, **more: str) -> dict[str, Any]:
    return {"entry": {"do": what, "seq": seq} | more}


# -- undo and redo name their entry


def test_an_undo_names_its_entry_by_token(director: Client, tour: Tour, stage: Stage) -> None:
    say(stage, "place s1 a1")
    say(stage, "place s1 b1")
    second = Entry.objects.get(seq=2)
    refused = tap(director, tour, **step("undo", 2, token="of-another-entry"))
    assert refused.status_code == 409
    assert "its number now belongs to another entry" in refused.content.decode()
    assert log() == ["place", "place"]
    assert tap(director, tour, **step("undo", 2, token=second.token)).status_code == 200
    assert Entry.objects.get(seq=3).body == {"do": "undo", "seq": 2}
    assert tap(director, tour, **step("redo", 2, token="of-another-entry")).status_code == 409
    assert tap(director, tour, **step("redo", 2, token=second.token)).status_code == 200
    assert log() == ["place", "place", "undo", "redo"]


def test_an_undo_of_an_entry_that_is_not_there_is_a_conflict(
    director: Client, tour: Tour, stage: Stage
) -> None:
    say(stage, "place s1 a1")
    assert tap(director, tour, **step("undo", 7, token="token")).status_code == 409


def test_an_undo_by_number_counts_while_the_page_can_know_it(
    director: Client, tour: Tour, stage: Stage
) -> None:
    """Pages of older versions send no token; more entries than the log has tell that they know
    another one.
    """
    say(stage, "place s1 a1")
    assert tap(director, tour, **step("undo", 1), base="4").status_code == 409
    assert log() == ["place"]
    assert tap(director, tour, **step("undo", 1), base="1").status_code == 200


def test_buttons_without_a_script_name_the_entry_too(
    director: Client, tour: Tour, stage: Stage, user: User
) -> None:
    tap(director, tour)
    board = director.get(page(tour), {"line": "s1"}).context["board"]
    assert board.undo.parts == ((1, Entry.objects.get().token),)
    answer = tap(director, tour, script=False, entry=board.undo.entry)
    assert answer.status_code == 302
    assert Entry.objects.get(seq=2).body == {"do": "undo", "seq": 1}


@pytest.mark.parametrize(
    "entry",
    [
        '{"do":"undo","seq":1,"token":""}',
        '{"do":"undo","seq":1,"token":7}',
        '{"do":"undo","seq":99999999999,"token":"a"}',
        '{"do":"place","line":"s1","rider":"a1","token":"a"}',
        '{"do":"undo","token":"a"}',
        '{"do":"undo","seq":2,"token":"a","also":[[1]]}',
        '{"do":"undo","seq":2,"token":"a","also":[["1","a"]]}',
        '{"do":"undo","seq":2,"token":"a","also":[1]}',
        '{"do":"undo","seq":1,"token":"\\ud800"}',
    ],
)
def test_a_step_that_cannot_be_read_changes_nothing(
    director: Client, tour: Tour, stage: Stage, entry: str
) -> None:
    say(stage, "place s1 a1")
    assert tap(director, tour, entry=entry).status_code == 400
    assert log() == ["place"]


# -- another history


def test_a_tap_of_another_epoch_is_held(director: Client, tour: Tour, stage: Stage) -> None:
    say(stage, "place s1 a1")
    answer = tap(
        director, tour, epoch="of-before", entry={"do": "place", "line": "s1", "rider": "b1"}
    )
    assert (answer.status_code, answer["X-Stopped"]) == (409, "history")
    assert "X-Stage-State" not in answer
    assert log() == ["place"]
    assert (
        tap(
            director,
            tour,
            epoch=current_epoch(),
            entry={"do": "place", "line": "s1", "rider": "b1"},
        ).status_code
        == 200
    )


@pytest.mark.parametrize("last", ["1:of-another-entry", "2:token", "99999:token"])
def test_a_tap_that_has_seen_what_the_log_does_not_hold_is_held(
    director: Client, tour: Tour, stage: Stage, last: str
) -> None:
    """Also where a file was copied back, and the epoch is the same."""
    say(stage, "place s1 a1")
    revision = Tour.objects.get(pk=tour.pk).revision
    answer = tap(director, tour, last=last, entry={"do": "place", "line": "s1", "rider": "b1"})
    assert (answer.status_code, answer["X-Stopped"]) == (409, "history")
    assert log() == ["place"]
    assert Tour.objects.get(pk=tour.pk).revision == revision
    seen = f"1:{Entry.objects.get().token}"
    assert (
        tap(
            director, tour, last=seen, entry={"do": "place", "line": "s1", "rider": "b1"}
        ).status_code
        == 200
    )


def test_a_repeated_tap_of_another_history_is_held_too(
    director: Client, tour: Tour, stage: Stage
) -> None:
    """It stands in the log; but the page has to learn that what it saw later does not."""
    say(stage, "place s1 a1")
    known = Entry.objects.get()
    assert (
        tap(director, tour, token=known.token, entry=known.body, last="2:gone").status_code == 409
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"last": "x"},
        {"last": "1:"},
        {"last": "-1:a"},
        {"last": "1:" + "a" * 65},
        {"epoch": "no name"},
    ],
)
def test_what_no_page_says_is_refused(director: Client, tour: Tour, fields: dict[str, str]) -> None:
    assert tap(director, tour, **fields).status_code == 400
    assert log() == []


def test_a_page_that_looks_again_is_told(director: Client, tour: Tour, stage: Stage) -> None:
    say(stage, "place s1 a1")
    first = director.get(page(tour), {"line": "s1"})
    assert f'data-epoch="{current_epoch()}"' in first.content.decode()
    seen = {"part": "board", "seen": first.context["seen"]}
    for claims in ({"epoch": "of-before"}, {"last": "1:another"}, {"last": "2:another"}):
        answer = director.get(page(tour), seen | claims)
        assert (answer.status_code, answer["X-Stopped"]) == (409, "history")
    claims = {"epoch": current_epoch(), "last": f"1:{Entry.objects.get().token}"}
    assert director.get(page(tour), seen | claims).status_code == 204


def test_who_watches_gets_the_restored_stage(client: Client, tour: Tour, stage: Stage) -> None:
    """The tour's revision may be the same by chance."""
    seen = client.get(page(tour)).context["seen"]
    Epoch.objects.update(name="another")
    answer = client.get(page(tour), {"part": "board", "seen": seen}, headers={"HX-Request": "true"})
    assert (answer.status_code, "data-state" in answer.content.decode()) == (200, False)


def test_the_tokens_of_the_log_are_for_directors(
    director: Client, client: Client, tour: Tour, stage: Stage
) -> None:
    say(stage, "place s1 a1")
    say(stage, "place s1 b1")
    told = director.get(page(tour), {"part": "tokens"}).json()
    assert told == {
        "epoch": current_epoch(),
        "open": True,
        "tokens": [entry.token for entry in Entry.objects.order_by("seq")],
    }
    assert client.get(page(tour), {"part": "tokens"}).status_code == 403


def test_a_database_without_a_name_gets_one_and_keeps_it() -> None:
    Epoch.objects.all().delete()
    assert current_epoch() == current_epoch() == Epoch.objects.get().name


# -- another account


def test_a_tap_goes_out_under_no_other_account(director: Client, tour: Tour, user: User) -> None:
    second = a_user("second")
    Director.objects.create(tour=tour, user=second, added_at=NOW)
    for other in (second, a_user("stranger")):
        client = Client()
        client.force_login(other)
        answer = tap(client, tour, account=user.device_key)
        assert (answer.status_code, answer["X-Stopped"]) == (403, "account")
        for part in ("board", "tokens"):
            assert (
                client.get(page(tour), {"part": part, "account": user.device_key})["X-Stopped"]
                == "account"
            )
    assert log() == []
    assert tap(director, tour, account=user.device_key).status_code == 200
    assert Entry.objects.get().by == user


def test_an_account_made_after_a_restore_is_another_one(user: User) -> None:
    key, pk = user.device_key, user.pk
    user.delete()
    assert User.objects.create(pk=pk, username="somebody-else").device_key != key
