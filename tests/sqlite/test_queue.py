"""Writers to an SQLite file come one after the other, in the order in which they came, and no wait
is without end."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction

from tests.conftest import vendor
from tests.factory import a_user
from tourmanager.accounts.models import User
from tourmanager.sqlite.queue import WaitedTooLong, WriterQueue

on_sqlite = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(vendor() != "SQLite", reason="PostgreSQL has no such queue"),
]


def in_threads(*jobs: Callable[[], None]) -> list[threading.Thread]:
    def job(work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            connection.close()

    threads = [threading.Thread(target=job, args=(work,)) for work in jobs]
    for thread in threads:
        thread.start()
    return threads


class TestTheQueueItself:
    def test_who_came_first_is_served_first(self) -> None:
        queue, served = WriterQueue(), []
        queue.enter(1)

        def writer(number: int) -> None:
            queue.enter(10)
            served.append(number)
            queue.leave()

        threads = []
        for number in range(8):
            threads.append(threading.Thread(target=writer, args=(number,)))
            threads[-1].start()
            while len(queue._waiting) <= number:
                time.sleep(0.001)
        queue.leave()
        for thread in threads:
            thread.join()
        assert served == list(range(8))

    def test_who_waits_too_long_gives_up_and_leaves_the_queue_as_it_was(self) -> None:
        queue = WriterQueue()
        queue.enter(1)
        with pytest.raises(WaitedTooLong):
            queue.enter(0.05)
        queue.leave()
        assert 0.9 < queue.enter(1) <= 1
        queue.leave()

    def test_what_is_left_of_the_time_is_told(self) -> None:
        queue = WriterQueue()
        queue.enter(1)
        threading.Timer(0.2, queue.leave).start()
        assert 0.5 < queue.enter(1) < 0.85


@pytest.fixture
def patience() -> Iterator[Callable[[float], None]]:
    options = connection.settings_dict["OPTIONS"]
    usual = options["timeout"]

    def set_(seconds: float) -> None:
        connection.close()
        options["timeout"] = seconds

    yield set_
    connection.close()
    options["timeout"] = usual


class TestOnSqlite:
    pytestmark = on_sqlite

    def test_twelve_writers_are_served_in_the_order_in_which_they_came(self) -> None:
        """SQLite's own waiting lets later ones through: the longest wait then is many times the
        middle one."""
        served: list[int] = []

        def writer(number: int) -> Callable[[], None]:
            def work() -> None:
                with transaction.atomic():
                    served.append(number)
                    a_user(f"writer{number}")
                    time.sleep(0.03)

            return work

        threads = []
        for number in range(12):
            threads += in_threads(writer(number))
            time.sleep(0.01)
        for thread in threads:
            thread.join()
        assert served == list(range(12))
        assert User.objects.count() == 12

    def test_a_statement_outside_a_transaction_waits_for_its_turn_too(self) -> None:
        a_user("anna")
        began, order = threading.Event(), []

        def in_a_transaction() -> None:
            with transaction.atomic():
                began.set()
                time.sleep(0.2)
                order.append("transaction")

        def alone() -> None:
            began.wait()
            User.objects.update(first_name="Anna")
            order.append("statement")

        for thread in in_threads(in_a_transaction, alone):
            thread.join()
        assert order == ["transaction", "statement"]

    def test_reading_waits_for_nobody(self) -> None:
        with transaction.atomic():
            a_user("anna")
            found: list[int] = []
            for thread in in_threads(lambda: found.append(User.objects.count())):
                thread.join(5)
            assert found == [0]

    def test_what_is_nested_has_its_turn_already(self) -> None:
        with transaction.atomic():
            a_user("anna")
            with transaction.atomic():
                a_user("ben")
                with suppress(ZeroDivisionError), transaction.atomic():
                    a_user("carl")
                    raise ZeroDivisionError
        assert User.objects.count() == 2

    @pytest.mark.parametrize("how", ["commit", "roll back", "close within", "fail to begin"])
    def test_the_turn_ends_however_the_transaction_does(
        self, how: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def work() -> None:
            if how == "fail to begin":
                connection.ensure_connection()
                connection.transaction_mode = "NONSENSE"
                with pytest.raises(OperationalError), transaction.atomic():
                    pass
                return
            with transaction.atomic():
                a_user("anna")
                if how == "roll back":
                    transaction.set_rollback(True)
                if how == "close within":
                    connection.close()

        for thread in in_threads(work):
            thread.join()
        began = time.monotonic()
        a_user("ben")
        assert time.monotonic() - began < 5

    def test_who_waits_too_long_is_told_that_the_database_is_locked(
        self, patience: Callable[[float], None]
    ) -> None:
        patience(0.2)
        held, go = threading.Event(), threading.Event()

        def hold() -> None:
            with transaction.atomic():
                held.set()
                go.wait(10)

        threads = in_threads(hold)
        held.wait(10)
        with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
            pass
        go.set()
        for thread in threads:
            thread.join()
        a_user("anna")

    def test_another_process_gets_its_turn_while_many_write_here(self) -> None:
        """The process that rides for bots is in no queue of ours."""
        a_user("anna")
        done = threading.Event()

        def hammer() -> None:
            while not done.is_set():
                with transaction.atomic():
                    User.objects.update(first_name="Anna")
                    time.sleep(0.005)

        threads = in_threads(*[hammer] * 6)
        name = connection.settings_dict["NAME"]
        write = (
            "import sqlite3, sys\n"
            "for n in range(5):\n"
            "    with sqlite3.connect(sys.argv[1], timeout=20) as other:\n"
            "        other.execute('UPDATE accounts_user SET last_name = ?', (str(n),))\n"
        )
        other = subprocess.run(
            [sys.executable, "-c", write, str(name)], capture_output=True, text=True, timeout=120
        )
        done.set()
        for thread in threads:
            thread.join()
        assert other.stderr == ""
        assert User.objects.get().last_name == "4"


@pytest.mark.django_db
class TestNoDatabaseYet:
    def test_looking_into_a_database_that_does_not_exist_makes_no_file(
        self, tmp_path: Path
    ) -> None:
        from tourmanager.sqlite.base import DatabaseWrapper

        file = tmp_path / "none.sqlite3"
        database = DatabaseWrapper({**_settings(), "NAME": str(file)}, alias="other")
        with pytest.raises(OperationalError, match="no such table"), database.cursor() as cursor:
            cursor.execute("SELECT * FROM accounts_user")
        assert not file.exists()
        database.prepare_database()
        with database.cursor() as cursor:
            cursor.execute("CREATE TABLE lines (km INTEGER)")
        database.close()
        with sqlite3.connect(file) as made:
            assert made.execute("SELECT name FROM sqlite_master").fetchall() == [("lines",)]
        made.close()


def _settings() -> dict[str, object]:
    usual = {
        "TIME_ZONE": None,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "AUTOCOMMIT": True,
        "ATOMIC_REQUESTS": False,
    }
    return {**usual, "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"}, "TEST": {}}
