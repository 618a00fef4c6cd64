"""Tell points apart into the finish and lines, as award tables list them: one row an award, the
rows of several lines mixed.

Where rows name their line, that is the line. Otherwise the finish is known by its riders, who are
the stage's arrivals at those places; the rest is dealt to as many lines as it takes, so that no
rider stands twice in one and the points fit the line's category.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tourmanager.scoring.scheme import Ranking
from tourmanager.tabletop.race.incoming.planning.paying_classifications import CLIMB, SPRINT_LINES
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow

FINISH = "finish"
FINISH_WORDS = ("finish", "arrival", "arrivée", "ziel", "meta", "arrivo")
MOST_STEPS = 50_000  # of dealing, before the rows that are left get lines of their own

Tables = Mapping[str, Sequence[int]]  # the points of each place, by category
Arrivals = Mapping[int, Sequence[str]]  # the riders at each place


@dataclass
class AwardLine:
    """One sprint or climb: its rows in order of place."""

    label: str
    category: str
    rows: list[ResultRow] = field(default_factory=list)

    @property
    def riders(self) -> tuple[str, ...]:
        return tuple(row.code for row in self.rows)

    @property
    def paid(self) -> tuple[int, ...]:
        return tuple(row.points or 0 for row in self.rows)


def find_finish(
    rows: Sequence[ResultRow], arrivals: Arrivals, tables: Sequence[Sequence[int]]
) -> list[ResultRow]:
    """Return the rows that are awards at the finish. `tables` are those that the scheme may pay
    there.
    """
    if finish_rows := [row for row in rows if _names_finish(row)]:
        return finish_rows
    free = [row for row in rows if not row.label]
    fitting = [row for row in free if row.code in arrivals.get(row.place, ())]
    places, fitting_places = {row.place for row in free}, {row.place for row in fitting}
    if not fitting or 2 * len(fitting_places) < len(places):
        return []  # the winner of a sprint arrived at that place by chance
    return _without_sprints(fitting, _table_of_finish(fitting, arrivals, tables))


def _without_sprints(fitting: Sequence[ResultRow], table: Sequence[int]) -> list[ResultRow]:
    """Return one row of each rider at each place, in order of place."""
    in_order = sorted(fitting, key=lambda row: row.place)
    by_place = groupby(in_order, key=lambda row: row.place)
    return [row for _place, rows in by_place for row in _one_row_each(list(rows), table)]


def _names_finish(row: ResultRow) -> bool:
    return row.category == FINISH or row.label.casefold() in FINISH_WORDS


def _table_of_finish(
    fitting: Sequence[ResultRow], arrivals: Arrivals, tables: Sequence[Sequence[int]]
) -> Sequence[int]:
    """Return the table that pays most of the rows which are surely of the finish."""
    count = Counter(row.place for row in fitting)
    sure = [row for row in fitting if count[row.place] in (1, len(arrivals.get(row.place, ())))]
    return max(tables, key=lambda table: sum(_pays(table, row) for row in sure), default=())


def _one_row_each(rows: Sequence[ResultRow], table: Sequence[int]) -> list[ResultRow]:
    """Return one row for each rider.

    A rider who won a sprint and arrived at the same place has two: the finish is the one that pays
    as its other places do.
    """
    by_rider: dict[str, ResultRow] = {}
    for row in sorted(rows, key=lambda row: not _pays(table, row)):
        by_rider.setdefault(row.code, row)
    return [by_rider[code] for code in dict.fromkeys(row.code for row in rows)]


def _pays(table: Sequence[int], row: ResultRow) -> bool:
    return 0 < row.place <= len(table) and table[row.place - 1] == row.points


def split_into_lines(
    rows: Sequence[ResultRow],
    ranking: Ranking | None,
    categories: Mapping[str, str],
    *,
    climbs: bool,
) -> list[AwardLine]:
    """Return the lines of a stage: first those that the table names, then those that have to be
    told apart.
    """
    rows_by_label: dict[str, list[ResultRow]] = {}
    free: list[ResultRow] = []
    for row in rows:
        if row.label:
            rows_by_label.setdefault(row.label.casefold(), []).append(row)
        else:
            free.append(row)
    tables = _tables_of_lines(ranking, categories, climbs=climbs)
    by_label = [(of_line[0].label, of_line) for of_line in rows_by_label.values()]
    by_label += [("", of_line) for of_line in deal(free, tables)]
    return [
        _make_line(label, of_line, categories, tables, climbs=climbs) for label, of_line in by_label
    ]


def _tables_of_lines(
    ranking: Ranking | None, categories: Mapping[str, str], *, climbs: bool
) -> dict[str, list[int]]:
    return {
        category: table
        for category, table in (ranking.lines if ranking else {}).items()
        if category in categories and (climbs or category in SPRINT_LINES)
    }


def _make_line(
    label: str,
    rows: Sequence[ResultRow],
    categories: Mapping[str, str],
    tables: Tables,
    *,
    climbs: bool,
) -> AwardLine:
    in_order = sorted(rows, key=lambda row: row.place)
    category = next((row.category for row in in_order if row.category in categories), "")
    return AwardLine(label, category or guess_category(in_order, tables, climbs=climbs), in_order)


def guess_category(rows: Sequence[ResultRow], tables: Tables, *, climbs: bool) -> str:
    """Return the one category that pays its first as much as this line's first got; a plain climb
    if there are none or several.
    """
    if not climbs:
        return "is"
    fitting = _categories_by_first(rows[0], tables)
    if len(fitting) == 1:
        return fitting[0]
    return CLIMB if CLIMB in tables or not tables else next(iter(tables))


def _categories_by_first(first: ResultRow, tables: Tables) -> list[str]:
    return [
        category
        for category, table in tables.items()
        if table and first.place == 1 and table[0] == first.points
    ]


def deal(rows: Sequence[ResultRow], tables: Tables) -> list[list[ResultRow]]:
    """Deal rows without a line to lines: one row for each place of a line, nobody twice, the first
    who fits in the order of the file.
    """
    # stable: rows of one place keep the order of the file
    by_place = sorted(rows, key=lambda row: row.place)
    number = max(Counter(row.place for row in by_place).values(), default=0)
    for fitting_tables in (tables, {}):
        lines: list[list[ResultRow]] = [[] for _ in range(number)]
        if _deal_all(by_place, lines, fitting_tables):
            return [line for line in lines if line]
    lines = []
    for row in by_place:
        line = next((line for line in lines if _fits(row, line, {})), None)
        if line is None:
            lines.append(line := [])
        line.append(row)
    return lines


def _deal_all(rows: Sequence[ResultRow], lines: list[list[ResultRow]], tables: Tables) -> bool:
    """Deal all rows, going back at a dead end. Return whether it could be done in the steps
    allowed.
    """
    next_lines = [0] * len(rows)  # the line that comes next for each row
    at = steps = 0
    where: list[int] = []
    while at < len(rows):
        steps += 1
        if steps > MOST_STEPS:
            return False
        row = rows[at]
        line = next(
            (n for n in range(next_lines[at], len(lines)) if _fits(row, lines[n], tables)), None
        )
        if line is not None:
            next_lines[at] = line + 1
            lines[line].append(row)
            where.append(line)
            at += 1
        elif at == 0:
            return False
        else:
            next_lines[at] = 0
            at -= 1
            lines[where.pop()].pop()
    return True


def _fits(row: ResultRow, line: Sequence[ResultRow], tables: Tables) -> bool:
    """True if a row can come next in a line: a new rider and place, points as the category pays."""
    if any(other.code == row.code or other.place == row.place for other in line):
        return False
    if not line:
        return True
    if (row.points or 0) > (line[-1].points or 0):
        return False
    fitting = _categories_by_first(line[0], tables)
    return len(fitting) != 1 or _pays(tables[fitting[0]], row)
