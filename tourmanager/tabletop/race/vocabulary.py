"""List the words of this game's schemes, and the schemes that ship with it."""

from pathlib import Path

from tourmanager.scoring.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    types={
        "flat": "flat",
        "low": "low mountain",
        "medium": "medium mountain",
        "high": "high mountain",
    },
    climbs={
        "hill": "hill",
        "third": "third category",
        "second": "second category",
        "first": "first category",
        "hc": "hors category",
    },
    others=("climb", "bonus"),
    schemes=Path(__file__).parent / "schemes",
)
