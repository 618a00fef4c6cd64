"""Every way a small tour can still go, stage by stage, for tests of what is proved about it."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import msgspec

from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import Standings
from tourmanager.scoring.virtual import Running

LATER = (0, 7, 400)  # seconds behind the least time


def outcomes(situation: TourProgress) -> Iterator[tuple[Sequence[StageResult], Standings]]:
    """How the stages that are left end, and the final standings."""
    stages = [*([situation.now] if situation.now else ()), *situation.ahead]
    riding = sorted(situation.field_and_stages[0].riding)
    for ends in product(*(list(_ends(stage, riding, situation)) for stage in stages)):
        yield ends, standings([*situation.ended, *ends], situation.starters, situation.scheme)


def _ends(stage: Running, riding: Sequence[str], situation: TourProgress) -> Iterator[StageResult]:
    result = stage.result
    still = [
        rider for rider in riding if rider not in {arrival.rider for arrival in result.arrivals}
    ]
    orders = [
        order
        for order in permutations([arrival.rider for arrival in result.arrivals] + still)
        if _stands(order, stage)
    ]
    lines = [
        list(_completed(passage, riding, situation))
        for passage in result.passages
        if passage.key not in stage.at_finish
    ]
    own = {arrival.rider: arrival for arrival in result.arrivals}
    for order, late, passages in product(
        orders, product(LATER, repeat=len(still)), product(*lines)
    ):
        seconds = dict(zip(still, late, strict=True))
        arrivals = tuple(
            own.get(rider) or Arrival(rider, stage.least + seconds[rider]) for rider in order
        )
        at_finish = tuple(
            msgspec.structs.replace(
                passage, riders=order[: len(situation.scheme.line_points[passage.category])]
            )
            for passage in result.passages
            if passage.key in stage.at_finish
        )
        yield msgspec.structs.replace(
            result, arrivals=arrivals, passages=(*passages, *at_finish), on_road=(), clock=0
        )


def _stands(order: Sequence[str], stage: Running) -> bool:
    """Settled arrivals keep their places, the others their order."""
    arrived = [arrival.rider for arrival in stage.result.arrivals]
    return (
        list(order[: stage.settled]) == arrived[: stage.settled]
        and [rider for rider in order if rider in arrived] == arrived
    )


def _completed(
    passage: Passage, riding: Sequence[str], situation: TourProgress
) -> Iterator[Passage]:
    left = [rider for rider in riding if rider not in passage.riders]
    places = min(
        len(situation.scheme.line_points[passage.category]) - len(passage.riders), len(left)
    )
    for more in permutations(left, max(0, places)):
        yield msgspec.structs.replace(passage, riders=(*passage.riders, *more))
