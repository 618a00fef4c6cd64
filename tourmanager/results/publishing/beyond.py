"""What a correction would change beyond its tour: `settings.EFFECTS_BEYOND` names the modules that
know, so that leagues can say so without being known here.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from django.conf import settings

from tourmanager.results.log.reading import TourStartList
from tourmanager.results.publishing.changed import ChangedSection
from tourmanager.scoring.result import StageResult


class Beyond(Protocol):
    def list_effects(
        self, before: TourStartList, after: TourStartList, results: Sequence[StageResult]
    ) -> list[ChangedSection]:
        """Describe what changes where the tour has these results, and is scored as `after` is."""


def list_effects(
    before: TourStartList, after: TourStartList, results: Sequence[StageResult]
) -> list[ChangedSection]:
    """Describe what a change of a tour changes beyond it."""
    sections: list[ChangedSection] = []
    for name in settings.EFFECTS_BEYOND:
        module: Beyond = import_module(name)
        sections += module.list_effects(before, after, results)
    return sections
