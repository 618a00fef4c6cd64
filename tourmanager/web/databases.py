"""Name the database of the settings, in words without a password."""

from typing import Any

from django.utils.translation import gettext as _


def database_words(config: dict[str, Any]) -> str:
    """Describe a database as people call it, like "PostgreSQL: tours on 127.0.0.1"."""
    if "sqlite" in config["ENGINE"]:
        return _("SQLite: %(file)s") % {"file": config["NAME"]}
    where, port = config.get("HOST") or _("this machine"), config.get("PORT")
    return _("PostgreSQL: %(name)s on %(server)s") % {
        "name": config["NAME"],
        "server": f"{where}:{port}" if port else where,
    }
