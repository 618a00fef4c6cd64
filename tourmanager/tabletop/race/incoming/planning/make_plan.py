"""Plan an import: what files would do to a tour, row by row and stage by stage, before anything is
written. Tables and a start come in, a plan goes out; nothing here knows the database.

A start is an existing tour, or nothing but a scheme: then teams and riders come from the tables
themselves.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.riders.rosters.rows import CellProblem
from tourmanager.tabletop.race.incoming.people.finder import Person, RiderFinder
from tourmanager.tabletop.race.incoming.people.names import words_of
from tourmanager.tabletop.race.incoming.people.spelling import ask_spelling, ask_who, table_key
from tourmanager.tabletop.race.incoming.people.start_list import NewTeam
from tourmanager.tabletop.race.incoming.planning import new_race
from tourmanager.tabletop.race.incoming.planning.import_plan import (
    ImportPlan,
    ImportStart,
    StageSlot,
)
from tourmanager.tabletop.race.incoming.planning.plan_stages import plan_stages
from tourmanager.tabletop.race.incoming.questions import MOST_QUESTIONS, Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow, read_rows
from tourmanager.tabletop.race.incoming.reading.tables import (
    ARRIVALS,
    KIND_WORDS,
    RIDERS,
    SPRINTS,
    UNUSED,
    ResultTable,
)

PASSES = 6  # each leaves out rows that the one before found wrong
MOST_STAGES = 50
MOST_TEAMS = MOST_RIDERS = 99

Refusals = dict[tuple[str, int], list[CellProblem]]  # of rows that are left out, by file and line


def plan(
    tables: Sequence[ResultTable], start: ImportStart, answers: Mapping[str, str] | None = None
) -> ImportPlan:
    """Make the plan of an import.

    Riders of a new race whose every row turns out to be wrong are not in it, and the rest is
    planned again.
    """
    left_out: Refusals = {}
    for _pass in range(PASSES):
        todo = _plan_once(tables, start, answers or {}, left_out)
        riders = _riders_without_right_row(todo.rows) if start.riders is None else {}
        if riders.keys() <= left_out.keys() or len(todo.teams) > MOST_TEAMS:
            break
        left_out |= riders
    return todo


def _plan_once(
    tables: Sequence[ResultTable],
    start: ImportStart,
    answers: Mapping[str, str],
    left_out: Refusals,
) -> ImportPlan:
    questionnaire = Questionnaire(answers)
    marks = new_race.known_marks(start.scheme)
    rows = [row for table in tables for row in read_rows(table, marks)]
    new_race.ask_marks(rows, marks, questionnaire)
    slots, obstacles = _find_slots(rows, start)
    teams: list[NewTeam] = []
    riders = start.riders
    if riders is None:
        ask_spelling(rows, _tables_in_order(rows), questionnaire)
        _leave_out(rows, left_out)
        teams = new_race.find_teams(rows)
        riders = RiderFinder(new_race.persons(teams))
        new_race.ask_bibs(teams, questionnaire)
        new_race.ask_stages([slot.name for slot in slots], questionnaire)
    _find_riders(rows, riders, questionnaire)
    todo = ImportPlan(rows, teams=teams, obstacles=obstacles)
    _describe_tables(todo, tables)
    if left_out:
        todo.warnings += new_race.warn_of_missing_riders(rows)
    if start.riders is None:
        _check_start_list(todo)
    if not _has_too_many(teams):
        plan_stages(todo, slots, start, riders, questionnaire)
    _plan_marks(todo, start)
    _add_questions(todo, questionnaire)
    if start.riders is None and not todo.obstacles:
        todo.obstacles += new_race.refusals(todo, start)
    todo.seal = _seal(todo, start)
    return todo


def _leave_out(rows: Sequence[ResultRow], left_out: Refusals) -> None:
    for row in rows:
        if not row.problems:
            row.problems = [*left_out.get((row.file, row.line), ())]


def _riders_without_right_row(rows: Sequence[ResultRow]) -> Refusals:
    """Return the rows of riders who have no right one: left out, they do not bring a rider or a
    team into the race.
    """
    right = {row.code for row in rows if row.code and not row.problems}
    return {
        (row.file, row.line): row.problems
        for row in rows
        if row.problems and row.code not in right and new_race.brings_rider(row)
    }


def _tables_in_order(rows: Sequence[ResultRow]) -> list[str]:
    """Return the tables of results by stage."""
    arrivals = [row for row in rows if row.table == ARRIVALS]
    in_order = sorted(arrivals, key=lambda row: _stage_order(row.stage))
    return list(dict.fromkeys(table_key(row) for row in in_order))


def _describe_tables(todo: ImportPlan, tables: Sequence[ResultTable]) -> None:
    """Say what each table was read as, which columns are unused, and what was guessed."""
    todo.read_as = [_describe_table(table) for table in tables]
    todo.unused = [f"{table.name}: “{heading}”" for table in tables for heading in table.unused]
    todo.warnings += [
        _(
            "%(table)s: its points are taken as those of the finish and of sprints. Name the file"
            " after the mountains, or give it a column “classification”, if they are points of"
            " climbs."
        )
        % {"table": table.name}
        for table in tables
        if table.kind == SPRINTS and not table.names_kind
    ]


def _describe_table(table: ResultTable) -> str:
    rows = ngettext("%(count)s row", "%(count)s rows", len(table.lines)) % {
        "count": len(table.lines)
    }
    return f"{table.name}: {_describe_kind(table)}, {rows}"


def _describe_kind(table: ResultTable) -> str:
    if table.stage and table.kind == ARRIVALS and not table.mixed:
        return _("results of stage %(stage)s") % {"stage": table.stage}
    kind = (
        _("results, points and awards, as each row says")
        if table.mixed
        else str(KIND_WORDS[table.kind])
    )
    if table.stage:
        return _("%(kind)s, stage %(stage)s") % {"kind": kind, "stage": table.stage}
    return kind


def _has_too_many(teams: Sequence[NewTeam]) -> bool:
    return len(teams) > MOST_TEAMS or any(len(team.riders) > MOST_RIDERS for team in teams)


def _check_start_list(todo: ImportPlan) -> None:
    """Add an obstacle if a new race has no start list, or one that is too long."""
    if not todo.teams and not todo.obstacles:
        todo.obstacles.append(
            _(
                "No table of stage results names a rider with a team, so there is no start list for"
                " a race. The results need columns for the rider, the team and the time."
            )
        )
    if _has_too_many(todo.teams):
        todo.obstacles.append(
            _("A race has at most %(teams)s teams of %(riders)s riders.")
            % {"teams": MOST_TEAMS, "riders": MOST_RIDERS}
        )


def _find_riders(
    rows: Sequence[ResultRow], riders: RiderFinder, questionnaire: Questionnaire
) -> None:
    """Set the rider whom each row names; a row whose rider is not found gets a problem."""
    for row in rows:
        if row.rider or row.number:
            _find_rider(row, riders, questionnaire)


def _find_rider(row: ResultRow, riders: RiderFinder, questionnaire: Questionnaire) -> None:
    matters = not row.problems and row.table != UNUSED
    match = riders.find(row.rider, row.team, row.number)
    if isinstance(match, str) and matters:
        match = ask_who(row, riders, questionnaire) or match
    if not isinstance(match, str):
        _set_rider(row, match)
    elif matters and not _belongs_to_empty_race(row, riders):
        row.refuse("rider", match)


def _set_rider(row: ResultRow, person: Person) -> None:
    row.code, row.who, row.squad = person.code, person.name, person.team
    if row.team and words_of(row.team) != words_of(person.team):
        row.notes.append(_("rides for %(team)s here") % {"team": person.team})


def _belongs_to_empty_race(row: ResultRow, riders: RiderFinder) -> bool:
    """True if no row names a team, which is said once for the whole race."""
    return row.table == ARRIVALS and not row.team and not riders.by_code


def _stage_order(name: str) -> tuple[int, str]:
    match = re.fullmatch(r"(\d+)(\D*)", name)
    return (int(match[1]), match[2]) if match else (99, name)


def _find_slots(rows: Sequence[ResultRow], start: ImportStart) -> tuple[list[StageSlot], list[str]]:
    """Return the stages that the rows name, in order, and what stands in the way of them; a row
    whose stage is unknown gets a problem.
    """
    rows_of_stages = [row for row in rows if row.table not in (RIDERS, UNUSED)]
    _set_missing_stages(rows_of_stages, start)
    names = {row.stage for row in rows_of_stages if row.stage}
    if start.riders is not None:
        _refuse_unknown_stages(rows_of_stages, {slot.name for slot in start.slots})
        return [slot for slot in start.slots if slot.name in names], []
    if len(names) > MOST_STAGES:
        return [], [_("A race has at most %(count)s stages.") % {"count": MOST_STAGES}]
    # the name of a stage is stored, so it is not translated
    ordered = sorted(names, key=_stage_order)
    return [StageSlot(name, f"Stage {name}", "new") for name in ordered], []  # not shown


def _set_missing_stages(rows: Sequence[ResultRow], start: ImportStart) -> None:
    """Give rows without a stage the one that is raced, or the only one that is named."""
    names = {row.stage for row in rows if row.stage}
    only = next(iter(names), "1") if len(names) < 2 else ""
    stage = start.default_stage or only
    for row in rows:
        if row.stage or any(problem.column == "stage" for problem in row.problems):
            continue
        if not stage:
            row.refuse(
                "stage",
                _(
                    "The stage is missing: give the table a column for it, or write it into the"
                    " name of the file or the sheet (stage-3.csv)."
                ),
            )
        row.stage = stage


def _refuse_unknown_stages(rows: Sequence[ResultRow], names: set[str]) -> None:
    for row in rows:
        if row.stage and row.stage not in names:
            row.refuse("stage", _("This tour has no stage %(stage)s.") % {"stage": row.stage})


def _plan_marks(todo: ImportPlan, start: ImportStart) -> None:
    """Plan marks for riders of an existing tour; those of a new race stand in the start list."""
    if start.riders is None:
        for rider, marks in new_race.riders_with_marks(todo):
            rider.marks = marks
        return
    for row in todo.rows:
        if row.mark and row.code and not row.problems:
            marks_of_rider = todo.marks.setdefault(row.code, [])
            if row.mark not in marks_of_rider:
                marks_of_rider.append(row.mark)


def _add_questions(todo: ImportPlan, questionnaire: Questionnaire) -> None:
    todo.questions = list(questionnaire.questions.values())[:MOST_QUESTIONS]
    if len(questionnaire.questions) > MOST_QUESTIONS:
        todo.obstacles.append(
            _("There are more than %(count)s questions about these files. Correct the files.")
            % {"count": MOST_QUESTIONS}
        )


def _seal(todo: ImportPlan, start: ImportStart) -> str:
    """Return a digest that is equal for two plans that do and show the same."""
    content = (
        start.version,
        todo.rows,
        [stage_plan.results for stage_plan in todo.stages],
        todo.warnings,
        todo.obstacles,
        todo.marks,
        todo.questions,
    )
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()
