"""List the words of this game's schemes, and the schemes that ship with it."""

from pathlib import Path

from tourmanager.scoring.vocabulary import Climb, Vocabulary

VOCABULARY = Vocabulary(
    types={
        "flat": "flat",
        "low": "low mountain",
        "medium": "medium mountain",
        "high": "high mountain",
    },
    climbs={
        "hill": Climb("hill", "hill", "hill", height=0.17, descent=3),
        "third": Climb("third category", "3rd cat.", "3rd", height=0.34, descent=7),
        "second": Climb("second category", "2nd cat.", "2nd", height=0.57, descent=12),
        "first": Climb("first category", "1st cat.", "1st", height=0.8, descent=16),
        "hc": Climb("hors category", "hors cat.", "HC", height=1.0, descent=20),
    },
    sprints={"is": "intermediate sprint"},
    implied=frozenset({"is"}),
    schemes=Path(__file__).parent / "schemes",
)
TYPE_NAMES = VOCABULARY.types
TYPES = tuple(TYPE_NAMES)
CATEGORY_NAMES = {key: climb.name for key, climb in VOCABULARY.climbs.items()}
CATEGORIES = tuple(CATEGORY_NAMES)  # in rising difficulty
