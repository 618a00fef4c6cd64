"""Build the panels of the stage page that only Flamme Rouge has."""

from typing import Any

from django.utils.translation import gettext_lazy

from tourmanager.results.log.reading import StageReading
from tourmanager.results.stage_page.contract import StagePanels, StartPanel
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.tabletop.flamme_rouge.table.finish import ROOM, RoundsFinish
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of
from tourmanager.tabletop.flamme_rouge.table.start import before_stage


class FlammeRougePanels(StagePanels):
    style = "tabletop/flamme_rouge/stage-page.css"
    script = "tabletop/flamme_rouge/stage.js"
    keys = f"{ROOM}/_keys.html"
    before_next = gettext_lazy("who places first, exhaustion cards")

    def finish(self, reading: StageReading, jerseys: Jerseys, unit: int | None) -> FinishPanel:
        return RoundsFinish(reading, jerseys, unit)

    def start(self, reading: StageReading, *, logging: bool) -> StartPanel | None:
        """Return what stands before the stage; players read it too."""
        return before_stage(reading)

    def state(self, reading: StageReading) -> dict[str, Any]:
        game = game_of(reading.log.sheet)
        return {"exhaustion": game.exhaustion, "dummies": game.frame.dummies}
