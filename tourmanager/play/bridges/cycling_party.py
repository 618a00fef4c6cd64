"""The bridge of Cycling Party: what it takes from a tour and hands back, and the way to the table and from it in the middle of a stage."""

from typing import Any

from tourmanager.play.bridges.contract import Bridge, Table
from tourmanager.play.bridges.cycling_party_form import SituationForm
from tourmanager.play.bridges.cycling_party_set_up import set_up
from tourmanager.play.bridges.cycling_party_setup import begun, data_of, in_words, look_of, why_not
from tourmanager.play.bridges.cycling_party_table import completed, so_far
from tourmanager.play.bridges.cycling_party_told import differences, told
from tourmanager.play.start_forms import SeatsForm, TableForm
from tourmanager.results.reading import StageReading


class CyclingPartyTable:
    so_far = staticmethod(so_far)
    completed = staticmethod(completed)
    set_up = staticmethod(set_up)

    def form(self, data: Any, reading: StageReading) -> SituationForm:
        look = look_of(reading)
        return SituationForm(data, reading=reading, marks=look.riders, teams=look.teams)


class CyclingPartyBridge:
    table: Table | None = CyclingPartyTable()
    why_not = staticmethod(why_not)
    begun = staticmethod(begun)
    data_of = staticmethod(data_of)
    look_of = staticmethod(look_of)
    in_words = staticmethod(in_words)
    told = staticmethod(told)
    differences = staticmethod(differences)

    def seats_form(self, data: Any, reading: StageReading) -> SeatsForm:
        return TableForm(data, teams=[team.name for team in reading.field.teams])


BRIDGE: Bridge = CyclingPartyBridge()
