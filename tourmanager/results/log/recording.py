"""The one door: whatever is to stand in a stage log is recorded here, or refused with words.

All of it happens in one transaction that begins by raising the tour's revision: on PostgreSQL that
locks the tour's row, on SQLite the write lock is taken at BEGIN. So entries of a tour come one
after the other, and an entry that was acknowledged is on the disk.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.results.files.tour_file import LogEntry, size
from tourmanager.results.log import chain, limits
from tourmanager.results.log.reading import StageReading, logged, read_stage
from tourmanager.results.log.seen import LastSeen, check_seen, is_same_step
from tourmanager.results.log.stage_log import Logged, StageLog, fold
from tourmanager.results.models import VERSION, Entry, LogHead, Standing
from tourmanager.results.publishing import approving
from tourmanager.results.sheet import checks, entries
from tourmanager.results.sheet.sheet import Refused, Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tours.models import REST, Stage, Tour

__all__ = ["Conflict", "EndRefused", "Recorded", "Refused", "admit", "end_stage", "record"]

STANDING = ("seq", "result", "at", "version")
HEAD = ("seq", "checksum", "bytes", "weight", "read_again", "stale")
ANOTHER_STEP = gettext_lazy(
    "The log has changed since you saw that step: its number now belongs to "
    "another entry. Check the log and undo again."
)


class Conflict(Refused):
    """Somebody else changed the same record meanwhile; nothing was written."""


class EndRefused(Refused):
    """The stage is not complete; `problems` says what is missing."""

    def __init__(self, problems: list[checks.Problem]) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = problems


@dataclass
class Recorded:
    """What stands in the log, and the stage as it is now. `again`: it stood there before, this was
    a repetition.
    """

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
    reading: StageReading | None = None,
    seen: LastSeen | None = None,
    step_token: str = "",
) -> Recorded:
    """Appends one entry.

    `token` names the entry: the same one again is answered, not counted twice. `base` is the last
    entry number that was seen by whoever tapped: if another client has touched the same record
    since, the entry is refused (`Conflict`) so that he can look first. `reading` is the stage as
    the entry before it left it, where a caller records several in one transaction. `seen` is the
    last entry the page knows (`OtherHistory` where the log does not hold it), `step_token` names
    the entry of an undo or redo. Raises Refused.
    """
    with transaction.atomic():
        Tour.objects.filter(pk=stage.tour_id).update(revision=F("revision") + 1, changed_at=at)
        if reading is None:
            reading = read_stage(Stage.objects.select_related("tour").get(pk=stage.pk))
        stage = reading.stage
        check_seen(reading.entries, seen)
        if (
            known := next((entry for entry in reading.entries if entry.token == token), None)
        ) is not None:
            if entries.load(known.body) != body:
                raise Refused(_("This tap was sent before with another content: tap again."))
            transaction.set_rollback(True)  # nothing changed, so the revision must not either
            return Recorded(known, reading, again=True)
        if not is_same_step(reading.entries, body, step_token, base):
            raise Conflict(ANOTHER_STEP)
        log = reading.log
        if why := log.sheet.game.refuse_new(body):
            raise Refused(why)
        heads = {head.stage_id: head for head in LogHead.objects.filter(stage__tour=stage.tour_id)}
        head = heads.setdefault(stage.pk, LogHead(stage=stage))
        sent = LogEntry(
            stage.number,
            log.last_seq + 1,
            token,
            at,
            body,
            by_name or (str(by) if by else ""),
            client,
        )
        limits.spend(heads, stage.pk, body, size(sent), len(reading.field.riders))
        touched = admit(stage, log, body, reading.field.scheme)
        approving.check(reading, body, by)
        if touched and base is not None:
            _check_conflict(reading, touched, client, base)
        entry = Entry(
            stage=stage,
            seq=sent.seq,
            token=token,
            client=client,
            body=entries.dump(body),
            by=by,
            by_name=sent.by,
            at=at,
        )
        _append(entry, head)
        reading.entries.append(entry)
        if touched:
            log.take(Logged(entry.seq, body, client, entry.by_id), touched)
        else:
            reading.log = log = fold(reading.frame, logged(reading.entries))
        match body:
            case entries.End():
                _end(stage, log.sheet, entry)
                LogHead.objects.filter(stage__tour=stage.tour_id).update(stale=True)
            case entries.Reopen():
                approving.carry_out(stage, body, at)  # first: no stage under correction is official
                stage.reopened = True
                stage.save(update_fields=["reopened"])
            case entries.Official() | entries.Confirm() | entries.Reject():
                approving.carry_out(stage, body, at)
            case entries.Discard():
                stage.reopened, stage.state_imported = False, 0
                stage.save(update_fields=["reopened", "state_imported"])
        return Recorded(entry, reading)


def _append(entry: Entry, head: LogHead) -> None:
    """Write an entry behind the one that the head names, and the new head."""
    head.checksum = chain.link([entry], head.checksum)
    head.seq = entry.seq
    entry.save(force_insert=True)
    LogHead.objects.bulk_create(
        [head], update_conflicts=True, unique_fields=["stage"], update_fields=HEAD
    )


def admit(stage: Stage, log: StageLog, body: entries.Body, scheme: Scheme) -> str:
    """Judges an entry that is to be the log's next one; an import asks the same of each entry of a
    file.

    What acts on the sheet is applied to it; the record it touched is returned, "" for what acts on
    the log. Raises Refused.
    """
    _check_state(stage, body)
    match body:
        case entries.End(accepted):
            if found := checks.refusals(checks.all_problems(log.sheet, scheme), accepted):
                raise EndRefused(found)
        case entries.Undo(seq) if seq not in log.effective:
            raise Refused(_("That step was undone already."))
        case entries.Redo(seq) if seq not in log.voided:
            raise Refused(_("That step counts already."))
        case _ if not isinstance(body, entries.STEERING):
            return log.sheet.apply(body)
    return ""


def _check_state(stage: Stage, body: entries.Body) -> None:
    """Commands outside their state are refused (CP-APP-028)."""
    if stage.tour.erased_at is not None:
        raise Refused(_("This tour was erased."))
    match body:
        case entries.Reopen():
            if stage.state != Stage.State.ENDED:
                raise Refused(
                    _("%(stage)s has not ended: only an ended stage can be reopened.")
                    % {"stage": stage}
                )
            if stage.reopened:
                raise Refused(_("%(stage)s is open for correction already.") % {"stage": stage})
            if stage.tour.options.get("reopen_stage", "any") == "off":
                raise Refused(
                    _("The rules of this tour do not allow an ended stage to be reopened.")
                )
        case entries.Discard():
            if not stage.reopened:
                raise Refused(_("%(stage)s is not open for correction.") % {"stage": stage})
        case entries.Official() | entries.Confirm() | entries.Reject():
            if stage.state != Stage.State.ENDED or stage.reopened:
                raise Refused(
                    _("%(stage)s has not ended: only an ended stage can become official.")
                    % {"stage": stage}
                )
        case _:
            if stage.state == Stage.State.PENDING:
                raise Refused(
                    _("%(stage)s has not begun: end the stage before it first.") % {"stage": stage}
                )
            if stage.state == Stage.State.ENDED and not stage.reopened:
                raise Refused(
                    _("%(stage)s has ended: reopen it to correct something.") % {"stage": stage}
                )


def _check_conflict(reading: StageReading, record: str, client: str, base: int) -> None:
    """Refuses what somebody tapped who knew the record up to `base` only, if another client has
    changed it since.
    """
    for other, seq in reading.log.touched.get(record, {}).items():
        if other != client and seq > base:
            who = next((entry.by_name for entry in reading.entries if entry.seq == seq), "")
            raise Conflict(
                _("%(who)s changed this meanwhile. Look, and tap again if it is still right.")
                % {"who": who or "Another director"}
            )


def end_stage(
    stage: Stage, later: Iterable[Stage], sheet: Sheet, *, seq: int, at: datetime
) -> Standing:
    """What End stage does, without a database: the sheet becomes what classifications read, and the
    next stage begins (CP-M-059).

    `later` are the stages after it, in order; what is changed in them, in the stage and in its tour
    is for the caller to keep.
    """
    if stage.state == Stage.State.ACTIVE:
        _begin_next(stage.tour, later, at)
    stage.state, stage.reopened, stage.ended_at, stage.state_imported = (
        Stage.State.ENDED,
        False,
        at,
        0,
    )
    return standing_of(stage, sheet, seq=seq, at=at)


def standing_of(stage: Stage, sheet: Sheet, *, seq: int, at: datetime) -> Standing:
    """Make what is kept of a stage that was ended with that sheet by entry `seq`."""
    return Standing(
        stage=stage,
        seq=seq,
        result=msgspec.to_builtins(sheet.result()),
        at=at,
        version=VERSION,
    )


def _begin_next(tour: Tour, later: Iterable[Stage], at: datetime) -> None:
    for following in later:
        if following.kind != REST:
            following.state = Stage.State.ACTIVE
            return
        following.state, following.ended_at = Stage.State.ENDED, at  # a rest day passes by itself
    tour.state = Tour.State.FINISHED


def _end(stage: Stage, sheet: Sheet, entry: Entry) -> None:
    later = list(
        Stage.objects.filter(tour=stage.tour_id, number__gt=stage.number).order_by("number")
    )
    standing = end_stage(stage, later, sheet, seq=entry.seq, at=entry.at)
    Standing.objects.bulk_create(
        [standing], update_conflicts=True, unique_fields=["stage"], update_fields=STANDING
    )
    # one stage at a time is active: this one steps back before the next steps forward
    stage.save(update_fields=["state", "reopened", "ended_at", "state_imported"])
    Stage.objects.bulk_update(later, ["state", "ended_at"])
    Tour.objects.filter(pk=stage.tour_id).update(state=stage.tour.state)
