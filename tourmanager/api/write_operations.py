"""Recording with a token. Every entry goes through `recording.record`, as a tap on a page does."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Router, Status

from tourmanager.api.schemas import logs
from tourmanager.api.schemas.base import Trouble
from tourmanager.api.security import bearer
from tourmanager.results.access import epoch_of
from tourmanager.results.log import reading_cache
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.log.recording import EntryRefused, Recorded, record
from tourmanager.results.log.seen import LastSeen
from tourmanager.results.log.stage_log import Logged
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Stage

router = Router(tags=["Record"], auth=bearer)
ANSWERS: dict[Any, Any] = {
    200: logs.Recorded,
    201: logs.Recorded,
    **dict.fromkeys((400, 401, 403, 404, 409, 413, 415, 422, 429), Trouble),
}
STAGE = "/tours/{slug:slug}/stages/{int:number}"
Answer = Status[logs.Recorded]


@router.post(f"{STAGE}/entries", response=ANSWERS, url_name="record")
def record_entry(request: Any, slug: str, number: int, sent: logs.SentEntry) -> Answer:
    """Append one entry to the log of a stage. It is refused where a tap on the stage's page would
    be: 409 where somebody else was faster, 422 where it does not fit the stage.

    201: it is recorded. 200: it had been recorded before, by a request with the same token."""
    body, step_tokens = e.read(msgspec.json.encode(sent.entry)), None
    last = LastSeen(sent.last.seq, sent.last.token) if sent.last else None
    return _record(request, body, sent, last_seen=last, step_tokens=step_tokens)


@router.post(f"{STAGE}/undo", response=ANSWERS, url_name="undo")
def undo_step(request: Any, slug: str, number: int, sent: logs.SentStep) -> Answer:
    """Undo the last step of the token's user, or the one whose entries are named. Its entries stay
    in the log and count for nothing."""
    return _record_step(request, sent, e.Undo)


@router.post(f"{STAGE}/redo", response=ANSWERS, url_name="redo")
def redo_step(request: Any, slug: str, number: int, sent: logs.SentStep) -> Answer:
    """Let the step count again that the token's user has undone last, or the one whose entries are
    named."""
    return _record_step(request, sent, e.Redo)


@router.post(f"{STAGE}/end", response=ANSWERS, url_name="end")
def end_stage(request: Any, slug: str, number: int, sent: logs.SentEnd) -> Answer:
    """End the stage; `problems` of the refusal say what is missing. It ends a correction too, and
    all later standings are recalculated."""
    return _record(request, e.End(tuple(sent.accepted)), sent)


@router.post(f"{STAGE}/reopen", response=ANSWERS, url_name="reopen")
def reopen_stage(request: Any, slug: str, number: int, sent: logs.Sent) -> Answer:
    """Open an ended stage for correction. Until it is ended again the results stand as they
    were."""
    return _record(request, e.Reopen(), sent)


def _record(request: Any, body: e.EntryBody, sent: logs.Sent, **known: Any) -> Answer:
    """Record an entry and answer with it."""
    stage = request.stage
    epoch = epoch_of(stage)
    recorded = record(
        stage=stage,
        body=body,
        token=sent.token,
        by=request.user,
        at=timezone.now(),
        client=f"token-{request.token.pk}",  # not shown
        base=sent.base,
        epoch=epoch,
        **known,
    )
    now = recorded.reading.stage
    if recorded.again:
        now.tour.revision -= 1  # what was raised for a repetition has been undone
    answer = _describe(recorded, now)
    if recorded.digest:
        reading_cache.put(recorded.reading, recorded.digest, epoch)
    return Status(200 if recorded.again else 201, answer)


def _record_step(request: Any, sent: logs.SentStep, kind: type[e.Undo | e.Redo]) -> Answer:
    """Record that a step is undone or redone."""
    if sent.entries:
        *also, (seq, token) = [(entry.seq, entry.token) for entry in sent.entries]
        body = kind(seq, tuple(other for other, _token in also))
        return _record(request, body, sent, step_tokens=dict([*also, (seq, token)]))
    reading = read_stage(request.stage)
    return _record(request, _last_step(reading, sent.token, kind, request.user.pk), sent)


def _last_step(
    reading: StageReading, token: str, kind: type[e.Undo | e.Redo], by: int
) -> e.EntryBody:
    """Return the step that a user means who names none; for a request that is sent again the one
    that it meant then. Raises EntryRefused.
    """
    for entry in reading.entries:
        if entry.token == token:
            return e.load(entry.body)
    log = reading.log
    steps: Iterator[tuple[Logged, ...]] = log.undoable(by) if kind is e.Undo else log.redoable(by)
    step = next(steps, None)
    if step is None:
        raise EntryRefused(
            _("There is nothing of yours to undo in this stage.")
            if kind is e.Undo
            else _("There is nothing of yours to redo in this stage.")
        )
    *also, last = [entry.seq for entry in step]
    return kind(last, tuple(also))


def _describe(recorded: Recorded, stage: Stage) -> logs.Recorded:
    entry = recorded.entry
    return logs.Recorded(
        tour=stage.tour.slug,
        stage=stage.number,
        seq=entry.seq,
        token=entry.token,
        at=entry.at,
        by=entry.by_name,
        entry=entry.body,
        repeated=recorded.again,
        state=stage.state,
        reopened=stage.reopened,
        revision=stage.tour.revision,
    )
