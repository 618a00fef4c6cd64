"""The dry run: what files would do to a tour, row by row and stage by stage, before anything is written. Pure: tables and a start in,
a plan out.

A start is a tour that is here already, or nothing but a scheme: then teams and riders come from the tables themselves.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from tourmanager.results import checks
from tourmanager.results import entries as e
from tourmanager.results.frame import Frame
from tourmanager.results.incoming import people
from tourmanager.results.incoming.given import results_of
from tourmanager.results.incoming.rows import Row, read_rows
from tourmanager.results.incoming.stages import Stage, stage_of
from tourmanager.results.incoming.tables import ARRIVALS, RIDERS, SPRINTS, Table
from tourmanager.results.sheet import Refused, Sheet, blank
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.scoring.scheme import Scheme
from tourmanager.tours.games import RACE
from tourmanager.tours.races import codes

RIGHT, ODD, WRONG = "right", "noted", "wrong"
NAMED = 8
SAID = (checks.TIME_ORDER, checks.PAID, checks.SAME_PLACE)  # what the results themselves are asked for


@dataclass
class Slot:
    """A stage that is here already, or that a new race gets. `open_`: what is recorded would be taken as things stand."""

    name: str  # "3a"
    title: str
    state: str  # pending, active, ended, reopened; new
    sheet: Sheet | None = None
    kind: str = ""
    type: str = ""
    number: int = 0

    @property
    def order(self) -> Sequence[str]:
        return self.sheet.order if self.sheet else ()


@dataclass
class Start:
    """Where the import begins. Without `riders` it is a new race."""

    scheme: Scheme
    riders: people.People | None = None
    slots: list[Slot] = field(default_factory=list)
    raced: str = ""  # the stage for files that name none
    version: str = ""  # differs when the tour has changed


@dataclass
class Ready:
    """One stage as it would be recorded. `ends`: it can be ended with this; else `open_for` says why it stays open."""

    slot: Slot
    stage: Stage
    results: e.Results
    ends: bool = True
    open_for: list[str] = field(default_factory=list)

    @property
    def lines(self) -> int:
        return sum(bool(line.riders) for line in self.results.lines or ())


@dataclass
class Plan:
    rows: list[Row]
    stages: list[Ready]
    teams: list[people.NewTeam]  # of a new race
    marks: dict[str, list[str]]  # riders of a tour that is here, who get a mark
    warnings: list[str]
    obstacles: list[str]  # why nothing of it can be imported
    unused: list[str]
    seal: str = ""

    @property
    def wrong(self) -> list[Row]:
        return [row for row in self.rows if row.problems]

    @property
    def right(self) -> int:
        return len(self.rows) - len(self.wrong)

    @property
    def possible(self) -> bool:
        return not self.obstacles and bool(self.stages or self.marks)

    @property
    def riders(self) -> int:
        return sum(len(team.riders) for team in self.teams)


def plan(tables: Sequence[Table], start: Start) -> Plan:
    rows = [row for table in tables for row in read_rows(table)]
    teams: list[people.NewTeam] = []
    riders = start.riders
    if riders is None:
        teams = _start_list(rows)
        riders = people.People(_persons(teams))
    _find(rows, riders)
    slots, obstacles = _slots(rows, start)
    todo = Plan(rows, [], teams, {}, [], obstacles, [f"{table.name}: “{name}”" for table in tables for name in table.unused])
    todo.warnings += _guessed(tables)
    if start.riders is None and len(teams) < 1 and not obstacles:
        todo.obstacles.append("No rider with a team stands in a table of stage results, so there is no start list to make a race of.")
    if len(teams) > 99 or any(len(team.riders) > 99 for team in teams):
        todo.obstacles.append("A race has at most 99 teams of 99 riders.")
    else:
        _stages(todo, slots, start, riders)
    _marks(todo, start, riders)
    todo.seal = _sealed(todo, start)
    return todo


def _start_list(rows: Sequence[Row]) -> list[people.NewTeam]:
    """Who has results, or stands in a list of riders, rides; who has points alone may be a slip of the pen."""
    with_team = [row for row in rows if row.table == ARRIVALS or (row.table == RIDERS and row.team)]
    teams = people.start_list([people.Mention(f"{row.file}/{row.stage}", row.rider, row.team, row.number, row.mark) for row in with_team])
    return [team for team in teams if team.riders]


def _persons(teams: Sequence[people.NewTeam]) -> list[people.Person]:
    letters = codes([team.name for team in teams[:99]])
    return [
        people.Person(f"{letter}{rider.number}", rider.name, team.name, rider.bib)
        for letter, team in zip(letters, teams, strict=False)
        for rider in team.riders
    ]


def _find(rows: Sequence[Row], riders: people.People) -> None:
    """Says for every row who is meant, or why that cannot be said."""
    for row in rows:
        if not row.rider and not row.number:
            continue
        found = riders.find(row.rider, row.team, row.number)
        if isinstance(found, str):
            if not (row.table == ARRIVALS and not row.team and not riders.by_code):
                row.refuse("rider", found)
            continue
        row.code, row.who, row.squad = found.code, found.name, found.team
        if row.team and people.words_of(row.team) != people.words_of(found.team):
            row.notes.append(f"rides for {found.team} here")


def _in_order(name: str) -> tuple[int, str]:
    match = re.fullmatch(r"(\d+)(\D*)", name)
    return (int(match[1]), match[2]) if match else (99, name)


def _slots(rows: Sequence[Row], start: Start) -> tuple[list[Slot], list[str]]:
    """The stages that the rows name, in order; a row whose stage nobody knows gets a problem."""
    needed = [row for row in rows if row.table != RIDERS]
    names = {row.stage for row in needed if row.stage}
    alone = start.raced or (next(iter(names)) if len(names) == 1 else "" if names else "1")
    for row in needed:
        if not row.stage and all(problem.column != "stage" for problem in row.problems):
            if not alone:
                row.refuse(
                    "stage", "The stage is missing: give the table a column for it, or write it into the name of the file (stage-3.csv)."
                )
            row.stage = alone
    names = {row.stage for row in needed if row.stage}
    if start.riders is None:
        ordered = sorted(names, key=_in_order)
        if len(ordered) > 50:
            return [], ["A race has at most 50 stages."]
        return [Slot(name, f"Stage {name}", "new") for name in ordered], []
    known = {slot.name: slot for slot in start.slots}
    for row in needed:
        if row.stage and row.stage not in known:
            row.refuse("stage", f"This tour has no stage {row.stage}.")
    return [slot for slot in start.slots if slot.name in names], []


def _guessed(tables: Sequence[Table]) -> list[str]:
    return [
        f"{table.name}: its points are taken as those of the finish and of sprints. Name the file after the mountains, or give it a column "
        "“classification”, if they are points of climbs."
        for table in tables
        if table.kind == SPRINTS and not table.said
    ]


def _stages(todo: Plan, slots: Sequence[Slot], start: Start, riders: people.People) -> None:
    """Walks through the stages in their order: who is out in one does not ride the next."""
    by_stage: dict[str, list[Row]] = {slot.name: [] for slot in slots}
    for row in todo.rows:
        if row.table != RIDERS and row.stage in by_stage:
            by_stage[row.stage].append(row)
    out: dict[str, str] = {}  # rider: why he does not ride any more
    closed = ""  # the first stage that stays open
    codes_ = tuple(riders.by_code)
    for number, slot in enumerate(slots, 1):
        if trouble := _not_yet(slot, closed, slots, start):
            todo.obstacles.append(trouble)
            continue
        rows = by_stage[slot.name]
        riding = [code for code in (slot.sheet.frame.riders if slot.sheet else codes_) if code not in out]
        _refuse_absent(rows, set(riding), out)
        stage = stage_of(slot.title, rows)
        if stage.has_arrivals:
            there = {row.code for row in (*stage.arrivals, *stage.left)}
            stage.gone = [code for code in riding if code not in there]
            _tell_gone(stage, rows, riders)
        course = {line.key: line.category for line in slot.sheet.frame.lines.values() if not line.at_finish} if slot.sheet else {}
        stage.kind, stage.type = stage.kind or slot.kind, stage.type or slot.type
        source = ", ".join(dict.fromkeys(row.file for row in rows))[:120]
        results = results_of(stage, start.scheme, slot.order, course, tuple(slot.sheet.given) if slot.sheet else (), source)
        ready = Ready(slot, stage, results)
        if not stage.has_arrivals and slot.state == "new":
            todo.obstacles.append(f"{slot.title} has no table of results: nobody arrives.")
            continue
        _try(ready, number, riding, riders, todo, start.scheme)
        todo.warnings += stage.warnings
        todo.stages.append(ready)
        if not ready.ends:
            closed = slot.title
        for code, status in (results.statuses or {}).items():
            out[code] = f"out of the race since {slot.title.lower()} ({'not named there' if code in stage.gone else STATUS_NAMES[status]})"


def _not_yet(slot: Slot, closed: str, slots: Sequence[Slot], start: Start) -> str:
    if slot.state != "pending":
        return ""
    if closed:
        return f"{slot.title} cannot begin: {closed} stays open."
    before = next((other for other in start.slots if other.state in ("active", "pending") and other not in slots), None)
    if before is not None and start.slots.index(before) < start.slots.index(slot):
        return f"{slot.title} has not begun: {before.title} has to be ended first, and no file has its results."
    return ""


def _refuse_absent(rows: Sequence[Row], riding: set[str], out: dict[str, str]) -> None:
    for row in rows:
        if row.code and row.code not in riding and not row.problems:
            if row.status in ("dnf", "dns") and row.table == ARRIVALS:
                row.notes.append(f"is {out.get(row.code, 'out of the race since an earlier stage')}, which stands")
                row.code = ""
                row.table = RIDERS
            else:
                row.refuse("rider", f"{row.who} is {out.get(row.code, 'out of the race since an earlier stage')}.")


def _tell_gone(stage: Stage, rows: Sequence[Row], riders: people.People) -> None:
    if not stage.gone:
        return
    refused = {row.code for row in rows if row.problems and row.table == ARRIVALS}
    names = [riders.by_code[code].name for code in sorted(stage.gone, key=lambda code: code not in refused)]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    many = "1 rider who started is" if len(names) == 1 else f"{len(names)} riders who started are"
    stage.warnings.append(f"{stage.title}: {many} not in the results and taken as did not finish: {', '.join(names[:NAMED])}{more}.")


def _try(ready: Ready, number: int, riding: Sequence[str], riders: people.People, todo: Plan, scheme: Scheme) -> None:
    """Takes the results in on paper, as the stage's log would, and asks whether the stage could be ended so."""
    slot = ready.slot
    names = {code: person.name for code, person in riders.by_code.items()}
    teams = tuple(dict.fromkeys(code.rstrip("0123456789") for code in riders.by_code))
    if slot.sheet is None:
        frame = Frame(
            number, ready.stage.type, {}, tuple(riding), teams, {}, {}, names, title=slot.title, kind=ready.stage.kind or "road", game=RACE
        )
        sheet = blank(frame)
    else:
        sheet = slot.sheet
        sheet.frame = msgspec.structs.replace(sheet.frame, riders=tuple(riding), names=names)
    try:
        sheet.apply(ready.results)
    except Refused as refused:
        todo.obstacles.append(f"{slot.title}: {refused}")
        return
    problems = checks.all_problems(sheet, scheme)
    # better times behind and points that differ from the scheme's have been said already, a line each
    ready.stage.warnings += [f"{slot.title}: {found.text}" for found in problems if found.warning and found.code not in SAID]
    if found := checks.refusals(problems, checks.WARNINGS):
        ready.ends, ready.open_for = False, [problem.text for problem in found]
        if slot.state == "new":
            todo.obstacles += [f"{slot.title}: {text}" for text in ready.open_for]


def _marks(todo: Plan, start: Start, riders: people.People) -> None:
    """Marks for riders of a tour that is here already; those of a new race have theirs from the start list."""
    if start.riders is None:
        for team, marked in _marked_new(todo):
            team.marks = marked
        return
    for row in todo.rows:
        if row.mark and row.code and not row.problems and row.mark not in todo.marks.get(row.code, []):
            todo.marks.setdefault(row.code, []).append(row.mark)


def _marked_new(todo: Plan) -> list[tuple[people.NewRider, tuple[str, ...]]]:
    """Riders of the new start list with the marks that a list of riders gives them, whichever way it writes their names."""
    marks: dict[str, set[str]] = {}
    for row in todo.rows:
        if row.mark and row.code and not row.problems:
            marks.setdefault(row.code, set()).add(row.mark)
    letters = codes([team.name for team in todo.teams[:99]])
    return [
        (rider, tuple(sorted({*rider.marks, *marks.get(f"{letter}{rider.number}", ())})))
        for letter, team in zip(letters, todo.teams, strict=False)
        for rider in team.riders
    ]


def _sealed(todo: Plan, start: Start) -> str:
    """Equal for two plans that do and show the same."""
    said = (start.version, todo.rows, [ready.results for ready in todo.stages], todo.warnings, todo.obstacles, todo.marks)
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()
