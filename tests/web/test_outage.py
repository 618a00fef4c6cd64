"""Where the database is away, busy or full, it is said in words that need no database, and when to
try again; nothing fails a second time on the way out."""

import errno
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator

import psycopg
import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client

from tests.conftest import vendor
from tests.factory import a_tour, a_user
from tests.race import active_stage
from tourmanager.results.models import Entry
from tourmanager.web.outage import AWAY, BUSY, FULL, READ_ONLY, UNPREPARED, outage_of

FAULTS: dict[str, Callable[[], Exception]] = {
    "away": lambda: OperationalError('connection to server at "127.0.0.1", port 1 failed: refused'),
    "full": lambda: OperationalError("database or disk is full"),
    "locked": lambda: OperationalError("database is locked"),
}
FROM_POSTGRESQL = {"away"}
SAID = {
    "away": "The database cannot be reached",
    "full": "The disk is full",
    "locked": "The database is busy",
}


def error_of(kind: str) -> Exception:
    error = FAULTS[kind]()
    if kind in FROM_POSTGRESQL:
        error.__cause__ = psycopg.OperationalError("refused")
    return error


@pytest.fixture(params=FAULTS)
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Every question to the database fails."""

    def fail(*args: object, **kwargs: object) -> None:
        raise error_of(request.param)

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", fail)
    yield request.param
    monkeypatch.undo()


@pytest.fixture
def signed_in(db) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(a_user("dora"))
    return client


@pytest.mark.parametrize(
    "path", ["/", "/tours/", "/account/sign-in/", "/no/such/page/", "/teams/", "/admin/"]
)
def test_every_page_says_what_is_known(signed_in: Client, broken: str, path: str) -> None:
    answer = signed_in.get(path)
    assert answer.status_code == 503
    assert SAID[broken] in answer.content.decode()
    assert int(answer["Retry-After"]) > 0
    assert answer["Cache-Control"] == "no-store"
    assert "sessionid" not in answer.cookies  # nobody is signed out by it


def test_one_fault_is_noted_once(
    signed_in: Client, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Today the page about the fault asks the database itself, at every step of its way out."""
    with caplog.at_level(logging.ERROR, "django.request"):
        signed_in.get("/teams/")
    assert len([record for record in caplog.records if record.exc_info]) == 1


def test_a_part_of_a_page_gets_the_words_in_its_place(signed_in: Client, broken: str) -> None:
    answer = signed_in.get("/tours/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (503, "#alert")
    assert SAID[broken] in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_a_tap_gets_them_as_a_value_and_is_not_taken_for_answered(
    signed_in: Client, broken: str
) -> None:
    answer = signed_in.post("/tours/any/stages/1/record/", {}, headers={"X-Tap": "1"})
    assert answer.status_code == 503
    assert (
        "X-Stage-State" not in answer.headers
    )  # by it the page knows what was recorded or refused
    assert json.loads(answer.content)["title"] == SAID[broken]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    vendor() != "SQLite", reason="a writer elsewhere locks the whole file on SQLite only"
)
def test_a_tap_into_a_locked_file_is_sent_again_and_counts_once() -> None:
    client = Client(raise_request_exception=False)
    director = a_user("dora")
    client.force_login(director)
    stage = active_stage(a_tour(by=director))
    entry = {"do": "place", "line": "s1", "rider": "a1"}
    tap = {"entry": json.dumps(entry), "token": "t1"}
    path = f"/tours/{stage.tour.slug}/stages/1/record/"
    options = connection.settings_dict["OPTIONS"]
    usual, options["timeout"] = options["timeout"], 0.2
    connection.close()
    other = sqlite3.connect(connection.settings_dict["NAME"])
    try:
        other.execute("BEGIN IMMEDIATE")
        answer = client.post(path, tap, headers={"X-Tap": "1"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        other.rollback()
        assert client.post(path, tap, headers={"X-Tap": "1"}).status_code == 200
    finally:
        other.close()
        connection.close()
        options["timeout"] = usual
    assert Entry.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.urls("tests.web.urls")
def test_a_fault_of_the_program_stays_one() -> None:
    answer = Client(raise_request_exception=False).get("/broken/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


class Coded(psycopg.OperationalError):
    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("words")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "outage"),
    [
        (None, AWAY),
        ("57P01", AWAY),
        ("57P03", AWAY),
        ("08006", AWAY),
        ("3D000", AWAY),
        ("53100", FULL),
        ("53300", BUSY),
        ("40P01", BUSY),
        ("25006", READ_ONLY),
        ("22003", None),
    ],
)
def test_what_postgresql_says_is_read_by_its_code(sqlstate: str | None, outage: object) -> None:
    error = OperationalError("words")
    error.__cause__ = Coded(sqlstate)
    assert outage_of(error) is outage


def test_other_errors_are_told_apart() -> None:
    missing = ProgrammingError("relation does not exist")
    missing.__cause__ = Coded("42P01")
    assert outage_of(missing) is UNPREPARED
    assert outage_of(OperationalError("no such table: accounts_user")) is UNPREPARED
    assert outage_of(OperationalError('near "SELEKT": syntax error')) is None
    assert outage_of(OSError(errno.ENOSPC, "No space left on device")) is FULL
    assert outage_of(OSError(errno.ENOENT, "No such file")) is None
    assert outage_of(ValueError("a fault of ours")) is None


def test_the_cause_behind_an_error_is_seen() -> None:
    error = ValueError("the page could not be drawn")
    error.__context__ = OperationalError("database or disk is full")
    assert outage_of(error) is FULL
