"""Every entry that a stage log can hold, of the core and of all games, read and written as JSON.

`read(write(body)) == body`. Logs and files of earlier releases call some entries of games by other
tags: they are read as what they are called now.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import msgspec

from tourmanager.results.sheet import core_entries
from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.core_entries import Arrive as Arrive
from tourmanager.results.sheet.core_entries import Award as Award
from tourmanager.results.sheet.core_entries import Back as Back
from tourmanager.results.sheet.core_entries import CancelPenalty as CancelPenalty
from tourmanager.results.sheet.core_entries import Counts as Counts
from tourmanager.results.sheet.core_entries import Digital as Digital
from tourmanager.results.sheet.core_entries import Move as Move
from tourmanager.results.sheet.core_entries import Out as Out
from tourmanager.results.sheet.core_entries import OwnBonus as OwnBonus
from tourmanager.results.sheet.core_entries import OwnTime as OwnTime
from tourmanager.results.sheet.core_entries import Penalise as Penalise
from tourmanager.results.sheet.core_entries import Place as Place
from tourmanager.results.sheet.core_entries import Regroup as Regroup
from tourmanager.results.sheet.core_entries import Remove as Remove
from tourmanager.results.sheet.core_entries import RemoveUnit as RemoveUnit
from tourmanager.results.sheet.core_entries import Results as Results
from tourmanager.results.sheet.core_entries import Square as Square
from tourmanager.results.sheet.core_entries import Status as Status
from tourmanager.results.sheet.core_entries import Time as Time
from tourmanager.results.sheet.core_entries import Turn as Turn
from tourmanager.results.sheet.core_entries import UnitTurn as UnitTurn
from tourmanager.results.sheet.entry import EntryBody as EntryBody
from tourmanager.results.sheet.entry_fields import Given as Given
from tourmanager.results.sheet.entry_fields import GivenLine as GivenLine
from tourmanager.results.sheet.frame import FINISH as FINISH
from tourmanager.results.sheet.steering_entries import MOST_TOGETHER as MOST_TOGETHER
from tourmanager.results.sheet.steering_entries import STEERING as STEERING
from tourmanager.results.sheet.steering_entries import Confirm as Confirm
from tourmanager.results.sheet.steering_entries import Discard as Discard
from tourmanager.results.sheet.steering_entries import End as End
from tourmanager.results.sheet.steering_entries import Official as Official
from tourmanager.results.sheet.steering_entries import Redo as Redo
from tourmanager.results.sheet.steering_entries import Reject as Reject
from tourmanager.results.sheet.steering_entries import Reopen as Reopen
from tourmanager.results.sheet.steering_entries import Resume as Resume
from tourmanager.results.sheet.steering_entries import Undo as Undo
from tourmanager.tabletop.registry import parts


class Unreadable(ValueError):
    """What was sent is no entry; `path` says where in it, as msgspec writes paths."""

    @property
    def path(self) -> str:
        return str(self).partition(" - at ")[2].strip("`")


def all_kinds() -> Iterator[type[EntryBody]]:
    """Yield every kind of entry: those of the core, then those of each game."""
    yield from core_entries.CORE
    for game in parts(TableGame).values():
        yield from game.entries


@cache
def _union() -> Any:
    """Return the union of all kinds, for msgspec."""
    kinds = tuple(all_kinds())
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


@cache
def _decoder() -> msgspec.json.Decoder[EntryBody]:
    return msgspec.json.Decoder(_union())


@cache
def _old_tags() -> dict[str, str]:
    return {old: now for game in parts(TableGame).values() for old, now in game.old_tags.items()}


def read(text: str | bytes) -> EntryBody:
    """Read an entry from JSON. Raises Unreadable."""
    try:
        return _decoder().decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        try:
            data = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Unreadable(str(error)) from error
        if not (
            isinstance(data, dict) and isinstance(data.get("do"), str) and data["do"] in _old_tags()
        ):
            raise Unreadable(str(error)) from error
        return load(data)


def load(data: Any) -> EntryBody:
    """Read an entry from its JSON value, as the database keeps it. Raises Unreadable."""
    if isinstance(data, dict) and isinstance(tag := data.get("do"), str) and tag in _old_tags():
        data = data | {"do": _old_tags()[tag]}
    try:
        body: EntryBody = msgspec.convert(data, _union())
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    return body


def write(body: EntryBody) -> str:
    return msgspec.json.encode(body).decode()


@cache
def _open_fields(kind: type[EntryBody]) -> frozenset[str]:
    """Return the fields of a kind that can be left open."""
    fields = msgspec.structs.fields(kind)
    return frozenset(field.encode_name for field in fields if field.default is None)


@lru_cache(maxsize=20_000)
def write_for_button(body: EntryBody) -> str:
    """Write an entry for a button of a page: without what is left open. Most buttons stand on the
    page before as well, so what was written is kept.
    """
    left_open = _open_fields(type(body))
    value = {
        key: each
        for key, each in msgspec.to_builtins(body).items()
        if each is not None or key not in left_open
    }
    return msgspec.json.encode(value).decode()


def dump(body: EntryBody) -> dict[str, Any]:
    """Return the entry as a JSON value."""
    value: dict[str, Any] = msgspec.to_builtins(body)
    return value
