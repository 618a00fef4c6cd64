"""Warn at start-up of tours, drafts and single rides whose games this server does not know."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from django.core.checks import CheckMessage, Warning
from django.db import DatabaseError, connections
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext

from tourmanager.tabletop.registry import rooms

NAMED = 10  # rows named for each such game; the rest are counted


class Source(NamedTuple):
    """Rows that keep the key of a game in their field `game`, and what a warning calls them."""

    model: type[Model]
    name: Callable[[Any], str]
    only: Q = Q()


# Each app adds its own when it is ready, by the name of the model: an app can be made ready again.
SOURCES: dict[str, Source] = {}


def check_games(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Return one warning for each unknown game, with the names of what has it.

    Asks the databases that a command names (`check --database default`), once they have tables.
    """
    messages: list[CheckMessage] = []
    for alias in databases or ():
        for game, names in sorted(_find_unknown_games(alias).items()):
            sentence = (
                gettext(
                    "This server does not know the game “%(game)s”. It cannot open %(names)s and"
                    " %(more)s more."
                )
                if len(names) > NAMED
                else gettext(
                    "This server does not know the game “%(game)s”. It cannot open %(names)s."
                )
            )
            values = {
                "game": game,
                "names": ", ".join(names[:NAMED]),
                "more": len(names) - NAMED,
            }
            messages.append(
                Warning(
                    sentence % values,
                    hint=gettext(
                        "Name the room of that game in GAME_ROOMS, or update Tour Manager."
                    ),
                    id="tours.W001",
                )
            )
    return messages


def _find_unknown_games(alias: str) -> dict[str, list[str]]:
    """Collect the names of what has an unknown game, by its key."""
    names: dict[str, list[str]] = {}
    for source in SOURCES.values():
        for game, name in _rows(source, alias):
            names.setdefault(game, []).append(name)
    return names


def _rows(source: Source, alias: str) -> Iterator[tuple[str, str]]:
    """Yield the key and the name of each row whose game is unknown."""
    if source.model._meta.db_table not in connections[alias].introspection.table_names():
        return
    keys = [room.key for room in rooms()]
    rows: QuerySet[Any] = source.model._default_manager.using(alias).filter(source.only)
    try:
        strangers = [(row.game, source.name(row)) for row in rows.exclude(game__in=keys)]
    except DatabaseError:  # of an older version: nothing is known before it is brought up to date
        return
    yield from sorted(strangers)
