"""Records of a tour for its closing page. Riders level on a record hold it together."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from tourmanager.scoring.result import StageResult
from tourmanager.scoring.scheme import GENERAL, Scheme
from tourmanager.scoring.tables import Day, RankedRow, Standings


class Feat(msgspec.Struct, frozen=True):
    """The holder of a record: one rider, or the winner and the second of a stage."""

    who: tuple[str, ...]
    stage: int | None = None


class Record(msgspec.Struct, frozen=True):
    key: str
    figure: int
    unit: str  # "times", "seconds" or "days"
    feats: tuple[Feat, ...]


def records(
    results: Sequence[StageResult], history: Sequence[Standings], scheme: Scheme
) -> tuple[Record, ...]:
    """Return the records that stand after the ended stages; one without a holder is left out.
    `history` comes from `standings.history`.
    """
    days = history[-1].days if history else ()
    finishes = [
        (day.stage, day.riders) for day in days if len(day.riders) > 1 and day.riders[1].gap >= 0
    ]
    sprints, passes = _lines_won(results, scheme)
    found = (
        _most("stage_wins", "times", _first_riders(days, 1)),
        _most("podiums", "times", _first_riders(days, 3)),
        _gap("closest_finish", finishes, min),
        _gap("biggest_gap", finishes, max),
        _most("sprints", "times", sprints),
        _most("passes", "times", passes),
        _most("yellow", "days", _in_yellow(history)),
    )
    return tuple(record for record in found if record)


def _first_riders(days: Iterable[Day], count: int) -> Iterator[str]:
    """Name the first riders of every day, so many of each."""
    return (row.who for day in days for row in day.riders[:count])


def _in_yellow(history: Iterable[Standings]) -> Iterator[str]:
    """Name who led the general classification after each stage."""
    return (
        jersey.leader
        for standings in history
        for jersey in standings.jerseys
        if jersey.key == GENERAL and jersey.leader
    )


def _most(key: str, unit: str, feats: Iterable[str]) -> Record | None:
    times = Counter(feats)
    if not times:
        return None
    most = max(times.values())
    return Record(
        key, most, unit, tuple(Feat((who,)) for who in sorted(times) if times[who] == most)
    )


def _gap(
    key: str,
    finishes: Sequence[tuple[int, Sequence[RankedRow]]],
    best: Callable[[Iterable[int]], int],
) -> Record | None:
    if not finishes:
        return None
    figure = best(riders[1].gap for _, riders in finishes)
    feats = tuple(
        Feat((riders[0].who, riders[1].who), stage)
        for stage, riders in finishes
        if riders[1].gap == figure
    )
    return Record(key, figure, "seconds", feats)


def _lines_won(results: Sequence[StageResult], scheme: Scheme) -> tuple[list[str], list[str]]:
    """List the winners of the intermediate sprints and of the passes that pay points."""
    sprints: list[str] = []
    passes: list[str] = []
    for result in results:
        for passage in result.passages:
            if passage.riders and scheme.line_points.get(passage.category):
                (sprints if passage.key.startswith("s") else passes).append(passage.riders[0])
    return sprints, passes
