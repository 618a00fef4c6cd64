"""Find the room of a game by the key that tours, stages and rides keep of it.

A room is made of parts. Each part is a subclass of a contract that one room of the core defines
(`tours.contract.SetUp`, `results.sheet.contract.TableGame`, `play.contract.Screen`, ...), so the
core asks for the contract and never names a game. `settings.GAME_ROOMS` lists the modules of the
rooms; each has one `ROOM`. There is no default: an unknown key is refused in words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TypeVar

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.functional import Promise
from django.utils.translation import gettext as _

Part = TypeVar("Part")


class UnknownGame(CommandError):
    """No room has that key; the message says so on the page, or where the command was run."""

    def __init__(self, key: str) -> None:
        names = ", ".join(str(room.name) for room in rooms())
        super().__init__(
            _(
                "This server does not know the game “%(game)s”. It knows: %(games)s. Nothing was"
                " changed."
            )
            % {"game": key[:40], "games": names}
        )
        self.key = key


class NotInGame(Exception):
    """The game has no such part: a race without a board has no screen to be ridden on."""


@dataclass(frozen=True)
class Room:
    """One game: its key as it is stored, its name as people read it, its parts, its addresses."""

    key: str
    name: str | Promise
    parts: tuple[object, ...] = ()
    urls: str = ""  # the module with its `urlpatterns`, under a namespace of its own


@cache
def _rooms(modules: tuple[str, ...]) -> dict[str, Room]:
    rooms = [import_module(module).ROOM for module in modules]
    return {room.key: room for room in rooms}


def rooms() -> Iterator[Room]:
    """Return every room, in the order of the settings."""
    yield from _rooms(tuple(settings.GAME_ROOMS)).values()


def find_room(key: str) -> Room | None:
    """Return the room of a game, or None where this server has none."""
    return _rooms(tuple(settings.GAME_ROOMS)).get(key)


def room(key: str) -> Room:
    """Return the room of a game. Raises UnknownGame."""
    match = find_room(key)
    if match is None:
        raise UnknownGame(key)
    return match


def find_part(key: str, contract: type[Part]) -> Part | None:
    """Return the part by which a game fulfils that contract, None where it does not. Raises
    UnknownGame.
    """
    return next((part for part in room(key).parts if isinstance(part, contract)), None)


def part(key: str, contract: type[Part]) -> Part:
    """Return the part by which a game fulfils that contract. Raises UnknownGame and NotInGame."""
    match = find_part(key, contract)
    if match is None:
        name = room(key).name
        raise NotInGame(f"{name} has nothing of the kind: {contract.__name__}.")  # not shown
    return match


def parts(contract: type[Part]) -> dict[str, Part]:
    """Return that part of every game that has one, by key, in the order of the settings."""
    parts = {each.key: find_part(each.key, contract) for each in rooms()}
    return {key: one for key, one in parts.items() if one is not None}
