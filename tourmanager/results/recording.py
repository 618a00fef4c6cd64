"""The one door: whatever is to stand in a stage log is recorded here, or refused with words.

All of it happens in one transaction that begins by raising the tour's revision: on PostgreSQL that locks the tour's row, on SQLite the
write lock is taken at BEGIN. So entries of a tour come one after the other, and an entry that was acknowledged is on the disk.
"""

from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import F

from tourmanager.accounts.models import User
from tourmanager.results import checks, entries
from tourmanager.results.log import Logged, StageLog, fold
from tourmanager.results.models import Entry, Standing
from tourmanager.results.reading import StageReading, logged, read_stage
from tourmanager.results.sheet import Refused, Sheet
from tourmanager.tours.models import Stage, Tour

__all__ = ["Conflict", "EndRefused", "Recorded", "Refused", "admit", "record"]


class Conflict(Refused):
    """Somebody else changed the same record meanwhile; nothing was written."""


class EndRefused(Refused):
    """The stage is not complete; `problems` says what is missing."""

    def __init__(self, problems: list[checks.Problem]) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = problems


@dataclass
class Recorded:
    """What stands in the log, and the stage as it is now. `again`: it stood there before, this was a repetition."""

    entry: Entry
    reading: StageReading
    again: bool = False


def record(
    *,
    stage: Stage,
    body: entries.Body,
    token: str,
    by: User | None,
    at: datetime,
    client: str = "",
    base: int | None = None,
    by_name: str = "",
) -> Recorded:
    """Appends one entry.

    `token` names the entry: the same one again is answered, not counted twice. `base` is the last entry number that was seen by whoever
    tapped: if another client has touched the same record since, the entry is refused (`Conflict`) so that he can look first.
    Raises Refused.
    """
    with transaction.atomic():
        Tour.objects.filter(pk=stage.tour_id).update(revision=F("revision") + 1, changed_at=at)
        stage = Stage.objects.select_related("tour").get(pk=stage.pk)
        reading = read_stage(stage)
        if (known := next((entry for entry in reading.entries if entry.token == token), None)) is not None:
            if entries.load(known.body) != body:
                raise Refused("This tap was sent before with another content: tap again.")
            transaction.set_rollback(True)  # nothing changed, so the revision must not either
            return Recorded(known, reading, again=True)
        log = reading.log
        touched = admit(stage, log, body)
        if touched and base is not None:
            _check_conflict(reading, touched, client, base)
        entry = Entry(
            stage=stage,
            seq=log.last_seq + 1,
            token=token,
            client=client,
            body=entries.dump(body),
            by=by,
            by_name=by_name or (str(by) if by else ""),
            at=at,
        )
        entry.save(force_insert=True)
        reading.entries.append(entry)
        if touched:
            log.take(Logged(entry.seq, body, client, entry.by_id), touched)
        else:
            reading.log = log = fold(reading.frame, logged(reading.entries))
        match body:
            case entries.End():
                _end(stage, log.sheet, entry)
            case entries.Reopen():
                stage.reopened = True
                stage.save(update_fields=["reopened"])
            case entries.Discard():
                stage.reopened = False
                stage.save(update_fields=["reopened"])
        return Recorded(entry, reading)


def admit(stage: Stage, log: StageLog, body: entries.Body) -> str:
    """Judges an entry that is to be the log's next one; an import asks the same of each entry of a file.

    What acts on the sheet is applied to it; the record it touched is returned, "" for what acts on the log. Raises Refused.
    """
    _check_state(stage, body)
    match body:
        case entries.End(accepted):
            if found := checks.refusals(checks.problems(checks.record_of(log.sheet)), accepted):
                raise EndRefused(found)
        case entries.Undo(seq) if seq not in log.effective:
            raise Refused("That step was undone already.")
        case entries.Redo(seq) if seq not in log.voided:
            raise Refused("That step counts already.")
        case _ if not isinstance(body, entries.STEERING):
            return log.sheet.apply(body)
    return ""


def _check_state(stage: Stage, body: entries.Body) -> None:
    """Commands outside their state are refused (CP-APP-028)."""
    if stage.tour.erased_at is not None:
        raise Refused("This tour was erased.")
    match body:
        case entries.Reopen():
            if stage.state != Stage.State.ENDED:
                raise Refused(f"{stage} has not ended: only an ended stage can be reopened.")
            if stage.reopened:
                raise Refused(f"{stage} is open for correction already.")
            if stage.tour.options.get("reopen_stage", "any") == "off":
                raise Refused("The rules of this tour do not allow an ended stage to be reopened.")
        case entries.Discard():
            if not stage.reopened:
                raise Refused(f"{stage} is not open for correction.")
        case _:
            if stage.state == Stage.State.PENDING:
                raise Refused(f"{stage} has not begun: end the stage before it first.")
            if stage.state == Stage.State.ENDED and not stage.reopened:
                raise Refused(f"{stage} has ended: reopen it to correct something.")


def _check_conflict(reading: StageReading, record: str, client: str, base: int) -> None:
    """Refuses what somebody tapped who knew the record up to `base` only, if another client has changed it since."""
    for other, seq in reading.log.touched.get(record, {}).items():
        if other != client and seq > base:
            who = next((entry.by_name for entry in reading.entries if entry.seq == seq), "")
            raise Conflict(f"{who or 'Another director'} changed this meanwhile. Look, and tap again if it is still right.")


def _end(stage: Stage, sheet: Sheet, entry: Entry) -> None:
    """The sheet becomes what classifications read, and the next stage begins (CP-M-059)."""
    result, used = sheet.result(), sheet.used
    Standing.objects.update_or_create(
        stage=stage,
        defaults={"seq": entry.seq, "result": msgspec.to_builtins(result), "advantages": used, "at": entry.at},
    )
    first_end = stage.state == Stage.State.ACTIVE
    stage.state, stage.reopened = Stage.State.ENDED, False
    stage.ended_at = entry.at
    stage.save(update_fields=["state", "reopened", "ended_at"])
    if not first_end:
        return
    following = Stage.objects.filter(tour=stage.tour_id, number=stage.number + 1).first()
    if following is None:
        stage.tour.state = Tour.State.FINISHED
        Tour.objects.filter(pk=stage.tour_id).update(state=Tour.State.FINISHED)
    else:
        following.state = Stage.State.ACTIVE
        following.save(update_fields=["state"])
