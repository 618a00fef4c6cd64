"""Build the panels of the stage page that only Cycling Party has."""

from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.entries import write_for_button
from tourmanager.results.sheet.frame import FrameLine
from tourmanager.results.sheet.units import Unit
from tourmanager.results.stage_page.contract import Drawer, StagePanels, StartPanel
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pieces import render_fragment
from tourmanager.tabletop.cycling_party.table.entries import (
    ADVANTAGE_NAMES,
    ADVANTAGES,
    Double,
    DoubleBack,
    GiveBack,
    Use,
)
from tourmanager.tabletop.cycling_party.table.finish import ROOM, DiceFinish
from tourmanager.tabletop.cycling_party.table.frame import MOUNTAIN_ATTACK
from tourmanager.tabletop.cycling_party.table.pieces import (
    Doubles,
    Left,
    LineDoubles,
    TeamAdvantages,
)
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tabletop.cycling_party.table.start import start_of


class Advantages:
    """The advantages that every team has left (CP-APP-021)."""

    name: ClassVar[str] = "advantages"
    modes: ClassVar[str] = f"{ROOM}/_modes.html"
    template: ClassVar[str] = f"{ROOM}/_left_table.html"
    read: ClassVar[str] = f"{ROOM}/_left_read.html"

    def __init__(self, reading: StageReading) -> None:
        self.field = reading.field
        self.sheet, self.game = reading.log.sheet, game_of(reading.log.sheet)

    @property
    def names(self) -> list[str]:
        return [ADVANTAGE_NAMES[key] for key in ADVANTAGES]

    @cached_property
    def teams(self) -> list[TeamAdvantages]:
        return [
            TeamAdvantages(
                team.letter,
                team.name,
                team.short_name,
                tuple(self._left(team.letter, key) for key in ADVANTAGES),
            )
            for team in self.field.teams
        ]

    def _left(self, team: str, key: str) -> Left:
        return Left(
            key,
            ADVANTAGE_NAMES[key],
            self.game.count_left(team, key),
            self.game.used.get(team, {}).get(key, 0),
            self.game.frame.total(team, key),
            write_for_button(Use(team, key)),
            write_for_button(GiveBack(team, key)),
        )

    @property
    def rows(self) -> list[str]:
        return [render_fragment(f"{ROOM}/_left", row) for row in self.teams]

    @property
    def lost_notes(self) -> list[str]:
        """Say why teams whose leader is out have no mountain attack, though some are not used."""
        return [
            _("%(team)s: unused mountain attacks are lost, as %(leader)s is out of the race.")
            % {"team": self.field.by_letter[team].name, "leader": self.sheet.name(leader)}
            for team, leader in self.game.frame.leaders.items()
            if self.game.are_lost(team, MOUNTAIN_ATTACK) and self._count_unused(team)
        ]

    def _count_unused(self, team: str) -> int:
        used = self.game.used.get(team, {}).get(MOUNTAIN_ATTACK, 0)
        return self.game.frame.count_unused(team, MOUNTAIN_ATTACK) - used


class CyclingPartyPanels(StagePanels):
    styles = ("tabletop/cycling_party/stage.css",)
    script = "tabletop/cycling_party/stage.js"
    drawer_address = "cycling_party:advantages"
    keys = f"{ROOM}/_keys.html"

    def finish(self, reading: StageReading, jerseys: Jerseys, unit: int | None) -> FinishPanel:
        return DiceFinish(reading, jerseys, unit)

    def start(self, reading: StageReading, *, logging: bool) -> StartPanel | None:
        return start_of(reading) if logging else None

    def drawer(self, reading: StageReading) -> Drawer | None:
        return Advantages(reading)

    def below_line(self, reading: StageReading, line: FrameLine) -> str:
        game = game_of(reading.log.sheet)
        if not (allowed := game.frame.doubles.get(line.key, 0)):
            return ""
        used = game.doubles.get(line.key, {})
        teams = tuple(
            Doubles(
                team.letter,
                team.name,
                team.short_name,
                used.get(team.letter, 0),
                allowed,
                write_for_button(Double(line.key, team.letter)),
                write_for_button(DoubleBack(line.key, team.letter)),
            )
            for team in reading.field.teams
        )
        return render_fragment(f"{ROOM}/_doubles", LineDoubles(teams))

    # -- the sheet for the browser's script

    def state(self, reading: StageReading) -> dict[str, Any]:
        game = game_of(reading.log.sheet)
        left = {
            team: {key: game.count_left(team, key) for key in ADVANTAGES}
            for team in reading.frame.teams
        }
        held = {
            # how many the page counts back to, without the server, when uses are taken back
            team: {key: count + game.used.get(team, {}).get(key, 0) for key, count in own.items()}
            for team, own in left.items()
        }
        return {
            "beyond": game.frame.beyond_12,
            "tieDice": game.frame.seconds_die,
            "left": left,
            "held": held,
        }

    def unit_state(self, reading: StageReading, unit: Unit) -> dict[str, Any]:
        game = game_of(reading.log.sheet)
        return {"die": game.dice.get(unit.number), "kind": game.kinds.get(unit.number, "")}

    def line_state(self, reading: StageReading, line: FrameLine) -> dict[str, Any]:
        game = game_of(reading.log.sheet)
        return {
            "allowed": game.frame.doubles.get(line.key, 0),
            "doubles": game.doubles.get(line.key, {}),
        }
