"""Classifications by points: at the finish, over lines, or both.

The payments of a stage are computed once (`payments`): sums are made of them, and so is the working
that explains the sums.

While a stage is raced, a classification that the fewest points win takes riders on the road as if
they came in now together, behind all who have arrived (`on_road_payments`): with no points for the
stage they would stand ahead of them. What they have so is no part of the sums (`ByPoints.points`),
only of the virtual classification.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.ranking import Key, Ranks, in_columns, rank_rows, sharing_rank
from tourmanager.scoring.result import Penalty
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.tables import Classification, Part
from tourmanager.scoring.tie_breaks import (
    UNPLACED,
    Criterion,
    criterion,
    primary_criterion,
)
from tourmanager.scoring.vocabulary import sprint_categories

AWARD = "award"  # stands where the key of a line would


class Payment(msgspec.Struct, frozen=True, gc=False):
    """Points that a place paid: over a line, or at the finish where `line` is ""."""

    rider: str
    place: int
    amount: int
    line: str = ""  # its key, or "award"
    category: str = ""
    name: str = ""  # of the line or the award, where it has one of its own


def payments_of(
    stage: Counted, ranking: Ranking, scheme: Scheme, field: Field
) -> Iterator[Payment]:
    """Yield everything that one stage pays in one classification."""
    return _payments(stage, ranking, scheme, field) if stage.points_count else iter(())


def _payments(stage: Counted, ranking: Ranking, scheme: Scheme, field: Field) -> Iterator[Payment]:
    """Yield the payments of a stage even if it counts for nothing: what it would have paid."""
    if ranking.finish:
        yield from _at_finish(stage, ranking, field)
    for passage in stage.passages:
        scale: Sequence[int] | None = ranking.lines.get(passage.category)
        paid = passage.paid if passage.classification in ("", ranking.key) else ()
        if scale is None or not (scale := paid or scale):
            continue
        riders = passage.riders if paid else field.drop_unscored(passage.riders)
        for place, (rider, amount) in enumerate(zip(riders, scale, strict=False), 1):
            yield Payment(rider, place, amount, passage.key, passage.category, passage.name)
    if stage.awards:
        yield from _of_awards(stage, ranking, field)


def on_road_payments(stage: Counted, ranking: Ranking, field: Field) -> list[Payment]:
    """List what riders on the road would be paid if they came in now, in one group behind all who
    have arrived; nothing before the first arrival, and nothing where more points are better.
    """
    table = ranking.finish_table(stage.result.type, stage.result.kind)
    if not (ranking.lowest and table and stage.points_count and stage.arrivals and stage.on_road):
        return []
    place = len(field.drop_unscored([arrival.rider for arrival in stage.arrivals])) + 1
    turn = max(arrival.turn for arrival in stage.arrivals) if ranking.by_group else 0
    amount = table[min(place, len(table)) - 1] + ranking.per_turn * turn
    return [Payment(rider, place, amount) for rider in field.drop_unscored(stage.on_road)]


def _of_awards(stage: Counted, ranking: Ranking, field: Field) -> Iterator[Payment]:
    for name, riders in stage.awards.items():
        category = award_category(name)
        if amount := next(iter(ranking.lines.get(category, ())), 0):
            for rider in field.drop_unscored(riders):
                yield Payment(rider, 1, amount, AWARD, category, name)


def _at_finish(stage: Counted, ranking: Ranking, field: Field) -> Iterator[Payment]:
    result = stage.result
    if (given := result.finish_paid.get(ranking.key)) is not None:
        for arrival, place in zip(stage.arrivals, stage.places, strict=True):
            if arrival.rider in given:
                yield Payment(arrival.rider, place, given[arrival.rider])
        return
    table = ranking.finish_table(result.type, result.kind)
    if not table:
        return
    if ranking.by_group:
        yield from _by_group(stage, ranking, table)
        return
    skipped = 0
    for arrival, place in zip(stage.arrivals, stage.places, strict=True):
        if arrival.rider in field.unscored:
            skipped += 1
        elif place - skipped <= len(table):
            yield Payment(arrival.rider, place, table[place - skipped - 1])
        else:
            return


def _by_group(stage: Counted, ranking: Ranking, table: Sequence[int]) -> Iterator[Payment]:
    """Yield the payments of groups. A group has the number of its first; in the winner's group all
    others have the second's.
    """
    winner = stage.arrivals[0] if stage.arrivals else None
    group = (0, winner.seconds if winner else None)
    first = 1
    for arrival, place in zip(stage.arrivals, stage.places, strict=True):
        if (arrival.turn, arrival.seconds) != group:
            group, first = (arrival.turn, arrival.seconds), place
        counts_as = min(place, 2) if first == 1 else first
        yield Payment(
            arrival.rider,
            place,
            table[min(counts_as, len(table)) - 1] + ranking.per_turn * arrival.turn,
        )


def award_category(name: str) -> str:
    """Return the category of a scheme's lines that pays an award: "combativity" for
    "Combativity".
    """
    return "_".join(name.casefold().split())


class ByPoints:
    """Points by rider, and their wins of each kind, in the order in which they break ties."""

    def __init__(self, ranking: Ranking, scheme: Scheme, field: Field) -> None:
        self.ranking, self.scheme, self.field = ranking, scheme, field
        self.everybody = ranking.lowest or ranking.key == scheme.general.key
        self.members = field.riders_in(ranking.mark)
        self.sign = 1 if ranking.lowest else -1
        self.points: dict[str, int] = dict.fromkeys(self.members, 0) if self.everybody else {}
        # by criterion, negative: more is better
        self.wins: dict[str, dict[str, int]] = {name: {} for name in ranking.tie_breaks}
        self.of_category = {f"wins_{category}": category for category in ranking.lines}
        self.sprints = sprint_categories() if "sprint_wins" in self.wins else frozenset[str]()
        self.last: dict[str, int] = {}
        self.latest = ""
        self.on_road: dict[str, int] = {}  # points that riders on the road would have more
        self.waiting: frozenset[str] = frozenset()  # on the road of the first stage, unplaced yet
        self.stages: tuple[Counted, ...] = ()

    def add(self, stage: Counted) -> None:
        self.stages = (*self.stages, stage)
        points, members = self.points, self.members
        for payment in payments_of(stage, self.ranking, self.scheme, self.field):
            rider = payment.rider
            if rider not in members:
                continue
            points[rider] = points.get(rider, 0) + payment.amount
            if payment.place == 1 and payment.line:
                self._win(rider, payment.category)
        for rider, taken in stage.penalty("points", self.ranking.key).items():
            points[rider] = points.get(rider, 0) - (taken if self.sign < 0 else -taken)
        if stage.winner and stage.result.kind != "ttt" and "stage_wins" in self.wins:
            self._count("stage_wins", stage.winner)
        if stage.points_count and stage.arrivals:
            before = self.last
            self.last = dict(
                zip([arrival.rider for arrival in stage.arrivals], stage.places, strict=True)
            )
            self.last |= {rider: UNPLACED + before.get(rider, 0) for rider in stage.on_road}
            self.latest = stage.result.number_or_label
        self._place_on_road(stage)

    def _place_on_road(self, stage: Counted) -> None:
        """Take riders on the road as behind all who have arrived, where everybody is listed."""
        self.on_road = {
            payment.rider: payment.amount
            for payment in on_road_payments(stage, self.ranking, self.field)
            if payment.rider in self.members
        }
        first = not any(each.points_count for each in self.stages[:-1])
        if self.everybody and first:
            self.waiting = frozenset(
                rider
                for rider in stage.on_road
                if rider in self.members and not self.points.get(rider)
            )

    def _win(self, rider: str, category: str) -> None:
        for name in self.wins:
            if (
                name == "line_wins"
                or self.of_category.get(name) == category
                or (name == "sprint_wins" and category in self.sprints)
            ):
                self._count(name, rider)

    def _count(self, name: str, rider: str) -> None:
        self.wins[name][rider] = self.wins[name].get(rider, 0) - 1

    def classification(self, placed: Ranks, before: Ranks) -> Classification:
        """Rank riders by points; `placed` are the ranks of the general classification. Only riders
        still in the race are listed.
        """
        riding, columns = self.field.riding, []
        missing = []
        for name in self.ranking.tie_breaks:
            columns.append(
                placed
                if name == "general"
                else self.last
                if name == "last_place"
                else self.wins[name]
            )
            missing.append(UNPLACED if name in ("general", "last_place") else 0)
        keys: dict[str, Key] = {}
        riders = [
            rider
            for rider, points in self.points.items()
            if (points or self.everybody) and rider in riding
        ]
        nobody_placed = bool(self.waiting) and self.waiting.issuperset(riders)
        if any(stage.points_count for stage in self.stages) and not nobody_placed:
            figures = [
                [self.sign * (self.points[rider] + self.on_road.get(rider, 0)) for rider in riders]
            ]
            figures += [
                [column.get(rider, none) for rider in riders]
                for column, none in zip(columns, missing, strict=True)
            ]
            keys = in_columns(riders, figures)
        chain = self.chain
        figure = primary_criterion("lowest" if self.ranking.lowest else "points")
        rows = rank_rows(keys, chain, before, self.sign)
        return Classification(
            self.ranking,
            rows,
            (figure, *chain),
            partial(self._parts, self.stages),
            sharing_rank(rows, self.waiting),
        )

    @property
    def chain(self) -> list[Criterion]:
        return [criterion(name, self.latest) for name in self.ranking.tie_breaks]

    def _parts(self, stages: Sequence[Counted], who: str) -> tuple[Part, ...]:
        return tuple(part for stage in stages for part in self.parts_of(stage, who))

    def parts_of(self, stage: Counted, who: str) -> Iterator[Part]:
        """Yield what one stage paid somebody."""
        for payment in _payments(stage, self.ranking, self.scheme, self.field):
            if payment.rider == who:
                yield self._paid_part(stage, payment)
        for payment in on_road_payments(stage, self.ranking, self.field):
            if payment.rider == who:
                yield self._on_road_part(stage, payment)
        for penalty in stage.penalties:
            mine = penalty.who == who and penalty.classification == self.ranking.key
            if mine and penalty.unit == "points":
                yield self._penalty_part(stage, penalty)

    def _paid_part(self, stage: Counted, payment: Payment) -> Part:
        return Part(
            stage.number,
            payment.amount,
            counted=stage.points_count,
            source=self.ranking.key,
            called=stage.result.number_or_label,
            place=payment.place,
            line=payment.line,
            name=payment.name,
            category="" if payment.line == AWARD else payment.category,
            why="" if stage.points_count else stage.why_uncounted,
            reason="" if stage.points_count else stage.result.why,
        )

    def _on_road_part(self, stage: Counted, payment: Payment) -> Part:
        return Part(
            stage.number,
            payment.amount,
            source=self.ranking.key,
            called=stage.result.number_or_label,
            kind="on_road",
            why="on_road",
        )

    def _penalty_part(self, stage: Counted, penalty: Penalty) -> Part:
        return Part(
            stage.number,
            self.sign * penalty.amount,
            counted=not penalty.cancelled,
            source=self.ranking.key,
            called=stage.result.number_or_label,
            kind="penalty",
            why="cancelled" if penalty.cancelled else "",
            reason=penalty.cancelled or penalty.reason,
        )
