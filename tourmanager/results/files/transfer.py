"""Export a whole tour to a file, and make a tour from such a file.

Nothing in a file is trusted: its plan is checked as a new tour's is, and its log is raced again
entry by entry, in memory, by the rules that `recording.admit` applies to every entry. The tour is
written only if all of it passed.
"""

from bisect import bisect_left
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.files.tour_file import (
    FORMAT,
    MOST_IMPORTS,
    VERSION,
    FileImport,
    LogEntry,
    StageState,
    TourFile,
    TourFileRefused,
    read,
    size,
    write,
)
from tourmanager.results.log import chain, limits
from tourmanager.results.log.reading import Ended, TourStartList, frame_of
from tourmanager.results.log.recording import EntryRefused, admit, end_stage
from tourmanager.results.log.stage_log import Logged, StageLog, fold
from tourmanager.results.models import Entry, LogHead, Standing
from tourmanager.results.publishing import approving
from tourmanager.results.sheet import entries as e
from tourmanager.scoring.codes import Code
from tourmanager.tabletop.registry import part
from tourmanager.tours.contract import SetUp, set_up_of
from tourmanager.tours.models import Stage, Tour, TourRider, TourTeam
from tourmanager.tours.planning import creation, imports
from tourmanager.tours.planning.plan import Plan

# of a stage, as its log has left it
STATE = ("state", "reopened", "ended_at", "approval", "approved_at", "state_imported")
NUL = "\\u0000"  # as JSON has it; no database keeps it


def to_tour_file(tour: Tour) -> TourFile[Plan]:
    """Return the tour, its plan and all its entries as a TourFile."""
    stages = list(tour.stages.order_by("number"))
    numbers = {stage.pk: stage.number for stage in stages}
    # the order of keys is the order of recording over all stages
    log = Entry.objects.filter(stage__tour=tour).order_by("pk")
    return TourFile(
        format=FORMAT,
        version=VERSION,
        game=tour.game,
        exported_at=timezone.now(),
        created_at=tour.created_at,
        plan=set_up_of(tour).plan_of(tour),
        letters=[team.letter for team in tour.teams.order_by("seat")],
        state=tour.state,
        stages=[state_of(stage) for stage in stages],
        log=[
            LogEntry(
                numbers[entry.stage_id],
                entry.seq,
                entry.token,
                entry.at,
                e.load(entry.body),
                entry.by_name,
                entry.client,
            )
            for entry in log
        ],
        listed=tour.listed,
        imports=[
            FileImport(
                each["by"],
                datetime.fromisoformat(each["at"]),
                sum(0 < entry.imported <= number for entry in log),
            )
            for number, each in enumerate(tour.imports, start=1)
        ],
    )


@transaction.atomic
def export(tour: Tour) -> bytes:
    """Return the tour as the bytes of a file, read in one transaction."""
    return write(to_tour_file(Tour.objects.select_for_update().get(pk=tour.pk)))


def import_tour(content: bytes, *, by: User | None, at: datetime, name: str = "") -> Tour:
    """Make a tour from a file, under its own name or another, directed by `by`.

    Raises TourFileRefused, nothing changed.
    """
    file = read(content)
    set_up = part(file.game, SetUp)
    if name:
        file.plan = msgspec.structs.replace(file.plan, name=name)
    check_plan(file, set_up)
    race = RecordedTour(file, set_up)
    race.run()
    race.imports.append(imports.import_record(str(by or ""), at))
    try:
        with transaction.atomic():
            tour = set_up.create(file.plan, by=by, at=at)
            race.save(tour)
    except creation.PlanRefused as refused:  # the name was taken in this moment
        raise TourFileRefused(*(problem.text for problem in refused.problems)) from None
    return tour


def check_plan(file: TourFile[Plan], set_up: SetUp[Any]) -> None:
    """Complete the plan of the tour. Raises TourFileRefused if the tour cannot be created."""
    try:
        file.plan = set_up.read(file.plan)
    except creation.PlanRefused as refused:
        raise TourFileRefused(*(problem.text for problem in refused.problems)) from None
    if problems := set_up.problems(file.plan):
        raise TourFileRefused(*(f"{problem.where}: {problem.text}" for problem in problems))
    if creation.name_taken(file.plan.name):
        raise TourFileRefused(
            _("There is a tour “%(name)s” here already. Import this one under another name.")
            % {"name": file.plan.name}
        )


class RecordedTour:
    """Record the log of a file again in memory, then save it."""

    def __init__(self, file: TourFile[Plan], set_up: SetUp[Any]) -> None:
        self.file, self.set_up = file, set_up
        plan = file.plan
        # entries at the beginning that came by each import
        self.came = [each.entries for each in file.imports]
        self.tour = set_up.tour_of(plan)
        check_imports(file)
        check_letters(file, set_up)
        self.stages = {stage.number: stage for stage in set_up.stages_of(self.tour, plan)}
        self.field = start_list(self.tour, plan, file.letters)
        self.entries: dict[int, list[Entry]] = {number: [] for number in self.stages}
        self.logged: dict[int, list[Logged]] = {number: [] for number in self.stages}
        self.tokens: dict[int, set[str]] = {number: set() for number in self.stages}
        self.standings: dict[int, Standing] = {}
        # read so far; dropped where what they are read against has changed
        self.logs: dict[int, StageLog] = {}
        self.heads = {number: LogHead(stage=stage) for number, stage in self.stages.items()}
        self.imports = [imports.import_record(each.by, each.at) for each in file.imports]

    def run(self) -> None:
        """Record all entries in memory. Raises TourFileRefused at the first that does not fit."""
        for place, entry in enumerate(self.file.log, start=1):
            try:
                self.take(entry, bisect_left(self.came, place) + 1)
            except EntryRefused as refused:
                raise TourFileRefused(
                    _(
                        "The file was changed: entry %(place)s of its log (stage "
                        "%(stage)s, number %(seq)s) cannot have been recorded. "
                        "%(refused)s"
                    )
                    % {"place": place, "stage": entry.stage, "seq": entry.seq, "refused": refused}
                ) from None
        self.check_states()

    def check_states(self) -> None:
        """Raise TourFileRefused if the states in the file are not those of its log."""
        states = [state_of(stage) for stage in self.stages.values()]
        file_states = [(stage.state, stage.reopened) for stage in self.file.stages]
        if (self.file.state, file_states) != (
            str(self.tour.state),
            [(state.state, state.reopened) for state in states],
        ):
            raise TourFileRefused(
                _(
                    "The file was changed: the stages it calls ended, open or to "
                    "come are not those of its log."
                )
            )
        if self.file.stages != states:
            raise TourFileRefused(
                _("The file was changed: the stages it calls official are not those of its log.")
            )

    def take(self, entry: LogEntry, imported: int) -> None:
        """Record an entry in memory that came by that import. Raises EntryRefused."""
        if entry.stage not in self.stages:
            raise EntryRefused(_("The tour has no stage %(stage)s.") % {"stage": entry.stage})
        if not is_representable(entry.at):
            raise EntryRefused(_("Its time is none."))
        limits.count_entry(self.heads, entry.stage, entry.body, size(entry), len(self.field.riders))
        stage, log = self.stages[entry.stage], self.log_of(entry.stage)
        if entry.seq != log.last_seq + 1:
            raise EntryRefused(
                _("The one after number %(last)s should be number %(next)s.")
                % {"last": log.last_seq, "next": log.last_seq + 1}
            )
        if entry.token in self.tokens[entry.stage]:
            raise EntryRefused(_("It is there twice."))
        if NUL in e.write(entry.body):
            raise EntryRefused(_("It holds characters that cannot be written."))
        touched = admit(stage, log, entry.body, self.field.scheme)
        approving.check_log(
            stage, self.entries[entry.stage], entry.body, log.last_seq, None, entry.by
        )
        self.tokens[entry.stage].add(entry.token)
        row = Entry(
            stage=stage,
            seq=entry.seq,
            token=entry.token,
            client=entry.client,
            body=e.dump(entry.body),
            by_name=entry.by,
            at=entry.at,
            imported=imported,
        )
        self.entries[entry.stage].append(row)
        self.logged[entry.stage].append(Logged(entry.seq, entry.body, entry.client))
        if touched:
            log.take(self.logged[entry.stage][-1], touched)
        else:
            self.logs.pop(entry.stage, None)
            self.steer(stage, entry, imported)

    def log_of(self, number: int) -> StageLog:
        if number not in self.logs:
            results_so_far = Ended([self.standings[other] for other in sorted(self.standings)])
            lines = self.set_up.lines_of(self.stages[number], self.file.plan)
            self.logs[number] = fold(
                frame_of(self.stages[number], lines, self.field, results_so_far),
                self.logged[number],
            )
        return self.logs[number]

    def steer(self, stage: Stage, entry: LogEntry, imported: int) -> None:
        if (state := approving.approval_by_entry(entry.body, entry.at)) is not None:
            stage.approval, stage.approved_at = state
        match entry.body:
            case e.End():
                sheet = self.log_of(stage.number).sheet
                later = (
                    self.stages[number] for number in sorted(self.stages) if number > stage.number
                )
                self.standings[stage.number] = end_stage(
                    stage, later, sheet, seq=entry.seq, at=entry.at
                )
                self.logs.clear()  # who starts elsewhere, and with what, may have changed
            case e.Reopen() | e.Resume():
                stage.reopened = True
            case e.Discard():
                stage.reopened = False
        if isinstance(entry.body, approving.STATES):
            stage.state_imported = imported

    def save(self, tour: Tour) -> None:
        """Write the log, the results and the states to a tour just created."""
        rows = {stage.number: stage for stage in tour.stages.all()}
        self.save_states(rows)
        self.save_letters(tour)
        self.save_log(rows)
        Tour.objects.filter(pk=tour.pk).update(
            state=self.tour.state,
            created_at=self.file.created_at,
            listed=self.file.listed,
            imports=self.imports,
            revision=tour.revision + 1,
        )
        tour.refresh_from_db()

    def save_states(self, rows: dict[int, Stage]) -> None:
        # one stage at a time is active: the first one steps back before another steps forward
        for number in sorted(rows):
            row, stage = rows[number], self.stages[number]
            for name in STATE:
                setattr(row, name, getattr(stage, name))
            row.save(update_fields=STATE)

    def save_letters(self, tour: Tour) -> None:
        teams = list(tour.teams.order_by("seat"))
        if [team.letter for team in teams] == self.file.letters:
            return
        away = [str(team.seat) for team in teams]
        # out of each other's way first: no letter may stand twice at any moment
        for letters in (away, self.file.letters):
            for team, letter in zip(teams, letters, strict=True):
                tour.teams.filter(pk=team.pk).update(letter=letter)

    def save_log(self, rows: dict[int, Stage]) -> None:
        for number, entries in self.entries.items():
            for entry in entries:
                entry.stage = rows[number]
            head = self.heads[number]
            head.stage, head.seq, head.checksum = (
                rows[number],
                len(entries),
                chain.link(entries, ""),
            )
        for number, standing in self.standings.items():
            standing.stage = rows[number]
            standing.checksum = self.entries[number][standing.seq - 1].checksum
        LogHead.objects.bulk_create(self.heads.values())
        Standing.objects.bulk_create(self.standings.values())
        Entry.objects.bulk_create(order_entries(self.file.log, self.entries), batch_size=500)


def check_imports(file: TourFile[Plan]) -> None:
    """Raise TourFileRefused if the times in the file, or what it says of its imports, cannot be."""
    if len(file.imports) >= MOST_IMPORTS:
        raise TourFileRefused(
            _("This tour was exported and imported %(count)s times, the most that is kept.")
            % {"count": MOST_IMPORTS}
        )
    came = [each.entries for each in file.imports]
    if (
        came != sorted(came)
        or max(came, default=0) > len(file.log)
        or not all(is_representable(each.at) for each in file.imports)
    ):
        raise TourFileRefused(
            _("The file was changed: what it says about its imports cannot be right.")
        )
    if not is_representable(file.created_at):
        raise TourFileRefused(
            _("The file was changed: the time at which the tour was created is none.")
        )


def check_letters(file: TourFile[Plan], set_up: SetUp[Any]) -> None:
    """Raise TourFileRefused unless each team has its own letter; only races have codes of two."""
    letters = file.letters
    if len(letters) != len(file.plan.teams) or len(set(letters)) != len(letters):
        raise TourFileRefused(_("The file was changed: each team needs a letter of its own."))
    if not set_up.many_teams and any(len(letter) > 1 for letter in letters):
        raise TourFileRefused(
            _(
                "The file was changed: the letter of a team is one letter, only races have codes of"
                " two."
            )
        )


def state_of(stage: Stage) -> StageState:
    return StageState(str(stage.state), stage.reopened, str(stage.approval), stage.approved_at)


def is_representable(moment: datetime) -> bool:
    """Return True when the moment can be stored in any time zone."""
    return 1970 <= moment.year <= 2900


def order_entries(log: Iterable[LogEntry], entries: dict[int, list[Entry]]) -> list[Entry]:
    """Return the entries of all stages in the order of the file, so that their keys keep it."""
    return [entries[entry.stage][entry.seq - 1] for entry in log]


def start_list(tour: Tour, plan: Plan, letters: list[str]) -> TourStartList:
    """Return the teams and riders of a plan as results read them."""
    team_plans = plan.teams
    teams = [
        TourTeam(tour=tour, seat=seat, letter=letter, name=team.name, short_name=team.short_name)
        for seat, (team, letter) in enumerate(zip(team_plans, letters, strict=True), start=1)
    ]
    riders: dict[str, TourRider] = {}
    for row, team in zip(teams, team_plans, strict=True):
        for rider in sorted(team.riders, key=lambda rider: rider.number):
            riders[str(Code(row.letter, rider.number))] = TourRider(
                team=row, number=rider.number, name=rider.name, marks=list(rider.marks)
            )
    return TourStartList(tour, teams, riders, len(plan.stages))
