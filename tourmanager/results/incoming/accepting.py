"""Files of results in the database: kept from the dry run until they are accepted, then recorded through the one door, all or nothing."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from tourmanager.accounts.models import User
from tourmanager.results import checks
from tourmanager.results import entries as e
from tourmanager.results.incoming import columns, people
from tourmanager.results.incoming.plan import Plan, Ready, Slot, Start, plan
from tourmanager.results.incoming.tables import Table, table
from tourmanager.results.models import Incoming
from tourmanager.results.reading import Field, field_of, read_stage
from tourmanager.results.recording import record
from tourmanager.riders import files
from tourmanager.scoring.scheme import scheme
from tourmanager.tours import races
from tourmanager.tours.models import REST, Stage, Tour, TourRider

MOST_FILES = 30
MOST_ROWS = 12_000  # of all files together: 21 stages of 200 riders with their points take half
KEPT = timedelta(days=7)


class PlanChanged(Exception):
    """The import would no longer do what was shown: the tour has changed in between."""


class RowsWrong(Exception):
    """There are rows in error, and nobody has agreed to leave them out."""


class NotPossible(Exception):
    """Nothing of it can be recorded; the plan says why."""


def read_files(contents: Sequence[tuple[str, bytes]]) -> list[tuple[str, files.Lines]]:
    """The lines of several files. Raises FileRefused with the name of the file that cannot be taken in."""
    if len(contents) > MOST_FILES:
        raise files.FileTooLarge(f"These are {len(contents)} files; at most {MOST_FILES} are taken at once.")
    found: list[tuple[str, files.Lines]] = []
    for name, content in contents:
        try:
            lines = files.read(content, columns.heading)
            table(name, lines)  # what cannot be understood is refused at once
        except files.FileRefused as refused:
            raise type(refused)(f"{name}: {refused}") from None
        found.append((name, lines))
        if sum(len(lines) for _, lines in found) > MOST_ROWS:
            raise files.FileTooLarge(f"The files have more than {MOST_ROWS:,} rows together. Bring the stages in several goes.")
    return found


@transaction.atomic
def keep(
    read: Sequence[tuple[str, files.Lines]],
    *,
    owner: User,
    at: datetime,
    tour: Tour | None = None,
    stage: int = 0,
    name: str = "",
    scheme: str = "",
) -> Incoming:
    """The files as they were read, until their import is decided; of each user only the last ones."""
    mine = Incoming.objects.filter(owner=owner)
    mine.filter(done_at=None).delete()
    mine.filter(done_at__lt=at - KEPT).delete()
    kept = [[name, lines] for name, lines in read]
    return Incoming.objects.create(owner=owner, tour=tour, stage=stage, name=name, scheme=scheme or races.SCHEME, files=kept, made_at=at)


def planned(incoming: Incoming) -> Plan:
    """What the files would do as things stand."""
    tables = [table(name, lines) for name, lines in incoming.files]
    return plan(tables, start_of(incoming, tables))


def start_of(incoming: Incoming, tables: Sequence[Table]) -> Start:
    if incoming.tour is None:
        return Start(scheme(incoming.scheme))
    tour = incoming.tour
    field = field_of(tour)
    slots = [_slot(stage, tour) for stage in tour.stages.exclude(kind=REST).order_by("number")]
    raced = next((slot.name for slot in slots if incoming.stage == slot.number), "") or next(
        (slot.name for slot in slots if slot.state == "active"), ""
    )
    return Start(field.scheme, people.People(_persons(field)), slots, raced, version=f"{tour.pk} {tour.revision}")


def _persons(field: Field) -> list[people.Person]:
    return [people.Person(code, rider.name, rider.team.name) for code, rider in field.riders.items()]


def _slot(stage: Stage, tour: Tour) -> Slot:
    stage.tour = tour
    state = "reopened" if stage.reopened else str(stage.state)
    sheet = read_stage(stage).log.sheet
    return Slot(stage.label or str(stage.number), str(stage), state, sheet, stage.kind, stage.type, stage.number)


def carry_out(incoming: Incoming, *, seal: str, leave_out: bool, by: User, at: datetime) -> tuple[Tour, Plan | None]:
    """Records exactly what was shown under that seal; the plan is None where it had been done before.

    Raises Incoming.DoesNotExist, PlanChanged, RowsWrong, NotPossible, races.PlanRefused or Refused, nothing done.
    """
    with transaction.atomic():
        if incoming.tour_id:
            # the lock of the one door comes first: whatever is recorded meanwhile is either seen or waits
            Tour.objects.filter(pk=incoming.tour_id).update(revision=F("revision"))
        incoming = Incoming.objects.select_for_update(of=("self",)).select_related("tour").get(pk=incoming.pk)
        if incoming.done_at is not None and incoming.tour is not None:
            return incoming.tour, None
        todo = planned(incoming)
        if todo.seal != seal:
            raise PlanChanged
        if not todo.possible:
            raise NotPossible
        if todo.wrong and not leave_out:
            raise RowsWrong
        tour = recorded(todo, incoming, by=by, at=at)
        incoming.tour, incoming.done_at = tour, at
        incoming.save(update_fields=["tour", "done_at"])
        return tour, todo


def recorded(todo: Plan, incoming: Incoming, *, by: User | None, at: datetime) -> Tour:
    """Writes a plan: the race where it is a new one, and each stage's results and end."""
    tour = incoming.tour or races.create(race_plan(todo, incoming.name, incoming.scheme), by=by, at=at)
    stages = {stage.label or str(stage.number): stage for stage in tour.stages.all()}
    for ready in todo.stages:
        _record(stages[ready.slot.name], ready, incoming, by, at)
    if todo.marks:
        _mark(tour, todo.marks, at)
    tour.refresh_from_db()
    return tour


def race_plan(todo: Plan, name: str, scheme: str) -> races.RacePlan:
    return races.RacePlan(
        name=name,
        stages=tuple(
            races.RaceStage("" if ready.slot.name == str(number) else ready.slot.name, ready.stage.kind or "road", ready.stage.type)
            for number, ready in enumerate(todo.stages, 1)
        ),
        teams=tuple(
            races.RaceTeam(team.name, tuple(races.RaceRider(rider.number, rider.name, rider.marks) for rider in team.riders))
            for team in todo.teams
        ),
        scheme=scheme,
    )


def _record(stage: Stage, ready: Ready, incoming: Incoming, by: User | None, at: datetime) -> None:
    token = f"import-{incoming.pk}-{stage.number}"
    if ready.slot.state == "ended":
        record(stage=stage, body=e.Reopen(), token=f"{token}-reopen", by=by, at=at)
    reading = record(stage=stage, body=ready.results, token=token, by=by, at=at).reading
    if ready.ends:  # what there is to look at was shown before it was accepted
        accepted = checks.warned(reading.log.sheet, reading.field.scheme)
        record(stage=stage, body=e.End(accepted), token=f"{token}-end", by=by, at=at)


def _mark(tour: Tour, marks: dict[str, list[str]], at: datetime) -> None:
    riders = field_of(tour).riders
    changed: list[TourRider] = []
    for code, given in marks.items():
        rider = riders[code]
        if missing := [mark for mark in given if mark not in rider.marks]:
            rider.marks = [*rider.marks, *missing]
            changed.append(rider)
    TourRider.objects.bulk_update(changed, ["marks"])
    Tour.objects.filter(pk=tour.pk).update(revision=F("revision") + 1, changed_at=at)
