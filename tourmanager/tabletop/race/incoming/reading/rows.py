"""Read the rows of a table of results, each by itself: the values of its cells and the problems of
those that cannot be understood.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar, cast

import msgspec
from django.utils.translation import gettext as _

from tourmanager.riders.names import LONGEST_NAME
from tourmanager.riders.rosters.columns import CellRefused, read_name, shorten
from tourmanager.riders.rosters.rows import CellProblem
from tourmanager.tabletop.race.incoming.people.names import Words, words_of
from tourmanager.tabletop.race.incoming.reading import columns as c
from tourmanager.tabletop.race.incoming.reading import times
from tourmanager.tabletop.race.incoming.reading.cells import (
    read_mark,
    read_number,
    read_place,
    read_points,
    read_stage,
    read_status,
    read_word,
)
from tourmanager.tabletop.race.incoming.reading.tables import (
    ARRIVALS,
    AWARDED,
    CLIMBS,
    SPRINTS,
    UNUSED,
    ResultTable,
    ranking_of,
)
from tourmanager.tabletop.race.incoming.reading.vocabulary import (
    AWARD,
    AWARDS,
    CATEGORIES,
    KINDS,
    STATUSES,
    TYPES,
    Status,
    normalise,
)
from tourmanager.web.formulas import unguard_formula

T = TypeVar("T")
LONGEST_AWARD = 40  # characters of the name of an award, as the stage log takes it
LONGEST_REASON = 200
LONGEST_LINE = 60
CLIMB_CATEGORIES = ("hc", "first", "second", "third", "hill", "climb")


class ResultRow(msgspec.Struct):
    """One row as understood. `code` is the rider once they are found; a row with problems is
    left out.
    """

    file: str
    line: int
    table: str  # arrivals, sprints, climbs, riders, awards, unused
    stage: str = ""  # its name: "3a"
    place: int = 0
    status: Status = ""
    rider: str = ""
    team: str = ""
    number: str = ""
    time: int | None = None  # thousandths, once the gap and "same time" are added
    behind: bool = False  # `time` is the gap to the first
    same: bool = False
    fraction: bool = False
    short: str = ""  # ":" or "." where the time has two parts that may be others
    bonus: int | None = None
    penalty: int | None = None
    reason: str = ""
    points: int | None = None
    label: str = ""
    category: str = ""
    kind: str = ""
    type: str = ""
    mark: str = ""
    unknown_mark: str = ""  # as written; a question asks what it means
    code: str = ""  # the rider whom the row names
    who: str = ""  # their name in the tour
    squad: str = ""  # and their team's
    problems: list[CellProblem] = []
    notes: list[str] = []

    @property
    def words(self) -> Words:
        return words_of(self.rider)

    @property
    def at(self) -> str:
        return _("%(file)s, row %(line)s") % {"file": self.file, "line": self.line}

    def refuse(self, column: str, text: str) -> None:
        """Add a problem: the row will not be imported."""
        self.problems.append(CellProblem(column, text))


class _Cells:
    """Read the cells of one row by column; what cannot be read becomes a problem of the row."""

    def __init__(self, row: ResultRow, texts: Mapping[str, str]) -> None:
        self.row = row
        self.texts = texts

    def text(self, column: str) -> str:
        return self.texts.get(column, "")

    def read(self, column: str, reader: Callable[[str], T], otherwise: T) -> T:
        """Return what the reader makes of a cell, `otherwise` for a blank or a refused one."""
        if not self.text(column):
            return otherwise
        try:
            return reader(self.texts[column])
        except (CellRefused, times.TimeRefused) as refused:
            self.row.refuse(column, str(refused))
            return otherwise


def read_rows(table: ResultTable, marks: Collection[str] = ("youth",)) -> list[ResultRow]:
    """Read all rows of a table. `marks` are those that the scheme knows."""
    return [read_row(table, line, cells, marks) for line, cells in table.lines]


def read_row(
    table: ResultTable, line: int, cells: Sequence[str], marks: Collection[str]
) -> ResultRow:
    """Read one row, each cell by itself, so that it has the problems of all its cells at once."""
    row = ResultRow(table.name, line, table.kind, problems=[], notes=[])
    cell_values = _Cells(row, _text_by_column(table, cells))
    if any(cell.strip() for cell in cells[table.width :]):
        row.refuse(
            "row",
            _(
                "It has more cells than there are headings. Give every column a heading; put a"
                " name that contains a comma in quotation marks."
            ),
        )
    row.stage, stage_kind = cell_values.read(c.STAGE, read_stage, (table.stage, table.stage_kind))
    _read_rider(row, cell_values)
    _read_place_and_status(row, cell_values)
    row.points = cell_values.read(c.POINTS, read_points, None)
    _read_mark(row, cell_values, table, marks)
    if table.mixed:
        _choose_table(row, cell_values.text(c.CLASSIFICATION))
    if row.table == ARRIVALS:
        row.kind = stage_kind
    if read_rest := _READERS.get(row.table):
        read_rest(row, cell_values)
    return row


def _text_by_column(table: ResultTable, cells: Sequence[str]) -> dict[str, str]:
    return {
        column: unguard_formula(cells[at].strip()) if at < len(cells) else ""
        for at, column in table.columns.items()
    }


def _read_full_name(cell: str) -> str:
    return read_name(cell, LONGEST_NAME)


def _read_rider(row: ResultRow, cells: _Cells) -> None:
    row.rider = cells.read(c.RIDER, _read_full_name, "")
    if given_name := cells.read(c.GIVEN_NAME, _read_full_name, ""):
        row.rider = f"{given_name} {row.rider}".strip()
        if len(row.rider) > LONGEST_NAME:
            row.refuse(
                c.RIDER,
                _("“%(name)s” is too long: %(length)s characters of at most %(most)s.")
                % {"name": shorten(row.rider), "length": len(row.rider), "most": LONGEST_NAME},
            )
    row.team = cells.read(c.TEAM, _read_full_name, "")
    row.number = cells.read(c.NUMBER, read_number, "")
    if not row.rider and not row.number and not row.problems:
        row.refuse(c.RIDER, _("The rider is missing."))


def _read_place_and_status(row: ResultRow, cells: _Cells) -> None:
    place = cells.text(c.PLACE)
    if place and (status := STATUSES.get(normalise(place))) is not None:
        row.status = cast(Status, status)
    else:
        row.place = cells.read(c.PLACE, read_place, 0)
    row.status = cells.read(c.STATUS, read_status, row.status)


def _read_mark(row: ResultRow, cells: _Cells, table: ResultTable, marks: Collection[str]) -> None:
    text = cells.text(c.MARK)
    mark = read_mark(text, marks, usual=table.mark, marks_youth=table.marks_youth)
    if mark is None:
        row.unknown_mark = shorten(text)
    else:
        row.mark = mark


def _choose_table(row: ResultRow, ranking: str) -> None:
    """Set the kind of table that a row belongs to, where each row says it for itself."""
    row.table = ranking_of(ranking) if ranking else ARRIVALS
    if not row.table:
        row.table = UNUSED
        row.refuse(
            c.CLASSIFICATION,
            _(
                "“%(ranking)s” is not a ranking that can be imported: stage, points, mountains or"
                " combativity."
            )
            % {"ranking": shorten(ranking)},
        )
    elif row.table == UNUSED:
        row.notes.append(
            _("not read: “%(ranking)s” is computed here from the results")
            % {"ranking": shorten(ranking)}
        )


def _read_arrival(row: ResultRow, cells: _Cells) -> None:
    """Read the columns of a stage result: kind and type of the stage, seconds, the time."""
    refused_kind = _("“%(cell)s” is no kind of stage: road, ITT or TTT.")
    refused_type = _("“%(cell)s” is no type of stage: flat, hilly, medium or mountain.")
    row.kind = cells.read(c.KIND, lambda cell: read_word(cell, KINDS, refused_kind), row.kind)
    row.type = cells.read(c.TYPE, lambda cell: read_word(cell, TYPES, refused_type), "")
    row.bonus = cells.read(c.BONUS, times.read_bonus, None)
    row.penalty = cells.read(c.PENALTY, times.read_penalty, None)
    row.reason = cells.text(c.REASON)[:LONGEST_REASON]
    if status := _status_in_time(cells.text(c.TIME)):
        row.status = status
    elif cells.text(c.TIME):
        _set_time(row, cells.read(c.TIME, times.read, None), is_gap=False)
    if row.time is None and cells.text(c.GAP):
        _set_time(row, cells.read(c.GAP, times.read, None), is_gap=True)


def _status_in_time(text: str) -> Status:
    """Return the status that stands where the time should be ("DNF")."""
    word = normalise(text)
    return cast(Status, "" if word in times.SAME else STATUSES.get(word, ""))


def _set_time(row: ResultRow, read_time: times.ReadTime | None, *, is_gap: bool) -> None:
    if read_time is not None:
        row.time, row.same = read_time.thousandths, read_time.same
        row.fraction, row.short = read_time.fraction, read_time.short
        row.behind = read_time.gap or (is_gap and not read_time.same)


def _read_line_points(row: ResultRow, cells: _Cells) -> None:
    """Read the columns of points won at a sprint or a climb."""
    row.label = " ".join(cells.text(c.LINE).split())[:LONGEST_LINE]
    refusal = _("“%(cell)s” is no category: HC, 1, 2, 3, 4, sprint or finish.")
    row.category = cells.read(c.CATEGORY, lambda cell: read_word(cell, CATEGORIES, refusal), "")
    row.table = _table_of_points(row, cells.text(c.CLASSIFICATION))
    if row.table == AWARDED:
        _read_award(row, cells)
        return
    if not row.place and not row.problems:
        row.refuse(c.PLACE, _("The place at the line is missing."))
    if row.points is None and not row.problems:
        row.refuse(c.POINTS, _("The points are missing: a blank is not zero."))


def _table_of_points(row: ResultRow, ranking: str) -> str:
    """Return whether points are of a climb, a sprint or an award, by the ranking or category."""
    kind = ranking_of(ranking) if ranking else ""
    if kind == AWARDED:
        return AWARDED
    if kind == CLIMBS or row.category in CLIMB_CATEGORIES:
        return CLIMBS
    if kind == SPRINTS or row.category:
        return SPRINTS
    if ranking:
        row.refuse(
            c.CLASSIFICATION,
            _(
                "“%(ranking)s” is not a ranking that can be imported: points, mountains or"
                " combativity."
            )
            % {"ranking": shorten(ranking)},
        )
    return row.table


def _read_award(row: ResultRow, cells: _Cells) -> None:
    """Read the name of an award to a rider; without one it is for combativity.

    Of several places the first has it.
    """
    column = c.CLASSIFICATION if cells.text(c.CLASSIFICATION) else c.LINE
    name = cells.read(column, lambda cell: read_name(cell, LONGEST_AWARD), "")
    row.label = AWARD if not name or normalise(name) in AWARDS else name
    row.points = None
    if row.place > 1:
        row.table = UNUSED
        row.notes.append(_("not read: the award goes to the first"))


_READERS: dict[str, Callable[[ResultRow, _Cells], None]] = {
    ARRIVALS: _read_arrival,
    SPRINTS: _read_line_points,
    CLIMBS: _read_line_points,
    AWARDED: _read_award,
}
