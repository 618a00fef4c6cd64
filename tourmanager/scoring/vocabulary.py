"""The vocabulary of a game's schemes: its types of stages and its categories of lines.

Each game brings a `Vocabulary`, and with it the schemes that ship with the game. Scoring has no
words of its own: it calls the function that `find_vocabularies_by` received at start-up.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

Word = TypeVar("Word")


class Climb(msgspec.Struct, frozen=True):
    """A category of lines that end a climb: its name in a sentence, and how profiles draw it."""

    name: str  # "hors category"
    label: str = ""  # on a sign: "hors cat."
    brief: str = ""  # on a small sign: "HC"
    height: float = 0.34  # of the summit, as a share of the highest that a mountain can be
    descent: int = 7  # kilometres of road until it is down again


ANY_CLIMB = Climb("")  # drawn where a climb has no category that its game knows


class Vocabulary(msgspec.Struct, frozen=True):
    """The types and categories of one game by key, each with its name in a sentence."""

    types: Mapping[str, str]  # of stages: {"high": "high mountain"}
    climbs: Mapping[str, Climb]  # lines that end a climb, in rising difficulty
    sprints: Mapping[str, str] = msgspec.field(default_factory=dict)
    implied: frozenset[str] = frozenset()  # categories that the name of a line says: "Sprint 1"
    others: tuple[str, ...] = ()  # lines that a scheme may pay and need not name
    other_sprints: tuple[str, ...] = ()  # the same, of sprints
    schemes: Path | None = None  # the folder with the schemes that ship with the game

    @property
    def categories(self) -> tuple[str, ...]:
        """Categories that every scheme of the game has to name."""
        return (*self.sprints, *self.climbs)

    @property
    def all_categories(self) -> tuple[str, ...]:
        """Every category that a line can have in the game."""
        return (*self.categories, *self.others, *self.other_sprints)


_find: list[Callable[[], Iterable[Vocabulary]]] = []


def find_vocabularies_by(find: Callable[[], Iterable[Vocabulary]]) -> None:
    """Say once, at start-up, how the vocabularies of the games are found."""
    _find[:] = [find]


def vocabularies() -> tuple[Vocabulary, ...]:
    """Return the vocabulary of every game there is."""
    return tuple(each for find in _find for each in find())


def common_vocabulary() -> Vocabulary:
    """Return what a scheme can say in any game, and has to name in every one."""
    known = vocabularies()
    return Vocabulary(
        types={key: name for each in known for key, name in each.types.items()},
        climbs=_in_all([each.climbs for each in known]),
        sprints=_in_all([each.sprints for each in known]),
        others=tuple(key for each in known for key in each.others),
        other_sprints=tuple(key for each in known for key in each.other_sprints),
    )


def _in_all(tables: Sequence[Mapping[str, Word]]) -> dict[str, Word]:
    """Keep of the first table what stands in every other too."""
    first = tables[0] if tables else {}
    return {key: word for key, word in first.items() if all(key in each for each in tables)}


def sprint_categories() -> frozenset[str]:
    """Return every category of line that is a sprint, for tie-breaks by sprints won."""
    return frozenset(key for each in vocabularies() for key in (*each.sprints, *each.other_sprints))


def implied_categories() -> frozenset[str]:
    """Return every category that is not said beside the name of its line."""
    return frozenset(key for each in vocabularies() for key in each.implied)


def on_road() -> frozenset[str]:
    """Return every category that a line can have; others are paid for awards."""
    return frozenset(key for each in vocabularies() for key in each.all_categories)
