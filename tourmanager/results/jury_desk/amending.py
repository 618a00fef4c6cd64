"""Record several entries as one step: all of them, or none.

A stage that has ended is amended by reopening it, recording what the jury decided, and ending it
again in one step, after the director has seen what it changes.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.log.reading import StageReading
from tourmanager.results.log.recording import Conflict, EntryRefused, Recorded, record
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.jury import ENTRIES
from tourmanager.tours.models import Stage, Tour

JURY = (*ENTRIES, e.Move, e.Arrive, e.Back)  # what the jury's page sends
MOST = 3


def record_all(
    *,
    stage: Stage,
    bodies: Sequence[e.EntryBody],
    token: str,
    by: User | None,
    at: datetime,
    client: str = "",
    base: int | None = None,
) -> Recorded:
    """Record one entry after the other. Raises EntryRefused, nothing recorded."""
    reading: StageReading | None = None
    with transaction.atomic():
        for n, body in enumerate(bodies):
            recording = record(
                stage=stage,
                body=body,
                token=f"{token}.{n}",
                by=by,
                at=at,
                client=client,
                base=base,
                reading=reading,
            )
            reading = recording.reading
    return recording


def amend(
    *,
    stage: Stage,
    bodies: Sequence[e.EntryBody],
    accepted: Sequence[str],
    token: str,
    seq: int,
    by: User | None,
    at: datetime,
    client: str = "",
) -> Recorded:
    """Correct an ended stage and end it again.

    `seq` is the last entry in its log when the consequences were shown. Raises EntryRefused,
    nothing recorded.
    """
    if not bodies or len(bodies) > MOST or not all(isinstance(body, JURY) for body in bodies):
        raise EntryRefused(_("That is no decision of a jury: nothing was changed."))
    with transaction.atomic():
        Tour.objects.select_for_update().get(pk=stage.tour_id)
        log = Entry.objects.filter(stage=stage)
        last = log.order_by("-seq").values_list("seq", flat=True).first() or 0
        if last != seq and not log.filter(token=f"{token}.0").exists():
            raise Conflict(_("The stage has changed since you saw what this changes. Look again."))
        steps = [e.Reopen(), *bodies, e.End(tuple(accepted))]
        return record_all(
            stage=stage, bodies=steps, token=token, by=by, at=at, client=client, base=seq
        )


def try_entries(reading: StageReading, bodies: Sequence[e.EntryBody]) -> StageReading:
    """Return the reading with those entries, recording nothing. Raises EntryRefused."""
    for body in bodies:
        reading.log.sheet.apply(body)
    return reading
