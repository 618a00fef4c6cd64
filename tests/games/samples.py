"""Compare what many stages are like: two samples of stages agree where no mean lies further from
the other than chance allows.

The allowance is computed from the samples: `SIGMAS` standard errors of the difference of two means.
Seeds are fixed, so a test that passes once passes always; by chance alone one figure in 140,000
would lie further apart.
"""

import math
from collections.abc import Sequence
from statistics import fmean, variance

SIGMAS = 4.5
Figures = dict[str, float]


def differences(one: Sequence[Figures], other: Sequence[Figures]) -> dict[str, tuple[float, float]]:
    """Return the figures whose means differ by more than chance allows, with both means."""
    found = {}
    for name in one[0]:
        left, right = ([figures[name] for figures in sample] for sample in (one, other))
        error = math.sqrt(variance(left) / len(left) + variance(right) / len(right))
        if abs(fmean(left) - fmean(right)) > SIGMAS * error:
            found[name] = (fmean(left), fmean(right))
    return found
