"""Define what a game adds at the table: its own log entries, the sheet they add up to beside the
core's, and its part of a stage's frame.

A game without anything of its own, as a race whose results come in tables, uses these classes as
they are.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.results.sheet.arrival_entries import name_riders
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.core_entries import Square, Time, Turn, UnitTurn
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.frame import Frame, FrameLine, GameFrame
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.units import Unit
from tourmanager.scoring.result import StageResult
from tourmanager.tours.models import Stage, Tour, TourRider, TourTeam

Key = tuple[int, ...]


class StartList(Protocol):
    """The teams and riders of a tour, riders by code."""

    tour: Tour
    teams: list[TourTeam]
    riders: dict[str, TourRider]

    @property
    def last_stage(self) -> int:
        """Return the number of the tour's last stage."""


class GameSheet:
    """The part of a stage's sheet that belongs to the game. This one knows riders who arrive in an
    order, with no times but those of the jury or of a table of results.
    """

    # what a rider without a time waits for
    lacking: ClassVar[str | Promise] = gettext_lazy("the result")
    has_clock: ClassVar[bool] = False  # riders arrive in turns of a clock
    # times of the present turn may still change with who else arrives in it
    times_follow: ClassVar[bool] = False

    def __init__(self, sheet: CoreSheet) -> None:
        self.sheet = sheet

    # -- entries

    def refuse(self, entry: EntryBody) -> str:
        """Say why the game knows no such core entry, "" where it does."""
        if isinstance(entry, Turn | UnitTurn):
            return _("This game has no clock.")
        if isinstance(entry, Square | Time):
            return _("This game logs only the order in which riders arrive.")
        return ""

    def refuse_new(self, entry: EntryBody) -> str:
        """Say why a new entry is refused that logs of earlier releases may hold, "" if none is."""
        return ""

    def apply(self, entry: EntryBody) -> str:
        """Take an entry of the game in and name the record it touched. Raises EntryRefused, nothing
        changed.
        """
        raise TypeError(f"{entry.tag} is no entry of this game")  # not shown

    def forget(self, rider: str) -> None:
        """Drop what was noted of a rider's arrival: they are taken out of the arrivals."""

    def clear(self) -> None:
        """Drop what was noted of all arrivals: a table of results takes their place."""

    # -- arrivals

    def missing(self, unit: Unit) -> str:
        """Name what an arrival waits for, by a key of the game's; "" for nothing."""
        return ""

    def key(self, unit: Unit, rider: str) -> Key | None:
        """Return what places a rider, the least first; None where nothing but the order of taps
        does.
        """
        return None

    def seconds(self, rider: str) -> int | None:
        """Return the time of a rider who has an arrival; None while something is missing."""
        return None

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        """Return True when the director may put one rider where the other is placed."""
        return True

    def clock_seconds(self, turn: int) -> int:
        """Return the time of riders who are still on the road in that turn of the clock."""
        return 0

    def earliest(self, open_turn: int) -> int:
        """Return the best time that a rider can still have who arrives in that turn or later."""
        return 0

    # -- the core's refusals in the game's words

    def explain_order(self, rider: str, other: str) -> str:
        """Say why the director may not put one rider where the other is placed, by their names."""
        return _(
            "What was logged of %(rider)s and %(other)s decides their order. Correct that."
        ) % {
            "rider": rider,
            "other": other,
        }

    def explain_no_arrival(self) -> str:
        """Say why the clock does not move before the first arrival."""
        return _("The clock begins with the first arrival: log an arrival first.")

    def explain_too_far(self, most: int) -> str:
        """Say that nobody comes that far behind the line; riders come `most` squares at most."""
        return _("Nobody comes that far behind the line.")

    # -- what it comes to

    @property
    def stays_in_tour(self) -> bool:
        """Return True when riders who crash start the next stage, placed last in this one."""
        return False

    def problems(self) -> list[Problem]:
        """Find what is missing or wrong in the entries of the game."""
        return []

    def extras(self) -> dict[str, object]:
        """Return what the result of the stage keeps for the game."""
        return {}


class TableGame:
    """The way a game is logged at the table."""

    # its own entries, each with a tag that begins with a prefix of the game
    entries: ClassVar[tuple[type[EntryBody], ...]] = ()
    # tags by which logs of earlier releases know some of them
    old_tags: ClassVar[Mapping[str, str]] = {}
    warnings: ClassVar[tuple[str, ...]] = ()  # codes of its problems that a director may let stand
    blanks: ClassVar[bool] = False  # what is blank in its results stays blank
    # entries that can be made before anything of the stage happens
    before: ClassVar[tuple[type[EntryBody], ...]] = ()
    # its entries that say no more than what an arrival is called
    said_of_arrival: ClassVar[tuple[type[EntryBody], ...]] = ()
    full_names: ClassVar[bool] = False  # riders are called by their names, not by team and badge

    def frame(
        self,
        stage: Stage,
        lines: Mapping[str, FrameLine],
        start_list: StartList,
        results: Sequence[StageResult],
    ) -> GameFrame:
        """Return what the game adds to the frame of a stage; `results` are the results there are,
        in order, of that stage too.
        """
        return GameFrame()

    def may(self, rider: TourRider) -> str:
        """Say what is special about a rider, in a line; "" where nothing is."""
        return ""

    def describe_arrival(
        self, riders: Sequence[str], bodies: Sequence[EntryBody], frame: Frame
    ) -> str:
        """Say who arrived together, by the entries that logged it; those in `said_of_arrival` are
        not said otherwise.
        """
        return name_riders(riders, frame)

    def sheet(self, sheet: CoreSheet) -> GameSheet:
        """Begin the game's part of a stage's sheet."""
        return GameSheet(sheet)
