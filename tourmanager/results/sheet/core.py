"""Hold what every game's sheet of a stage has: lines, arrivals in their order, abandons, and the
jury's decisions (pure; no database). `sheet.py` applies entries to it.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tourmanager.results.sheet.core_entries import Digital
from tourmanager.results.sheet.entry_fields import GivenLine
from tourmanager.results.sheet.frame import Frame, FrameLine
from tourmanager.results.sheet.jury import EntryRefused, Jury
from tourmanager.results.sheet.units import Unit
from tourmanager.scoring.result import Status


@dataclass
class CoreSheet(ABC):
    frame: Frame
    lines: dict[str, list[str]]
    units: dict[int, Unit] = field(default_factory=dict)
    # arrivals by place; riders whose time is missing stand last
    order: list[str] = field(default_factory=list)
    turn: int = 0
    out: list[str] = field(default_factory=list)
    last_unit: int = 0  # the highest number that an arrival was given
    logged_unit: int = 0  # the last arrival that began as riders crossed
    inserted_unit: int = 0  # one begun since at a place of the order; 0 for none
    where: dict[str, int] = field(default_factory=dict)  # arrived rider -> their unit
    jury: Jury = field(default_factory=Jury)
    # places that a table of results gave, where they are not the position
    places: dict[str, int] = field(default_factory=dict)
    # lines that a table of results gave
    table_lines: dict[str, GivenLine] = field(default_factory=dict)
    finish_paid: dict[str, dict[str, int]] = field(default_factory=dict)
    source: str = ""  # the table of results
    # whether the last entry gave somebody who was in another place
    shifted: bool = field(default=False, compare=False)
    digital: Digital | None = None  # the ride, where the stage was ridden on the screen

    def name(self, code: str) -> str:
        return self.frame.name(code)

    def check_starter(self, rider: str) -> None:
        """Raise EntryRefused if that rider did not start."""
        if rider not in self.frame.riders:
            if rider in self.frame.names:
                raise EntryRefused(
                    _("%(rider)s is out of the race since an earlier stage.")
                    % {"rider": self.name(rider)}
                )
            raise EntryRefused(_("There is no rider %(rider)s in this tour.") % {"rider": rider})

    def line(self, key: str) -> FrameLine:
        """Return a line of the stage. Raises EntryRefused."""
        if key not in self.frame.lines:
            raise EntryRefused(_("This stage has no line %(key)s.") % {"key": key})
        return self.frame.lines[key]

    def unit_of(self, rider: str) -> Unit | None:
        """Return the arrival a rider came in with; None where a table of results brought them."""
        return self.units.get(self.where.get(rider, 0))

    @abstractmethod
    def unit(self, number: int | None) -> Unit:
        """Return the arrival of that number; without one the arrival that an entry without a
        number means. Raises EntryRefused.
        """

    @abstractmethod
    def settle(self, unit: Unit) -> str:
        """Put the riders of an arrival where its turn, squares and time belong, behind their
        equals; name the record.
        """

    @property
    def abandons(self) -> dict[str, Status]:
        """Return who left the race in this stage, and how."""
        crashed: dict[str, Status] = dict.fromkeys(self.out, "dnf")
        return crashed | self.jury.statuses

    def missing(self) -> list[str]:
        """Return the riders who are still on the road."""
        arrived = set(self.order) | self.abandons.keys()
        return [rider for rider in self.frame.riders if rider not in arrived]

    @property
    @abstractmethod
    def stays_in_tour(self) -> bool:
        """Return True when riders who crash start the next stage, placed last in this one."""

    @property
    def leaves_tour(self) -> dict[str, Status]:
        """Return riders who do not start the next stage; by an option riders who crashed do."""
        return self.jury.statuses if self.stays_in_tour else self.abandons
