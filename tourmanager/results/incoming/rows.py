"""The rows of a table of results, each read by itself: what its cells say, and what is wrong with them."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import msgspec

from tourmanager.results.incoming import columns as c
from tourmanager.results.incoming import times
from tourmanager.results.incoming.people import Words, words_of
from tourmanager.results.incoming.tables import ARRIVALS, CLIMBS, SPRINTS, Table, is_climbs
from tourmanager.results.incoming.vocabulary import CATEGORIES, KINDS, STATUSES, TYPES, Status
from tourmanager.riders.columns import CellRefused, read_name, shortened
from tourmanager.riders.formulas import unguarded
from tourmanager.riders.names import plain
from tourmanager.riders.rows import Problem

T = TypeVar("T")


class Row(msgspec.Struct):
    """One row as understood. `code` is the rider once he is found; a row with problems is left out."""

    file: str
    line: int
    table: str  # arrivals, sprints, climbs, riders
    stage: str = ""  # as it is called: "3a"
    place: int = 0
    status: Status = ""
    rider: str = ""
    team: str = ""
    number: str = ""
    time: int | None = None  # thousandths, once the gap and "same time" are reckoned
    behind: bool = False  # `time` is the gap to the first
    same: bool = False
    fraction: bool = False
    bonus: int | None = None
    penalty: int | None = None
    reason: str = ""
    points: int | None = None
    label: str = ""
    category: str = ""
    kind: str = ""
    type: str = ""
    mark: str = ""
    code: str = ""  # the rider it was found to mean
    who: str = ""  # his name as it is kept
    squad: str = ""  # and his team's
    problems: list[Problem] = []
    notes: list[str] = []

    @property
    def words(self) -> Words:
        return words_of(self.rider)

    @property
    def at(self) -> str:
        return f"{self.file}, row {self.line}"

    def refuse(self, column: str, text: str) -> None:
        self.problems.append(Problem(column, text))


def read_rows(table: Table) -> list[Row]:
    return [read_row(table, line, cells) for line, cells in table.lines]


def read_row(table: Table, line: int, cells: Sequence[str]) -> Row:
    """One row, each cell by itself: the problems of all its cells are told at once."""
    text = {column: unguarded(cells[at].strip()) if at < len(cells) else "" for at, column in table.columns.items()}
    row = Row(table.name, line, table.kind, problems=[], notes=[])
    if any(cell.strip() for cell in cells[table.width :]):
        row.refuse("row", "It has more cells than there are columns. A name with a comma in it stands in quotation marks.")

    def read(column: str, reader: Callable[[str], T], otherwise: T) -> T:
        if not text.get(column):
            return otherwise
        try:
            return reader(text[column])
        except (CellRefused, times.TimeRefused) as refused:
            row.refuse(column, str(refused))
            return otherwise

    row.stage = read(c.STAGE, read_stage, table.stage)
    row.rider = read(c.RIDER, lambda cell: read_name(cell, 60), "")
    if given := read(c.GIVEN_NAME, lambda cell: read_name(cell, 60), ""):
        row.rider = f"{given} {row.rider}".strip()
    row.team = read(c.TEAM, lambda cell: read_name(cell, 60), "")
    row.number = read(c.NUMBER, read_number, "")
    if not row.rider and not row.number and not row.problems:
        row.refuse(c.RIDER, "The rider is missing.")
    place = text.get(c.PLACE, "")
    if (status := STATUSES.get(_word(place))) is not None and place:
        row.status = cast(Status, status)
    else:
        row.place = read(c.PLACE, read_place, 0)
    row.status = read(c.STATUS, read_status, row.status)
    row.points = read(c.POINTS, read_points, None)
    row.mark = read(c.MARK, read_mark, table.mark)
    if table.kind == ARRIVALS:
        _arrival(row, text, read)
    elif table.kind in (SPRINTS, CLIMBS):
        _award(row, table, text, read)
    return row


def _arrival(row: Row, text: dict[str, str], read: Callable[..., object]) -> None:
    row.kind = read(c.KIND, lambda cell: _one_of(cell, KINDS, "kind of stage: road, ITT or TTT"), "")  # type: ignore[assignment]
    row.type = read(c.TYPE, lambda cell: _one_of(cell, TYPES, "type of stage: flat, hilly, medium or mountain"), "")  # type: ignore[assignment]
    row.bonus = read(c.BONUS, lambda cell: times.read_seconds(cell, "bonus"), None)  # type: ignore[assignment]
    row.penalty = read(c.PENALTY, lambda cell: times.read_seconds(cell, "penalty"), None)  # type: ignore[assignment]
    row.reason = text.get(c.REASON, "")[:200]
    time, gap = text.get(c.TIME, ""), text.get(c.GAP, "")
    if (in_time := STATUSES.get(_word(time))) and _word(time) not in times.SAME:  # "DNF" where the time should be
        row.status, time = cast(Status, in_time), ""
    given = None
    for column, cell in ((c.TIME, time), (c.GAP, gap)):
        if cell and given is None:
            given = read(column, times.read, None)
            if isinstance(given, times.Given):
                row.time, row.same, row.fraction = given.thousandths, given.same, given.fraction
                row.behind = given.gap or (column == c.GAP and not given.same)


def _award(row: Row, table: Table, text: dict[str, str], read: Callable[..., object]) -> None:
    row.label = " ".join(text.get(c.LINE, "").split())[:60]
    row.category = read(c.CATEGORY, lambda cell: _one_of(cell, CATEGORIES, "category: HC, 1, 2, 3, 4, sprint or finish"), "")  # type: ignore[assignment]
    said = text.get(c.CLASSIFICATION, "")
    if is_climbs(said) or row.category in ("hc", "first", "second", "third", "hill", "climb"):
        row.table = CLIMBS
    elif row.category or said:
        row.table = SPRINTS
    if not row.place and not row.problems:
        row.refuse(c.PLACE, "The place at the line is missing.")
    if row.points is None and not row.problems:
        row.refuse(c.POINTS, "The points are missing: a blank is not zero.")


def _word(text: str) -> str:
    return " ".join(re.sub(r"[.\-_/*()]+", " ", plain(text)).split())


def _one_of(text: str, known: dict[str, str], what: str) -> str:
    if (found := known.get(_word(text))) is None:
        raise CellRefused(f"“{shortened(text)}” is no {what}.")
    return found


def read_stage(text: str) -> str:
    """ "Stage 03a" is 3a, a prologue 0."""
    word = _word(re.sub(r"[.,]0+$", "", text.strip())).replace(" ", "")  # a spreadsheet writes 3 as 3.0
    if re.fullmatch(r"p|prolog(?:ue|o)?", word):
        return "0"
    if found := re.fullmatch(r"(?:[a-z]{3,}|st|s|e)?(?:no?|nr)?0*(\d{1,2})([a-d]?)", word, re.ASCII):
        return f"{found[1]}{found[2]}"
    raise CellRefused(f"“{shortened(text)}” is no stage: write 1, 2, 3a …")


def read_place(text: str) -> int:
    if match := re.fullmatch(r"0*([1-9]\d{0,2})(?:[.,]0*|st|nd|rd|th|e|er|o|a|º|°|ª)?", text.strip().casefold(), re.ASCII):
        return int(match[1])
    if text.strip() in times.BLANK:
        return 0
    raise CellRefused(f"“{shortened(text)}” is neither a place nor a status (DNF, OTL, DSQ, DNS).")


def read_status(text: str) -> Status:
    if text.strip() in times.BLANK:
        return ""
    if (found := STATUSES.get(_word(text))) is None:
        raise CellRefused(f"“{shortened(text)}” is no status: write DNF, OTL, DSQ or DNS, or nothing.")
    return cast(Status, found)


def read_points(text: str) -> int | None:
    if text.strip() in times.BLANK:
        return None
    if match := re.fullmatch(r"\+?(\d{1,4})(?:[.,]0+)?(?: ?(?:pts?|points?)\.?)?", text.strip().casefold(), re.ASCII):
        return int(match[1])
    raise CellRefused(f"“{shortened(text)}” are no points: whole numbers from 0 to 9999.")


def read_number(text: str) -> str:
    if match := re.fullmatch(r"([a-z]{0,2})0*([1-9]\d{0,3})(?:[.,]0+)?", text.strip().casefold(), re.ASCII):
        return f"{match[1]}{match[2]}"
    raise CellRefused(f"“{shortened(text)}” is no rider's number.")


def read_mark(text: str) -> str:
    word = _word(text)
    if word in ("0", "no", "non", "nein", "nee", "false", *times.BLANK):
        return ""
    return "youth"
