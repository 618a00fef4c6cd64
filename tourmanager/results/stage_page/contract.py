"""Define what the stage page asks of a game: its panels; or, of a game in which nothing is tapped,
a page of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Protocol

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise

from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.frame import FrameLine
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.units import Unit
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.tabletop.registry import find_part
from tourmanager.tours.models import Stage


class StartPanel(Protocol):
    """The panel before a stage in which nothing is logged yet; printed by its template as
    `start`.
    """

    template: ClassVar[str]


class Drawer(Protocol):
    """The panel on the right side of the page in place of riders, as what every team has left."""

    name: ClassVar[str]  # in the title of its page: "advantages"
    modes: ClassVar[str]  # template of the buttons that open it
    template: ClassVar[str]
    read: ClassVar[str]  # template of its page for everybody


class StagePanels:
    """The panels of a game; these serve one whose riders arrive in an order and nothing else."""

    # the style sheet of the page; one of a game imports those of every stage
    style: ClassVar[str] = "css/stage-page.css"
    script: ClassVar[str] = ""  # the module that takes taps; without one the page is all forms
    keys: ClassVar[str] = "results/_keys.html"  # template of what its keys do
    # name of the address, one of the game's own, at which `views.drawer` shows what `drawer` gives
    drawer_address: ClassVar[str] = ""
    # what stands before the next stage, for the page of one that has ended; "" where nothing does
    before_next: ClassVar[str | Promise] = ""

    def finish(self, reading: StageReading, jerseys: Jerseys, unit: int | None) -> FinishPanel:
        return FinishPanel(reading, jerseys, unit)

    def start(self, reading: StageReading, *, logging: bool) -> StartPanel | None:
        """Return what stands before the stage, for directors (`logging`) or for everybody."""
        return None

    def drawer(self, reading: StageReading) -> Drawer | None:
        return None

    def below_line(self, reading: StageReading, line: FrameLine) -> str:
        """Return markup that stands below the places of a line."""
        return ""

    # -- the sheet for the browser's script

    def state(self, reading: StageReading) -> dict[str, object]:
        return {}

    def unit_state(self, reading: StageReading, unit: Unit) -> dict[str, object]:
        return {}

    def line_state(self, reading: StageReading, line: FrameLine) -> dict[str, object]:
        return {}


class OwnStagePage(ABC):
    """The page of a stage in a game in which nothing is tapped."""

    @abstractmethod
    def show(self, request: HttpRequest, stage: Stage) -> HttpResponse:
        """Answer with the page, for everybody."""

    @abstractmethod
    def cannot_end(
        self, request: HttpRequest, stage: Stage, problems: Sequence[Problem]
    ) -> HttpResponse:
        """Answer with the page, and what stands in the way of End stage."""


def panels_of(game: str) -> StagePanels:
    """Return the panels of a game; plain ones where it brings none. Raises UnknownGame."""
    return find_part(game, StagePanels) or StagePanels()


def own_page_of(game: str) -> OwnStagePage | None:
    """Return the page of a game in which nothing is tapped, None in others. Raises UnknownGame."""
    return find_part(game, OwnStagePage)
