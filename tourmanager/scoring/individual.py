"""The individual classification: the lowest sum of stage times (CP-M-033, CP-M-034)."""

from tourmanager.scoring.field import Counted
from tourmanager.scoring.ranking import Key, Ranks, count, place, ranked, words
from tourmanager.scoring.tables import Classification, Part
from tourmanager.scoring.words import CLASSIFICATION_NAMES

NOTHING: Key = (0, 0, 0)


class Individual:
    """Sums of the riders who finished every stage so far; the others have left it (CP-M-041)."""

    def __init__(self) -> None:
        self.keys: dict[str, Key] = {}  # time, sum of places, place on the latest stage
        self.parts: dict[str, tuple[Part, ...]] = {}
        self.latest = 0

    def add(self, stage: Counted) -> None:
        keys: dict[str, Key] = {}
        parts: dict[str, tuple[Part, ...]] = {}
        for position, (arrival, label) in enumerate(zip(stage.arrivals, stage.labels, strict=True), 1):
            rider, seconds = arrival.rider, arrival.seconds
            time, places, _ = self.keys.get(rider, NOTHING)
            keys[rider] = (time + seconds, places + position, position)
            parts[rider] = (*self.parts.get(rider, ()), Part(stage.number, label, seconds, "", True, "individual"))
        self.keys, self.parts, self.latest = keys, parts, stage.number

    def classification(self, before: Ranks) -> Classification:
        latest = f"better place on stage {self.latest}" if self.latest else "better place on the latest stage"
        chain = (count("lower total time"), count("lower sum of stage places"), place(latest))
        return Classification("individual", CLASSIFICATION_NAMES["individual"], ranked(self.keys, chain, self.parts, before), words(chain))
