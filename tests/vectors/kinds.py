"""The kinds of test vectors, and how the file is read.

An adapter is a function of one vector that gives (expected, got); `@kind("standings")` registers it, `@kind("app", db=True)` one that
needs the database. Every module of this folder is imported before the vectors are run, so a new kind is a function in any of them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

Vector = dict[str, Any]
Adapter = Callable[[Vector], tuple[object, object]]


class Kind(NamedTuple):
    adapter: Adapter
    db: bool


KINDS: dict[str, Kind] = {}


def kind(name: str, *, db: bool = False) -> Callable[[Adapter], Adapter]:
    def register(adapter: Adapter) -> Adapter:
        if name in KINDS and KINDS[name].adapter.__qualname__ != adapter.__qualname__:
            raise ValueError(f"the kind {name!r} has an adapter already")
        KINDS[name] = Kind(adapter, db)
        return adapter

    return register


def load(path: Path) -> Iterator[Vector]:
    """All vectors of the stream: each document is one vector or a list of them."""
    for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
        yield from document if isinstance(document, list) else [document]
