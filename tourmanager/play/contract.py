"""Define what each game provides for its digital stages: a `Screen` in its room
(`tabletop.registry`).

A screen has the game's engine, the adapter between a tour's stage log and that engine, the board
that pages draw, the form of a single stage, and the words for what chance gives. A game whose board
shows everything there is to know also has a way between screen and table in the middle of a stage.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Generic, NamedTuple, Protocol, cast

import msgspec
from django.forms.utils import ErrorDict
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import (
    AnyOutcome,
    Choice,
    Extras,
    Game,
    Outcome,
    Refused,
    Setup,
    State,
    UnknownEngine,
)
from tourmanager.accounts.models import User
from tourmanager.play.boards.drawing import BoardDrawing, Words
from tourmanager.play.boards.look import Look
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.play.log.position import Position
from tourmanager.play.start.seat_forms import SeatsForm
from tourmanager.play.start.single import SingleForm
from tourmanager.play.table.entry_writer import EntryWriter
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tabletop.registry import find_part, part, parts
from tourmanager.tours.models import Stage, Tour


class NotDigital(Exception):
    """The stage cannot be ridden digitally; the message says why, for its director."""


class NotTold(Exception):
    """The log does not say enough for an engine to go on from it; the message says what is
    missing.
    """


class Chance(NamedTuple):
    """What chance gives in a game, in the words of the pages that speak of it.

    What is thrown one by one at the table and typed is dice in every game: they are the core's
    (`Ride.dice`, `games.chance.Throw`).
    """

    things: str  # what it gives: dice
    draw: str  # once: a throw
    going: str | Promise  # while the app does it
    icon: str
    at_table: str | Promise  # where it is done at the table


class HiddenWords(NamedTuple):
    """What pages say of what only the player of a seat may see; %(who)s is that player."""

    open: str | Promise = gettext_lazy("I am %(who)s: show my seat")
    goes_along: str | Promise = gettext_lazy("What you alone see goes with the seat.")
    handing_over: str | Promise = gettext_lazy(
        "In this game seats have secrets: a seat is handed over only if its player agrees on their "
        "own device, or after a bot has played what the player saw."
    )
    if_silent: str | Promise = gettext_lazy(
        "If nobody answers, the host can give the seat to a bot. You can take it once the bot has "
        "played what the player saw."
    )
    sealed: str | Promise = gettext_lazy(
        "Sealed: the bot plays what %(who)s alone saw. A person may take the seat once everybody "
        "has seen it."
    )
    sealed_for_you: str | Promise = gettext_lazy(
        "This seat is sealed: the bot plays what %(who)s alone saw. You can take the seat once "
        "everybody has seen it. This page will tell you."
    )
    sealed_refusal: str | Promise = gettext_lazy(
        "This seat is sealed: the bot plays what %(who)s alone saw. A person may take the seat "
        "once everybody has seen it; %(who)s may come back earlier, on the same device."
    )
    sealed_note: str | Promise = gettext_lazy(
        "What %(who)s alone saw stays sealed until the bot has played it."
    )


class TableWords(NamedTuple):
    """What pages say of a team whose player types what lies on the table, not what the app drew."""

    beside: str | Promise = gettext_lazy("%(who)s, with the game on the table")
    of_seat: str | Promise = gettext_lazy("Plays on the table and types what lies there.")
    to_player: str | Promise = gettext_lazy("You play on the table and type what lies there.")
    app_draws: str | Promise = gettext_lazy(
        "The app draws in this game. Players with the game on the table type what lies there."
    )
    type_again: str | Promise = gettext_lazy("Type the last answer of %(team)s again")
    typed_again: str | Promise = gettext_lazy(
        "An answer of %(team)s was typed wrong: it is typed again."
    )
    too_late: str | Promise = gettext_lazy(
        "Only what was typed last can be typed again, as long as the next turn has not been shown."
    )


class Tool(NamedTuple):
    """A page of the game's own, beside the list of digital stages."""

    name: str | Promise
    icon: str
    url: str  # name of its address


class ArrivalNote(NamedTuple):
    """What the result says of a rider besides place and time."""

    note: str = ""  # "peloton of 7"
    square: int | None = None  # behind the line


class Offered(Protocol):
    """An answer as a page offers it."""

    @property
    def choice(self) -> Choice: ...

    @property
    def key(self) -> str: ...


class PositionForm(Protocol):
    """A form of where everybody stands on the board."""

    @property
    def errors(self) -> ErrorDict: ...

    def is_valid(self) -> bool: ...

    def add_error(self, field: str | None, error: str) -> None: ...

    def situation(self) -> dict[str, object]:
        """Return the `situation` of a setup, once the form is valid."""


class Adapter(ABC, Generic[Extras]):
    """Convert between the stage log of a tour and the game's engine.

    The log calls riders by the tour's codes, the setup may call them otherwise: the adapter renames
    what passes.
    """

    @abstractmethod
    def why_not(self, stage: Stage) -> str:
        """Say why no stage like this one is ridden digitally; "" where it is."""

    @abstractmethod
    def has_begun(self, sheet: Sheet) -> bool:
        """Return True when anything of the race itself stands in the log."""

    @abstractmethod
    def seats_form(self, data: QueryDict | None, reading: StageReading) -> SeatsForm:
        """Make the form that asks who sits where; its `agreed()` is added to the setup."""

    @abstractmethod
    def setup_data(
        self, reading: StageReading, situation: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        """Return the setup as plain values, not checked yet. Raises NotDigital."""

    @abstractmethod
    def look_of(self, reading: StageReading) -> Look:
        """Return teams and riders as the stage's page draws them, by the names of the setup."""

    def describe_refusal(self, refusal: Refused) -> str:
        """Word the engine's reason against a setup for a page."""
        return str(refusal)

    @abstractmethod
    def to_entries(self, outcome: Outcome[Extras], sheet: Sheet) -> EntryWriter:
        """Write the entries that bring the sheet to the outcome. Raises EntryRefused."""

    @abstractmethod
    def differences(self, outcome: Outcome[Extras], sheet: Sheet) -> list[str]:
        """Say for a director where the sheet differs from the outcome; nothing where they agree."""


class Table(ABC):
    """The way between screen and table in the middle of a stage."""

    set_up_template: str  # prints `sheet`, to set a board up by
    situation_template: str  # asks for `standing`, the form of where everybody stands

    @abstractmethod
    def so_far(self, where: Position) -> AnyOutcome | None:
        """Return what a director would have logged up to the beginning of the turn under way;
        None before the first one.
        """

    @abstractmethod
    def last_turn(self, where: Position) -> int:
        """Return the last turn that was completed; 0 before the first."""

    @abstractmethod
    def set_up(self, where: Position, look: Look) -> object:
        """Return the sheet to set a board up by; None before the first turn."""

    @abstractmethod
    def form(self, data: QueryDict | None, reading: StageReading) -> PositionForm:
        """Make a form of where everybody stands on the board, with `situation()`. Raises
        NotTold.
        """


class Board(ABC, Generic[Extras]):
    """Draw the game's road and what stands beside it.

    A board is handed what a seat may see (`Game.view`), the setup as the engine writes it, how
    teams and riders look, and what has happened. It knows no database and no request, and the same
    values give the same markup.
    """

    words: Words = Words()
    quiet: frozenset[str] = frozenset()  # kinds of lines that are too much for the commentary
    styles: tuple[str, ...] = ()  # style sheets of its own, for pages that show it
    # modules of its own, which come before those of every board (static/js/ride-motion.js)
    scripts: tuple[str, ...] = ()

    @abstractmethod
    def draw(
        self,
        view: Mapping[str, object],
        setup: Mapping[str, object],
        look: Look,
        mine: Collection[str] = (),
        zoom: str = "race",
        lines: Sequence[CommentaryLine] = (),
    ) -> BoardDrawing:
        """Draw the road. `mine` are the riders of the person who looks, `zoom` is one of
        `drawing.ZOOMS`, `lines` are what has happened so far.
        """

    def answers(self, view: Mapping[str, object], look: Look, options: Sequence[Offered]) -> object:
        """Return the options as the game's own fragment shows them; None where words are enough.

        An option has `choice` and `key`.
        """
        return None

    def ranking(self, outcome: Outcome[Extras]) -> tuple[str, ...]:
        """Return teams in the order in which the game places them; nothing where it does not."""
        return ()

    @abstractmethod
    def arrivals(self, outcome: Outcome[Extras]) -> Mapping[str, ArrivalNote]:
        """Return what the result says of each rider who is placed."""

    def count_used(self, outcome: Outcome[Extras]) -> Mapping[str, Mapping[str, int]]:
        """Return what each team has used, by its name on the page: {"a": {"Bottles": 2}}."""
        return {}


class Screen(ABC, Generic[State, Setup, Extras]):
    """How stages of one game are ridden in the browser."""

    table: Table | None = None  # None: such a stage is ridden to its end where it was begun
    single: type[SingleForm] | None = None  # None: the game is ridden in tours only
    passes: tuple[str, ...] = ()  # answers that let the moment pass, in notation; shown last
    tools: tuple[Tool, ...] = ()
    hidden_words: HiddenWords = HiddenWords()
    table_words: TableWords = TableWords()

    @property
    @abstractmethod
    def engines(self) -> Sequence[Game[State, Setup, Extras]]:
        """Return the engine for the newest rules, then those of earlier rules."""

    @property
    @abstractmethod
    def chance(self) -> Chance:
        """Return the words for what chance gives."""

    @property
    @abstractmethod
    def adapter(self) -> Adapter[Extras]:
        """Return what converts between the log and the engine."""

    @property
    @abstractmethod
    def board(self) -> Board[Extras]:
        """Return what draws the game."""

    def engine(self, rules_version: int | None = None) -> Game[State, Setup, Extras]:
        """Return the engine of these rules, or of the newest. Raises games.engine.UnknownGame."""
        newest = self.engines[0]
        if rules_version is None:
            return newest
        for each in self.engines:
            if each.rules_version == rules_version:
                return each
        versions = ", ".join(str(each.rules_version) for each in reversed(self.engines))
        raise UnknownEngine(
            _("%(newest)s has no rules version %(rules_version)s. There are: %(known)s.")
            % {"newest": newest.name, "rules_version": rules_version, "known": versions}
        )

    def teams_at_table(self, setup: Mapping[str, object]) -> tuple[str, ...]:
        """Return teams whose player types what lies on the table, not what the app dealt."""
        return ()

    def single_rules(self, setup: Mapping[str, object]) -> tuple[Scheme | None, str]:
        """Return by which scheme a single stage pays, and the type of the stage."""
        return None, ""

    def load_demo(self, director: User, now: datetime) -> Tour | None:
        """Make the game's own tour of the demo; None where it has none."""
        return None


# A screen of which only the key of its game is known, as `games.engine.AnyGame`.
AnyScreen = Screen[object, object, msgspec.Struct]
AnyBoard = Board[msgspec.Struct]


def screen_of(game: str) -> AnyScreen:
    """Return the screen of a game. Raises tabletop.registry.UnknownGame, NotInGame."""
    return cast(AnyScreen, part(game, Screen))


def find_screen(game: str) -> AnyScreen | None:
    """Return the screen of a game, None where it has none. Raises UnknownGame."""
    return cast(AnyScreen | None, find_part(game, Screen))


def screens() -> dict[str, AnyScreen]:
    """Return the screens of all games, by key, in the order in which pages offer them."""
    return cast(dict[str, AnyScreen], parts(Screen))
