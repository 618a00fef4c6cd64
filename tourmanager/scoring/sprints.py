"""The intermediate sprints classification (CP-M-019, CP-M-037)."""

from tourmanager.scoring.earned import Earned
from tourmanager.scoring.field import Counted
from tourmanager.scoring.scheme import Scheme


class Sprints(Earned):
    def __init__(self, scheme: Scheme) -> None:
        self.scale = scheme.line_points["is"]
        super().__init__("is", [("is", "more intermediate sprints won")])

    def add(self, stage: Counted) -> None:
        self.of_day = {}
        for passage in stage.passages:
            if passage.category == "is":
                self.pay_line(stage.number, passage, f"Stage {stage.number}, {passage.label}", self.scale)
