"""The mountain classification: points over the passes (CP-M-019, CP-M-035)."""

from tourmanager.scoring.earned import Earned
from tourmanager.scoring.field import Counted
from tourmanager.scoring.scheme import CATEGORIES, Scheme
from tourmanager.scoring.words import CATEGORY_NAMES


class Mountain(Earned):
    def __init__(self, scheme: Scheme) -> None:
        self.scales = {category: scheme.line_points[category] for category in reversed(CATEGORIES) if scheme.line_points[category]}
        wins = [(category, f"more wins on {CATEGORY_NAMES[category]} passes") for category in self.scales]
        super().__init__("mountain", wins)

    def add(self, stage: Counted) -> None:
        self.of_day = {}
        for passage in stage.passages:
            if scale := self.scales.get(passage.category):
                label = f"Stage {stage.number}, {passage.label} ({CATEGORY_NAMES[passage.category]})"
                self.pay_line(stage.number, passage, label, scale)
