"""Log Flamme Rouge at the table."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy

from tourmanager.results.sheet.contract import GameSheet, StartList, TableGame
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.frame import FrameLine, GameFrame
from tourmanager.scoring.result import StageResult
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import DUMMIES, MUSCLE, PELOTON
from tourmanager.tabletop.flamme_rouge.table.entries import ENTRIES, GiveTrait
from tourmanager.tabletop.flamme_rouge.table.frame import frame_of
from tourmanager.tabletop.flamme_rouge.table.sheet import TIRED, FlammeRougeSheet
from tourmanager.tours.models import Stage, TourRider

# What a type may do, in a line (FR-020, FR-021, FR-P-061, FR-P-067).
MAY = {
    "sprinteur": gettext_lazy("Cards 2, 3, 4, 5 and 9, three of each."),
    "rouleur": gettext_lazy("Cards 3, 4, 5, 6 and 7, three of each."),
    PELOTON: (
        gettext_lazy(
            "Of the Peloton Team: one card moves both riders, Attack! the rear one "
            "by 9 and the front one by 2."
        )
    ),
    MUSCLE: (
        gettext_lazy(
            "Of a Muscle Team: the top card of their own deck moves them; the "
            "Sprinteur's has one card of 5 more."
        )
    ),
}


class FlammeRougeTable(TableGame):
    entries = ENTRIES
    old_tags = {old: f"fr.{old}" for old in ("exhaustion", "trait")}
    warnings = (TIRED,)
    before = (GiveTrait,)

    def frame(
        self,
        stage: Stage,
        lines: Mapping[str, FrameLine],
        start_list: StartList,
        results: Sequence[StageResult],
    ) -> GameFrame:
        return frame_of(stage, start_list, results)

    def may(self, rider: TourRider) -> str:
        permissions = (MAY[mark] for mark in DUMMIES if mark in rider.marks)
        return str(next(permissions, MAY.get(rider.role, "")))

    def sheet(self, sheet: CoreSheet) -> GameSheet:
        return FlammeRougeSheet(sheet)
