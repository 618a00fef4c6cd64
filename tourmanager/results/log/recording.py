"""Record entries in a stage log, or refuse them with words. Nothing else writes to a log.

All of it happens in one transaction that begins by raising the tour's revision: on PostgreSQL that
locks the tour's row, on SQLite the write lock is taken at BEGIN. So entries of a tour come one
after the other, and an entry that was acknowledged is on the disk.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.results.files.tour_file import LogEntry, size
from tourmanager.results.log import chain, limits, reading_cache
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.log.seen import LastSeen, check_seen, is_same_step
from tourmanager.results.log.stage_log import Logged, StageLog, records_of
from tourmanager.results.models import VERSION, Entry, LogHead, Standing
from tourmanager.results.publishing import approving
from tourmanager.results.sheet import checks, entries
from tourmanager.results.sheet.sheet import EntryRefused, Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tours.models import REST, Stage, Tour

__all__ = ["Conflict", "EndRefused", "EntryRefused", "Recorded", "admit", "end_stage", "record"]

STANDING = ("seq", "checksum", "result", "at", "version")
HEAD = ("seq", "checksum", "bytes", "weight", "read_again", "stale")
ANOTHER_STEP = gettext_lazy(
    "The log has changed since you saw that step: its number now belongs to "
    "another entry. Check the log and undo again."
)


class Conflict(EntryRefused):
    """Somebody else changed the same record meanwhile; nothing was written."""


class WrongState(EntryRefused):
    """The stage takes no such entry in its state: it has not begun, has ended, or is open."""

    code = "wrong_state"


class EndRefused(EntryRefused):
    """The stage is not complete; `problems` says what is missing."""

    def __init__(self, problems: list[checks.Problem]) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = problems


@dataclass
class Recorded:
    """An entry in the log, and the stage as it is now. `again`: the entry stood there before, this
    was a repetition. `digest` is that of the reading, where it may be kept (reading_cache.py).
    """

    entry: Entry
    reading: StageReading
    again: bool = False
    digest: str = ""


def record(
    *,
    stage: Stage,
    body: entries.EntryBody,
    token: str,
    by: User | None,
    at: datetime,
    client: str = "",
    base: int | None = None,
    by_name: str = "",
    reading: StageReading | None = None,
    last_seen: LastSeen | None = None,
    step_tokens: Mapping[int, str] | None = None,
    epoch: str = "",
) -> Recorded:
    """Append one entry to the log of a stage.

    `token` names the entry: the same one again is answered, not counted twice. `base` is the last
    entry number that the user had seen: if another client has touched the same record since, the
    entry is refused (`Conflict`) so that they can look first. `reading` is the stage as the entry
    before it left it, where a caller records several in one transaction. `last_seen` is the last
    entry the page knows (`OtherHistory` where the log does not hold it), `step_tokens` are those of
    the entries that an undo or redo names, by number. With `epoch`, the name of the database's
    history, `stage` is as `stage_of` has read it for this request, and what is kept of it may
    serve (reading_cache.py). Raises EntryRefused.
    """
    with transaction.atomic():
        stage = _lock(stage if reading is None else reading.stage, at, epoch, again=reading is None)
        heads = {head.stage_id: head for head in LogHead.objects.filter(stage__tour=stage.tour_id)}
        head = heads.setdefault(stage.pk, LogHead(stage=stage))
        if reading is None:
            reading = _read(stage, head, body, epoch)
        check_seen(reading.entries, last_seen)
        if (earlier := _entry_of(token, reading.entries)) is not None:
            return _answer_again(earlier, body, reading, epoch)
        if not is_same_step(reading.entries, body, step_tokens or {}, base):
            raise Conflict(ANOTHER_STEP)
        log = reading.log
        if why := log.sheet.game.refuse_new(body):
            raise EntryRefused(why)
        new_entry = LogEntry(
            stage.number,
            log.last_seq + 1,
            token,
            at,
            body,
            by_name or _name_of(by),
            client,
        )
        limits.count_entry(heads, stage.pk, body, size(new_entry), len(reading.field.riders))
        touched = admit(stage, log, body, reading.field.scheme)
        approving.check_approval(reading, body, by)
        if touched and base is not None:
            for each in records_of(body, touched):
                _check_conflict(reading, each, client, base)
        entry = Entry(
            stage_id=stage.pk,
            seq=new_entry.seq,
            token=token,
            client=client,
            body=entries.dump(body),
            by_id=by.pk if by else None,
            by_name=new_entry.by,
            at=at,
        )
        _append(entry, head)
        reading.add(entry, Logged(entry.seq, body, client, entry.by_id), touched)
        _carry_out(reading, body, entry)
        return Recorded(entry, reading, digest=_digest(reading, body, epoch))


def _lock(stage: Stage, at: datetime, epoch: str, *, again: bool) -> Stage:
    """Raise the tour's revision, which locks it, and return the stage as it is now; `again` where
    it may have changed since it was read.

    A stage that was read in this request is the same still where the revision is.
    """
    tours = Tour.objects.filter(pk=stage.tour_id)
    raised = {"revision": F("revision") + 1, "changed_at": at}
    if epoch and tours.filter(revision=stage.tour.revision).update(**raised):
        stage.tour.revision += 1
        stage.tour.changed_at = at
        return stage
    tours.update(**raised)
    return Stage.objects.select_related("tour").get(pk=stage.pk) if again else stage


def _read(stage: Stage, head: LogHead, body: entries.EntryBody, epoch: str) -> StageReading:
    """Read a stage for its next entry: for a tap what is kept of it, otherwise its log."""
    found = reading_cache.take(stage, head, epoch) if epoch else None
    if found is not None and reading_cache.is_tap(body):
        return found
    reading = read_stage(stage)
    if found is not None:
        reading_cache.compare(found, reading)
    return reading


def _digest(reading: StageReading, body: entries.EntryBody, epoch: str) -> str:
    return reading_cache.digest_of(reading) if epoch and reading_cache.is_tap(body) else ""


def _entry_of(token: str, log: Iterable[Entry]) -> Entry | None:
    """Find the entry with that token."""
    return next((entry for entry in log if entry.token == token), None)


def _name_of(by: User | None) -> str:
    return str(by) if by else ""


def _answer_again(
    earlier: Entry, body: entries.EntryBody, reading: StageReading, epoch: str
) -> Recorded:
    """Answer an entry that came before with the one that was recorded then."""
    if entries.load(earlier.body) != body:
        raise EntryRefused(_("This tap was sent before with another content: tap again."))
    transaction.set_rollback(True)  # nothing changed, so the revision must not either
    return Recorded(earlier, reading, again=True, digest=_digest(reading, body, epoch))


def _carry_out(reading: StageReading, body: entries.EntryBody, entry: Entry) -> None:
    """Do to the stage what an entry does that acts on the log."""
    stage = reading.stage
    match body:
        case entries.End():
            _end(stage, reading.log.sheet, entry)
            LogHead.objects.filter(stage__tour=stage.tour_id).update(stale=True)
        case entries.Reopen() | entries.Resume():
            approving.carry_out(stage, body, entry.at)  # first: a corrected stage is not official
            stage.reopened = True
            stage.save(update_fields=["reopened"])
        case entries.Official() | entries.Confirm() | entries.Reject():
            approving.carry_out(stage, body, entry.at)
        case entries.Discard():
            stage.reopened, stage.state_imported = False, 0
            stage.save(update_fields=["reopened", "state_imported"])


def _append(entry: Entry, head: LogHead) -> None:
    """Write an entry behind the one that the head names, and the new head."""
    head.checksum = chain.link([entry], head.checksum)
    head.seq = entry.seq
    entry.save(force_insert=True)
    LogHead.objects.bulk_create(
        [head], update_conflicts=True, unique_fields=["stage"], update_fields=HEAD
    )


def admit(stage: Stage, log: StageLog, body: entries.EntryBody, scheme: Scheme) -> str:
    """Check an entry that is to be the next in the log, and apply it to the sheet.

    Imports check every entry of a file with it too. Returns the record that the entry touched, ""
    if it acts on the log and not on the sheet. Raises EntryRefused.
    """
    _check_state(stage, body)
    match body:
        case entries.End(accepted):
            if problems := checks.find_obstacles(checks.all_problems(log.sheet, scheme), accepted):
                raise EndRefused(problems)
        case entries.Resume(seq) if seq != log.discarded_seq:
            raise EntryRefused(
                _("%(stage)s has changed since the correction was discarded. Reopen it instead.")
                % {"stage": stage}
            )
        case entries.Undo() as undo if not log.effective.keys() >= {*undo.seqs}:
            raise EntryRefused(_("That step was undone already."))
        case entries.Redo() as redo if not log.voided.keys() >= {*redo.seqs}:
            raise EntryRefused(_("That step counts already."))
        case _ if not isinstance(body, entries.STEERING):
            return log.sheet.apply(body)
    return ""


def _check_state(stage: Stage, body: entries.EntryBody) -> None:
    """Refuse commands outside their state (CP-APP-028)."""
    if stage.tour.erased_at is not None:
        raise WrongState(_("This tour was erased."))
    match body:
        case entries.Reopen() | entries.Resume():
            _check_reopening(stage)
        case entries.Discard():
            if not stage.reopened:
                raise WrongState(_("%(stage)s is not open for correction.") % {"stage": stage})
        case entries.Official() | entries.Confirm() | entries.Reject():
            if stage.state != Stage.State.ENDED or stage.reopened:
                raise WrongState(
                    _("%(stage)s has not ended: only an ended stage can become official.")
                    % {"stage": stage}
                )
        case _:
            _check_open(stage)


def _check_reopening(stage: Stage) -> None:
    """Refuse to open a stage for correction that has not ended, is open, or may not be."""
    if stage.state != Stage.State.ENDED:
        raise WrongState(
            _("%(stage)s has not ended: only an ended stage can be reopened.") % {"stage": stage}
        )
    if stage.reopened:
        raise WrongState(_("%(stage)s is open for correction already.") % {"stage": stage})
    if stage.tour.options.get("reopen_stage", "any") == "off":
        raise WrongState(_("The rules of this tour do not allow an ended stage to be reopened."))


def _check_open(stage: Stage) -> None:
    """Refuse entries of a stage that has not begun or has ended."""
    if stage.state == Stage.State.PENDING:
        raise WrongState(
            _("%(stage)s has not begun: end the stage before it first.") % {"stage": stage}
        )
    if stage.state == Stage.State.ENDED and not stage.reopened:
        raise WrongState(
            _("%(stage)s has ended: reopen it to correct something.") % {"stage": stage}
        )


def _check_conflict(reading: StageReading, record: str, client: str, base: int) -> None:
    """Raise Conflict if another client has changed the record since entry `base`."""
    for other, seq in reading.log.touched.get(record, {}).items():
        if other != client and seq > base:
            who = next((entry.by_name for entry in reading.entries if entry.seq == seq), "")
            raise Conflict(
                _("%(who)s changed this meanwhile. Look, and tap again if it is still right.")
                % {"who": who or _("Another director")}
            )


def end_stage(
    stage: Stage, later: Iterable[Stage], sheet: Sheet, *, seq: int, at: datetime
) -> Standing:
    """End a stage without a database: make its stored result and begin the next stage (CP-APP-018).

    `later` are the stages after it, in order. The caller saves the changed stages and their tour.
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
    """Make the stored result of a stage that entry `seq` ended with that sheet."""
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
    standing.checksum = entry.checksum
    Standing.objects.bulk_create(
        [standing], update_conflicts=True, unique_fields=["stage"], update_fields=STANDING
    )
    # one stage at a time is active: this one steps back before the next steps forward
    stage.save(update_fields=["state", "reopened", "ended_at", "state_imported"])
    Stage.objects.bulk_update(later, ["state", "ended_at"])
    Tour.objects.filter(pk=stage.tour_id).update(state=stage.tour.state)
