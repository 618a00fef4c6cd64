"""Effects of a correction: two histories of the same tour compared, in values that a page turns
into sentences.

"yellow changes after stages 2-4: b4 -> r1" is one JerseyChange, "3 riders move" is
`Changes.riders_moved`.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tourmanager.scoring.codes import is_rider
from tourmanager.scoring.tables import RankedRow, Standings


class ArrivalChange(msgspec.Struct, frozen=True):
    """A rider's place and time on one stage, before and after; None where they have none."""

    stage: int
    rider: str
    place_before: int | None
    place_after: int | None
    seconds_before: int | None
    seconds_after: int | None


class JerseyChange(msgspec.Struct, frozen=True):
    """The lead passes from `before` to `after` (nobody, one or several) after each ended stage from
    `first` to `last`.
    """

    key: str  # the classification
    colour: str
    first: int
    last: int
    before: tuple[str, ...]
    after: tuple[str, ...]


class RowChange(msgspec.Struct, frozen=True):
    """A line of a classification at the end, of a rider or a team; None where they are not in
    it.
    """

    key: str  # the classification
    who: str
    rank_before: int | None
    rank_after: int | None
    figure_before: int | None
    figure_after: int | None

    @property
    def changes_rank(self) -> bool:
        return self.rank_before != self.rank_after


class PointsChange(msgspec.Struct, frozen=True):
    """The manager points of a team at the end, before and after."""

    team: str
    points_before: int
    points_after: int
    rank_before: int | None
    rank_after: int | None


class Changes(msgspec.Struct, frozen=True):
    arrivals: tuple[ArrivalChange, ...] = ()  # by stage, then place after
    jerseys: tuple[JerseyChange, ...] = ()  # by colour, then stage
    rows: tuple[RowChange, ...] = ()  # by classification, then rank after
    points: tuple[PointsChange, ...] = ()  # by rank after

    def __bool__(self) -> bool:
        return bool(self.arrivals or self.jerseys or self.rows or self.points)

    @property
    def moves(self) -> tuple[RowChange, ...]:
        """Rows whose rank changes."""
        return tuple(row for row in self.rows if row.changes_rank)

    @property
    def riders_moved(self) -> tuple[str, ...]:
        """Riders who change rank in a classification, each once."""
        return tuple(dict.fromkeys(row.who for row in self.moves if is_rider(row.who)))


def compare_histories(before: Sequence[Standings], after: Sequence[Standings]) -> Changes:
    """Compare two lists from `standings.history`; a stage ended in only one of them counts as
    well.
    """
    old = {standings.after: standings for standings in before}
    new = {standings.after: standings for standings in after}
    stages = sorted(old.keys() | new.keys())
    if not stages:
        return Changes()
    last_before, last_after = (before[-1] if before else None), (after[-1] if after else None)
    return Changes(
        arrivals=_arrivals(last_before, last_after),
        jerseys=tuple(
            change
            for key, colour in _list_colours(last_after or last_before)
            for change in _jersey(key, colour, stages, old, new)
        ),
        rows=_rows(last_before, last_after),
        points=_points(last_before, last_after),
    )


def _arrivals(before: Standings | None, after: Standings | None) -> tuple[ArrivalChange, ...]:
    old = {day.stage: day.riders for day in before.days} if before else {}
    new = {day.stage: day.riders for day in after.days} if after else {}
    found = []
    for stage in sorted(old.keys() | new.keys()):
        for rider, was, now in _pairs(old.get(stage, ()), new.get(stage, ())):
            if _line(was) != _line(now):
                found.append(
                    ArrivalChange(stage, rider, _rank(was), _rank(now), _figure(was), _figure(now))
                )
    return tuple(found)


def _list_colours(standings: Standings | None) -> list[tuple[str, str]]:
    return [(jersey.key, jersey.colour) for jersey in standings.jerseys] if standings else []


def _jersey(
    key: str,
    colour: str,
    stages: Sequence[int],
    old: Mapping[int, Standings],
    new: Mapping[int, Standings],
) -> list[JerseyChange]:
    found: list[JerseyChange] = []
    running = False  # whether the last change goes on
    for stage in stages:
        before, after = _leaders(old.get(stage), key), _leaders(new.get(stage), key)
        if before == after:
            running = False
        elif running and (found[-1].before, found[-1].after) == (before, after):
            found[-1] = msgspec.structs.replace(found[-1], last=stage)
        else:
            found.append(JerseyChange(key, colour, stage, stage, before, after))
            running = True
    return found


def _rows(before: Standings | None, after: Standings | None) -> tuple[RowChange, ...]:
    old = before.classifications if before else {}
    new = after.classifications if after else {}
    found = []
    for key in new or old:
        for who, was, now in _pairs(
            old[key].rows if key in old else (), new[key].rows if key in new else ()
        ):
            if _line(was) != _line(now):
                found.append(
                    RowChange(key, who, _rank(was), _rank(now), _figure(was), _figure(now))
                )
    return tuple(found)


def _points(before: Standings | None, after: Standings | None) -> tuple[PointsChange, ...]:
    old, new = _players(before), _players(after)
    found = []
    for team in new | old:
        was_rank, was_points = old.get(team, (None, 0))
        rank, points = new.get(team, (None, 0))
        if (was_rank, was_points) != (rank, points):
            found.append(PointsChange(team, was_points, points, was_rank, rank))
    return tuple(found)


def _players(standings: Standings | None) -> dict[str, tuple[int | None, int]]:
    """Give rank and points of every player by their team."""
    rows = standings.players if standings else ()
    return {player.team: (player.rank, player.points) for player in rows}


def _pairs(
    before: Sequence[RankedRow], after: Sequence[RankedRow]
) -> list[tuple[str, RankedRow | None, RankedRow | None]]:
    """Pair each rider's row before and after, in the order after; riders who are no longer there
    come last.
    """
    old, new = {row.who: row for row in before}, {row.who: row for row in after}
    return [(who, old.get(who), new.get(who)) for who in new | old]


def _line(row: RankedRow | None) -> tuple[int, int] | None:
    return (row.rank, row.figure) if row else None


def _rank(row: RankedRow | None) -> int | None:
    return row.rank if row else None


def _figure(row: RankedRow | None) -> int | None:
    return row.figure if row else None


def _leaders(standings: Standings | None, key: str) -> tuple[str, ...]:
    table = standings.classifications.get(key) if standings else None
    return table.leaders if table else ()
