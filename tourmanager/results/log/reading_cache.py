"""Keep readings of stages from tap to tap, so that a tap need not read its stage's log anew.

A reading serves again where nothing else can have changed it: the history of the database, the rows
of tour and stage, and the language are the same; the tour's revision, which every change raises,
has risen by the entries that came since and nothing else; and the checksum of the last entry, which
covers all before it, is the one at the end of the log. In any doubt the stage is read from its log,
as everything but taps always is: the result of a stage that ends never comes from here, and
`verify` does not know this module.

A reading belongs to one request at a time. It is taken out to be used, and put back once the answer
to a tap is written; a request that fails loses it. A digest of all it adds up to is compared in
between, so that a reading that was changed on the way is found and thrown away.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.translation import get_language

from tourmanager.results.log import chain
from tourmanager.results.log.reading import StageReading, read_entries
from tourmanager.results.log.stage_log import Logged
from tourmanager.results.models import Entry, LogHead
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import EntryRefused
from tourmanager.tours.models import Stage
from tourmanager.web.shelf import Shelf

MOST = 16  # stages whose readings a process keeps; of 1,000 entries each takes some 2 MB
CHANGED = "The kept reading of %s in %s was changed."  # not shown
WRONG = "The kept reading of %s in %s is not its log."  # not shown
logger = logging.getLogger(__name__)
_encode = msgspec.json.Encoder(enc_hook=str).encode


@dataclass(frozen=True)
class CachedReading:
    """A reading, with what it was made from."""

    reading: StageReading
    revision: int
    basis: tuple[Any, ...]
    digest: str


_readings = Shelf[int, CachedReading](MOST)  # by stage


def is_tap(body: e.EntryBody) -> bool:
    """Return True for entries whose stage may come from here: all but those that end, reopen or
    approve a stage.
    """
    return not isinstance(body, e.STEERING) or isinstance(body, e.Undo | e.Redo)


def take(stage: Stage, head: LogHead, epoch: str) -> StageReading | None:
    """Take out the reading of a stage, brought up to the end of its log; None where the log has to
    be read.

    It is called in the transaction that locks the tour and has raised its revision by one. `epoch`
    is the name of the database's history.
    """
    cached = _readings.take(stage.pk)
    if cached is None or cached.basis != _basis_of(stage, epoch):
        return None
    reading = cached.reading
    if digest_of(reading) != cached.digest:
        logger.error(CHANGED, stage, stage.tour.slug)
        return None
    newer = _entries_since(stage, reading, head)
    if stage.tour.revision - 1 - cached.revision != len(newer) or not _add(reading, newer):
        return None
    if _end_of(reading) != (head.seq, head.checksum):
        return None
    reading.stage, reading.field.tour = stage, stage.tour
    return reading


def put(reading: StageReading, digest: str, epoch: str) -> None:
    """Put back the reading of a stage after a tap. `digest` is that of the reading as the tap left
    it; nothing else may use the reading from now on.
    """
    stage = reading.stage
    basis = _basis_of(stage, epoch)
    _readings.put(stage.pk, CachedReading(reading, stage.tour.revision, basis, digest))


def forget() -> None:
    """Forget all readings."""
    _readings.clear()


def compare(cached: StageReading, fresh: StageReading) -> None:
    """Report a cached reading that is not what its log adds up to."""
    if _facts_of(cached) != _facts_of(fresh):
        stage = fresh.stage
        logger.error(WRONG, stage, stage.tour.slug)


def digest_of(reading: StageReading) -> str:
    """Return a checksum of all that a reading adds up to."""
    return sha256(_facts_of(reading)).hexdigest()


def _basis_of(stage: Stage, epoch: str) -> tuple[Any, ...]:
    """Return what a reading depends on beside what the revision tells: all that is in the rows of
    its tour and stage, and the language of its labels.
    """
    tour = stage.tour
    return (
        epoch,
        get_language(),
        (tour.pk, tour.slug, tour.game, tour.state, tour.rules, tour.options, tour.game_data),
        (stage.number, stage.type, stage.kind, stage.label, stage.length, stage.course),
        (stage.state, stage.reopened),
    )


def _facts_of(reading: StageReading) -> bytes:
    """Write down what a reading adds up to: frame, sheet, and what became of which entry."""
    log = reading.log
    sheet = {name: value for name, value in vars(log.sheet).items() if name not in _LINKS}
    game = {name: value for name, value in vars(log.sheet.game).items() if name not in _LINKS}
    gestures = log.gestures
    by_user = map(_items, (log.done_steps, log.undone_steps, gestures.unfinished))
    steps = [
        list(log.effective),
        list(log.voided),
        [*dict.fromkeys(gestures.by_entry.values())],
        *by_user,
    ]
    ended = [log.ended_seq, log.discarded_seq, log.ended.order if log.ended else None]
    last = [len(reading.entries), len(reading.logged), log.last_seq, _end_of(reading)]
    return _encode([reading.frame, sheet, game, steps, log.touched, ended, last])


_LINKS = ("frame", "game", "sheet")  # from a sheet to its game and back, and to the frame of both


def _items(steps: Any) -> list[tuple[int | None, Any]]:
    return list(steps.items())  # JSON has no None for a key


def _end_of(reading: StageReading) -> tuple[int, str]:
    """Return number and checksum of the last entry of a reading."""
    last = reading.entries[-1] if reading.entries else None
    return (last.seq, last.checksum) if last else (0, "")


def _entries_since(stage: Stage, reading: StageReading, head: LogHead) -> Sequence[Entry]:
    """Return the entries that another process wrote since (1 query, where there are any)."""
    last = reading.log.last_seq
    if head.seq <= last:
        return ()
    return list(Entry.objects.filter(stage=stage.pk, seq__gt=last).order_by("seq"))


def _add(reading: StageReading, newer: Sequence[Entry]) -> bool:
    """Add entries to a reading; return False where they have to be read with all others."""
    previous = _end_of(reading)[1]
    for entry, logged in zip(newer, read_entries(newer), strict=True):
        if isinstance(logged.body, e.STEERING) or entry.checksum != chain.checksum(previous, entry):
            return False
        if not _add_one(reading, entry, logged):
            return False
        previous = entry.checksum
    return True


def _add_one(reading: StageReading, entry: Entry, logged: Logged) -> bool:
    try:
        record = reading.log.sheet.apply_again(logged.body)
    except EntryRefused:
        return False
    reading.add(entry, logged, record)
    return True
