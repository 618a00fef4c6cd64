"""Toy Dash at the table: riders cross turn by turn, and who pushed is counted."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import msgspec
from django.utils.functional import Promise

from tests.toy.engine import TURN
from tests.toy.set_up import SET_UP, a_plan
from tourmanager.classifications.contract import TimeExplained
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.summand import Item
from tourmanager.results.demo import END, Demo, DemoTour
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import core_entries as core
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.contract import GameSheet, Key, StartList, TableGame
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.entry_fields import Rider
from tourmanager.results.sheet.frame import Frame, FrameLine, GameFrame
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.results.stage_page.contract import Drawer, StagePanels, StartPanel
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.riders.models import Team
from tourmanager.scoring.result import Arrival, StageResult
from tourmanager.tours.models import Stage, Tour, TourRider
from tourmanager.web.templatetags.race import clock


class Push(EntryBody, frozen=True, tag="toy.push"):
    """A rider pushes."""

    rider: Rider

    def say(self, frame: Frame) -> str:
        return f"{frame.name(self.rider)} pushes"


class ToyFrame(GameFrame, frozen=True):
    bell: int = 0

    def clock(self, turn: int) -> str:
        return f"turn +{turn}"


class ToySheet(GameSheet):
    lacking: ClassVar[str | Promise] = "the turn"
    has_clock: ClassVar[bool] = True

    def __init__(self, sheet: CoreSheet) -> None:
        super().__init__(sheet)
        self.pushes: dict[str, int] = {}

    def refuse(self, entry: EntryBody) -> str:
        if isinstance(entry, core.Square | core.Time | core.Out | core.Back):
            return "Toy Dash has turns, and nothing else to log."
        return ""

    def apply(self, entry: EntryBody) -> str:
        if not isinstance(entry, Push):
            return super().apply(entry)
        self.sheet.check_starter(entry.rider)
        self.pushes[entry.rider] = self.pushes.get(entry.rider, 0) + 1
        return f"push:{entry.rider}"

    def key(self, unit: Unit, rider: str) -> Key | None:
        return (unit.turn,)

    def seconds(self, rider: str) -> int | None:
        unit = self.sheet.unit_of(rider)
        return TURN * unit.turn if unit else None

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        return one is None or other is None or one == other

    def clock_seconds(self, turn: int) -> int:
        return TURN * turn

    def explain_order(self, rider: str, other: str) -> str:
        return f"{rider} and {other} crossed in different turns."

    def earliest(self, open_turn: int) -> int:
        return TURN * open_turn

    def extras(self) -> dict[str, Any]:
        return {"pushes": self.pushes} if self.pushes else {}


def game_of(sheet: Sheet) -> ToySheet:
    return cast(ToySheet, sheet.game)


class ToyTable(TableGame):
    entries = (Push,)

    def frame(
        self,
        stage: Stage,
        lines: Mapping[str, FrameLine],
        start_list: StartList,
        ended: Sequence[StageResult],
    ) -> GameFrame:
        return ToyFrame(stage.course["bell"])

    def may(self, rider: TourRider) -> str:
        return "Rolls, or pushes."

    def sheet(self, sheet: CoreSheet) -> GameSheet:
        return ToySheet(sheet)


# -- the stage page


class PushButton(msgspec.Struct, frozen=True):
    code: str
    called: str
    entry: str
    count: int


class ToyFinish(FinishPanel):
    template: ClassVar[str] = "toy/_finish.html"

    @property
    def pushes(self) -> list[PushButton]:
        counted = game_of(self.sheet).pushes
        return [
            PushButton(
                code,
                self.jerseys.name_in_sentence(code),
                e.write_for_button(Push(code)),
                counted.get(code, 0),
            )
            for code in self.frame.riders
        ]

    def words(self, unit: Unit) -> str:
        return self.frame.game.clock(unit.turn)


class ToyStart(msgspec.Struct, frozen=True):
    template: ClassVar[str] = "toy/_start.html"

    bell: int


class ToyDrawer(msgspec.Struct, frozen=True):
    name: ClassVar[str] = "pushes"
    modes: ClassVar[str] = "toy/_modes.html"
    template: ClassVar[str] = "toy/_pushed.html"
    read: ClassVar[str] = "toy/_pushed.html"

    pushed: tuple[tuple[str, int], ...]


class ToyPanels(StagePanels):
    style = "toy/stage-page.css"
    script = "toy/stage.js"
    keys = "toy/_keys.html"
    drawer_address = "toy:pushes"
    before_next = "where the bell hangs"

    def finish(self, reading: StageReading, jerseys: Jerseys, unit: int | None) -> FinishPanel:
        return ToyFinish(reading, jerseys, unit)

    def start(self, reading: StageReading, *, logging: bool) -> StartPanel | None:
        return ToyStart(reading.stage.course["bell"])

    def drawer(self, reading: StageReading) -> Drawer | None:
        names, pushes = reading.frame.names, game_of(reading.log.sheet).pushes
        return ToyDrawer(tuple((names[code], count) for code, count in pushes.items()))

    def below_line(self, reading: StageReading, line: FrameLine) -> str:
        return '<p class="toy-bell">The first one there rings it.</p>'

    def state(self, reading: StageReading) -> dict[str, Any]:
        return {"pushes": game_of(reading.log.sheet).pushes}


# -- classifications


class ToyTimes(TimeExplained):
    def items(self, race: TourSnapshot, sheet: Sheet, who: str, seconds: int) -> Sequence[Item]:
        unit = sheet.unit_of(who)
        if who in sheet.jury.times or unit is None:
            return super().items(race, sheet, who, seconds)
        return [Item(f"{unit.turn} turns after the first arrival", clock(TURN * unit.turn))]

    def notes(self, race: TourSnapshot, sheet: Sheet, who: str) -> list[str]:
        return [f"Pushed {game_of(sheet).pushes.get(who, 0)} times."]

    def where(self, result: StageResult, arrival: Arrival) -> str:
        return f"turn +{arrival.turn}"

    @property
    def where_label(self) -> str:
        return "Turn"


# -- the demo


class ToyDemo(Demo):
    def load(self, teams: Sequence[Team], *, director: Any, now: Any) -> list[Tour]:
        tour = SET_UP.create(a_plan("Toy Tour", ["Ant", "Bee"]), by=director, at=now)
        DemoTour(tour, director, now).tap_all(
            1,
            [
                Push("a1"),
                e.Place("s1", "a1"),
                e.Arrive(("a1",)),
                e.Turn(1),
                e.Arrive(("b1",)),
                END,
            ],
        )
        tour.refresh_from_db()
        return [tour]
