"""Log Cycling Party at the table."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy

from tourmanager.results.sheet.contract import GameSheet, StartList, TableGame
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.frame import Frame, FrameLine, GameFrame
from tourmanager.scoring.result import StageResult
from tourmanager.tabletop.cycling_party.table.entries import ENTRIES, Kind
from tourmanager.tabletop.cycling_party.table.frame import frame_of
from tourmanager.tabletop.cycling_party.table.sheet import (
    CyclingPartySheet,
    describe_group,
    usual_kind,
)
from tourmanager.tours.models import Stage, TourRider

# What a role may do, in a line (CP-S-006 to CP-S-021, CP-M-008 to CP-M-012).
MAY = {
    "climber": (
        gettext_lazy(
            "Leads the team. Double throws on first and hors category passes; magic "
            "five and mountain attacks on hors category."
        )
    ),
    "sprinter": (
        gettext_lazy(
            "Sprints on flat squares with three dice up to 6 km before the finish, "
            "with the d20 up to 8 km."
        )
    ),
    "rouleur": (
        gettext_lazy(
            "In a paceline or alone, less than 7 counts as 7; in a paceline they may "
            "join a difference of 4."
        )
    ),
    "flat_domestique": (
        gettext_lazy(
            "In a peloton, stays in it with a 3 or 4; with 10 or more they escape or "
            "set the pace at 9."
        )
    ),
    "mountain_domestique": (
        gettext_lazy(
            "On a mountain square, takes along a team mate whose die shows exactly one less."
        )
    ),
    "lanterne_rouge": gettext_lazy("Rides without special abilities."),
}


class CyclingPartyTable(TableGame):
    entries = ENTRIES
    said_of_arrival = (Kind,)
    old_tags = {
        old: f"cp.{old}" for old in ("die", "kind", "use", "give_back", "double", "double_back")
    }

    def frame(
        self,
        stage: Stage,
        lines: Mapping[str, FrameLine],
        start_list: StartList,
        results: Sequence[StageResult],
    ) -> GameFrame:
        return frame_of(stage, lines, start_list, results)

    def may(self, rider: TourRider) -> str:
        return str(MAY.get(rider.role, ""))

    def describe_arrival(
        self, riders: Sequence[str], bodies: Sequence[EntryBody], frame: Frame
    ) -> str:
        count = len(riders)
        if count < 2:
            return super().describe_arrival(riders, bodies, frame)
        kinds = [body.kind for body in bodies if isinstance(body, Kind)]
        return describe_group(kinds[-1] if kinds else usual_kind(count), count)

    def sheet(self, sheet: CoreSheet) -> GameSheet:
        return CyclingPartySheet(sheet)
