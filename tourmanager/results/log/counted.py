"""Compute a stage as it counts: places without riders who are out, and the bonuses that the scheme
or the race gave.
"""

from collections.abc import Sequence

from tourmanager.results.log.reading import TourStartList
from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.result import StageResult


def count_result(
    field: TourStartList, results: Sequence[StageResult], result: StageResult
) -> Counted:
    """Clear a result of riders who had left the race in the results before it, and pay its
    bonuses.
    """
    riding = Field(field.starters, field.scheme)
    for earlier in sorted(results, key=lambda each: each.number):
        if earlier.number < result.number:
            riding.count(earlier)
    return riding.count(result)
