"""Who is meant in a table: names compared forgivingly, bib numbers, codes; and the start list of a race that is made from its results.

Two ways of writing name one rider when they have the same words, whatever their capitals, accents, hyphens and order; unless one table of
a stage has both, which makes them two.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache

from tourmanager.riders.names import plain

Words = tuple[str, ...]
Identity = tuple[Words, Words]  # a rider's words, and his team's where namesakes have to be told apart

# Small words of team names, which a shouting file writes in capitals like everything else; other short ones are mostly initials.
SMALL = frozenset("le la les de du des di da del van von der den the of and et en y e st col san el los las uno pro new".split())


@dataclass(frozen=True)
class Person:
    code: str
    name: str
    team: str
    bib: str = ""


@dataclass
class NewRider:
    name: str
    bib: str = ""
    marks: tuple[str, ...] = ()
    number: int = 0


@dataclass
class NewTeam:
    name: str
    riders: list[NewRider] = field(default_factory=list)


@lru_cache(maxsize=8192)
def words_of(name: str) -> Words:
    """The words of a name without capitals, accents and punctuation."""
    return tuple(re.sub(r"[\W_]+", " ", plain(name)).split())


def pretty(name: str) -> str:
    """A rider's name without shouting: "KATARZYNA Niewiadoma" becomes "Katarzyna Niewiadoma"."""
    return " ".join(_capitalised(word) if _shouts(word) or re.fullmatch(r"['’]\w", word) else word for word in name.split())


def pretty_team(name: str) -> str:
    """A team's name without shouting, as far as a machine can tell words from initials: "TEAM DSM" becomes "Team DSM"."""
    if not _shouts(name):
        return name
    return re.sub(r"[^\W\d_]+", lambda found: found[0] if _initials(found[0]) else found[0].capitalize(), name)


def _shouts(text: str) -> bool:
    return sum(char.isupper() for char in text) > 1 and not any(char.islower() and char != "ß" for char in text) and "." not in text


def _capitalised(word: str) -> str:
    if re.fullmatch(r"['’]\w", word):  # van 't Hof
        return word.lower()
    return re.sub(r"[^\W\d_]+", lambda found: found[0].capitalize(), word)


def _initials(word: str) -> bool:
    letters = plain(word)
    return letters not in SMALL and (len(letters) <= 3 or not set(letters) & set("aeiouy"))


class People:
    """The riders of a tour, to be found by what a table says of them."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.by_code = {person.code: person for person in people}
        self._by: dict[tuple[str, Words], list[Person]] = {}
        for person in self.by_code.values():
            words = words_of(person.name)
            for way, key in (("said", words), ("any order", tuple(sorted(words))), ("run together", ("".join(words),))):
                self._by.setdefault((way, key), []).append(person)
            if person.bib:
                self._by.setdefault(("bib", (person.bib,)), []).append(person)

    def find(self, rider: str, team: str, number: str) -> "Person | str":
        """The rider, or why nobody can be told."""
        found = self._named(words_of(rider)) if rider else self._numbered(number)
        if len(found) > 1 and team:
            found = [person for person in found if words_of(person.team) == words_of(team)] or found
        if len(found) == 1:
            return found[0]
        if found:
            what = f"called {found[0].name}" if rider else f"number {number}"
            return f"{len(found)} riders are {what}: the team has to be named too."
        if not rider:
            return f"There is no rider with the number {number} here."
        return f"Nobody of that name is in this race.{self._guess(rider)}"

    def _named(self, words: Words) -> list[Person]:
        for way, key in (("said", words), ("any order", tuple(sorted(words))), ("run together", ("".join(words),))):
            if found := self._by.get((way, key)):
                return found
        return []

    def _numbered(self, number: str) -> list[Person]:
        if number in self.by_code:
            return [self.by_code[number]]
        return self._by.get(("bib", (number,)), [])

    def _guess(self, rider: str) -> str:
        names = {"".join(words_of(person.name)): person.name for person in self.by_code.values()}
        names |= {"".join(reversed(words_of(person.name))): person.name for person in self.by_code.values()}
        near = get_close_matches("".join(words_of(rider))[:60], names, n=1, cutoff=0.7)
        return f" Is {names[near[0]]} meant?" if near else ""


@dataclass(frozen=True)
class Mention:
    """One row that names a rider: in the table of which stage (or file), and as what."""

    table: str
    rider: str
    team: str
    bib: str = ""
    mark: str = ""


def start_list(mentions: Sequence[Mention]) -> list[NewTeam]:
    """Teams and riders as they come; who is never given a team is left out."""
    identity = _identities(mentions)
    teams: dict[Words, NewTeam] = {}
    riders: dict[Identity, NewRider] = {}
    for mention in mentions:
        if (who := identity(mention)) in riders:
            known = riders[who]
            known.bib = known.bib or mention.bib
        elif mention.team and mention.rider:
            known = riders[who] = NewRider(pretty(mention.rider), mention.bib)
            teams.setdefault(words_of(mention.team), NewTeam(pretty_team(mention.team))).riders.append(known)
        else:
            continue
        if mention.mark and mention.mark not in known.marks:
            known.marks = (*known.marks, mention.mark)
    listed = list(teams.values())
    if all(rider.bib.isdigit() for rider in riders.values()):
        listed.sort(key=lambda team: min(int(rider.bib) for rider in team.riders))
    for team in listed:
        _number(team)
    return listed


def _identities(mentions: Sequence[Mention]) -> Callable[[Mention], Identity]:
    """What makes a rider: the words of his name in any order, but for namesakes that a table has side by side."""
    forms: dict[tuple[str, Words], set[Words]] = {}
    teams: dict[tuple[str, Words], set[Words]] = {}
    for mention in mentions:
        words = words_of(mention.rider)
        forms.setdefault((mention.table, tuple(sorted(words))), set()).add(words)
        if mention.team:
            teams.setdefault((mention.table, words), set()).add(words_of(mention.team))
    in_order = {key for (_, key), found in forms.items() if len(found) > 1}
    by_team = {words for (_, words), found in teams.items() if len(found) > 1}

    def identity(mention: Mention) -> Identity:
        words = words_of(mention.rider)
        any_order = tuple(sorted(words))
        return (words if any_order in in_order else any_order, words_of(mention.team) if words in by_team else ())

    return identity


def _number(team: NewTeam) -> None:
    """Numbers within the team: the last digit of the bib where that tells all apart, else in order."""
    last = [int(rider.bib) % 10 if rider.bib.isdigit() else 0 for rider in team.riders]
    if 0 in last or len(set(last)) < len(last):
        last = list(range(1, len(team.riders) + 1))
    for rider, number in zip(team.riders, last, strict=True):
        rider.number = number
    team.riders.sort(key=lambda rider: rider.number)
