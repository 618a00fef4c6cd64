"""Assemble the room of this game, as the registry finds it."""

from tourmanager.tabletop.cycling_party.access import CyclingPartyAccess
from tourmanager.tabletop.cycling_party.demo import CyclingPartyDemo
from tourmanager.tabletop.cycling_party.screen.screen import CyclingPartyScreen
from tourmanager.tabletop.cycling_party.set_up.part import SET_UP
from tourmanager.tabletop.cycling_party.table.game import CyclingPartyTable
from tourmanager.tabletop.cycling_party.table.panels import CyclingPartyPanels
from tourmanager.tabletop.cycling_party.table.time_words import CyclingPartyTimes
from tourmanager.tabletop.cycling_party.vocabulary import VOCABULARY
from tourmanager.tabletop.registry import Room

ROOM = Room(
    key="cycling_party",
    name="Cycling Party",
    parts=(
        SET_UP,
        VOCABULARY,
        CyclingPartyAccess(),
        CyclingPartyTable(),
        CyclingPartyPanels(),
        CyclingPartyTimes(),
        CyclingPartyScreen(),
        CyclingPartyDemo(),
    ),
    urls="tourmanager.tabletop.cycling_party.urls",
)
