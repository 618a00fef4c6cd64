"""Tours that take long to log are logged once in each test process: later tests find the same rows,
with the same keys, whether the first one rolled them back or emptied the tables.
"""

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.db import connection, transaction

from tourmanager.backups.models import Epoch

_kept: dict[str, dict[str, list[Any]]] = {}


def tables() -> list[str]:
    """List the tables of the app, but for the name of the database's history, which is its own."""
    return [
        model._meta.db_table
        for model in apps.get_models()
        if model.__module__.startswith("tourmanager.") and model is not Epoch
    ]


def all_rows(cursor: Any, table: str) -> list[Any]:
    cursor.execute(f"SELECT * FROM {table}")
    return cursor.fetchall()


def kept(name: str, make: Callable[[], object]) -> None:
    """Fills the empty tables of the app with what `make` makes; `name` is its own."""
    with transaction.atomic(), connection.cursor() as cursor:
        if name not in _kept:
            make()
            _kept[name] = {table: all_rows(cursor, table) for table in tables()}
            return
        for table, rows in _kept[name].items():
            if rows:
                cursor.executemany(
                    f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows
                )
