"""Store files of results from the dry run until they are accepted, then record them through
`recording`, all or nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.log.reading import TourStartList, field_of, read_stage
from tourmanager.results.log.recording import record
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.riders.rosters import files
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.race.incoming.people.finder import Person, RiderFinder
from tourmanager.tabletop.race.incoming.planning.import_plan import (
    ImportPlan,
    ImportStart,
    PlannedStage,
    StageSlot,
)
from tourmanager.tabletop.race.incoming.planning.make_plan import plan
from tourmanager.tabletop.race.incoming.planning.new_race import race_plan
from tourmanager.tabletop.race.incoming.read_uploads import NamedLines
from tourmanager.tabletop.race.incoming.reading.tables import table
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tabletop.race.set_up import races
from tourmanager.tours.changes import note_marks
from tourmanager.tours.models import REST, Stage, Tour, TourRider
from tourmanager.tours.planning.creation import name_taken

KEPT_FOR = timedelta(days=7)


class ImportPlanChanged(Exception):
    """The import would no longer do what was shown: the tour has changed in between."""


class ResultRowsWrong(Exception):
    """There are rows in error, and nobody has agreed to leave them out."""


class NotPossible(Exception):
    """Nothing of it can be recorded; the plan says why."""


@transaction.atomic
def store_upload(
    tables: Sequence[NamedLines],
    *,
    owner: User,
    at: datetime,
    tour: Tour | None = None,
    stage: int = 0,
    name: str = "",
    scheme: str = "",
) -> ResultImport:
    """Store the files as read until their import is decided; of each user only the last ones."""
    mine = ResultImport.objects.filter(owner=owner)
    mine.filter(done_at=None).delete()
    mine.filter(done_at__lt=at - KEPT_FOR).delete()
    file_rows = [[name, lines] for name, lines in tables]
    return ResultImport.objects.create(
        owner=owner,
        tour=tour,
        stage=stage,
        name=name,
        scheme=scheme or races.SCHEME,
        files=file_rows,
        made_at=at,
    )


def make_plan(incoming: ResultImport) -> ImportPlan:
    """Plan what the files would do to the tour as it is now."""
    tables, unread = [], []
    for name, lines in incoming.files:
        try:
            tables.append(table(name, lines))
        except files.FileRefused as why:
            unread.append(f"{name}: {why}")
    todo = plan(tables, make_start(incoming), incoming.answers)
    todo.unread = unread
    if incoming.tour is None and name_taken(incoming.name):
        todo.obstacles.append(
            _("There is already a tour of this name (capitals do not count). Choose another.")
        )
    return todo


def store_answers(incoming: ResultImport, answers: Mapping[str, str]) -> ImportPlan:
    """Store the answers to the questions of an import, and plan it again.

    Planning takes seconds for a long race, so nothing is locked meanwhile: others continue to
    write.
    Raises ResultImport.DoesNotExist.
    """
    questions = make_plan(incoming).questions
    with transaction.atomic():
        rows = ResultImport.objects.select_for_update(of=("self",)).select_related("tour")
        incoming = rows.get(pk=incoming.pk)
        for question in questions:
            value = answers.get(question.key, "")
            if value in dict(question.choices):
                incoming.answers[question.key] = value
            else:
                incoming.answers.pop(question.key, None)
        incoming.save(update_fields=["answers"])
    return make_plan(incoming)


def make_start(incoming: ResultImport) -> ImportStart:
    """Return the tour of the files before the import; for a new race only its scheme and name."""
    if incoming.tour is None:
        return ImportStart(scheme(incoming.scheme), name=incoming.name or "New race")
    tour = incoming.tour
    field = field_of(tour)
    slots = [_slot(stage, tour) for stage in tour.stages.exclude(kind=REST).order_by("number")]
    stage_name = next((slot.name for slot in slots if incoming.stage == slot.number), "") or next(
        (slot.name for slot in slots if slot.state == "active"), ""
    )
    return ImportStart(
        field.scheme,
        RiderFinder(_persons(field)),
        slots,
        stage_name,
        version=f"{tour.pk} {tour.revision}",
    )


def _persons(field: TourStartList) -> list[Person]:
    return [Person(code, rider.name, rider.team.name) for code, rider in field.riders.items()]


def _slot(stage: Stage, tour: Tour) -> StageSlot:
    stage.tour = tour
    state = "reopened" if stage.reopened else str(stage.state)
    sheet = read_stage(stage).log.sheet
    return StageSlot(
        stage.label or str(stage.number),
        str(stage),
        state,
        sheet,
        stage.kind,
        stage.type,
        stage.number,
    )


def import_files(
    incoming: ResultImport, *, seal: str, leave_out: bool, by: User, at: datetime
) -> tuple[Tour, ImportPlan | None]:
    """Record exactly the plan of that seal; return the tour, and the plan unless it was recorded
    before.

    Raises ResultImport.DoesNotExist, ImportPlanChanged, ResultRowsWrong, NotPossible,
    races.PlanRefused or Refused,
    and then nothing is recorded.
    """
    with transaction.atomic():
        if incoming.tour_id:
            # the lock of `recording` comes first: what is recorded meanwhile is seen or waits
            Tour.objects.filter(pk=incoming.tour_id).update(revision=F("revision"))
        incoming = (
            ResultImport.objects.select_for_update(of=("self",))
            .select_related("tour")
            .get(pk=incoming.pk)
        )
        if incoming.done_at is not None and incoming.tour is not None:
            return incoming.tour, None
        todo = make_plan(incoming)
        if todo.seal != seal:
            raise ImportPlanChanged
        if not todo.possible:
            raise NotPossible
        if todo.wrong and not leave_out:
            raise ResultRowsWrong
        tour = write_plan(todo, incoming, by=by, at=at)
        incoming.tour, incoming.done_at = tour, at
        incoming.save(update_fields=["tour", "done_at"])
        return tour, todo


def write_plan(todo: ImportPlan, incoming: ResultImport, *, by: User | None, at: datetime) -> Tour:
    """Write a plan: the race if it is a new one, and each stage's results and end."""
    tour = incoming.tour or races.create(
        race_plan(todo, incoming.name, incoming.scheme), by=by, at=at
    )
    stages = {stage.label or str(stage.number): stage for stage in tour.stages.all()}
    for stage_plan in todo.stages:
        _record(stages[stage_plan.slot.name], stage_plan, incoming, by, at)
    if todo.marks:
        _add_marks(tour, todo.marks, by, at)
    tour.refresh_from_db()
    return tour


def _record(
    stage: Stage, stage_plan: PlannedStage, incoming: ResultImport, by: User | None, at: datetime
) -> None:
    token = f"import-{incoming.pk}-{stage.number}"
    if stage_plan.slot.state == "ended":
        record(stage=stage, body=e.Reopen(), token=f"{token}-reopen", by=by, at=at)
    reading = record(stage=stage, body=stage_plan.results, token=token, by=by, at=at).reading
    if stage_plan.ends:  # the warnings were shown before the plan was accepted
        accepted = checks.warning_codes(reading.log.sheet, reading.field.scheme)
        record(stage=stage, body=e.End(accepted), token=f"{token}-end", by=by, at=at)


def _add_marks(tour: Tour, marks: dict[str, list[str]], by: User | None, at: datetime) -> None:
    riders = field_of(tour).riders
    changed_riders: list[TourRider] = []
    before = {code: list(riders[code].marks) for code in marks}
    for code, new_marks in marks.items():
        rider = riders[code]
        if missing := [mark for mark in new_marks if mark not in rider.marks]:
            rider.marks = [*rider.marks, *missing]
            changed_riders.append(rider)
    TourRider.objects.bulk_update(changed_riders, ["marks"])
    note_marks(tour, before, riders, by=by, at=at)
    Tour.objects.filter(pk=tour.pk).update(revision=F("revision") + 1, changed_at=at)
