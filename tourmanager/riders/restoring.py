"""Restore deleted teams and riders from their history."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.riders import names
from tourmanager.riders.copying import free_name
from tourmanager.riders.models import ROLES, Rider, Team
from tourmanager.riders.reasons import Reason, describe_reason, read_reason, set_reason

T = TypeVar("T")

TOGETHER = timedelta(seconds=60)  # a team's riders are deleted with it, each a moment before
SHOWN = 200  # the newest deletions


class RestoreRefused(Exception):
    """The row cannot be restored; the message says why."""


def deleted_rows(model: type[Team] | type[Rider]) -> QuerySet[Any]:
    """Return the last version of each deleted team or rider, the newest deletion first."""
    history: Any = model.history
    present = model.objects.values("pk")
    rows: QuerySet[Any] = (
        history.filter(history_type="-")
        .exclude(id__in=present)
        .order_by("-history_date", "-history_id")
    )
    return rows


def deleted_teams() -> list[Any]:
    """Return deleted teams, each with `riders_then`: the riders that it had."""
    records = newest_deletions(deleted_rows(Team))
    for record in records:
        record.riders_then = riders_then(record)
        record.whose = owner_of(record)
    return records


def deleted_riders() -> list[Any]:
    """Return riders that were taken out of a team which still exists."""
    return newest_deletions(
        deleted_rows(Rider).filter(team_id__in=Team.objects.values("pk")).select_related("team")
    )


def newest_deletions(records: QuerySet[Any]) -> list[Any]:
    """Return the last deletion of each row: it may have been restored and deleted again. Each has
    the words for its `reason`.
    """
    newest: dict[int, Any] = {}
    for record in records[:SHOWN]:
        record.reason = describe_reason(record.history_change_reason)
        newest.setdefault(record.id, record)
    return list(newest.values())


def owner_of(record: Any) -> User | None:
    return User.objects.filter(pk=record.owner_id).first() if record.owner_id else None


def riders_then(record: Any) -> list[Any]:
    """Return the riders that were deleted with a team, by number."""
    since = record.history_date - TOGETHER
    records = Rider.history.filter(
        team_id=record.id,
        history_type="-",
        history_date__gte=since,
        history_date__lte=record.history_date,
        history_change_reason=None,  # a rider who was merged into another stays so
    )
    last: dict[int, Any] = {}
    roles: set[str] = set()
    for rider in records.order_by("-history_date", "-history_id"):
        if rider.number not in last and rider.role not in roles:
            last[rider.number] = rider
            roles.add(rider.role)
    return [last[number] for number in sorted(last)]


@transaction.atomic
def restore_team(record: Any) -> Team:
    """Restore a team as it was when it was deleted, with its riders. Where its owner has used its
    name since, it gets another.

    A merge is undone: riders that the kept team got from this one, and that nobody has changed
    since, leave it.
    """
    if Team.objects.filter(pk=record.id).exists():
        raise RestoreRefused(_("This team exists already."))
    team = Team(pk=record.id, colour=record.colour, pattern=record.pattern, owner=owner_of(record))
    own = list(Team.objects.filter(owner=team.owner))
    names_in_use = {names.name_key(other.short_name) for other in own}
    team.name = free_name(record.name, {names.name_key(other.name) for other in own})
    free = names.name_key(record.short_name) not in names_in_use
    team.short_name = record.short_name if free else names.abbreviation(record.name, names_in_use)
    set_reason(team, Reason("restored"))
    team.save(force_insert=True)
    reason = read_reason(record.history_change_reason)
    if reason and reason.code == "merged-into-team" and reason.pk:
        undo_moves(reason.pk, record.id)
    for rider in riders_then(record):
        pk = None if Rider.objects.filter(pk=rider.id).exists() else rider.id
        Rider(pk=pk, team=team, number=rider.number, name=rider.name, role=rider.role).save(
            force_insert=True
        )
    return team


def undo_moves(kept_pk: int, from_pk: int) -> None:
    """Delete the riders that a merge gave to the kept team, unless somebody has changed
    them since.
    """
    for rider in Rider.objects.filter(team_id=kept_pk):
        reasons = [read_reason(record.history_change_reason) for record in rider.history.all()]
        if reasons == [Reason("moved-from-team", from_pk)]:
            rider.delete()


@transaction.atomic
def restore_rider(record: Any) -> Rider:
    """Put a rider back into their team: with their number and role where these are free, otherwise
    with others.
    """
    if Rider.objects.filter(pk=record.id).exists():
        raise RestoreRefused(_("This rider exists already."))
    team = Team.objects.select_for_update().filter(pk=record.team_id).first()
    if team is None:
        raise RestoreRefused(_("The team of this rider is deleted. Bring the team back first."))
    present = list(team.riders.all())
    numbers = _free(range(1, 7), [rider.number for rider in present])
    roles = _free(ROLES, [rider.role for rider in present])
    if not numbers:
        raise RestoreRefused(
            _("%(team)s has six riders. Take one out first.") % {"team": team.name}
        )
    rider = Rider(pk=record.id, team=team, name=record.name)
    rider.number = record.number if record.number in numbers else numbers[0]
    rider.role = record.role if record.role in roles else roles[0]
    set_reason(rider, Reason("restored"))
    rider.save(force_insert=True)
    return rider


def _free(all_of_them: Iterable[T], others: Collection[T]) -> list[T]:
    """List what nobody has taken, in order."""
    return [each for each in all_of_them if each not in others]
