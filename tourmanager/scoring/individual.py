"""Classifications by time: the lowest sum of stage times, less bonuses, plus penalties (CP-M-033, CP-M-034).

The general classification is one, and so is a sub-classification of marked riders.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.ranking import Key, Ranks, in_columns, ranked
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.tables import Classification, Part, Row
from tourmanager.scoring.tie_breaks import UNPLACED, Figure, criterion, figured
from tourmanager.scoring.words import ordinal


class ByTime:
    """Sums of the riders who have a time on every stage so far; the others have left it (CP-M-041)."""

    def __init__(self, ranking: Ranking, scheme: Scheme, field: Field) -> None:
        self.ranking, self.scheme, self.field = ranking, scheme, field
        members = field.classified(ranking.mark)
        nobody: dict[str, int] = dict.fromkeys(members, 0)
        self.time = nobody  # of who is in it
        self.places, self.fractions, self.wins, self.last = dict(nobody), dict(nobody), dict(nobody), dict(nobody)
        self.all_places: dict[str, tuple[int, ...]] = dict.fromkeys(members, ())  # latest first
        self.latest = ""
        self.stages: tuple[Counted, ...] = ()

    def add(self, stage: Counted) -> None:
        self.stages = (*self.stages, stage)
        if not stage.timed:
            self.time = {rider: time for rider, time in self.time.items() if rider in self.field.riding}
            return
        before, bonus, penalty, places = self.time, stage.bonus, stage.penalty("seconds"), self.places
        team_trial = stage.result.kind == "ttt"
        time: dict[str, int] = {}
        last: dict[str, int] = {}
        for arrival, place in zip(stage.arrivals, stage.places, strict=True):
            rider = arrival.rider
            if rider in before and arrival.seconds is not None:
                time[rider] = before[rider] + arrival.seconds
                last[rider] = place
                if not team_trial:
                    places[rider] += place
        for rider in stage.on_road:
            if rider in before:
                time[rider], last[rider] = before[rider] + stage.result.clock, UNPLACED
        for rider, seconds in bonus.items():
            if rider in time:
                time[rider] -= seconds
        for rider, seconds in penalty.items():
            if rider in time:
                time[rider] += seconds
        if stage.result.kind == "itt":
            for arrival in stage.arrivals:
                if arrival.rider in time:
                    self.fractions[arrival.rider] += arrival.fraction
        if stage.winner in time and not team_trial:
            self.wins[stage.winner] -= 1
        if "last_places" in self.ranking.tie_breaks:
            self.all_places = {rider: (last[rider], *self.all_places[rider]) for rider in time}
        if cap := self.ranking.gap_cap:
            best = min(time.values(), default=0)
            time = {rider: seconds for rider, seconds in time.items() if seconds - best < cap}
        self.time, self.last, self.latest = time, last, stage.result.title

    def _figures(self, name: str) -> Mapping[str, Figure]:
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
        """`placed` is not needed: nothing ranks before the times."""
        chain = [criterion(name, self.scheme, _lower(self.latest)) for name in self.ranking.tie_breaks]
        keys: dict[str, Key] = {}
        if any(stage.timed for stage in self.stages):
            riders = list(self.time)
            columns = [[figures[rider] for rider in riders] for figures in map(self._figures, self.ranking.tie_breaks)]
            keys = in_columns(riders, [self.time.values(), *columns])
        words = (figured("time"), *(link.words for link in chain))
        return Classification(self.ranking, ranked(keys, chain, before), words, partial(self._parts, self.stages))

    def _parts(self, stages: Sequence[Counted], who: str) -> tuple[Part, ...]:
        return tuple(part for stage in stages for part in _parts_of(stage, who, self.ranking.key, self.field))


def stage_rows(stage: Counted) -> tuple[Row, ...]:
    """The riders of one stage in place order with their times."""
    first = next((arrival.seconds for arrival in stage.arrivals if arrival.seconds is not None), 0)
    return tuple(
        Row(place, arrival.rider, arrival.seconds, arrival.seconds - first)
        for arrival, place in zip(stage.arrivals, stage.places, strict=True)
        if arrival.seconds is not None
    )


def _parts_of(stage: Counted, who: str, source: str, field: Field) -> Iterator[Part]:
    """What one stage adds to somebody's time."""
    number, title = stage.number, stage.result.title
    at = next((at for at, arrival in enumerate(stage.arrivals) if arrival.rider == who), None)
    if at is None:
        if who not in stage.on_road:
            return
        yield Part(number, f"{title}: on the road", stage.result.clock, "", stage.timed, source, stage.uncounted or "as if he arrived now")
    counted, note = stage.timed, stage.uncounted
    arrival = None if at is None else stage.arrivals[at]
    if arrival is not None and at is not None and arrival.seconds is not None:
        yield Part(number, f"{title}: {ordinal(stage.places[at])}", arrival.seconds, "", counted, source, note)
    if arrival is not None and arrival.bonus is not None:
        if arrival.bonus:
            yield Part(number, f"{title}: time bonus", -arrival.bonus, "", counted, source, note or "in all, as the result gave it")
    elif stage.bonus.get(who):
        for line, place, amount in field.bonuses(stage, who):
            where = f"{title}, {line}" if line else f"{title}, finish"
            yield Part(number, f"{where}: {ordinal(place)}, time bonus", -amount, "", counted, source, note)
    for penalty in stage.penalties:
        if penalty.who == who and penalty.unit == "seconds":
            stands = counted and not penalty.cancelled
            why = f"cancelled: {penalty.cancelled}" if penalty.cancelled else note or penalty.reason
            yield Part(number, f"{title}: penalty", penalty.amount, "", stands, source, why)


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]
