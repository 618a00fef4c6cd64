"""The table of who may what as a document."""

import re
from collections.abc import Iterable, Mapping
from itertools import groupby

from tourmanager.web import access
from tourmanager.web.access import Answer, Page, Role
from tourmanager.web.guarded import ADMIN, addresses

PREFACE = """\
# Who may what

Written by `manage.py access_table` from the table by which the app guards its pages; a test holds
them together. To change who may what, change the row of a page in the `access.py` of its room.

*look*: open the page. *send*: use its forms. *sign in*: they are asked to sign in first. *refused*:
a page says that it is not theirs (403). *not found*: for them it is not there (404). Roles add up:
a host who also holds a seat may do what either may.

At addresses that begin with `/api/` people are known by their token alone, no matter who is signed
in on the device; *sign in* is 401 there.

| role | who |
|---|---|
| anyone | knows the address; everybody with the link of a tour or a ride may watch it |
| signed in | has an account, and is nothing else to what the page is about |
| seat | holds a seat of the ride on this device, with or without an account |
| host | began the ride |
| director | directs the tour; of a ride, its tour, or began it where it belongs to none |
| owner | made it, or uploaded it |
| staff | looks after the administration |
"""
NAMES = {role: (role.name or "").lower().replace("_", " ") for role in Role}


def render_table() -> str:
    """Return the whole document."""
    routes = {name: _readable(route) for name, route, _ in addresses()} | {ADMIN: "/admin/…"}
    rows = sorted(access.table().items(), key=lambda row: row[0].partition(":")[0])
    rooms = groupby(rows, key=lambda row: row[0].partition(":")[0])
    return "\n".join([PREFACE, *(_room(name, list(pages), routes) for name, pages in rooms)])


def _room(name: str, pages: list[tuple[str, Page]], routes: Mapping[str, str]) -> str:
    roles = [role for role in Role if any(_has(page, role) for _, page in pages)]
    lines = [
        f"## {name.replace('_', ' ').capitalize()}",
        "",
        _line(["page", "address", "about", *(NAMES[role] for role in roles), "more"]),
        _line(["---"] * (len(roles) + 4)),
    ]
    for key, page in pages:
        cells = (_cell(page, role) for role in roles)
        about = page.subject.words
        lines.append(_line([f"`{key}`", f"`{routes[key]}`", about, *cells, page.note]))
    return "\n".join(lines) + "\n"


def _has(page: Page, role: Role) -> bool:
    """Tell whether the role is one that visitors of the page can have."""
    return role in page.subject.roles | (page.look or Role(0)) | (page.send or Role(0))


def _cell(page: Page, role: Role) -> str:
    if not _has(page, role):
        return ""
    answers = {"look": page.answer("GET", role), "send": page.answer("POST", role)}
    verbs = [verb for verb, answer in answers.items() if answer is Answer.ALLOWED]
    others = [answer for answer in answers.values() if answer is not Answer.NO_METHOD]
    return ", ".join(verbs) or str(others[0])


def _readable(route: str) -> str:
    """Return an address without the kinds of its parts."""
    return "/" + re.sub(r"<\w+:", "<", route)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
