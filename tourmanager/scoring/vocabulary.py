"""The vocabulary of a game's schemes: its types of stages and its categories of lines.

Each game brings a `Vocabulary`, and with it the schemes that ship with the game. Scoring has no
words of its own: it calls the function that `find_vocabularies_by` received at start-up.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec


class Vocabulary(msgspec.Struct, frozen=True):
    """The types and categories of one game by key, each with its name in a sentence."""

    types: Mapping[str, str]  # of stages: {"high": "high mountain"}
    climbs: Mapping[str, str]  # lines that end a climb, in rising difficulty
    sprints: Mapping[str, str] = msgspec.field(
        default_factory=lambda: {"is": "intermediate sprint"}
    )
    others: tuple[str, ...] = ()  # lines that a scheme may pay and need not name
    schemes: Path | None = None  # the folder with the schemes that ship with the game

    @property
    def categories(self) -> tuple[str, ...]:
        """Categories that every scheme of the game has to name."""
        return (*self.sprints, *self.climbs)


ANY_SPRINT = frozenset({"is", "bonus"})  # whatever games there are

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
    )


def _in_all(tables: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Keep of the first table what stands in every other too."""
    first = tables[0] if tables else {}
    return {key: name for key, name in first.items() if all(key in each for each in tables)}


def climb_name(category: str) -> str:
    """Return what a climb is called where no scheme is asked; "" for what no game knows as one."""
    return next((each.climbs[category] for each in vocabularies() if category in each.climbs), "")


def sprint_categories() -> frozenset[str]:
    """Return every category of line that is a sprint, for tie-breaks by sprints won."""
    return ANY_SPRINT.union(*(each.sprints for each in vocabularies()))


def on_road() -> frozenset[str]:
    """Return every category that a line can have; others are paid for awards."""
    return frozenset(key for each in vocabularies() for key in (*each.categories, *each.others))
