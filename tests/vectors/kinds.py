"""The kinds of test vectors, and how a file of them is read.

An adapter is a function of one vector that gives (expected, got); `@kind("standings")` registers
it, `@kind("app", db=True)` one that needs the database, `@kind("turn", game="dash")` one of another
game. A file is named after its game: cycling-party.vectors.yaml. Every module of this folder is
imported before the vectors are run, so a new kind is a function in any of them.
"""

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import yaml

Vector = dict[str, Any]
Adapter = Callable[[Vector], tuple[object, object]]
ENDING = ".vectors.yaml"


class Kind(NamedTuple):
    adapter: Adapter
    db: bool


class Unreadable(Exception):
    """The file is none of vectors of a known game; the message says why."""


KINDS: dict[str, dict[str, Kind]] = {}


def kind(
    name: str, *, db: bool = False, game: str = "cycling-party"
) -> Callable[[Adapter], Adapter]:
    def register(adapter: Adapter) -> Adapter:
        known = KINDS.setdefault(game, {})
        if name in known and known[name].adapter.__qualname__ != adapter.__qualname__:
            raise ValueError(f"the kind {name!r} has an adapter already")
        known[name] = Kind(adapter, db)
        return adapter

    return register


def import_all() -> None:
    """Registers every kind."""
    import tests.vectors as folder

    for module in pkgutil.iter_modules(folder.__path__):
        if not module.name.startswith(("test_", "__")):
            import_module(f"{folder.__name__}.{module.name}")


def kinds_of(path: Path) -> dict[str, Kind]:
    """The kinds of the game that the file is named after."""
    game = path.name.removesuffix(ENDING)
    if game == path.name or game not in KINDS:
        raise Unreadable(
            f"{path}: vectors are named after their game, like {next(iter(KINDS))}{ENDING}."
        )
    return KINDS[game]


def load(path: Path) -> Iterator[Vector]:
    """All vectors of the stream: each document is one vector or a list of them."""
    try:
        documents = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from None
    for document in documents:
        for vector in document if isinstance(document, list) else [document]:
            if not isinstance(vector, dict):
                raise Unreadable(f"{path} holds something that is no vector: {str(vector)[:80]}")
            yield vector
