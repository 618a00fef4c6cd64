"""Hand a digital stage over to its tour: record it as a director would have tapped it, by
`recording.record`.

What is recorded is the official result and never depends on the ride again. All of a stage is
recorded or nothing: where the log would then differ from the ride (somebody logged at the table
meanwhile), it is refused with what differs.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import AnyOutcome
from tourmanager.accounts.models import User
from tourmanager.play.contract import screen_of
from tourmanager.play.log.loop import open_ride
from tourmanager.play.models import Ride
from tourmanager.play.review.earlier import rides_without_result, token_of
from tourmanager.play.start.from_tour import why_not
from tourmanager.play.table.entry_writer import EntryWriter
from tourmanager.results.jury_desk.amending import record_all
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import EntryRefused
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import warning_codes
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tours.access import is_director
from tourmanager.tours.models import Stage, Tour


class HandingOverRefused(EntryRefused):
    """The stage log would differ from the ride; `problems` says where, in words. Nothing was
    recorded.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def record_ride(*, ride: Ride, by: User, at: datetime, end: bool = True) -> Stage:
    """Record the ridden stage in its tour's log and end the stage. A second press changes nothing.
    Raises EntryRefused.
    """
    with open_ride(ride) as (now, where):
        stage = stage_of(now, by)
        if now.recorded_at is None:
            outcome = where.game.outcome(where.state)
            if outcome is None:
                raise HandingOverRefused(
                    _("The stage is not over: it is recorded when everybody has arrived.")
                )
            digital = e.Digital(now.slug, earlier=len(rides_without_result(stage, excluding=now)))
            hand_over(stage, digital, outcome, by=by, at=at, end=end)
            now.recorded_at = at
            now.save(update_fields=["recorded_at"])
        return stage


def go_on_at_table(*, ride: Ride, by: User, at: datetime) -> Stage:
    """Close a running ride, so that its stage continues at the table with what has happened up to
    the beginning of the turn under way in its log.

    A second press changes nothing. Raises EntryRefused.
    """
    with open_ride(ride) as (now, where):
        stage = stage_of(now, by)
        if now.state == Ride.State.OVER:
            raise HandingOverRefused(_("The stage is over: record its result."))
        if now.state == Ride.State.LEFT:
            return stage
        table = screen_of(now.game).table
        if table is None:
            raise HandingOverRefused(
                _(
                    "A stage of this game is ridden to its end where it was begun: "
                    "it cannot go on at a table."
                )
            )
        if (outcome := table.so_far(where)) is not None:
            before = len(rides_without_result(stage, excluding=now))
            digital = e.Digital(now.slug, table.last_turn(where), before)
            hand_over(stage, digital, outcome, by=by, at=at, end=False)
        now.state, now.ended_at = Ride.State.LEFT, at
        now.save(update_fields=["state", "ended_at"])
        return stage


def stage_of(ride: Ride, by: User) -> Stage:
    """Return the stage that this user may record the ride in. Raises EntryRefused."""
    if ride.stage is None:
        raise HandingOverRefused(
            _("This stage belongs to no tour: there is nothing to record it in.")
        )
    if not is_director(by, ride.stage.tour):
        raise HandingOverRefused(_("Only a director of the tour can record a stage in it."))
    return ride.stage


def hand_over(
    stage: Stage, digital: e.Digital, outcome: AnyOutcome, *, by: User, at: datetime, end: bool
) -> None:
    """Add to the stage's log what is not there yet; with `end` the stage is over.

    Raises EntryRefused, nothing recorded.
    """
    with transaction.atomic():
        Tour.objects.select_for_update().get(pk=stage.tour_id)
        stage = Stage.objects.select_related("tour").get(pk=stage.pk)
        token = token_of(digital.ride)
        if Entry.objects.filter(stage=stage, token=f"{token}.0").exists():
            return
        if words := why_not(stage):
            raise HandingOverRefused(words)
        reading = read_stage(stage)
        writer = complete_sheet(stage.tour.game, outcome, reading.log.sheet)
        bodies = [digital, *writer.entries, *_end(writer.sheet, reading.field.scheme, end)]
        record_all(stage=stage, bodies=bodies, token=token, by=by, at=at)


def find_obstacles(stage: Stage, outcome: AnyOutcome) -> tuple[str, ...]:
    """Return the reasons why the outcome could not be recorded now; nothing where it can."""
    if words := why_not(stage):
        return (words,)
    try:
        complete_sheet(stage.tour.game, outcome, read_stage(stage).log.sheet)
    except HandingOverRefused as refused:
        return refused.problems
    return ()


def complete_sheet(game: str, outcome: AnyOutcome, sheet: Sheet) -> EntryWriter:
    """Bring the sheet to the outcome, and return it with the entries for that.

    Raises EntryRefused where it does not come to the same stage.
    """
    if sheet.unfinished_units():
        raise HandingOverRefused(
            _("An arrival in the log lacks %(lacking)s: complete it on the stage's page first.")
            % {"lacking": sheet.game.lacking}
        )
    adapter = screen_of(game).adapter
    try:
        writer = adapter.to_entries(outcome, sheet)
    except EntryRefused as refused:
        raise HandingOverRefused(str(CHANGED), str(refused)) from None
    if problems := adapter.differences(outcome, writer.sheet):
        raise HandingOverRefused(str(CHANGED), *problems)
    return writer


CHANGED = gettext_lazy(
    "The stage's log was changed at the table meanwhile, so that the digital "
    "stage does not go on from it."
)


def _end(sheet: Sheet, scheme: Scheme, end: bool) -> list[e.EntryBody]:
    return [e.End(warning_codes(sheet, scheme))] if end else []
