"""Check what the plans of all games share: names, jerseys, marks of riders.

Problems are described for the author of the plan, part by part. Only the database knows which names
are taken (`creation.name_taken`).
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

import msgspec
from django.utils.translation import gettext as _

from tourmanager.riders.models import Pattern
from tourmanager.riders.names import has_unseen_character

LONGEST_MARK = 40

T = TypeVar("T", bound=Hashable)
_colour = re.compile(r"#[0-9a-f]{6}\Z")


class PlanProblem(msgspec.Struct, frozen=True):
    """A reason why a plan cannot be raced: `where` is the part of it, as a page names it ("Stage
    2", "Team Azure").
    """

    text: str
    where: str


def name_trouble(text: str, longest: int, *, what: str) -> str:
    """Say why a text is no name, "" if it is one."""
    if not text:
        return _("%(what)s is missing.") % {"what": what}
    if len(text) > longest:
        return _("%(what)s is too long: %(count)s characters, at most %(longest)s.") % {
            "what": what,
            "count": len(text),
            "longest": longest,
        }
    if has_unseen_character(text):
        return _("%(what)s holds characters that cannot be written.") % {"what": what}
    return ""


def jersey_problems(colour: str, pattern: str, where: str) -> Iterator[PlanProblem]:
    if not _colour.match(colour):
        yield PlanProblem(_("A colour is written like #1f6fb2."), where)
    if pattern not in Pattern.values:
        yield PlanProblem(_("The jersey has no such pattern."), where)


def mark_problems(marks: Iterable[str], where: str) -> Iterator[PlanProblem]:
    """Check that marks, which sub-classifications ask for, are words."""
    for mark in dict.fromkeys(marks):
        if trouble := name_trouble(mark, LONGEST_MARK, what=_("The mark of a rider")):
            yield PlanProblem(trouble, where)


def find_duplicates(items: Iterable[str], key: Callable[[str], T]) -> list[str]:
    """Return the items that come more than once, as first written."""
    first: dict[T, str] = {}
    duplicates: dict[T, str] = {}
    for item in items:
        if key(item) in first:
            duplicates.setdefault(key(item), first[key(item)])
        else:
            first[key(item)] = item
    return list(duplicates.values())


def make_writable(text: str) -> str:
    """Make a text that quotes user input safe to be sent back."""
    return text.encode("utf-8", "replace").decode()
