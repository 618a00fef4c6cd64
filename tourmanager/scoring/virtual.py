"""Virtual standings: the tour with the stage being raced as it is logged so far.

Lines pay what is logged over them, who has arrived has his time, and who is still on the road stays in with the time of the clock, as if
he came in now behind all others. `Running` also says what of the arrivals is settled: bounds.py builds on it.
"""

from collections.abc import Collection, Sequence

import msgspec

from tourmanager.scoring.bunches import least as least_of
from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.standings import history
from tourmanager.scoring.tables import Standings


class Running(msgspec.Struct, frozen=True):
    """The stage being raced. What the jury does later (penalties, times of its own) is not foreseen."""

    result: StageResult
    least: int = 0  # nobody on the road can have a better time any more
    settled: int = 0  # so many arrivals, from the first, keep their places whatever comes
    at_finish: frozenset[str] = frozenset()  # lines on the finish: the arrivals are their order
    last: frozenset[str] = frozenset()  # riders on the road who will be placed behind all others
    times_open: bool = False  # times of those who are in may still change with who comes in beside them


def running(
    result: StageResult,
    on_road: Sequence[str],
    *,
    turn: int | None,
    at_finish: Collection[str] = (),
    last: Collection[str] = (),
    squares: int = 0,
) -> Running:
    """The stage from what its sheet says and who has not arrived; `turn` is the clock of a game, None where there is none.

    Who is placed but has no time yet is taken to be on the road. The clock is the time of the last who came in, in a game at least
    60 seconds for each turn of its clock.

    In a game nobody on the road comes in before the present turn, so his least time is 60 seconds for each turn; arrivals of earlier
    turns are settled, those of the present one may still be passed. In a road race the arrivals stand in their order, and nobody is
    faster than the winner; in a time trial anybody may still be.

    In a game of rounds there are so many `squares` past the line: times of the present round follow from who else comes in in it.
    """
    timed = [arrival for arrival in result.arrivals if arrival.seconds is not None and arrival.rider not in last]
    untimed = [arrival for arrival in result.arrivals if arrival.seconds is None and arrival.rider not in last]
    times = [arrival.seconds for arrival in timed if arrival.seconds is not None]
    latest = max(times, default=0)
    if turn is None:
        least = (min(times, default=0)) if result.kind == "road" else 0
        settled = len(timed) if result.kind == "road" else 0
    else:
        open_turn = min([turn, *[arrival.turn for arrival in untimed]])  # an arrival without square and die may belong to an earlier turn
        least = least_of(open_turn, timed[0].past, squares) if squares and timed else 0 if squares else 60 * open_turn
        settled = next((at for at, arrival in enumerate(timed) if arrival.turn >= open_turn), len(timed))
    still = tuple(dict.fromkeys([*[arrival.rider for arrival in untimed], *on_road, *last]))
    if not still:
        settled = len(timed)
    now = msgspec.structs.replace(
        result,
        arrivals=tuple(timed),
        passages=tuple(_of(passage.key in at_finish, passage, timed) for passage in result.passages),
        on_road=still,
        clock=max(latest, 0 if turn is None else 60 * turn),
    )
    return Running(now, least, settled, frozenset(at_finish), frozenset(last), bool(squares and settled < len(timed)))


def _of(at_finish: bool, passage: Passage, timed: Sequence[Arrival]) -> Passage:
    """A line on the finish, whose order is that of the arrivals that have a time."""
    if not at_finish:
        return passage
    return msgspec.structs.replace(passage, riders=tuple([arrival.rider for arrival in timed][: len(passage.riders)]))


def virtual(
    ended: Sequence[StageResult], now: Running, starters: Sequence[Starter], scheme: Scheme, *, to_come: int = 0
) -> list[Standings]:
    """The standings after each ended stage and, last, as they would be were the stage to stop now: virtual jerseys are theirs too.

    So many stages are `to_come` after it: what the scheme pays at the end of the tour is not paid before, not even virtually.
    """
    return history([*ended, now.result], starters, scheme, stages=len(ended) + 1 + to_come)
