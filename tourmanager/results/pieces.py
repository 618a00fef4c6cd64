"""The pieces of the stage page: values as a template prints them, and their markup.

A tap changes one or two of some sixty pieces, so markup is kept by value: the same line with the same riders is not printed anew.
"""

from functools import lru_cache

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tourmanager.scoring.words import ordinal


@lru_cache(maxsize=5000)
def piece(template: str, it: msgspec.Struct) -> SafeString:
    """The markup of a piece."""
    return render_to_string(f"results/{template}.html", {"it": it})


class Chip(msgspec.Struct, frozen=True):
    """A rider on the pad."""

    code: str
    number: int
    said: str
    called: str  # "Blue 4", as sentences call him
    name: str
    short: str  # his name where room is short
    svg: str
    entry: str
    placed: bool
    out: bool


class TeamRow(msgspec.Struct, frozen=True):
    letter: str
    name: str
    short_name: str
    colour: str
    chips: tuple[Chip, ...]
    dummy: str = ""  # which kind of dummy team it is


class Place(msgspec.Struct, frozen=True):
    """A place at a line: empty, or with its rider and what can be done with him."""

    number: int
    points: int
    rider: str = ""
    name: str = ""
    svg: str = ""
    remove: str = ""
    up: str = ""
    down: str = ""

    @property
    def ordinal(self) -> str:
        return ordinal(self.number)


def menu(line: str, rider: str, place: int, last: int) -> tuple[str, str, str]:
    """What can be done with a placed rider: the entries that take him out, move him up, move him down."""
    return (
        f'{{"do":"remove","line":"{line}","rider":"{rider}"}}',
        f'{{"do":"move","line":"{line}","rider":"{rider}","place":{place - 1}}}' if place > 1 else "",
        f'{{"do":"move","line":"{line}","rider":"{rider}","place":{place + 1}}}' if place < last else "",
    )


class Doubles(msgspec.Struct, frozen=True):
    """Double throws of one team on one pass (CP-APP-015)."""

    team: str
    name: str
    short_name: str
    used: int
    allowed: int
    use: str
    back: str

    @property
    def left(self) -> int:
        return self.allowed - self.used


class LineView(msgspec.Struct, frozen=True):
    key: str
    label: str
    short: str
    category: str
    where: str  # "km 23", "square 23"
    needed: int
    places: tuple[Place, ...]
    filled: int
    state: str  # open, done, part, empty; "hill" where nobody is named
    doubles: tuple[Doubles, ...]
    at_finish: bool  # its order is that of the arrivals

    @property
    def title(self) -> str:
        return f"{self.label}, {self.category}" if self.category else self.label

    @property
    def note(self) -> str:
        return f"{self.filled} of {self.needed}" if self.needed else "no points"

    @property
    def ends_pass(self) -> bool:
        return self.key[0] == "p"


class Member(msgspec.Struct, frozen=True):
    code: str
    name: str
    svg: str
    square: int | None
    remove: str


class UnitView(msgspec.Struct, frozen=True):
    """An arrival: alone, a paceline or a peloton."""

    number: int
    kind: str
    members: tuple[Member, ...]
    turn: int
    square: int | None
    die: int | None
    typed: bool
    needs_die: bool
    time: str  # "" while square or die is missing
    seconds: int | None
    lacks: str  # what it waits for
    kinds: tuple[tuple[str, str, bool], ...]  # kind, entry, whether it is this one

    @property
    def words(self) -> str:
        return "alone" if len(self.members) == 1 else f"{self.kind} of {len(self.members)}"


class ArrivalRow(msgspec.Struct, frozen=True):
    number: int
    rider: str
    name: str
    short: str
    svg: str
    time: str
    gap: str
    points: int
    unit: int
    words: str
    square: int | None
    tie: str
    picked: bool
    page: str
    remove: str
    up: str
    down: str

    @property
    def ordinal(self) -> str:
        return ordinal(self.number) if self.number else "–"  # he is out after all


class RoundRow(msgspec.Struct, frozen=True):
    """An arrival in a game of rounds, with all that can be done with it."""

    number: int
    rider: str
    name: str
    short: str
    svg: str
    words: str  # "first round, square 4"
    bunch: str  # "bunch of 3"
    time: str  # the winner's, then how far behind him
    points: int
    square: int | None
    turn: int
    round: str  # "+1 round"
    unit: int
    together: int  # so many were tapped for one square
    tie: str
    cards: int | None  # exhaustion
    has_hand: bool
    squares: tuple[tuple[int, str], ...]
    remove: str
    up: str
    down: str

    @property
    def ordinal(self) -> str:
        return ordinal(self.number) if self.number else "–"  # he is out after all


class Cards(msgspec.Struct, frozen=True):
    """Whose exhaustion cards are asked for, and the numbers to tap with their entries."""

    rider: str
    called: str
    svg: str
    numbers: tuple[tuple[int, str], ...]


class Trouble(msgspec.Struct, frozen=True):
    """What is missing or wrong, and the line where it is mended."""

    text: str
    line: str


class Step(msgspec.Struct, frozen=True):
    seq: int
    words: str
    entry: str


class Left(msgspec.Struct, frozen=True):
    """What a team has left of an advantage (CP-APP-021)."""

    key: str
    name: str
    left: int
    held: int
    use: str
    back: str

    @property
    def used(self) -> int:
        return self.held - self.left


class TeamLeft(msgspec.Struct, frozen=True):
    letter: str
    name: str
    short_name: str
    advantages: tuple[Left, ...]


class Throw(msgspec.Struct, frozen=True):
    """Squares behind the line and the last die, for the arrival they would go to. Each is number, words, entry."""

    squares: tuple[tuple[int, str, str], ...]
    beyond: tuple[tuple[int, str, str], ...]
    dice: tuple[tuple[int, str, str], ...]
    square: int | None
    die: int | None
    open: bool
    needs_die: bool
    without_die: bool  # beyond square 12
