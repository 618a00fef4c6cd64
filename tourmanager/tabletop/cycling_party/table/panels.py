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
    ADVANTAGE_TITLES,
    ADVANTAGES,
    Double,
    DoubleBack,
    GiveBack,
    Use,
)
from tourmanager.tabletop.cycling_party.table.finish import ROOM, DiceFinish
from tourmanager.tabletop.cycling_party.table.frame import MOUNTAIN_ATTACK
from tourmanager.tabletop.cycling_party.table.pieces import (
    LineDoubles,
    TeamTokens,
    Tokens,
)
from tourmanager.tabletop.cycling_party.table.sheet import ONLY_HORS_CATEGORY, game_of
from tourmanager.tabletop.cycling_party.table.start import start_of
from tourmanager.tours.models import TourTeam


class Advantages:
    """The advantages that every team has left (CP-APP-021)."""

    name: ClassVar[str] = "tokens"
    modes: ClassVar[str] = f"{ROOM}/_modes.html"
    template: ClassVar[str] = f"{ROOM}/_tokens_table.html"
    read: ClassVar[str] = f"{ROOM}/_tokens_read.html"

    def __init__(self, reading: StageReading) -> None:
        self.field = reading.field
        self.sheet, self.game = reading.log.sheet, game_of(reading.log.sheet)

    @cached_property
    def keys(self) -> list[str]:
        """Return the advantages that some team of the tour has."""
        frame = self.game.frame
        return [
            key
            for key in ADVANTAGES
            if any(frame.total(team, key) for team in self.field.by_letter)
        ]

    @property
    def titles(self) -> list[tuple[str, str]]:
        return [(key, str(ADVANTAGE_TITLES[key])) for key in self.keys]

    @cached_property
    def teams(self) -> list[TeamTokens]:
        return [
            TeamTokens(
                team.letter,
                team.name,
                team.short_name,
                team.colour,
                tuple(self._tokens(team, key) for key in self.keys),
            )
            for team in self.field.teams
        ]

    def _tokens(self, team: TourTeam, key: str) -> Tokens:
        letter = team.letter
        return Tokens(
            letter,
            team.name,
            team.short_name,
            key,
            str(ADVANTAGE_NAMES[key]),
            self.game.count_left(letter, key),
            self.game.used.get(letter, {}).get(key, 0),
            self.game.frame.total(letter, key),
            write_for_button(Use(letter, key)),
            write_for_button(GiveBack(letter, key)),
            key == MOUNTAIN_ATTACK and not self.game.has_attackable_pass,
        )

    @property
    def rows(self) -> list[str]:
        return [render_fragment(f"{ROOM}/_tokens_of_team", row) for row in self.teams]

    @property
    def barred_note(self) -> str:
        """Say why some tokens cannot be spent on this stage; "" where all can."""
        if MOUNTAIN_ATTACK not in self.keys or self.game.has_attackable_pass:
            return ""
        return str(ONLY_HORS_CATEGORY)

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
        uses = self.game.used.get(team, {}).get(MOUNTAIN_ATTACK, 0)
        return self.game.frame.count_unused(team, MOUNTAIN_ATTACK) - uses


class CyclingPartyPanels(StagePanels):
    style = "tabletop/cycling_party/stage-page.css"
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
        if not (most := game.frame.doubles.get(line.key, 0)):
            return ""
        uses = game.doubles.get(line.key, {})
        rows = tuple(
            Tokens(
                team.letter,
                team.name,
                team.short_name,
                "double",
                _("double throw"),
                most - uses.get(team.letter, 0),
                uses.get(team.letter, 0),
                most,
                write_for_button(Double(line.key, team.letter)),
                write_for_button(DoubleBack(line.key, team.letter)),
            )
            for team in reading.field.teams
        )
        return render_fragment(f"{ROOM}/_doubles", LineDoubles(line.key, rows))

    # -- the sheet for the browser's script

    def state(self, reading: StageReading) -> dict[str, Any]:
        game = game_of(reading.log.sheet)
        remaining = {
            team: {key: game.count_left(team, key) for key in ADVANTAGES}
            for team in reading.frame.teams
        }
        totals = {
            # how many the page counts back to, without the server, when uses are taken back
            team: {key: count + game.used.get(team, {}).get(key, 0) for key, count in own.items()}
            for team, own in remaining.items()
        }
        return {
            "beyond": game.frame.beyond_12,
            "tieDice": game.frame.seconds_die,
            "left": remaining,
            "held": totals,
            "lost": Advantages(reading).lost_notes,
            "barred": Advantages(reading).barred_note,
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
