"""Who may what: the one table of all pages, and the words it is written in.

Each room brings a slice of the table, the `PAGES` of a module that `settings.ACCESS_TABLES` names;
a game brings its own by the part `GameAccess`. `guard.page` answers by the table, and
`manage.py access_table` prints it into docs/access.md.
"""

from abc import ABC
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Flag, StrEnum, auto
from functools import cache
from importlib import import_module
from typing import Any, Generic, Never, TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tourmanager.tabletop.registry import parts

Thing = TypeVar("Thing")


class Role(Flag):
    """What a visitor is to the subject of a page. Roles add up: a host may also hold a seat."""

    ANYONE = auto()  # everybody who knows the address: no account is asked for
    SIGNED_IN = auto()
    SEAT = auto()  # holds a seat on this device; needs no account
    HOST = auto()  # began the ride, or directs its tour
    DIRECTOR = auto()
    OWNER = auto()
    STAFF = auto()


ANYONE, SIGNED_IN, SEAT, HOST, DIRECTOR, OWNER, STAFF = Role


# What else somebody is who has this role.
_USER = ANYONE | SIGNED_IN
INCLUDED = {
    ANYONE: ANYONE,
    SIGNED_IN: _USER,
    SEAT: ANYONE | SEAT,
    HOST: _USER | HOST,
    DIRECTOR: _USER | HOST | DIRECTOR,
    OWNER: _USER | OWNER,
    STAFF: _USER | STAFF,
}


class Answer(StrEnum):
    """What a visitor hears who asks for a page, or sends something to it."""

    ALLOWED = "allowed"
    SIGN_IN = "sign in"  # 302 to the page where one does
    REFUSED = "refused"  # 403
    NOT_FOUND = "not found"  # 404, or a page that says what became of it
    NO_METHOD = ""  # 405: the page is not asked, or takes nothing


class Subject(Generic[Thing]):
    """What an address is about: how it is found, and which roles a visitor can have there."""

    words = ""  # as the printed table calls it
    roles = ANYONE | SIGNED_IN
    private = False  # looked for among the visitor's own things: nobody else finds it
    denied = Answer.REFUSED  # what users without the role hear
    refusal: str | Promise = _("You may not do that here.")

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Thing | None:
        """Take the parts of the address that name it, and find it; None where it is not there."""
        raise NotImplementedError

    def hold(self, request: HttpRequest) -> AbstractContextManager[object]:
        """Return what stands around finding it and answering, such as a transaction."""
        return nullcontext()

    def has_role(self, request: HttpRequest, thing: Thing, role: Role) -> bool:
        """Tell whether the visitor has this one role."""
        return bool(role is ANYONE or (role is SIGNED_IN and request.user.is_authenticated))

    def arguments(self, thing: Thing) -> tuple[Any, ...]:
        """Return what the view gets after the request."""
        return (thing,)

    def answer_missing(self, request: HttpRequest) -> HttpResponseBase:
        """Answer where it is not there."""
        raise Http404

    def refuse(self, request: HttpRequest, thing: Thing, words: str | Promise) -> HttpResponseBase:
        """Answer a visitor without the role."""
        raise PermissionDenied(words or self.refusal)

    def page_of(self, thing: Thing) -> str:
        """Return the page to go on from after signing in, for addresses that only take forms."""
        return ""

    def finish(self, response: HttpResponseBase) -> None:
        """Add what every answer about it says."""


class Nothing(Subject[None]):
    """A page that is about nothing in particular."""

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Never:
        raise AssertionError("there is nothing to find")

    def arguments(self, thing: None) -> tuple[Any, ...]:
        return ()


class OwnThing(Subject[Thing]):
    """Something that is found among the visitor's own: who finds it has the role."""

    roles = ANYONE | SIGNED_IN | OWNER
    private = True
    denied = Answer.NOT_FOUND

    def has_role(self, request: HttpRequest, thing: Thing, role: Role) -> bool:
        return role in self.roles


NOTHING = Nothing()


@dataclass(frozen=True)
class Page:
    """A row of the table: who may look at a page (GET), and who may send to it (POST)."""

    subject: Subject[Any] = NOTHING
    look: Role | None = None
    send: Role | None = None
    refusal: str | Promise = ""  # in place of the subject's, where the page can say it better
    note: str = ""  # what the page itself asks beyond its row, for the printed table

    def wanted(self, method: str | None) -> Role | None:
        """Return the roles of which one is needed; None where the method is not taken."""
        match method:
            case "GET" | "HEAD":
                return self.look
            case "POST":
                return self.send
        return None

    def answer(self, method: str, role: Role) -> Answer:
        """Return what somebody hears who has this role and what it includes, and no other."""
        required, roles = self.wanted(method), INCLUDED[role]
        if required is None:
            return Answer.NO_METHOD
        if required & roles:
            return Answer.ALLOWED
        if not (roles & SIGNED_IN or required & SEAT):
            return Answer.SIGN_IN
        return self.subject.denied

    @property
    def methods(self) -> list[str]:
        return [*(["GET", "HEAD"] if self.look else []), *(["POST"] if self.send else [])]


class GameAccess(ABC):
    """The pages that a game brings, by the name of their address."""

    pages: Mapping[str, Page]


def table() -> Mapping[str, Page]:
    """Return all rows, by the name of their address."""
    return _table(tuple(settings.ACCESS_TABLES), tuple(settings.GAME_ROOMS))


@cache
def _table(modules: tuple[str, ...], rooms: tuple[str, ...]) -> Mapping[str, Page]:
    rows: dict[str, Page] = {}
    for pages in _slices(modules):
        if twice := rows.keys() & pages.keys():
            trouble = f"two slices of the table have rows for {twice}"  # not shown
            raise ImproperlyConfigured(trouble)
        rows |= pages
    return rows


def _slices(modules: tuple[str, ...]) -> Iterator[Mapping[str, Page]]:
    yield from (import_module(module).PAGES for module in modules)
    yield from (game.pages for game in parts(GameAccess).values())
