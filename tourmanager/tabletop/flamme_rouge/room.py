"""Assemble the room of this game, as the registry finds it."""

from tourmanager.tabletop.flamme_rouge.access import FlammeRougeAccess
from tourmanager.tabletop.flamme_rouge.demo import FlammeRougeDemo
from tourmanager.tabletop.flamme_rouge.screen.screen import FlammeRougeScreen
from tourmanager.tabletop.flamme_rouge.set_up.part import SET_UP
from tourmanager.tabletop.flamme_rouge.table.game import FlammeRougeTable
from tourmanager.tabletop.flamme_rouge.table.panels import FlammeRougePanels
from tourmanager.tabletop.flamme_rouge.table.time_words import FlammeRougeTimes
from tourmanager.tabletop.flamme_rouge.vocabulary import VOCABULARY
from tourmanager.tabletop.registry import Room

ROOM = Room(
    key="flamme_rouge",
    name="Flamme Rouge",
    parts=(
        SET_UP,
        VOCABULARY,
        FlammeRougeAccess(),
        FlammeRougeTable(),
        FlammeRougePanels(),
        FlammeRougeTimes(),
        FlammeRougeScreen(),
        FlammeRougeDemo(),
    ),
    urls="tourmanager.tabletop.flamme_rouge.urls",
)
