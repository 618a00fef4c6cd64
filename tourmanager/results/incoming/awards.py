"""Points as award tables list them, one row an award and the rows of several lines mixed: told apart into the finish and lines.

Where rows name their line, that is the line. Otherwise the finish is known by its riders, who are the stage's arrivals at those places;
the rest is dealt to as many lines as it takes, so that no rider stands twice in one and the points fit the line's category.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tourmanager.results.incoming.rows import Row
from tourmanager.scoring.scheme import Ranking, Scheme

FINISH = "finish"
CLIMB = "climb"
STEPS = 50_000  # of dealing, before the rows that are left get lines of their own


@dataclass
class AwardLine:
    """One sprint or climb: its rows in order of place."""

    label: str
    category: str
    rows: list[Row] = field(default_factory=list)

    @property
    def riders(self) -> tuple[str, ...]:
        return tuple(row.code for row in self.rows)

    @property
    def paid(self) -> tuple[int, ...]:
        return tuple(row.points or 0 for row in self.rows)


def finish_ranking(scheme: Scheme) -> Ranking | None:
    """The classification that pays points at the finish."""
    return next((ranking for ranking in scheme.classifications if ranking.by == "points" and ranking.finish), None)


def lines_ranking(scheme: Scheme, *, climbs: bool) -> Ranking | None:
    """The classification that sprints pay, or climbs."""
    for ranking in scheme.classifications:
        if ranking.by == "points" and any((category not in ("is", "bonus")) == climbs for category in ranking.lines):
            return ranking
    return None


def finish_of(rows: Sequence[Row], arrivals: Mapping[int, Sequence[str]], tables: Sequence[Sequence[int]]) -> list[Row]:
    """The rows that are awards at the finish. `arrivals` are the riders at each place, `tables` what the scheme may pay there."""
    named = [
        row for row in rows if row.category == FINISH or row.label.casefold() in ("finish", "arrival", "arrivée", "ziel", "meta", "arrivo")
    ]
    if named:
        return named
    free = [row for row in rows if not row.label]
    places = {row.place for row in free}
    fitting = [row for row in free if row.code in arrivals.get(row.place, ())]
    if 2 * len({row.place for row in fitting}) < len(places) or not fitting:
        return []  # somebody who won a sprint came in at that place by chance
    count = Counter(row.place for row in fitting)
    sure = [row for row in fitting if count[row.place] == len(arrivals.get(row.place, ())) or count[row.place] == 1]
    table = max(tables, key=lambda table: sum(_pays(table, row) for row in sure), default=())
    found = []
    for place in sorted(count):
        several = [row for row in fitting if row.place == place]
        # who won a sprint and came in at the same place has two rows: the finish is the one that pays as its other places do
        by_rider = {
            row.code: sorted((other for other in several if other.code == row.code), key=lambda row: not _pays(table, row))
            for row in several
        }
        found += [rows[0] for rows in by_rider.values()]
    return found


def _pays(table: Sequence[int], row: Row) -> bool:
    return 0 < row.place <= len(table) and table[row.place - 1] == row.points


def lines_of(rows: Sequence[Row], ranking: Ranking | None, categories: Mapping[str, str], *, climbs: bool) -> list[AwardLine]:
    """The lines of a stage: first those that the table names, then those that have to be told apart."""
    named: dict[str, list[Row]] = {}
    free: list[Row] = []
    for row in rows:
        if row.label:
            named.setdefault(row.label.casefold(), []).append(row)
        else:
            free.append(row)
    tables = {category: table for category, table in (ranking.lines if ranking else {}).items() if category in categories}
    if not climbs:
        tables = {category: table for category, table in tables.items() if category in ("is", "bonus")}
    dealt = [(mine[0].label, mine) for mine in named.values()] + [("", mine) for mine in deal(free, tables)]
    lines = []
    for label, mine in dealt:
        mine = sorted(mine, key=lambda row: row.place)
        said = next((row.category for row in mine if row.category in categories), "")
        lines.append(AwardLine(label, said or category_of(mine, tables, climbs=climbs), mine))
    return lines


def category_of(rows: Sequence[Row], tables: Mapping[str, Sequence[int]], *, climbs: bool) -> str:
    """The one category whose first gets what this line's first got; where none or several do, just a climb."""
    if not climbs:
        return "is"
    fitting = [category for category, table in tables.items() if table and rows[0].place == 1 and table[0] == rows[0].points]
    if len(fitting) == 1:
        return fitting[0]
    return CLIMB if CLIMB in tables or not tables else next(iter(tables))


def deal(rows: Sequence[Row], tables: Mapping[str, Sequence[int]]) -> list[list[Row]]:
    """Rows without a line, dealt to lines: one row for each place of a line, nobody twice, the first who fits in the order of the file."""
    ordered = sorted(rows, key=lambda row: row.place)  # stable: of one place in the order of the file
    number = max(Counter(row.place for row in ordered).values(), default=0)
    for strict in (True, False):
        lines: list[list[Row]] = [[] for _ in range(number)]
        if _dealt(ordered, lines, tables if strict else {}):
            return [line for line in lines if line]
    lines = []
    for row in ordered:
        line = next((line for line in lines if _fits(row, line, {})), None)
        if line is None:
            lines.append(line := [])
        line.append(row)
    return lines


def _dealt(rows: Sequence[Row], lines: list[list[Row]], tables: Mapping[str, Sequence[int]]) -> bool:
    """Deals all rows, going back where it comes to a dead end; false where it cannot be done, or takes too long to find out."""
    tried = [0] * len(rows)  # the line that comes next for each row
    at = steps = 0
    where: list[int] = []
    while at < len(rows):
        steps += 1
        if steps > STEPS:
            return False
        row = rows[at]
        line = next((n for n in range(tried[at], len(lines)) if _fits(row, lines[n], tables)), None)
        if line is not None:
            tried[at] = line + 1
            lines[line].append(row)
            where.append(line)
            at += 1
        elif at == 0:
            return False
        else:
            tried[at] = 0
            at -= 1
            lines[where.pop()].pop()
    return True


def _fits(row: Row, line: Sequence[Row], tables: Mapping[str, Sequence[int]]) -> bool:
    if any(other.code == row.code or other.place == row.place for other in line):
        return False
    if not line:
        return True
    if (row.points or 0) > (line[-1].points or 0):
        return False
    fitting = [table for table in tables.values() if table and line[0].place == 1 and table[0] == line[0].points]
    return len(fitting) != 1 or _pays(fitting[0], row)
