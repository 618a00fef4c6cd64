"""Make a stage official: provisional until ended, official when the director says so, or when a
second person has confirmed it.

The second person sees the same figures and cannot be anybody who entered something in that stage;
the server checks that. The state can be proved: `approval_from_log` reads it from the log.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.log.reading import StageReading
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries
from tourmanager.results.sheet.jury import EntryRefused
from tourmanager.tours.models import Stage
from tourmanager.tours.planning.imports import source_words

Approval = Stage.Approval
# these say how an ended stage stands
STATES = (
    entries.End,
    entries.Reopen,
    entries.Discard,
    entries.Resume,
    entries.Official,
    entries.Confirm,
    entries.Reject,
)


def check_approval(reading: StageReading, body: entries.EntryBody, by: User | None) -> None:
    """Raise EntryRefused if the entry does not fit the stage, or this user may not make it."""
    match body:
        case entries.Official(ask) if ask != reading.stage.tour.second_person:
            raise EntryRefused(
                _("In this tour nobody has to confirm a stage: make it official.")
                if ask
                else _("In this tour somebody else has to confirm a stage: ask for that.")
            )
        case entries.Confirm() | entries.Reject() if by is None:
            raise EntryRefused(_("Only somebody who is signed in can confirm a stage."))
        case _:
            check_log(
                reading.stage,
                reading.entries,
                body,
                reading.log.last_seq,
                by.pk if by else None,
                str(by or ""),
            )


def check_log(
    stage: Stage,
    log: Sequence[Entry],
    body: entries.EntryBody,
    last_seq: int,
    by: int | None,
    name: str,
) -> None:
    """Check an entry against the log alone, as imports do for every entry. Raises EntryRefused."""
    match body:
        case entries.Official(ask):
            if stage.approval == Approval.OFFICIAL:
                raise EntryRefused(_("%(stage)s is official already.") % {"stage": stage})
            if stage.approval == Approval.PROPOSED and ask:
                raise EntryRefused(
                    _("%(stage)s waits for a second person already.") % {"stage": stage}
                )
        case entries.Confirm() | entries.Reject():
            if stage.approval != Approval.PROPOSED:
                raise EntryRefused(
                    _("%(stage)s does not wait for a second person.") % {"stage": stage}
                )
            if entered_something(log, by, name):
                raise EntryRefused(
                    _(
                        "Somebody who entered something in this stage cannot confirm "
                        "it: another person has to."
                    )
                )
            if isinstance(body, entries.Confirm) and body.seq != last_seq:
                raise EntryRefused(
                    _("The stage has changed since you opened this page: look again.")
                )


def may_confirm(reading: StageReading, by: User | None) -> bool:
    """Return True when the user entered nothing in the stage."""
    return by is not None and not entered_something(reading.entries, by.pk, str(by))


def entered_something(log: Iterable[Entry], by: int | None, name: str) -> bool:
    """Return True when that user entered something.

    Entries that came with a file know their authors by name only.
    """
    return any(
        (entry.by_id == by if entry.by_id is not None else not name or entry.by_name == name)
        for entry in log
        # looking is no entering
        if not isinstance(entries.load(entry.body), entries.Confirm | entries.Reject)
    )


def approval_by_entry(
    body: entries.EntryBody, at: datetime
) -> tuple[Approval, datetime | None] | None:
    """Return the state that an entry gives an ended stage, and since when it is official; None if
    it gives none.
    """
    match body:
        case entries.Official(ask=True):
            return Approval.PROPOSED, None
        case entries.Official() | entries.Confirm():
            return Approval.OFFICIAL, at
        case entries.Reject() | entries.Reopen() | entries.Resume():
            return Approval.PROVISIONAL, None
    return None


def approval_from_log(
    log: Iterable[tuple[entries.EntryBody, datetime]],
) -> tuple[Approval, datetime | None]:
    """Return the state of a stage according to its log, and since when it is official."""
    states = [state for body, at in log if (state := approval_by_entry(body, at)) is not None]
    return states[-1] if states else (Approval.PROVISIONAL, None)


@dataclass(frozen=True)
class Rejected:
    who: str
    why: str


def find_rejection(reading: StageReading) -> Rejected | None:
    """Return who did not confirm the stage and why, None if it was proposed again since."""
    for entry in reversed(reading.entries):
        body = entries.load(entry.body)
        if isinstance(body, entries.Reject):
            said = ", ".join(
                filter(None, (entry.by_name, source_words(reading.stage.tour, entry.imported)))
            )
            return Rejected(said, body.reason)
        if isinstance(body, entries.Official | entries.Confirm):
            return None
    return None


def carry_out(stage: Stage, body: entries.EntryBody, at: datetime) -> None:
    """Save the state that an entry gives the stage."""
    if (state := approval_by_entry(body, at)) is not None:
        stage.approval, stage.approved_at = state
        stage.state_imported = 0
        stage.save(update_fields=["approval", "approved_at", "state_imported"])
