"""What is still to be won: the places that nobody holds yet, over lines and at finishes, of the
stage being raced and of those to come.

Everything is computed with the riders who are still in the race, as if none of them left it: if all
rivals crashed, anybody could win. Every place that pays goes to somebody while there are riders for
it, and no more places are given than the scheme says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from tourmanager.scoring.field import FINISH, Counted, Field
from tourmanager.scoring.points import award_category
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.virtual import Running
from tourmanager.scoring.vocabulary import on_road, sprint_categories

AWARDED = "award "  # before the category that an award is paid by


class OpenPlaces(msgspec.Struct, frozen=True):
    """The open places of one line or finish, and the worth of each in one classification, the best
    first.
    """

    stage: int
    key: str  # "s1", "finish", "award combativity"
    worth: tuple[int, ...]
    first: int  # the number of its first open place
    pool: frozenset[str]  # who can take one of them
    # of those who are in already: others may still come between them, but their order stands
    queue: tuple[str, ...] = ()
    wins: tuple[str, ...] = ()  # criteria for which its first place counts

    def best(self, rider: str) -> int:
        """Return the best place that a rider can have, counted from 0."""
        return self.queue.index(rider) if rider in self.queue else 0

    def gains(self, rider: str) -> tuple[int, int]:
        """Return the least and the most that it can pay a rider."""
        if rider not in self.pool:
            return 0, 0
        behind = len(self.queue) - 1 - self.queue.index(rider) if rider in self.queue else 0
        best, last = self.best(rider), len(self.pool) - 1 - behind
        can = [*self.worth[best : last + 1], *([0] if last >= len(self.worth) else [])]
        return min(can), max(can)


@dataclass(frozen=True)
class TourProgress:
    """A tour on the road: the ended stages, the one being raced, and those to come (with no
    arrivals), rest days left out.
    """

    ended: Sequence[StageResult]
    now: Running | None
    ahead: Sequence[Running]
    starters: Sequence[Starter]
    scheme: Scheme

    @cached_property
    def settled_result(self) -> StageResult | None:
        """Running stage with only those results that can no longer change: everybody else is on the
        road at 0 seconds.
        """
        if self.now is None:
            return None
        result, settled = self.now.result, self.now.settled
        arrived = [arrival.rider for arrival in result.arrivals]
        passages = tuple(
            msgspec.structs.replace(
                passage,
                riders=tuple(rider for rider in passage.riders if rider in arrived[:settled]),
            )
            if passage.key in self.now.at_finish
            else passage
            for passage in result.passages
        )
        on_road = (*arrived[settled:], *result.on_road)
        return msgspec.structs.replace(
            result, arrivals=result.arrivals[:settled], passages=passages, on_road=on_road, clock=0
        )

    @cached_property
    def to_come(self) -> list[Running]:
        """Stages that can still pay something: the one on the road, as far as it is settled, and
        those ahead.
        """
        if self.now is None or self.settled_result is None:
            return list(self.ahead)
        return [msgspec.structs.replace(self.now, result=self.settled_result), *self.ahead]

    @cached_property
    def field_and_stages(self) -> tuple[Field, list[Counted]]:
        """Riders still in the race, and the stages as they count."""
        field = Field(self.starters, self.scheme)
        results = sorted(self.ended, key=lambda result: result.number)
        stages = [
            field.count(result)
            for result in (*results, *([self.settled_result] if self.settled_result else ()))
        ]
        return field, stages

    @property
    def all_arrived(self) -> bool:
        """True when nobody is on the road."""
        return self.now is None or not self.now.result.on_road

    @property
    def times_ahead(self) -> bool:
        """True when a stage is to come whose times count."""
        return any(stage.result.counts == "all" for stage in self.ahead)

    def events(self, ranking: Ranking) -> list[OpenPlaces]:
        """List where points of a classification are still to be won."""
        return [event for stage in self.to_come for event in self._of_points(stage, ranking)]

    def bonuses(self) -> list[OpenPlaces]:
        """List where the stage on the road still gives seconds."""
        rules = self.scheme.bonus
        if (
            self.now is None
            or self.now.result.kind not in rules.kinds
            or self.now.result.counts != "all"
        ):
            return []
        stage = self.to_come[0]
        lines = [
            self._line(stage, key, rules.lines[category], ())
            for key, category in _categories(stage)
            if category in rules.lines
        ]
        return [event for event in (*lines, self._finish(stage, rules.finish, ())) if event]

    def finishes(self, worth: Sequence[int]) -> list[OpenPlaces]:
        """List the open places at all finishes, where each pays the same."""
        found = [
            self._finish(stage, worth, ())
            for stage in self.to_come
            if stage.result.counts != "nothing"
        ]
        return [event for event in found if event]

    def _of_points(self, stage: Running, ranking: Ranking) -> Iterator[OpenPlaces]:
        result = stage.result
        if result.counts == "nothing":
            return
        for key, category in _categories(stage):
            if table := ranking.lines.get(category):
                wins = [name for name in _line_wins(category) if name in ranking.tie_breaks]
                if event := self._line(stage, key, table, wins):
                    yield event
        lines = on_road()
        for category, table in ranking.lines.items():
            if category not in lines and (event := self._award(stage, category, table)):
                yield event
        won = ["stage_wins"] if "stage_wins" in ranking.tie_breaks and result.kind != "ttt" else []
        if event := self._finish(
            stage, _finish_table(result, ranking) or ([0] if won else []), won
        ):
            yield event

    def _line(
        self, stage: Running, key: str, table: Sequence[int], wins: Sequence[str]
    ) -> OpenPlaces | None:
        passage = next(passage for passage in stage.result.passages if passage.key == key)
        if passage.paid:
            return None
        field, _ = self.field_and_stages
        named = field.drop_unscored(passage.riders)
        queue = self._queue(stage) if key in stage.at_finish else ()
        pool = frozenset(field.riding).difference(named, field.unscored)
        return _event(stage, key, table, len(named), pool, queue, wins)

    def _award(self, stage: Running, category: str, table: Sequence[int]) -> OpenPlaces | None:
        """Return an award of the stage that pays points and that nobody has yet, or None."""
        if any(category == passage.category for passage in stage.result.passages):
            return None
        if any(category == award_category(name) for name in stage.result.awards):
            return None
        pool = frozenset(self.field_and_stages[0].riding).difference(
            self.field_and_stages[0].unscored
        )
        return _event(stage, f"{AWARDED}{category}", table[:1], 0, pool, (), [])

    def _finish(
        self, stage: Running, table: Sequence[int], wins: Sequence[str]
    ) -> OpenPlaces | None:
        field, _ = self.field_and_stages
        arrived = field.drop_unscored([arrival.rider for arrival in stage.result.arrivals])
        pool = frozenset(field.riding).difference(arrived, field.unscored)
        return _event(stage, FINISH, table, len(arrived), pool, self._queue(stage), wins)

    def _queue(self, stage: Running) -> tuple[str, ...]:
        """Return the riders who are in, but may still be passed by others of their turn."""
        if self.now is None or stage.result.number != self.now.result.number:
            return ()
        arrived = [arrival.rider for arrival in self.now.result.arrivals[self.now.settled :]]
        return tuple(self.field_and_stages[0].drop_unscored(arrived))


def _event(
    stage: Running,
    key: str,
    table: Sequence[int],
    taken: int,
    pool: frozenset[str],
    queue: tuple[str, ...],
    wins: Sequence[str],
) -> OpenPlaces | None:
    worth = tuple(table[taken:])
    if not worth or not pool:
        return None
    return OpenPlaces(
        stage.result.number,
        key,
        worth,
        taken + 1,
        pool,
        queue,
        tuple(wins) if taken == 0 else (),
    )


def _categories(stage: Running) -> list[tuple[str, str]]:
    return [(passage.key, passage.category) for passage in stage.result.passages]


def _line_wins(category: str) -> list[str]:
    """Name the tie-breaks that the first place at such a line counts for."""
    sprints = ["sprint_wins"] if category in sprint_categories() else []
    return [f"wins_{category}", "line_wins", *sprints]


def _finish_table(result: StageResult, ranking: Ranking) -> Sequence[int]:
    """Give what the finish still pays; nothing where the stage brought its own points."""
    if ranking.key in result.finish_paid:
        return []
    return ranking.finish_table(result.type, result.kind)
