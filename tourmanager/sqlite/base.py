"""Django's backend for SQLite, with two differences.

Who writes waits in a queue first (`queue.py`), from BEGIN to COMMIT, or for the one statement
outside a transaction. Only the outermost `atomic` begins a transaction, so nothing waits within its
own turn.

A database that does not exist yet is read as an empty one and no file is made of it, until
`migrate` prepares it. Otherwise every command that only looks would leave an empty file behind,
which the next one takes for a database.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base as django_sqlite

from tourmanager.sqlite.queue import WaitedTooLong, WriterQueue, queue_of

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP")
LEAST_WAIT = 1.0  # seconds that SQLite waits for another process, however long the queue took


class Cursor(django_sqlite.SQLiteCursorWrapper):
    """A cursor whose writing statements wait for their turn where no transaction has one
    already."""

    database: "DatabaseWrapper"

    def execute(self, query: str, params: Any = None) -> Any:
        with self.database.turn_for(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        with self.database.turn_for(query):
            return super().executemany(query, param_list)


class DatabaseWrapper(django_sqlite.DatabaseWrapper):
    _queue: WriterQueue | None = None  # the one in which this connection has its turn
    _prepared = False

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        self._patience = float(params.get("timeout", 5))
        if not self._prepared and _is_missing(str(params["database"])):
            params["database"] = ":memory:"
        is_shared = params["database"] != ":memory:" and not self.is_in_memory_db()
        self._file_queue = queue_of(os.path.realpath(params["database"])) if is_shared else None
        return params

    def prepare_database(self) -> None:
        """`migrate` begins: from here on the file may be made."""
        super().prepare_database()
        name = str(self.settings_dict["NAME"])
        if not self._prepared and _is_missing(name):
            self._prepared = True
            with suppress(OSError):  # opening the database says what is wrong with the folder
                Path(name).parent.mkdir(exist_ok=True)
            self.close()

    def create_cursor(self, name: str | None = None) -> Cursor:
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        cursor.database = self
        return cursor

    @contextmanager
    def turn_for(self, query: str) -> Iterator[None]:
        writes = query.lstrip()[:8].upper().startswith(WRITES)
        if self._queue is not None or self.in_atomic_block or not writes:
            yield
            return
        self._enter()
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> None:
        if self._queue is not None or self._file_queue is None:
            return
        try:
            remaining = self._file_queue.enter(self._patience)
        except WaitedTooLong:
            raise OperationalError("database is locked: others were writing all the time") from None
        self._queue = self._file_queue
        wait = int(1000 * max(remaining, LEAST_WAIT))
        self.connection.execute(f"PRAGMA busy_timeout = {wait}")  # not shown

    def _leave(self) -> None:
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.leave()

    def _start_transaction_under_autocommit(self) -> None:
        self._enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs leave it out
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # the stubs leave it out
        self._leave()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]  # the stubs leave it out
        self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # the stubs leave it out
        finally:
            self._leave()


def _is_missing(name: str) -> bool:
    return name != ":memory:" and not name.startswith("file:") and not os.path.exists(name)
