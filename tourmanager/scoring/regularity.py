"""The regularity classification: points by place at the finish and type of stage (CP-M-030, CP-M-036)."""

from tourmanager.scoring.earned import Earned
from tourmanager.scoring.field import Counted
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.tables import Part


class Regularity(Earned):
    def __init__(self, scheme: Scheme) -> None:
        self.scales = scheme.finish_points
        super().__init__("regularity", [("stage", "more stage wins")])

    def add(self, stage: Counted) -> None:
        self.of_day = {}
        for arrival, label, amount in zip(stage.arrivals, stage.labels, self.scales[stage.type], strict=False):
            self.pay(arrival.rider, Part(stage.number, label, amount, source=self.key))
        if stage.arrivals:
            self.win(stage.arrivals[0].rider, "stage")
