"""Store DATABASE_URL in `.env`, so that every later command uses the same database."""

import os
import re
from pathlib import Path

from django.utils.translation import gettext as _

NAMED = re.compile(r"^\s*(?:export\s+)?DATABASE_URL\s*=\s*(['\"]?)(.*?)\1\s*$", re.MULTILINE)


def remember_database(url: str | None, file: Path) -> str:
    """Write a database's address into the file, readable by its owner alone, unless one stands
    there.

    Returns what was done, for the person who started the app; "" where nothing had to be.
    """
    if not url:
        return ""
    try:
        content = file.read_text(encoding="utf-8") if file.exists() else ""
        if matches := NAMED.findall(content):
            if matches[-1][1] == url:
                return ""
            return _(
                "This run uses another database than .env names.\nOther commands "
                "use the one in .env: change DATABASE_URL there, or do not set "
                "it here."
            )
        if "'" in url or "\n" in url:
            return _(
                "Write DATABASE_URL to .env as well, so that other commands use this database."
            )
        start = content if not content or content.endswith("\n") else content + "\n"
        _replace(file, f"{start}DATABASE_URL='{url}'\n")
    except (OSError, UnicodeError):
        return _("DATABASE_URL could not be written to .env, so give it to other commands as well.")
    return _("DATABASE_URL was written to .env, so every other command uses this database too.")


def _replace(file: Path, content: str) -> None:
    """Replace the file without ever letting others read it: it holds a password."""
    mine = file.with_name(f"{file.name}-{os.getpid()}")
    mine.touch(mode=0o600)
    try:
        mine.write_text(content, encoding="utf-8")
        mine.replace(file)
    finally:
        mine.unlink(missing_ok=True)
