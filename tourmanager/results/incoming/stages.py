"""What one stage gets from its rows: arrivals, statuses, penalties, lines; and what there looks odd, in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tourmanager.results.incoming.rows import Row
from tourmanager.results.incoming.tables import ARRIVALS, CLIMBS, SPRINTS
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.scoring.words import listed, ordinal
from tourmanager.web.templatetags.race import clock

NAMED = 6  # riders in a warning; the others are counted


@dataclass
class Stage:
    """A stage as its rows say it; `title` is what it is called."""

    title: str
    arrivals: list[Row] = field(default_factory=list)  # in order of place
    left: list[Row] = field(default_factory=list)  # with a status
    sprints: list[Row] = field(default_factory=list)
    climbs: list[Row] = field(default_factory=list)
    kind: str = ""
    type: str = ""
    warnings: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)  # who is not named, and so did not finish

    @property
    def has_arrivals(self) -> bool:
        return bool(self.arrivals or self.left)


def stage_of(title: str, rows: Sequence[Row]) -> Stage:
    """Puts the rows of a stage in order; a row that contradicts another gets a problem and is left out."""
    stage = Stage(title)
    table = [row for row in rows if row.table == ARRIVALS]
    _only_once(table)
    _places(table)
    _times(table)
    right = [row for row in table if not row.problems]
    stage.arrivals = sorted((row for row in right if row.place), key=lambda row: row.place)
    stage.left = [row for row in right if row.status]
    stage.sprints = [row for row in rows if row.table == SPRINTS and not row.problems]
    stage.climbs = [row for row in rows if row.table == CLIMBS and not row.problems]
    stage.kind = _said(right, "kind") or _kind(stage.arrivals)
    stage.type = _said(right, "type")
    stage.warnings += _odd(stage)
    return stage


def _said(rows: Sequence[Row], name: str) -> str:
    return next((str(getattr(row, name)) for row in rows if getattr(row, name)), "")


def _riders(number: int) -> str:
    return "1 rider has" if number == 1 else f"{number} riders have"


def _kind(rows: Sequence[Row]) -> str:
    """What shows in the figures: teams that share places rode together, fractions of seconds are those of a time trial."""
    squads: dict[int, set[str]] = {}
    for row in rows:
        squads.setdefault(row.place, set()).add(row.squad)
    if 3 * len(squads) <= len(rows) and all(len(teams) == 1 for teams in squads.values()):
        return "ttt"
    return "itt" if 2 * sum(row.fraction for row in rows) > len(rows) > 0 else ""


def _only_once(table: Sequence[Row]) -> None:
    seen: dict[str, Row] = {}
    for row in table:
        if row.problems or not row.code:
            continue
        if (first := seen.setdefault(row.code, row)) is not row:
            where = f"row {first.line}" if first.file == row.file else first.at
            row.refuse(
                "rider", f"{row.who} is there twice: {where} has this rider too{f', as {ordinal(first.place)}' if first.place else ''}."
            )


def _places(table: Sequence[Row]) -> None:
    """A table without places has its riders in their order; in one with places a blank is an omission."""
    if any(row.place for row in table):
        for row in table:
            if not row.place and not row.status and not row.problems:
                row.refuse("place", "There is neither a place nor a status: write one, DNF for instance.")
        return
    place = 0
    for row in table:
        if not row.status and not row.problems:
            place += 1
            row.place = place
    return


def _times(table: Sequence[Row]) -> None:
    """Gaps and "same time" become times; who has a place needs one."""
    placed = sorted((row for row in table if row.place and not row.problems), key=lambda row: row.place)
    first = next((row for row in placed if row.time is not None and not row.same and not row.behind), None)
    if first is None or first.time is None:
        for row in placed:
            row.refuse("time", "The time of the first is missing, so nobody's time is known." if row.time is not None else _NO_TIME)
        return
    if _all_gaps(placed, first):
        for row in placed:
            row.behind = row.behind or (row is not first and not row.same)
    above: int | None = None
    for row in placed:
        if row.status in ("dnf", "dns"):
            row.refuse("status", f"There are both a place and a status: {STATUS_NAMES[row.status]}. Leave one of them out.")
            continue
        if row.time is None:
            row.refuse("time", _NO_TIME)
            continue
        if row.same:
            row.time = above if above is not None else first.time
        elif row.behind:
            row.time = first.time + row.time
        row.same = row.behind = False
        above = row.time


_NO_TIME = "The time is missing, and a blank is not zero. Write s.t. for the time of the one before."


def _all_gaps(placed: Sequence[Row], first: Row) -> bool:
    """Lists give the first his time and often the others theirs behind him, without a +: nobody needs less than half his time."""
    others = [row for row in placed if row is not first and row.time is not None and not row.same and not row.behind]
    return bool(others) and first is placed[0] and all(2 * (row.time or 0) < (first.time or 0) for row in others)


def _odd(stage: Stage) -> list[str]:
    """What is worth a look: dead heats, places left open, better times behind."""
    found = []
    rows = stage.arrivals
    for ahead, behind in pairwise(rows):
        if behind.place == ahead.place:
            found.append(f"{stage.title}: two riders are {ordinal(behind.place)}, {ahead.who} and {behind.who}.")
    taken = {row.place for row in rows}
    if missing := [place for place in range(1, max(taken, default=0)) if place not in taken]:
        names = listed([ordinal(place) for place in missing[:NAMED]])
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        found.append(f"{stage.title}: nobody is {names}{more}.")
    best: list[tuple[Row, Row]] = []
    slowest = rows[0] if rows else None
    for row in rows:
        if slowest is not None and (row.time or 0) < (slowest.time or 0):
            best.append((row, slowest))
        elif slowest is None or (row.time or 0) > (slowest.time or 0):
            slowest = row
    if best:
        row, ahead = best[0]
        more = f", and so have {len(best) - 1} more" if len(best) > 1 else ""
        seconds, slower = clock((row.time or 0) // 1000), clock((ahead.time or 0) // 1000)
        found.append(
            f"{stage.title}: {row.who}, {ordinal(row.place)}, has a better time than {ahead.who} ahead ({seconds} against {slower}){more}."
        )
    bonus = [row for row in rows if row.bonus is not None]
    if bonus and len(bonus) < len(rows):
        found.append(
            f"{stage.title}: {_riders(len(rows) - len(bonus))} a blank for the bonus, so the scheme says what it is. Write 0 for none."
        )
    return found
