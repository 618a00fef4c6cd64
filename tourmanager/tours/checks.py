"""Warn at start-up of tours whose games this server does not know."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Warning
from django.db import DatabaseError, connections
from django.utils.translation import gettext

from tourmanager.tabletop.registry import rooms

NAMED = 10  # of such tours; the rest are counted


def check_games(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Return one warning for each unknown game, with the names of its tours.

    Asks the databases that a command names (`check --database default`), once they have tables.
    """
    found: list[CheckMessage] = []
    for alias in databases or ():
        for game, names in sorted(_find_unknown_games(alias).items()):
            sentence = (
                gettext(
                    "This server does not know the game “%(game)s”. It cannot open %(tours)s and"
                    " %(more)s more."
                )
                if len(names) > NAMED
                else gettext(
                    "This server does not know the game “%(game)s”. It cannot open %(tours)s."
                )
            )
            values = {
                "game": game,
                "tours": ", ".join(f"“{name}”" for name in names[:NAMED]),
                "more": len(names) - NAMED,
            }
            found.append(
                Warning(
                    sentence % values,
                    hint=gettext(
                        "Name the room of that game in GAME_ROOMS, or update Tour Manager."
                    ),
                    id="tours.W001",
                )
            )
    return found


def _find_unknown_games(alias: str) -> dict[str, list[str]]:
    from tourmanager.tours.models import Tour

    connection = connections[alias]
    if Tour._meta.db_table not in connection.introspection.table_names():
        return {}
    rows = Tour.objects.using(alias).not_erased().exclude(game__in=[room.key for room in rooms()])
    names: dict[str, list[str]] = {}
    try:
        for game, name in rows.order_by("name").values_list("game", "name"):
            names.setdefault(game, []).append(name)
    except DatabaseError:  # of an older version: nothing is known before it is brought up to date
        return {}
    return names
