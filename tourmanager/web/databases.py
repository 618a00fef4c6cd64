"""Name the database of the settings, in words without a password."""

from typing import Any


def database_words(config: dict[str, Any]) -> str:
    """Describe a database as people call it, like "PostgreSQL: tours on 127.0.0.1"."""
    if "sqlite" in config["ENGINE"]:
        return f"SQLite: {config['NAME']}"
    where, port = config.get("HOST") or "this machine", config.get("PORT")
    return f"PostgreSQL: {config['NAME']} on {where}{f':{port}' if port else ''}"
