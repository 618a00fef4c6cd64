"""Whether every address of the app is guarded: what `guard.page` leaves on a view is looked for on
all of them when the app starts.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.core.checks import CheckMessage, Error
from django.urls import URLResolver, get_resolver
from django.utils.translation import gettext

from tourmanager.web import access

View = TypeVar("View", bound=Callable[..., Any])
ADMIN = "admin:*"  # one row for what Django's administration guards by itself


def mark(name: str) -> Callable[[View], View]:
    """Leave on a view the name of the row that guards it."""

    def leave(view: View) -> View:
        view.guarded_by = name  # type: ignore[attr-defined]  # functions take attributes
        return view

    return leave


def addresses(
    resolver: URLResolver | None = None, space: str = "", route: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Return name, route and guarding row of every address of the resolver."""
    for pattern in (resolver or get_resolver()).url_patterns:
        whole = f"{route}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, inner, whole)
        else:
            yield f"{space}{pattern.name or ''}", whole, guarded_by(pattern.callback)


def guarded_by(view: Callable[..., Any]) -> str:
    """Return the name of the row that guards a view, or "" where nothing does."""
    # so Django marks what it has wrapped by `AdminSite.admin_view`
    if hasattr(view, "admin_site") or hasattr(view, "model_admin"):
        return ADMIN
    return str(getattr(view, "guarded_by", ""))


def check_guards(**_: Any) -> list[CheckMessage]:
    """Return one error for each address that the table does not guard under its own name, and for
    each row without an address.
    """
    rows, marked_addresses = access.table(), list(addresses())
    messages: list[CheckMessage] = [
        Error(
            gettext("%(name)s has a row in the table, and is no address.") % {"name": name},
            id="web.E002",
        )
        for name in sorted(rows.keys() - {row for *_, row in marked_addresses})
    ]
    for name, route, row in marked_addresses:
        if row not in rows or row not in (name, ADMIN) or (row == ADMIN and "admin:" not in name):
            messages.append(
                Error(
                    gettext("/%(route)s (%(name)s) has no guard of its own.")
                    % {"route": route, "name": name},
                    hint=gettext(
                        'put @page("%(name)s") on its view, and a row into the table of its room'
                    )
                    % {"name": name},
                    id="web.E001",
                )
            )
    return messages
