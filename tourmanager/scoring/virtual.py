"""Virtual standings: the tour with the stage being raced as it is logged so far.

Lines pay what is logged over them, riders who have arrived have their times, and riders still on
the road stay in with the time of the clock, as if they came in now behind all others. `Running`
also has the number of settled arrivals, which bounds.py uses.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.standings import history
from tourmanager.scoring.tables import Standings


class Running(msgspec.Struct, frozen=True):
    """The stage being raced. Later decisions of the jury (penalties, corrected times) are not
    foreseen.
    """

    result: StageResult
    least: int = 0  # nobody on the road can have a better time any more
    settled: int = 0  # number of arrivals, from the first, whose places can no longer change
    at_finish: frozenset[str] = frozenset()  # lines on the finish: the arrivals are their order
    last: frozenset[str] = frozenset()  # riders on the road who will be placed behind all others
    # times of those who are in may still change with who comes in beside them
    times_open: bool = False


class TurnClock(msgspec.Struct, frozen=True):
    """The clock of a game raced in turns: its present turn, and the seconds that turns come to."""

    turn: int
    seconds: Callable[[int], int]  # the time of riders who are on the road in a turn
    earliest: Callable[[int], int]  # the best time still possible for an arrival in a turn
    # times of the present turn may still change with who else arrives in it
    times_follow: bool = False


def running_stage(
    result: StageResult,
    on_road: Sequence[str],
    *,
    clock: TurnClock | None,
    at_finish: Collection[str] = (),
    last: Collection[str] = (),
) -> Running:
    """Make the running stage from its sheet and the riders who have not arrived; `clock` is the
    clock of a game, None without one.

    A rider who is placed but has no time yet is taken to be on the road. Riders on the road have
    the time of the last arrival, in a game at least the seconds of its clock.

    In a game nobody on the road comes in before the present turn. Arrivals of earlier turns are
    settled, those of the present one may still be passed. In a road race the arrivals stand in
    their order, and nobody is faster than the winner; in a time trial anybody may still be.
    """
    timed, untimed = _by_time([each for each in result.arrivals if each.rider not in last])
    if clock is None:
        least, settled = _least_and_settled(result.kind, timed)
    else:
        # an arrival without a time may belong to an earlier turn
        open_turn = min([clock.turn, *[arrival.turn for arrival in untimed]])
        least, settled = clock.earliest(open_turn), _before_turn(open_turn, timed)
    still = tuple(dict.fromkeys([*[arrival.rider for arrival in untimed], *on_road, *last]))
    if not still:
        settled = len(timed)
    now = msgspec.structs.replace(
        result,
        arrivals=tuple(timed),
        passages=tuple(
            _of(passage.key in at_finish, passage, timed) for passage in result.passages
        ),
        on_road=still,
        clock=max([clock.seconds(clock.turn) if clock else 0, *_seconds(timed)]),
    )
    return Running(
        now,
        least,
        settled,
        frozenset(at_finish),
        frozenset(last),
        clock is not None and clock.times_follow and settled < len(timed),
    )


def _by_time(arrivals: Sequence[Arrival]) -> tuple[list[Arrival], list[Arrival]]:
    """Part arrivals with a time from those without."""
    timed = [arrival for arrival in arrivals if arrival.seconds is not None]
    return timed, [arrival for arrival in arrivals if arrival.seconds is None]


def _seconds(arrivals: Iterable[Arrival]) -> list[int]:
    return [arrival.seconds for arrival in arrivals if arrival.seconds is not None]


def _least_and_settled(kind: str, timed: Sequence[Arrival]) -> tuple[int, int]:
    """Without a clock: the least time of who is on the road, and how many arrivals are settled."""
    return (min(_seconds(timed), default=0), len(timed)) if kind == "road" else (0, 0)


def _before_turn(turn: int, timed: Sequence[Arrival]) -> int:
    """Count the arrivals, in their order, that come before the first of that turn."""
    return next((at for at, arrival in enumerate(timed) if arrival.turn >= turn), len(timed))


def _of(at_finish: bool, passage: Passage, timed: Sequence[Arrival]) -> Passage:
    """Return the passage of a line on the finish, whose order is that of the arrivals that have a
    time.
    """
    if not at_finish:
        return passage
    return msgspec.structs.replace(
        passage, riders=tuple([arrival.rider for arrival in timed][: len(passage.riders)])
    )


def virtual_standings(
    ended: Sequence[StageResult],
    now: Running,
    starters: Sequence[Starter],
    scheme: Scheme,
    *,
    to_come: int = 0,
) -> list[Standings]:
    """Compute the standings after each ended stage and, last, as they would be if the stage stopped
    now, with virtual jerseys.

    `to_come` is the number of stages after it: what the scheme pays at the end of the tour is not
    paid before, not even virtually.
    """
    return history([*ended, now.result], starters, scheme, stages=len(ended) + 1 + to_come)
