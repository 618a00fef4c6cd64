"""Assemble the room of races, as the registry finds it."""

from tourmanager.results.sheet.contract import TableGame
from tourmanager.tabletop.race.access import RaceAccess
from tourmanager.tabletop.race.set_up.part import SET_UP
from tourmanager.tabletop.race.vocabulary import VOCABULARY
from tourmanager.tabletop.registry import Room


class RaceTable(TableGame):
    """A race whose results come in tables: nothing is tapped, and what is blank stays blank."""

    blanks = True
    many_teams = True
    full_names = True


ROOM = Room(
    key="race",
    name="Race without a board",
    parts=(SET_UP, VOCABULARY, RaceAccess(), RaceTable()),
    urls="tourmanager.tabletop.race.urls",
)
