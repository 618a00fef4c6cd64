"""Find the riders of a tour whom a table names: by a name compared forgivingly, a bib number, or a
code.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.tabletop.race.incoming.people.names import Words, words_of

MOST_GUESSES = 200  # unknown names that are compared with similar ones, which takes long


@dataclass(frozen=True)
class Person:
    code: str
    name: str
    team: str
    bib: str = ""


class RiderFinder:
    """Find the riders of a tour by what a table says of them."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.by_code = {person.code: person for person in people}
        self._by: dict[tuple[str, Words], list[Person]] = {}
        self._near: dict[Words, Person | None] = {}
        for person in self.by_code.values():
            for key in _name_keys(words_of(person.name)):
                self._by.setdefault(key, []).append(person)
            if person.bib:
                self._by.setdefault(("bib", (person.bib,)), []).append(person)

    def find(self, rider: str, team: str, number: str) -> Person | str:
        """Return the rider, or a sentence that says why nobody can be named."""
        people = self._find_by_name(words_of(rider)) if rider else self._find_by_number(number)
        if len(people) > 1 and team:
            people = [
                person for person in people if words_of(person.team) == words_of(team)
            ] or people
        if len(people) == 1:
            return people[0]
        return _say_several(people, rider, number) if people else self._say_nobody(rider, number)

    def _say_nobody(self, rider: str, number: str) -> str:
        if not rider:
            return _("There is no rider with the number %(number)s here.") % {"number": number}
        if near := self.near(rider):
            return _("Nobody of that name is in this race. Did you mean %(name)s?") % {
                "name": near.name
            }
        return _("Nobody of that name is in this race.")

    def _find_by_name(self, words: Words) -> list[Person]:
        return next((people for key in _name_keys(words) if (people := self._by.get(key))), [])

    def _find_by_number(self, number: str) -> list[Person]:
        if number in self.by_code:
            return [self.by_code[number]]
        return self._by.get(("bib", (number,)), [])

    def near(self, rider: str) -> Person | None:
        """Return the rider with the most similar name, None if no name is similar."""
        words = words_of(rider)
        if words not in self._near and len(self._near) >= MOST_GUESSES:
            return None
        if words not in self._near:
            matches = get_close_matches("".join(words)[:60], self._by_letters, n=1, cutoff=0.7)
            self._near[words] = self._by_letters[matches[0]] if matches else None
        return self._near[words]

    @cached_property
    def _by_letters(self) -> dict[str, Person]:
        forwards = {"".join(words_of(person.name)): person for person in self.by_code.values()}
        return forwards | {
            "".join(reversed(words_of(person.name))): person for person in self.by_code.values()
        }


def _name_keys(words: Words) -> Iterator[tuple[str, Words]]:
    """Yield the keys by which a name is found, the strictest first."""
    yield "as written", words
    yield "any order", tuple(sorted(words))
    yield "run together", ("".join(words),)


def _say_several(people: list[Person], rider: str, number: str) -> str:
    if rider:
        return ngettext(
            "%(count)s rider is called %(name)s: the team has to be named too.",
            "%(count)s riders are called %(name)s: the team has to be named too.",
            len(people),
        ) % {"count": len(people), "name": people[0].name}
    return ngettext(
        "%(count)s rider is number %(number)s: the team has to be named too.",
        "%(count)s riders are number %(number)s: the team has to be named too.",
        len(people),
    ) % {"count": len(people), "number": number}
