"""Ride stages of Flamme Rouge in the browser."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.flamme_rouge.outcome import FlammeRougeExtras
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.setup import Setup
from games.flamme_rouge.state import State
from tourmanager.accounts.models import User
from tourmanager.play.contract import Chance, Screen, Tool
from tourmanager.tabletop.flamme_rouge import demo
from tourmanager.tabletop.flamme_rouge.screen.adapter import FlammeRougeAdapter
from tourmanager.tabletop.flamme_rouge.screen.board.board import FlammeRougeBoard
from tourmanager.tabletop.flamme_rouge.screen.single import FlammeRougeForm
from tourmanager.tours.models import Tour

CARDS = Chance(
    "cards", "deal", "Cards are turned …", "layers", "You turn real cards and tap what they show."
)


class FlammeRougeScreen(Screen[State, Setup, FlammeRougeExtras]):
    engines = (FlammeRouge(),)
    chance = CARDS
    adapter = FlammeRougeAdapter()
    board = FlammeRougeBoard()
    table = None  # nobody can lay hands and piles of a screen on a table
    single = FlammeRougeForm
    tools = (Tool("Stage designer", "route", "flamme_rouge:designs"),)

    def teams_at_table(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return teams with real cards on the table."""
        return tuple(setup.get("real", ()))

    def load_demo(self, director: User, now: datetime) -> Tour:
        return demo.load(director, now)
