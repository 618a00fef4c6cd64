"""The intermediate sprints classification (CP-M-019, CP-M-037)."""

from tourmanager.scoring.earned import Earned
from tourmanager.scoring.field import Counted
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.tables import Part
from tourmanager.scoring.words import ordinal


class Sprints(Earned):
    def __init__(self, scheme: Scheme) -> None:
        self.scale = scheme.line_points["is"]
        super().__init__("is", [("is", "more intermediate sprints won")])

    def add(self, stage: Counted) -> None:
        self.of_day = {}
        for passage in stage.passages:
            if passage.category != "is":
                continue
            label = f"Stage {stage.number}, {passage.label}"
            for position, (rider, amount) in enumerate(zip(passage.riders, self.scale, strict=False), 1):
                self.pay(rider, Part(stage.number, f"{label}: {ordinal(position)}", amount, source=self.key))
            if passage.riders:
                self.win(passage.riders[0], "is")
