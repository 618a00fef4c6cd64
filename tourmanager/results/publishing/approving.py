"""Whether a stage is official: provisional until ended, official when the director says so, or when
a second person has confirmed it.

The second person sees the same figures and cannot be anybody who entered something in that stage;
the server holds that. What a log says about it is read by `told`, so the state that is kept beside
the log can be proved.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.log.reading import StageReading
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries
from tourmanager.results.sheet.jury import Refused
from tourmanager.tours.models import Stage
from tourmanager.tours.planning.imports import source

Approval = Stage.Approval
# these say how an ended stage stands
STATES = (
    entries.End,
    entries.Reopen,
    entries.Discard,
    entries.Official,
    entries.Confirm,
    entries.Reject,
)


def check(reading: StageReading, body: entries.Body, by: User | None) -> None:
    """Refuses what may not be said about the stage as it is, or not by him. Raises Refused."""
    match body:
        case entries.Official(ask) if ask != reading.stage.tour.second_person:
            raise Refused(
                _("In this tour nobody has to confirm a stage: make it official.")
                if ask
                else _("In this tour somebody else has to confirm a stage: ask for that.")
            )
        case entries.Confirm() | entries.Reject() if by is None:
            raise Refused(_("Only somebody who is signed in can confirm a stage."))
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
    stage: Stage, log: Sequence[Entry], body: entries.Body, last_seq: int, by: int | None, name: str
) -> None:
    """What of it the log itself can tell; an import asks this of every entry of a file. Raises
    Refused.
    """
    match body:
        case entries.Official(ask):
            if stage.approval == Approval.OFFICIAL:
                raise Refused(_("%(stage)s is official already.") % {"stage": stage})
            if stage.approval == Approval.PROPOSED and ask:
                raise Refused(_("%(stage)s waits for a second person already.") % {"stage": stage})
        case entries.Confirm() | entries.Reject():
            if stage.approval != Approval.PROPOSED:
                raise Refused(_("%(stage)s does not wait for a second person.") % {"stage": stage})
            if entered(log, by, name):
                raise Refused(
                    _(
                        "Somebody who entered something in this stage cannot confirm "
                        "it: another person has to."
                    )
                )
            if isinstance(body, entries.Confirm) and body.seq != last_seq:
                raise Refused(_("The stage has changed since you opened this page: look again."))


def may_confirm(reading: StageReading, by: User | None) -> bool:
    """Whether he entered nothing in the stage."""
    return by is not None and not entered(reading.entries, by.pk, str(by))


def entered(log: Iterable[Entry], by: int | None, name: str) -> bool:
    """Whether he entered something; entries that came with a file know their authors by
    name only.
    """
    return any(
        (entry.by_id == by if entry.by_id is not None else not name or entry.by_name == name)
        for entry in log
        # looking is no entering
        if not isinstance(entries.load(entry.body), entries.Confirm | entries.Reject)
    )


def becomes(body: entries.Body, at: datetime) -> tuple[Approval, datetime | None] | None:
    """The state that an entry gives an ended stage, and since when it is official; None where it
    says nothing about it.
    """
    match body:
        case entries.Official(ask=True):
            return Approval.PROPOSED, None
        case entries.Official() | entries.Confirm():
            return Approval.OFFICIAL, at
        case entries.Reject() | entries.Reopen():
            return Approval.PROVISIONAL, None
    return None


def told(log: Iterable[tuple[entries.Body, datetime]]) -> tuple[Approval, datetime | None]:
    """The state of a stage as its log tells it."""
    states = [state for body, at in log if (state := becomes(body, at)) is not None]
    return states[-1] if states else (Approval.PROVISIONAL, None)


@dataclass(frozen=True)
class Rejected:
    who: str
    why: str


def rejected(reading: StageReading) -> Rejected | None:
    """Who did not confirm the stage and why, until it is proposed again."""
    for entry in reversed(reading.entries):
        body = entries.load(entry.body)
        if isinstance(body, entries.Reject):
            said = ", ".join(
                filter(None, (entry.by_name, source(reading.stage.tour, entry.imported)))
            )
            return Rejected(said, body.reason)
        if isinstance(body, entries.Official | entries.Confirm):
            return None
    return None


def carry_out(stage: Stage, body: entries.Body, at: datetime) -> None:
    """The stage gets the state that was said."""
    if (state := becomes(body, at)) is not None:
        stage.approval, stage.approved_at = state
        stage.state_imported = 0
        stage.save(update_fields=["approval", "approved_at", "state_imported"])
