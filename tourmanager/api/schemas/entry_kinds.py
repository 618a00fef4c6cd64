"""The kinds of log entries as the schema of the API describes them, those of every game among them.

They are read off the entries themselves (`results.sheet.entries`), so none is missing.
"""

from inspect import cleandoc
from typing import Any, Union

import msgspec

from tourmanager.results.sheet.entries import all_kinds

PREFIX = "entry."  # of their names among the schemas
REFERENCE = f"#/components/schemas/{PREFIX}"


def describe_kinds() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of any entry, and the schemas of all kinds by name."""
    kinds: Any = Union[tuple(all_kinds())]  # noqa: UP007 - of what kinds there are
    found, parts = msgspec.json.schema_components([kinds], ref_template=REFERENCE + "{name}")
    named = {f"{PREFIX}{name}": _portable(part) for name, part in parts.items()}
    return found[0], named


def _portable(schema: Any) -> Any:
    """Return a schema with patterns as other languages write them, and with descriptions that do
    not depend on how our code is indented.
    """
    match schema:
        case {"pattern": str(pattern)}:
            return schema | {"pattern": pattern.replace(r"\Z", "$")}
        case {"description": str(words), **rest}:
            return {"description": cleandoc(words)} | _portable(rest)
        case dict():
            return {key: _portable(value) for key, value in schema.items()}
        case list():
            return [_portable(each) for each in schema]
    return schema
