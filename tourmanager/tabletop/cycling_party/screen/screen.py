"""Ride stages of Cycling Party in the browser."""

from collections.abc import Mapping
from typing import Any

from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.rules import CyclingParty
from games.cycling_party.setup import Setup
from games.cycling_party.state import State
from tourmanager.play.contract import Chance, Screen
from tourmanager.scoring.scheme import Scheme, scheme
from tourmanager.tabletop.cycling_party.screen.adapter import (
    CyclingPartyAdapter,
    CyclingPartyHandOver,
)
from tourmanager.tabletop.cycling_party.screen.board import CyclingPartyBoard
from tourmanager.tabletop.cycling_party.screen.single import CyclingPartyForm

DICE = Chance(
    "dice", "throw", "The dice roll …", "dices", "You throw real dice and tap what they show."
)


class CyclingPartyScreen(Screen[State, Setup, CyclingPartyExtras]):
    engines = (CyclingParty(), CyclingParty(rules_version=1))
    chance = DICE
    adapter = CyclingPartyAdapter()
    board = CyclingPartyBoard()
    table = CyclingPartyHandOver()
    single = CyclingPartyForm
    passes = ("pass", "pass unit", "pass turn")

    def single_rules(self, setup: Mapping[str, Any]) -> tuple[Scheme | None, str]:
        """Pay points in the master version alone."""
        return (
            (scheme("cycling_party_master"), setup["stage"]["type"])
            if setup.get("version") == "master"
            else (None, "")
        )
