"""Sort the rows of one stage into arrivals, abandons, sprints, climbs and awards; rows that
contradict others get a problem.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.scoring.words import ordinal
from tourmanager.tabletop.race.incoming.planning.oddities import odd_arrivals
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import ARRIVALS, AWARDED, CLIMBS, SPRINTS
from tourmanager.web.labels import STATUS_NAMES


@dataclass
class StageRows:
    """The rows of a stage, sorted; `title` names the stage in messages."""

    title: str
    arrivals: list[ResultRow] = field(default_factory=list)  # in order of place
    left: list[ResultRow] = field(default_factory=list)  # with a status
    sprints: list[ResultRow] = field(default_factory=list)
    climbs: list[ResultRow] = field(default_factory=list)
    awards: list[ResultRow] = field(default_factory=list)
    kind: str = ""
    type: str = ""
    warnings: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)  # riders without a row, who did not finish

    @property
    def has_arrivals(self) -> bool:
        return bool(self.arrivals or self.left)


def sort_rows(title: str, rows: Sequence[ResultRow], kind: str = "") -> StageRows:
    """Sort the rows of a stage; a row that contradicts another gets a problem and is left out.

    `kind` is the answer to the question what kind of stage it was.
    """
    table = [row for row in rows if row.table == ARRIVALS]
    _refuse_second_rows(table)
    _complete_places(table)
    _complete_times(table)
    right = [row for row in table if not row.problems]
    arrivals = sorted((row for row in right if row.place), key=lambda row: row.place)
    kind = kind or first_value(right, "kind") or recognise_kind(arrivals)
    return StageRows(
        title,
        arrivals,
        [row for row in right if row.status],
        _of_table(rows, SPRINTS),
        _of_table(rows, CLIMBS),
        _of_table(rows, AWARDED),
        kind,
        first_value(right, "type"),
        odd_arrivals(title, arrivals, kind),
    )


def _of_table(rows: Sequence[ResultRow], table: str) -> list[ResultRow]:
    return [row for row in rows if row.table == table and not row.problems]


def first_value(rows: Sequence[ResultRow], name: str) -> str:
    """Return the value of a column from the first row that has one."""
    return next((str(getattr(row, name)) for row in rows if getattr(row, name)), "")


def recognise_kind(rows: Sequence[ResultRow]) -> str:
    """Recognise a time trial by its figures: teams that share places rode together, fractions of
    seconds are of a time trial.
    """
    squads: dict[int, set[str]] = {}
    for row in rows:
        squads.setdefault(row.place, set()).add(row.squad)
    if 3 * len(squads) <= len(rows) and all(len(teams) == 1 for teams in squads.values()):
        return "ttt"
    return "itt" if 2 * sum(row.fraction for row in rows) > len(rows) > 0 else ""


def _refuse_second_rows(table: Sequence[ResultRow]) -> None:
    """Refuse every row of a rider but the first."""
    first_rows: dict[str, ResultRow] = {}
    for row in table:
        if row.problems or not row.code:
            continue
        if (first := first_rows.setdefault(row.code, row)) is not row:
            row.refuse("rider", _say_twice(row, first))


def _say_twice(row: ResultRow, first: ResultRow) -> str:
    same_file = first.file == row.file
    where = _("row %(line)s") % {"line": first.line} if same_file else first.at
    values = {"rider": row.who, "where": where, "place": ordinal(first.place)}
    if first.place:
        return _("%(rider)s is there twice: %(where)s has this rider too, as %(place)s.") % values
    return _("%(rider)s is there twice: %(where)s has this rider too.") % values


def _complete_places(table: Sequence[ResultRow]) -> None:
    """Number the riders of a table without places; in one with places a blank is an omission."""
    if not any(row.place for row in table):
        finished = [row for row in table if not row.status and not row.problems]
        for place, row in enumerate(finished, 1):
            row.place = place
        return
    for row in table:
        if not row.place and not row.status and not row.problems:
            row.refuse(
                "place",
                _("There is neither a place nor a status: write one, DNF for instance."),
            )


def _complete_times(table: Sequence[ResultRow]) -> None:
    """Turn gaps and "same time" into times; refuse rows with a place and no time."""
    arrivals = sorted(
        (row for row in table if row.place and not row.problems), key=lambda row: row.place
    )
    first = next((row for row in arrivals if _has_own_time(row)), None)
    if first is None:
        _refuse_without_first_time(arrivals)
        return
    _mark_gaps(arrivals, first)
    winner = above = first.time or 0
    for row in arrivals:
        if row.status in ("dnf", "dns"):
            row.refuse(
                "status",
                _("There are both a place and a status: %(status)s. Leave one of them out.")
                % {"status": STATUS_NAMES[row.status]},
            )
        elif row.time is None:
            row.refuse("time", str(_NO_TIME))
        else:
            above = row.time = _time_of_day(row, winner, above)
            row.same = row.behind = False


def _refuse_without_first_time(arrivals: Sequence[ResultRow]) -> None:
    for row in arrivals:
        row.refuse("time", str(_ONLY_GAPS if row.time is not None else _NO_TIME))


def _mark_gaps(arrivals: Sequence[ResultRow], first: ResultRow) -> None:
    """Mark the times behind the first as gaps where they cannot be whole times."""
    if _are_gaps(arrivals, first):
        for row in arrivals:
            row.behind = row.behind or (row is not first and not row.same)


def _has_own_time(row: ResultRow) -> bool:
    return row.time is not None and not row.same and not row.behind


def _time_of_day(row: ResultRow, winner: int, above: int) -> int:
    """Return the whole time of a row, from the winner's and that of the row above."""
    if row.same:
        return above
    return (row.time or 0) + (winner if row.behind else 0)


_ONLY_GAPS = gettext_lazy(
    "The time of the first is missing, so nobody's time is known. Give the first the time of the"
    " stage (3:12:45) and leave the others their gaps (+0:12)."
)
_NO_TIME = gettext_lazy(
    "The time is missing, and a blank is not zero. Write s.t. for the time of the one above."
)


def _are_gaps(arrivals: Sequence[ResultRow], first: ResultRow) -> bool:
    """True if only the first has a whole time: lists often give the others theirs behind the first
    without a +, and nobody needs less than half the winner's time.
    """
    others = [row for row in arrivals if row is not first and _has_own_time(row)]
    return (
        bool(others)
        and first is arrivals[0]
        and all(2 * (row.time or 0) < (first.time or 0) for row in others)
    )
