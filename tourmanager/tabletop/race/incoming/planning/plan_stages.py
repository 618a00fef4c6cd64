"""Plan the stages of an import in their order: riders who are out in one do not ride the next."""

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame, GameFrame
from tourmanager.results.sheet.sheet import EntryRefused, Sheet, begin_sheet
from tourmanager.results.sheet.words import lose_the_result
from tourmanager.scoring.codes import team_of
from tourmanager.scoring.scheme import Scheme
from tourmanager.tabletop.race.incoming.people.finder import RiderFinder
from tourmanager.tabletop.race.incoming.planning.doubtful_figures import ask_figures
from tourmanager.tabletop.race.incoming.planning.import_plan import (
    ImportPlan,
    ImportStart,
    PlannedStage,
    StageSlot,
)
from tourmanager.tabletop.race.incoming.planning.kind_question import ask_kind, timed_arrivals
from tourmanager.tabletop.race.incoming.planning.paying_classifications import find_paying
from tourmanager.tabletop.race.incoming.planning.stage_entry import StageContext, make_entry
from tourmanager.tabletop.race.incoming.planning.stage_rows import (
    StageRows,
    first_value,
    recognise_kind,
    sort_rows,
)
from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import ARRIVALS, RIDERS, UNUSED
from tourmanager.tabletop.race.set_up.races import KEY
from tourmanager.web.labels import STATUS_NAMES

NAMED = 8  # riders in a warning; the others are counted
LONGEST_SOURCE = 120
# warnings about times and points that the import gives with more detail
TOLD_ALREADY = (checks.TIME_ORDER, checks.PAID, checks.SAME_PLACE)


def plan_stages(
    todo: ImportPlan,
    slots: Sequence[StageSlot],
    start: ImportStart,
    riders: RiderFinder,
    questionnaire: Questionnaire,
) -> None:
    """Add the stages that the rows name to the plan, in their order."""
    _StagePlanner(todo, slots, start, riders, questionnaire).plan()


class _StagePlanner:
    """Plan one stage after the other, and remember who is out and which stage stays open."""

    def __init__(
        self,
        todo: ImportPlan,
        slots: Sequence[StageSlot],
        start: ImportStart,
        riders: RiderFinder,
        questionnaire: Questionnaire,
    ) -> None:
        self.todo = todo
        self.slots = slots
        self.start = start
        self.riders = riders
        self.questionnaire = questionnaire
        self.out: dict[str, str] = {}  # rider: why they do not ride any more
        self.open_stage = ""  # the first that stays open
        self.paying = find_paying(start.scheme, todo.rows, questionnaire)

    def plan(self) -> None:
        by_stage = _rows_by_stage(self.todo.rows, self.slots)
        for number, slot in enumerate(self.slots, 1):
            if obstacle := self.obstacle_to_begin(slot):
                self.todo.obstacles.append(obstacle)
            else:
                self.plan_stage(number, slot, by_stage[slot.name])

    def obstacle_to_begin(self, slot: StageSlot) -> str:
        """Say why a stage that has not begun cannot begin, "" if it can."""
        if slot.state != "pending":
            return ""
        if self.open_stage:
            return _("%(stage)s cannot begin: %(open)s stays open.") % {
                "stage": slot.title,
                "open": self.open_stage,
            }
        slots = self.start.slots
        unfinished = (
            other
            for other in slots
            if other.state in ("active", "pending") and other not in self.slots
        )
        before = next(unfinished, None)
        if before is None or slots.index(before) > slots.index(slot):
            return ""
        return _(
            "%(stage)s has not begun: %(before)s has to be ended first, and no file has its"
            " results."
        ) % {"stage": slot.title, "before": before.title}

    def plan_stage(self, number: int, slot: StageSlot, rows: list[ResultRow]) -> None:
        riding = self.riding(slot)
        self.refuse_absent(rows, set(riding))
        stage = self.sort_rows(slot, rows, riding)
        results = make_entry(stage, self.context(slot, rows))
        if not stage.has_arrivals and slot.state == "new":
            self.todo.obstacles.append(
                _("%(stage)s has no table of results: nobody arrives.") % {"stage": slot.title}
            )
            return
        stage_plan = PlannedStage(slot, stage, results)
        sheet = self.sheet(number, stage_plan, riding)
        self.try_results(stage_plan, sheet)
        self.todo.warnings += stage.warnings
        self.todo.warnings += self.lost_results(slot, results)
        self.todo.stages.append(stage_plan)
        if not stage_plan.ends:
            self.open_stage = slot.title
        self.note_who_is_out(stage_plan, rows)

    def riding(self, slot: StageSlot) -> list[str]:
        starters = slot.sheet.frame.riders if slot.sheet else tuple(self.riders.by_code)
        return [code for code in starters if code not in self.out]

    def refuse_absent(self, rows: Sequence[ResultRow], riding: set[str]) -> None:
        """Refuse rows of riders who are out, but for those that say so again."""
        for row in rows:
            if not row.code or row.code in riding or row.problems:
                continue
            why = self.out.get(row.code, _("out of the race since an earlier stage"))
            if row.status in ("dnf", "dns") and row.table == ARRIVALS:
                row.notes.append(_("is %(why)s, which stands") % {"why": why})
                row.code = ""
                row.table = RIDERS
            else:
                row.refuse("rider", _("%(rider)s is %(why)s.") % {"rider": row.who, "why": why})

    def sort_rows(
        self, slot: StageSlot, rows: Sequence[ResultRow], riding: Sequence[str]
    ) -> StageRows:
        notes: list[str] = []
        race = slot.sheet is None or slot.sheet.table.blanks
        kind = self.find_kind(slot, rows, notes) if race else ""
        stage = sort_rows(slot.title, rows, kind)
        stage.warnings = [*notes, *stage.warnings]
        ask_figures(slot.title, slot.name, stage.arrivals, self.questionnaire, race=race)
        if stage.has_arrivals:
            codes = {row.code for row in (*stage.arrivals, *stage.left)}
            stage.unnamed = [code for code in riding if code not in codes]
            self.warn_of_unnamed(stage, rows)
        stage.kind, stage.type = stage.kind or slot.kind, stage.type or slot.type
        return stage

    def find_kind(self, slot: StageSlot, rows: Sequence[ResultRow], notes: list[str]) -> str:
        """Return the kind of stage: as a column, a name or the tour gives it; else by the figures,
        or an answer.
        """
        arrived = timed_arrivals(rows)
        kind = first_value(arrived, "kind") or slot.kind
        recognised = "" if kind else recognise_kind(arrived)
        if recognised == "itt" and arrived[0].short == ".":
            recognised = ""  # 12.34 may be minutes and seconds
        return ask_kind(slot.title, slot.name, rows, kind or recognised, self.questionnaire, notes)

    def warn_of_unnamed(self, stage: StageRows, rows: Sequence[ResultRow]) -> None:
        if not (count := len(stage.unnamed)):
            return
        refused_riders = _refused_riders(rows)
        first = sorted(stage.unnamed, key=lambda code: code not in refused_riders)[:NAMED]
        names = ", ".join(self.riders.by_code[code].name for code in first)
        if count > NAMED:
            more = {"riders": names, "count": count - NAMED}
            names = _("%(riders)s and %(count)s more") % more
        stage.warnings.append(
            ngettext(
                "%(stage)s: %(count)s rider who started is not in the results and taken as did not"
                " finish: %(riders)s.",
                "%(stage)s: %(count)s riders who started are not in the results and taken as did"
                " not finish: %(riders)s.",
                count,
            )
            % {"stage": stage.title, "count": count, "riders": names}
        )

    def context(self, slot: StageSlot, rows: Sequence[ResultRow]) -> StageContext:
        source = ", ".join(dict.fromkeys(row.file for row in rows))[:LONGEST_SOURCE]
        return StageContext(
            name=slot.name,
            scheme=self.start.scheme,
            paying=self.paying,
            questionnaire=self.questionnaire,
            order=slot.order,
            course=_course(slot.sheet),
            earlier_lines=tuple(slot.sheet.table_lines) if slot.sheet else (),
            source=source,
        )

    def sheet(self, number: int, stage_plan: PlannedStage, riding: Sequence[str]) -> Sheet:
        """Return the sheet of a stage with the riders who are still in the race."""
        slot, people = stage_plan.slot, self.riders.by_code
        names = {code: person.name for code, person in people.items()}
        if slot.sheet is not None:
            slot.sheet.frame = msgspec.structs.replace(
                slot.sheet.frame, riders=tuple(riding), names=names
            )
            return slot.sheet
        frame = Frame(
            number,
            stage_plan.stage.type,
            {},
            tuple(riding),
            tuple(dict.fromkeys(map(team_of, people))),
            names,
            KEY,
            GameFrame(),
            label="" if slot.name == str(number) else slot.name,
            kind=stage_plan.stage.kind or "road",
        )
        return begin_sheet(frame)

    def try_results(self, stage_plan: PlannedStage, sheet: Sheet) -> None:
        """Apply the results to the sheet, as the stage log would, and check whether the stage could
        be ended.
        """
        title = stage_plan.slot.title
        try:
            sheet.apply(stage_plan.results)
        except EntryRefused as refused:
            self.todo.obstacles.append(f"{title}: {refused}")
            return
        warnings, refusals = _check_sheet(sheet, self.start.scheme)
        stage_plan.stage.warnings += [f"{title}: {text}" for text in warnings]
        if refusals:
            stage_plan.ends, stage_plan.open_for = False, refusals
            if stage_plan.slot.state == "new":
                self.todo.obstacles += [f"{title}: {text}" for text in refusals]

    def lost_results(self, slot: StageSlot, results: e.Results) -> list[str]:
        """Say who loses a result in later stages that no file replaces: this one puts them out."""
        slots = self.start.slots
        labels = {other.number: other.name for other in slots}
        later = [other for other in slots if other.number > slot.number and other not in self.slots]
        since = slot.title.lower()
        losing = {
            code: [other.number for other in later if code in other.order]
            for code in results.statuses or ()
        }
        return [
            lose_the_result(stages, labels, self.riders.by_code[code].name, since)
            for code, stages in losing.items()
            if stages
        ]

    def note_who_is_out(self, stage_plan: PlannedStage, rows: Sequence[ResultRow]) -> None:
        refused_riders = _refused_riders(rows)
        for code, status in (stage_plan.results.statuses or {}).items():
            why = str(STATUS_NAMES[status])
            if code in stage_plan.stage.unnamed:
                why = (
                    _("the row there is wrong") if code in refused_riders else _("not named there")
                )
            self.out[code] = _("out of the race since %(stage)s (%(why)s)") % {
                "stage": stage_plan.slot.title.lower(),
                "why": why,
            }


def _rows_by_stage(
    rows: Sequence[ResultRow], slots: Sequence[StageSlot]
) -> dict[str, list[ResultRow]]:
    by_stage: dict[str, list[ResultRow]] = {slot.name: [] for slot in slots}
    for row in rows:
        if row.table not in (RIDERS, UNUSED) and row.stage in by_stage:
            by_stage[row.stage].append(row)
    return by_stage


def _refused_riders(rows: Sequence[ResultRow]) -> set[str]:
    """Return the riders whose arrival is in the file, in a row that is left out."""
    return {row.code for row in rows if row.problems and row.table == ARRIVALS}


def _course(sheet: Sheet | None) -> dict[str, str]:
    """Return the category of each line on the road."""
    lines = sheet.frame.lines.values() if sheet else ()
    return {line.key: line.category for line in lines if not line.at_finish}


def _check_sheet(sheet: Sheet, scheme: Scheme) -> tuple[list[str], list[str]]:
    """Return the warnings that the import has not given yet, and why the stage cannot be ended."""
    problems = checks.all_problems(sheet, scheme)
    warnings = [
        problem.text for problem in problems if problem.warning and problem.code not in TOLD_ALREADY
    ]
    return warnings, [
        problem.text for problem in checks.find_obstacles(problems, checks.acceptable_codes())
    ]
