"""The contract that every engine implements, and the values that it uses.

A game is a conversation. `pending` says who is asked: seats (several where they choose at once),
chance, or nobody when the stage is over. `apply` takes one answer and changes the state in place; a
caller that still needs the state before it keeps a `copy`. Seats count from 0.

Actions are whole numbers and draws are tuples of them, so that bots and forecasts play thousands of
stages; people, logs and addresses use the notation: `read(state, write(state, action)) == action`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from games.chance import Draw, Drawing

Seat = int
Action = int
# what a page calls the seats: {"a": "Blue"}; a rider of that seat is then "Blue 4"
Titles = Mapping[str, str]
CHANCE: Seat = -1

State = TypeVar("State")
Setup = TypeVar("Setup")
Extras = TypeVar("Extras", bound=msgspec.Struct)
Drawn_co = TypeVar("Drawn_co", bound=Drawing, covariant=True)
Extras_co = TypeVar("Extras_co", bound=msgspec.Struct, covariant=True)
State_contra = TypeVar("State_contra", contravariant=True)
Extras_contra = TypeVar("Extras_contra", bound=msgspec.Struct, contravariant=True)


class Refused(Exception):
    """The answer cannot be taken, and nothing has changed; the message says why."""


class UnknownEngine(Refused):
    """No engine has that key."""


Value = int | str | tuple[str, ...]


class Problem(msgspec.Struct, frozen=True):
    """A reason why a setup cannot be played, as a fact: a code of the game, and the values that its
    sentence names.
    """

    code: str
    values: Mapping[str, Value] = {}


class BadSetup(Refused):
    """The stage, the teams or the options cannot be played as they are given. `problems` are the
    facts behind the message, where the game has them.
    """

    def __init__(self, words: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(words)
        self.problems = tuple(problems)


class BadNotation(Refused):
    """The text is no action, draw or log of this game."""


class NotAsked(Refused):
    """The answer comes out of turn: that seat, or chance, is not asked, or the stage is over."""


class Illegal(Refused):
    """The action is not legal for this seat now, or the draw is not possible."""


class Pending(msgspec.Struct, Generic[Drawn_co], frozen=True):
    """Who is asked now: these seats, or chance for this throw, or nobody."""

    seats: tuple[Seat, ...] = ()
    throw: Drawn_co | None = None  # what chance gives, of the game's own kind

    @property
    def over(self) -> bool:
        return not self.seats and self.throw is None


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, the id of the rule behind it, and its figures; `Game.say` words
    it.
    """

    kind: str
    rule: str
    riders: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()
    moves: tuple[tuple[int, int, int], ...] = ()  # rider, from, to
    seat: Seat = -1  # whose own doing it is: what others are asked stays as it was
    shows: bool = False  # turns up what was hidden: what led to it cannot be undone


class Finish(msgspec.Struct, frozen=True):
    """The arrival of one rider. Riders whose order was not decided share a rank."""

    rank: int
    rider: str
    time: int | None = None  # whole seconds; None where the game does not measure it
    group: int | None = None  # riders of one group came in together; None: nobody came in


class Choice(msgspec.Struct, frozen=True):
    """A legal action as a page offers it."""

    text: str  # in notation
    words: str  # on the button: "Bottle for Blue 4"
    then: str = ""  # what follows, where the rules fix it: "to km 24, 3 left"
    rule: str = ""
    # the rider it is about, if it is one, and what they do in a word or two: "Bottle"
    rider: str = ""
    short: str = ""
    usual: bool = False  # nothing special is declared: one tap, though there are many others
    # Where one action is many choices (which die for which rider): what each is about and what is
    # chosen for it, in the same order of subjects in all actions of the moment, so that a page may
    # ask for one after the other: (("Blue 1", "5, counts 6"), ("Blue 5", "4"))
    parts: tuple[tuple[str, str], ...] = ()


class Question(msgspec.Struct, frozen=True):
    """The current question, worded for everybody at the table.

    A page that takes dice in one by one finds the rider of the next die at
    `dice[throw.next_die(thrown)[0]]`; a pair that is thrown again belongs to the same rider.
    """

    words: str  # "Blue may give bottles before the paceline throws."
    rule: str = ""
    riders: tuple[str, ...] = ()  # whom it is about
    # whose die each is, where dice are to be thrown: in the order of the throw
    dice: tuple[str, ...] = ()


class Passing(msgspec.Struct, frozen=True):
    """The passage of an intermediate sprint or a pass, as far as it pays."""

    line: str  # s1, s2 ... p1, p2 ... in road order
    category: str
    km: int
    riders: tuple[str, ...]


class Outcome(msgspec.Struct, Generic[Extras_co], frozen=True):
    """How a stage ended: what a director of any game would log, and the extras that only this game
    knows.
    """

    finish: tuple[Finish, ...]
    passings: tuple[Passing, ...]
    out: tuple[str, ...]  # riders who left the race
    behind: tuple[str, ...]  # riders still on the road when it ended
    extras: Extras_co

    @property
    def winner(self) -> str | None:
        return self.finish[0].rider if self.finish else None


AnyOutcome = Outcome[msgspec.Struct]


class Bot(Protocol[State_contra]):
    """A person or program that chooses for one seat throughout a stage."""

    def choose(self, state: State_contra, seat: Seat, legal: Sequence[Action]) -> Action: ...


BotMaker = Callable[[str], Bot[State_contra]]  # made of a seed


class Terminal(Protocol[State_contra, Extras_contra]):
    """Wording of a game for the terminal; `live.PlainView` serves every game."""

    @property
    def unit(self) -> str:
        """Unit in which the road is counted: "km", "square"."""

    @property
    def colours(self) -> Mapping[str, str]:
        """Colours of teams, by the names that the terminal has for them."""

    @property
    def loud(self) -> Collection[str]:
        """Kinds of events that are shown in bold."""

    def headline(self, state: State_contra) -> str:
        """Return version and length of the stage: "master, 150 km"."""

    def squares(self, state: State_contra) -> Mapping[str, int]:
        """Return the riders on the road and the square of each."""

    def describe_used(self, extras: Extras_contra) -> Iterable[str]:
        """Say what teams used up, a line for each: "red used 2 bottles"."""


class Game(Protocol[State, Setup, Extras]):
    """The rules of one game. A state is the game's own value; only the game looks inside it."""

    key: str
    name: str
    rules_version: int
    seats: range
    versions: tuple[str, ...]
    hidden: bool  # whether a seat holds what the others may not see

    @property
    def terminal(self) -> Terminal[State, Extras]: ...

    def read_setup(self, data: object) -> Setup:
        """Read a setup from plain JSON values; raises BadSetup."""

    def write_setup(self, setup: Setup, /) -> dict[str, object]: ...

    def example(self, version: str, seats: int) -> Setup:
        """Make a setup to play without preparing one."""

    def start(self, setup: Setup, /) -> State: ...

    def pending(self, state: State) -> Pending[Drawing]: ...

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return all legal actions, sorted; none for a seat that is not asked."""

    def apply(self, state: State, who: Seat, what: Action | Draw, tell: bool = True) -> list[Event]:
        """Take one answer, or raise Refused with nothing changed. Return the events, or none of
        them when `tell` is false.
        """

    def view(self, state: State, seat: Seat | None) -> Mapping[str, object]:
        """Return what that seat may see, as plain JSON values; None is a spectator. Hidden values
        are left out.
        """

    def outcome(self, state: State) -> Outcome[Extras] | None: ...

    def outcome_for_checksum(self, state: State) -> msgspec.Struct | None:
        """Return the outcome in a form that never changes, or None before the end. The checksum at
        the end of a log is made of it, so logs of any age still verify.
        """

    def copy(self, state: State) -> State: ...

    def digest(self, state: State) -> str:
        """Return the same text for the same state on any machine."""

    def seat_names(self, state: State) -> tuple[str, ...]: ...

    def write(self, state: State, seat: Seat, action: Action) -> str: ...

    def read(self, state: State, seat: Seat, text: str) -> Action:
        """Return the action that a text means when that seat says it, legal or not; raises
        BadNotation.
        """

    def rider_names(self, state: State) -> tuple[str, ...]:
        """Return the names by the numbers that events use; "" for a number without a rider."""

    def say(self, state: State, event: Event, titles: Titles | None = None) -> str:
        """Put an event in a sentence. Events are public and hold nothing hidden."""

    def question(self, state: State, titles: Titles | None = None) -> Question:
        """Put in words what `pending` waits for."""

    def choices(self, state: State, seat: Seat, titles: Titles | None = None) -> Sequence[Choice]:
        """Put `legal_actions` in words, in the same order."""

    def situation(self, state: State) -> dict[str, object]:
        """Return the position as plain values. A setup with it as `situation` begins there."""

    def rules(self) -> Mapping[str, str]:
        """Return the text of the rules by their ids."""

    def bots(self) -> Mapping[str, BotMaker[State]]:
        """Return the bots that play this game, by name."""


# A game of which only its key is known: its states and setups are handed back to it unopened.
AnyGame = Game[object, object, msgspec.Struct]


class HiddenGame(Game[State, Setup, Extras], Protocol):
    """A game with `hidden`: what a seat sees and may do never depends on what is hidden from it."""

    def resample_hidden(self, state: State, seat: Seat | None, unit: Callable[[], float]) -> State:
        """Return a copy in which all that is hidden from that seat is drawn again, by numbers in
        [0, 1). The seat cannot tell the two apart.
        """


@runtime_checkable
class PlaysOut(Protocol[State_contra]):
    """A game that plays stages to their end by itself, at full speed: for bots and forecasts."""

    def playout(self, state: State_contra, unit: Callable[[], float]) -> None:
        """Play the stage from any state to its end, in place. Every seat decides much as the
        `steady` bot does, chance draws by numbers in [0, 1), nobody is asked and no events are
        made. Read the result from `outcome`.
        """
