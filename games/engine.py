"""The contract that every engine keeps, and the values it speaks in.

A game is a conversation. `pending` says who is asked: seats (several where they choose at once), chance, or nobody when it is over.
`apply` takes one answer and changes the state in place; whoever needs the state before keeps a `copy`. Seats count from 0.

Actions are whole numbers and draws are tuples of them, so that bots and forecasts play thousands of stages; people, logs and addresses
speak the notation: `read(state, write(state, action)) == action`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from games.chance import Draw

Seat = int
Action = int
Titles = Mapping[str, str]  # what a page calls the seats: {"a": "Blue"}; a rider of that seat is then "Blue 4"
CHANCE: Seat = -1


class Refused(Exception):
    """The answer cannot be taken, and nothing has changed; the message says why."""


class UnknownGame(Refused):
    """No engine has that key."""


class BadSetup(Refused):
    """The stage, the teams or the options cannot be played as they are given."""


class BadNotation(Refused):
    """The text is no action, draw or log of this game."""


class NotAsked(Refused):
    """It is not this seat's turn to answer, or not chance's, or the stage is over."""


class Illegal(Refused):
    """The action is none of those this seat may choose from now, or the draw none that could come."""


class Pending(msgspec.Struct, frozen=True):
    """Who is asked now: these seats, or chance for this throw, or nobody."""

    seats: tuple[Seat, ...] = ()
    throw: Any = None  # what chance gives: `chance.Drawing`, of the game's own kind

    @property
    def over(self) -> bool:
        return not self.seats and self.throw is None


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, the rule that made it happen, and its figures; `Game.say` puts it in words."""

    kind: str
    rule: str
    riders: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()
    moves: tuple[tuple[int, int, int], ...] = ()  # rider, from, to
    seat: Seat = -1  # whose own doing it is: what others are asked stays as it was
    shows: bool = False  # turns up what was hidden: what led to it cannot be taken back


class Finish(msgspec.Struct, frozen=True):
    """One rider's arrival. Riders whose order nothing decided share a rank."""

    rank: int
    rider: str
    time: int | None = None  # whole seconds; None where the game does not measure it
    group: int | None = None  # index of the unit in `Outcome.units`


class Choice(msgspec.Struct, frozen=True):
    """One legal action as a page offers it."""

    text: str  # in notation
    words: str  # on the button: "Bottle for Blue 4"
    then: str = ""  # what follows, where the rules fix it: "to km 24, 3 left"
    rule: str = ""
    rider: str = ""  # whom it is about, where that is one rider, and what he does in a word or two: "Bottle"
    short: str = ""
    usual: bool = False  # nothing special is declared: one tap, though there are many others
    # Where one action is many choices (which die for which rider): what each is about and what is chosen for it, in the same order of
    # subjects in all actions of the moment, so that a page may ask for one after the other: (("Blue 1", "5, counts 6"), ("Blue 5", "4"))
    parts: tuple[tuple[str, str], ...] = ()


class Question(msgspec.Struct, frozen=True):
    """What is asked now, in words for everybody at the table.

    Who takes dice in one by one finds whose the next is at `dice[throw.place(thrown)[0]]`; a pair that is thrown again is the same rider's.
    """

    words: str  # "Blue may give bottles before the paceline throws."
    rule: str = ""
    riders: tuple[str, ...] = ()  # whom it is about
    dice: tuple[str, ...] = ()  # whose die each is, where dice are to be thrown: in the order of the throw


class ArrivalUnit(msgspec.Struct, frozen=True):
    """What crossed the line with one pace, as a director would tap it."""

    turn: int  # after the first turn in which anybody crossed
    kind: str  # peloton, paceline, single
    squares: dict[str, int]  # squares behind the line, by rider
    setters: tuple[str, ...] = ()
    die: int | None = None


class Passing(msgspec.Struct, frozen=True):
    """The order over an intermediate sprint or a pass, as far as it pays."""

    line: str  # s1, s2 ... p1, p2 ... in road order
    category: str
    km: int
    riders: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a stage ended: what a director would have logged of it."""

    finish: tuple[Finish, ...]
    units: tuple[ArrivalUnit, ...]
    passings: tuple[Passing, ...]
    used: dict[str, dict[str, int]]  # by team: bottle, sprint, attack, mountain_attack
    doubles: dict[str, dict[str, int]]  # by line and team: double throws
    out: tuple[str, ...]  # riders who left the race
    behind: tuple[str, ...]  # riders still on the road when it ended

    @property
    def winner(self) -> str | None:
        return self.finish[0].rider if self.finish else None


class Game(Protocol):
    """A state is the game's own value; only the game looks inside."""

    key: str
    name: str
    rules_version: int
    seats: range
    versions: tuple[str, ...]
    hidden: bool  # whether a seat holds what the others may not see

    def read_setup(self, data: object) -> Any:
        """The setup of plain JSON values; raises BadSetup."""

    def write_setup(self, setup: Any) -> dict[str, Any]: ...

    def example(self, version: str, seats: int) -> Any:
        """A setup to play without preparing one."""

    def start(self, setup: Any) -> Any: ...

    def pending(self, state: Any) -> Pending: ...

    def legal_actions(self, state: Any, seat: Seat) -> Sequence[Action]:
        """Complete and sorted; empty for a seat that is not asked."""

    def apply(self, state: Any, who: Seat, what: Action | Draw, tell: bool = True) -> list[Event]:
        """Takes one answer, or raises Refused with nothing changed. Events are left out where nobody listens."""

    def view(self, state: Any, seat: Seat | None) -> Mapping[str, Any]:
        """What that seat may see, as plain JSON values; None is a spectator. What is hidden from it is not there."""

    def outcome(self, state: Any) -> Outcome | None: ...

    def copy(self, state: Any) -> Any: ...

    def digest(self, state: Any) -> str:
        """The same text for the same state on any machine."""

    def seat_names(self, state: Any) -> tuple[str, ...]: ...

    def write(self, state: Any, seat: Seat, action: Action) -> str: ...

    def read(self, state: Any, seat: Seat, text: str) -> Action:
        """The action of a text in that seat's mouth, legal or not; raises BadNotation."""

    def rider_names(self, state: Any) -> tuple[str, ...]:
        """By the numbers that events speak in; "" for a number nobody has."""

    def say(self, state: Any, event: Event, titles: Titles | None = None) -> str:
        """The sentence of an event. Events are for everybody: what is hidden is in none of them."""

    def question(self, state: Any, titles: Titles | None = None) -> Question:
        """What `pending` waits for, in words."""

    def choices(self, state: Any, seat: Seat, titles: Titles | None = None) -> Sequence[Choice]:
        """`legal_actions` in words, in the same order."""

    def situation(self, state: Any) -> dict[str, Any]:
        """The position as plain values, so that a setup with it as `situation` begins there."""

    def rules(self) -> Mapping[str, str]:
        """What the rules say, by their ids."""

    def bots(self) -> Mapping[str, Any]:
        """The bots that play this game, by name: `bots.Bot`."""


class HiddenGame(Game, Protocol):
    """A game with `hidden`: what a seat sees and may do never depends on what is hidden from it."""

    def resampled(self, state: Any, seat: Seat | None, unit: Callable[[], float]) -> Any:
        """A copy in which all that is hidden from that seat was drawn anew, by numbers in [0, 1): the seat cannot tell the two apart."""
