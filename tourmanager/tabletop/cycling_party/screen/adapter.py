"""Convert between a tour's stage log and the engine of Cycling Party."""

from typing import Any

from django.utils.translation import gettext_lazy

from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.rules import CyclingParty
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import Adapter, Table
from tourmanager.play.log.position import Position
from tourmanager.play.start.seat_forms import DiceSeatsForm, SeatsForm
from tourmanager.results.log.reading import StageReading
from tourmanager.tabletop.cycling_party.screen import (
    board_sheet,
    from_tour,
    problem_words,
    situation,
    to_log,
)
from tourmanager.tabletop.cycling_party.screen.board_sheet import BoardSheet
from tourmanager.tabletop.cycling_party.screen.situation_form import SituationForm


class StageSeatsForm(DiceSeatsForm):
    intro = gettext_lazy("On this road, with these teams and what they have left.")


class CyclingPartyAdapter(Adapter[CyclingPartyExtras]):
    why_not = staticmethod(from_tour.why_not)
    has_begun = staticmethod(from_tour.has_begun)
    setup_data = staticmethod(from_tour.setup_data)
    look_of = staticmethod(from_tour.look_of)
    describe_refusal = staticmethod(problem_words.describe_refusal)
    to_entries = staticmethod(to_log.to_entries)
    differences = staticmethod(to_log.differences)

    def seats_form(self, data: Any, reading: StageReading) -> SeatsForm:
        teams = [team.name for team in reading.field.teams]
        return StageSeatsForm(data, teams=teams, engine=CyclingParty())


class CyclingPartyHandOver(Table):
    """The way between screen and table: between two turns the board shows everything there is to
    know.
    """

    set_up_template = "tabletop/cycling_party/screen/set_up.html"
    situation_template = "tabletop/cycling_party/screen/situation.html"
    so_far = staticmethod(situation.so_far)
    last_turn = staticmethod(situation.last_completed_turn)

    def set_up(self, where: Position, look: Look) -> BoardSheet | None:
        return board_sheet.set_up(where, look)

    def form(self, data: Any, reading: StageReading) -> SituationForm:
        look = from_tour.look_of(reading)
        return SituationForm(data, reading=reading, marks=look.riders, teams=look.teams)
