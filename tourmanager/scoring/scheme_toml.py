"""Write a scheme as the TOML that `scheme.read_toml` reads: the standard library only reads it."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tourmanager.scoring.scheme import Scheme, dump_scheme

_bare = re.compile(r"[A-Za-z0-9_-]+\Z")


def write_toml(scheme: Scheme) -> str:
    """Write a scheme as TOML, a table of points on one line, as in the schemes that ship."""
    return "\n".join(_table(dump_scheme(scheme), "")).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """Yield the lines of a table, plain values first: in TOML everything below a heading belongs to
    it.
    """
    inside = [key for key, value in table.items() if _has_heading(value)]
    for key, value in table.items():
        if key not in inside:
            yield f"{_key(key)} = {_value(value)}"
    for key in inside:
        below = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(table[key], list):
            heading, rows = f"\n[[{below}]]", table[key]
        else:
            heading, rows = f"\n[{below}]", [table[key]]
        for row in rows:
            yield heading
            yield from _table(row, below)


def _has_heading(value: Any) -> bool:
    """True for a table and for a list of tables."""
    return isinstance(value, dict) or bool(isinstance(value, list) and value[:1] and _tables(value))


def _tables(values: list[Any]) -> bool:
    return isinstance(values[0], dict)


def _key(key: str) -> str:
    return key if _bare.match(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(_value(each) for each in value)}]"
    return str(value) if isinstance(value, int) else _text(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
