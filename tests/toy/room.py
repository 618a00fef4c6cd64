"""The room of Toy Dash, as the registry finds it."""

from tests.toy.access import ToyAccess
from tests.toy.screen import ToyScreen
from tests.toy.set_up import SET_UP
from tests.toy.table import ToyDemo, ToyPanels, ToyTable, ToyTimes
from tests.toy.vocabulary import VOCABULARY
from tourmanager.tabletop.registry import Room

ROOM = Room(
    key="toy",
    name="Toy Dash",
    parts=(
        SET_UP,
        VOCABULARY,
        ToyAccess(),
        ToyTable(),
        ToyPanels(),
        ToyTimes(),
        ToyScreen(),
        ToyDemo(),
    ),
    urls="tests.toy.urls",
)
