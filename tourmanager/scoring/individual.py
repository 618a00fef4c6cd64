"""Classifications by time: the lowest sum of stage times, less bonuses, plus penalties.

The general classification is one, and so is a sub-classification of marked riders.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.ranking import Key, Ranks, in_columns, rank_rows, sharing_rank
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.tables import Classification, Part, RankedRow
from tourmanager.scoring.tie_breaks import TOTAL_TIME, UNPLACED, Figure, criterion


class ByTime:
    """Sums of the riders who have a time on every stage so far; the others have left it."""

    def __init__(self, ranking: Ranking, scheme: Scheme, field: Field) -> None:
        self.ranking, self.scheme, self.field = ranking, scheme, field
        members = field.riders_in(ranking.mark)
        nobody: dict[str, int] = dict.fromkeys(members, 0)
        self.time = nobody  # of who is in it
        self.places, self.fractions, self.wins, self.last = (
            dict(nobody),
            dict(nobody),
            dict(nobody),
            dict(nobody),
        )
        self.all_places: dict[str, tuple[int, ...]] = dict.fromkeys(members, ())  # latest first
        self.latest = ""
        self.waiting: frozenset[str] = frozenset()  # on the road, and without any time yet
        self.stages: tuple[Counted, ...] = ()

    def add(self, stage: Counted) -> None:
        self.stages = (*self.stages, stage)
        if not stage.times_count:
            self.time = {
                rider: time for rider, time in self.time.items() if rider in self.field.riding
            }
            return
        if stage.on_road and not any(each.times_count for each in self.stages[:-1]):
            self.waiting = frozenset(stage.on_road) & self.time.keys()
        time, last = self._times_and_places(stage)
        for rider, seconds in stage.bonus.items():
            if rider in time:
                time[rider] -= seconds
        for rider, seconds in stage.penalty("seconds").items():
            if rider in time:
                time[rider] += seconds
        self._count_for_ties(stage, last)
        if cap := self.ranking.gap_cap:
            best = min(time.values(), default=0)
            time = {rider: seconds for rider, seconds in time.items() if seconds - best < cap}
        self.time, self.last, self.latest = time, last, stage.result.number_or_label

    def _times_and_places(self, stage: Counted) -> tuple[dict[str, int], dict[str, int]]:
        """Sum the times of those who are in it still, and place them on the stage. Who is on the
        road is behind all who have arrived; among themselves in the order of the stage before.
        """
        before = self.time
        time: dict[str, int] = {}
        last: dict[str, int] = {}
        for arrival, place in zip(stage.arrivals, stage.places, strict=True):
            rider = arrival.rider
            if rider in before and arrival.seconds is not None:
                time[rider] = before[rider] + arrival.seconds
                last[rider] = place
        for rider in stage.on_road:
            if rider in before:
                time[rider] = before[rider] + stage.result.clock
                last[rider] = UNPLACED + self.last[rider]
        return time, last

    def _count_for_ties(self, stage: Counted, last: Mapping[str, int]) -> None:
        """Count what breaks ties, of everybody who has a time on the stage."""
        if stage.result.kind != "ttt":
            places, behind = self.places, len(stage.arrivals) + 1
            for rider, place in last.items():
                places[rider] += place if place < UNPLACED else behind
            if stage.winner is not None and stage.winner in last:
                self.wins[stage.winner] -= 1
        if stage.result.kind == "itt":
            for arrival in stage.arrivals:
                if arrival.rider in last:
                    self.fractions[arrival.rider] += arrival.fraction
        if "last_places" in self.ranking.tie_breaks:
            self.all_places = {
                rider: (place, *self.all_places[rider]) for rider, place in last.items()
            }

    def tie_figures(self, name: str) -> Mapping[str, Figure]:
        """Return the figures of a criterion by rider; smaller is better."""
        match name:
            case "itt_fractions":
                return self.fractions
            case "stage_places":
                return self.places
            case "last_places":
                return self.all_places
            case "stage_wins":
                return self.wins
        return self.last

    def classification(self, placed: Ranks, before: Ranks) -> Classification:
        """Rank riders by time. `placed` is not used: no classification ranks before the times."""
        chain = [criterion(name, self.latest) for name in self.ranking.tie_breaks]
        keys: dict[str, Key] = {}
        if any(stage.times_count for stage in self.stages) and not self.waiting.issuperset(
            self.time
        ):
            riders = list(self.time)
            columns = [
                [figures[rider] for rider in riders]
                for figures in map(self.tie_figures, self.ranking.tie_breaks)
            ]
            keys = in_columns(riders, [self.time.values(), *columns])
        rows = rank_rows(keys, chain, before)
        return Classification(
            self.ranking,
            rows,
            (TOTAL_TIME, *chain),
            partial(self._parts, self.stages),
            sharing_rank(rows, self.waiting),
        )

    def _parts(self, stages: Sequence[Counted], who: str) -> tuple[Part, ...]:
        return tuple(
            part for stage in stages for part in _parts_of(stage, who, self.ranking.key, self.field)
        )


def stage_rows(stage: Counted) -> tuple[RankedRow, ...]:
    """Return the riders of one stage in place order with their times."""
    first = next((arrival.seconds for arrival in stage.arrivals if arrival.seconds is not None), 0)
    return tuple(
        RankedRow(place, arrival.rider, arrival.seconds, arrival.seconds - first)
        for arrival, place in zip(stage.arrivals, stage.places, strict=True)
        if arrival.seconds is not None
    )


def _parts_of(stage: Counted, who: str, source: str, field: Field) -> Iterator[Part]:
    """Yield what one stage adds to somebody's time."""
    called, uncounted = stage.result.number_or_label, stage.why_uncounted
    part = partial(Part, stage.number, counted=stage.times_count, source=source, called=called)
    reason = "" if stage.times_count else stage.result.why
    at = next((at for at, arrival in enumerate(stage.arrivals) if arrival.rider == who), None)
    if at is not None:
        yield from _of_arrival(stage, at, part)
    elif who in stage.on_road:
        yield part(stage.result.clock, kind="on_road", why=uncounted or "on_road", reason=reason)
    else:
        return
    if at is None or stage.arrivals[at].bonus is None:
        for given in field.bonuses(stage, who) if stage.bonus.get(who) else ():
            yield part(
                -given.seconds,
                kind="bonus",
                place=given.place,
                line=given.line,
                name=given.name,
                why=uncounted,
                reason=reason,
            )
    for penalty in stage.penalties:
        if penalty.who == who and penalty.unit == "seconds":
            yield part(
                penalty.amount,
                counted=stage.times_count and not penalty.cancelled,
                kind="penalty",
                why="cancelled" if penalty.cancelled else uncounted,
                reason=penalty.cancelled or (reason if uncounted else penalty.reason),
            )


def _of_arrival(stage: Counted, at: int, part: Callable[..., Part]) -> Iterator[Part]:
    """Yield the time of an arrival, and the seconds that the race itself gave the rider."""
    arrival, uncounted = stage.arrivals[at], stage.why_uncounted
    reason = "" if stage.times_count else stage.result.why
    if arrival.seconds is not None:
        yield part(arrival.seconds, place=stage.places[at], why=uncounted, reason=reason)
    if arrival.bonus:
        yield part(-arrival.bonus, kind="bonus", why=uncounted or "as_given", reason=reason)
