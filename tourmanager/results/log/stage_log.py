"""Read a stage log to its end: which entries count after undo, redo and abandoned corrections, and
the sheet they add up to (pure).

`fold(frame, log)` reads the entries in order. An entry that no longer fits, because one it built on
was undone, has no effect; the sheet refuses it with words when it is new.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

import msgspec

from tourmanager.results.log.gestures import ARRIVAL, Gestures
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import EntryRefused, Sheet, begin_sheet

ORDER = f"line:{e.FINISH}"  # the record that is the order of arrivals


class Logged(msgspec.Struct, frozen=True):
    """An entry of the log with its number, client and user."""

    seq: int
    body: e.EntryBody
    client: str = ""
    by: int | None = None


@dataclass
class StageLog:
    """A stage log read to its end."""

    sheet: Sheet
    last_seq: int = 0
    effective: dict[int, Logged] = field(default_factory=dict)  # entries that count, by number
    voided: dict[int, Logged] = field(default_factory=dict)  # entries that were undone
    # record -> client -> its last entry there
    touched: dict[str, dict[str, int]] = field(default_factory=dict)
    ended: Sheet | None = None  # as it was when last ended
    ended_seq: int = 0
    gestures: Gestures = field(default_factory=Gestures)  # of the entries that count
    # per user, the entries that they can undo, last first to go; and the steps they can redo
    done_steps: dict[int | None, list[int]] = field(default_factory=dict)
    undone_steps: dict[int | None, list[tuple[int, ...]]] = field(default_factory=dict)
    # the last entry, where it gave up a correction that can still be taken up again; 0 otherwise
    discarded_seq: int = 0

    def undoable(self, by: int | None) -> Iterator[tuple[Logged, ...]]:
        """Return the user's own steps that count, the last first; each has its entries in order."""
        seqs = (seq for seq in reversed(self.done_steps.get(by, [])) if seq in self.effective)
        for step in self.gestures.group(seqs):
            yield tuple(self.effective[seq] for seq in step)

    def redoable(self, by: int | None) -> Iterator[tuple[Logged, ...]]:
        """Return the steps that the user has undone since they last logged something, the last
        undone first.
        """
        for step in reversed(self.undone_steps.get(by, [])):
            if entries := tuple(self.voided[seq] for seq in step if seq in self.voided):
                yield entries

    def take(self, entry: Logged, record: str) -> None:
        """Add one more entry, which the sheet has applied, touching that record."""
        self.last_seq, self.discarded_seq = entry.seq, 0
        self.effective[entry.seq] = entry
        note_touched(self.touched, entry, record, shifted=self.sheet.shifted)
        self.gestures.note(entry.seq, entry.by, record, is_complete(self.sheet, record))
        self.done_steps.setdefault(entry.by, []).append(entry.seq)
        self.undone_steps.setdefault(entry.by, []).clear()


def records_of(body: e.EntryBody, record: str) -> tuple[str, ...]:
    """Return the record that an entry touched, and the order of arrivals where it names a place in
    it or takes riders out: two such entries of two clients may mean other places.
    """
    orders = isinstance(body, e.Regroup | e.RemoveUnit) or (
        isinstance(body, e.Arrive) and body.place is not None
    )
    return (record, ORDER) if orders else (record,)


def note_touched(
    touched: dict[str, dict[str, int]], entry: Logged, record: str, *, shifted: bool
) -> None:
    """Note that a client touched a record last with that entry; and the order of arrivals, where
    somebody who was in has another place now.
    """
    records = {*records_of(entry.body, record), *((ORDER,) if shifted else ())}
    for each in sorted(records):
        touched.setdefault(each, {})[entry.client] = entry.seq


def is_complete(sheet: Sheet, record: str) -> bool | None:
    """Return whether the arrival of that record lacks nothing; None where the record is no arrival,
    or one that is not there any more.
    """
    if not record.startswith(ARRIVAL):
        return None
    unit = sheet.units.get(int(record.removeprefix(ARRIVAL)))
    return None if unit is None else not sheet.game.missing(unit)


def split_entries(log: Sequence[Logged]) -> tuple[dict[int, Logged], dict[int, Logged]]:
    """Split a log into the entries that count and those that were undone, after undo, redo and
    abandoned corrections.
    """
    effective: dict[int, Logged] = {}
    voided: dict[int, Logged] = {}
    at_end: tuple[dict[int, Logged], dict[int, Logged]] = ({}, {})
    discarded: dict[int, tuple[dict[int, Logged], dict[int, Logged]]] = {}
    for entry in log:
        match entry.body:
            case e.Undo() as undo:
                voided |= {seq: effective.pop(seq) for seq in undo.seqs if seq in effective}
            case e.Redo() as redo:
                effective |= {seq: voided.pop(seq) for seq in redo.seqs if seq in voided}
            case e.End():
                at_end = (dict(effective), dict(voided))
            case e.Discard():
                discarded[entry.seq] = (effective, voided)
                effective, voided = dict(at_end[0]), dict(at_end[1])
            case e.Resume(seq) if seq in discarded:
                effective, voided = map(dict, discarded[seq])
            case body if not isinstance(body, e.STEERING):
                effective[entry.seq] = entry
    return dict(sorted(effective.items())), voided


def sum_entries(
    frame: Frame, effective: dict[int, Logged], voided: dict[int, Logged]
) -> tuple[Sheet, dict[str, dict[str, int]], Gestures]:
    """Return the sheet of the entries that count, who last touched which record, and what was
    logged as one step.
    """
    sheet = begin_sheet(frame)
    touched: dict[str, dict[str, int]] = {}
    gestures = Gestures()
    for seq, entry in sorted((effective | voided).items()):
        if seq in voided:
            sheet.jury.skip(entry.body)
            continue
        try:
            record = sheet.apply_again(entry.body)
        except EntryRefused:
            sheet.jury.skip(entry.body)
            continue  # what it built on was undone
        note_touched(touched, entry, record, shifted=sheet.shifted)
        gestures.note(seq, entry.by, record, is_complete(sheet, record))
    return sheet, touched, gestures


def fold(frame: Frame, log: Sequence[Logged]) -> StageLog:
    """Read a stage log from its first entry to its last."""
    effective, voided = split_entries(log)
    sheet, touched, gestures = sum_entries(frame, effective, voided)
    last_seq = log[-1].seq if log else 0
    stage_log = StageLog(sheet, last_seq, effective, voided, touched, gestures=gestures)
    if ends := [entry.seq for entry in log if isinstance(entry.body, e.End)]:
        stage_log.ended_seq = ends[-1]
        stage_log.ended = _sheet_at(frame, log, stage_log.ended_seq, sheet)
    if log and isinstance(log[-1].body, e.Discard):
        stage_log.discarded_seq = log[-1].seq
    _note_steps(stage_log, log)
    return stage_log


def _sheet_at(frame: Frame, log: Sequence[Logged], seq: int, now: Sheet) -> Sheet:
    """Give the sheet as it was after that entry; `now` is the one after the last."""
    until = [entry for entry in log if entry.seq <= seq]
    if len(until) == len(log):
        return deepcopy(now)
    return sum_entries(frame, *split_entries(until))[0]


def _note_steps(stage_log: StageLog, log: Sequence[Logged]) -> None:
    """Note what each user can undo and redo."""
    by_seq = {entry.seq: entry for entry in log}
    for entry in log:
        done_steps, undone_steps = (
            stage_log.done_steps.setdefault(entry.by, []),
            stage_log.undone_steps.setdefault(entry.by, []),
        )
        match entry.body:
            case e.Undo() as undo:
                for seq in undo.seqs:
                    owner = by_seq[seq].by if seq in by_seq else entry.by
                    if seq in (theirs := stage_log.done_steps.get(owner, [])):
                        theirs.remove(seq)
                undone_steps.append(undo.seqs)
            case e.Redo() as redo:
                left = [tuple(seq for seq in step if seq not in redo.seqs) for step in undone_steps]
                undone_steps[:] = filter(None, left)
                done_steps += redo.seqs
            case body if not isinstance(body, e.STEERING):
                done_steps.append(entry.seq)
                undone_steps.clear()
