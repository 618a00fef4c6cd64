"""Change a whole tour, for directors: rename, list, share, archive, erase and restore it.

An erased tour can be restored for thirty days; after that `manage.py purge_erased` deletes it for
good. Every change raises the tour's revision and is written with its time.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from tourmanager.accounts.models import User
from tourmanager.tours.changes import note_change
from tourmanager.tours.models import Director, Tour
from tourmanager.tours.planning import creation

RECOVERABLE = timedelta(days=30)


class KeepingRefused(Exception):
    """The tour cannot be changed in that way; says why, for the director."""


def change(tour: Tour, *, at: datetime, **fields: Any) -> Tour:
    """Set fields of the tour and notify the pages that watch it."""
    with transaction.atomic():
        row = Tour.objects.select_for_update().get(pk=tour.pk)
        for name, value in fields.items():
            setattr(row, name, value)
        row.revision += 1
        row.changed_at = at
        row.save(update_fields=[*fields, "revision", "changed_at"])
    return row


def rename(tour: Tour, name: str, *, at: datetime) -> Tour:
    """Rename the tour. Its address stays, so that shared links keep working."""
    try:
        if creation.name_taken(name, apart_from=tour.pk):
            raise KeepingRefused(creation.TAKEN)
        return change(tour, at=at, name=name)
    except IntegrityError:  # somebody was faster
        raise KeepingRefused(creation.TAKEN) from None


def erase(tour: Tour, *, at: datetime) -> Tour:
    return change(tour, at=at, erased_at=at)


def restore(tour: Tour, *, at: datetime) -> Tour:
    """Restore an erased tour, under another name if its own was given away meanwhile."""
    if tour.erased_at is None:
        raise KeepingRefused(gettext("%(tour)s is not erased.") % {"tour": tour.name})
    if at >= tour.erased_at + RECOVERABLE:
        raise KeepingRefused(
            gettext("%(tour)s was erased more than %(days)s days ago.")
            % {"tour": tour.name, "days": RECOVERABLE.days}
        )
    try:
        return change(tour, at=at, erased_at=None, name=creation.free_name(tour.name))
    except IntegrityError:
        raise KeepingRefused(gettext("Another tour took its name just now. Try again.")) from None


def add_director(tour: Tour, user: User, *, at: datetime, by: User | None = None) -> None:
    with transaction.atomic():
        _, new = Director.objects.get_or_create(tour=tour, user=user, defaults={"added_at": at})
        if not new:
            raise KeepingRefused(
                gettext("%(user)s directs this tour already.") % {"user": user.get_username()}
            )
        change(tour, at=at)
        note_change(tour, "director-added", by=by, at=at, who=user.get_username())


def remove_director(tour: Tour, user: User, *, at: datetime, by: User | None = None) -> None:
    """Remove a director, but never the last one: somebody has to be able to write."""
    with transaction.atomic():
        # locks the tour: two directors cannot remove each other in the same moment
        change(tour, at=at)
        directors = Director.objects.filter(tour=tour)
        if not directors.exclude(user=user).exists():
            raise KeepingRefused(
                gettext("A tour needs at least one director. Add somebody else first.")
            )
        directors.filter(user=user).delete()
        note_change(tour, "director-removed", by=by, at=at, who=user.get_username())


def purge(*, at: datetime) -> int:
    """Delete for good what was erased thirty days ago, with its history; return how many tours."""
    old = Tour.objects.filter(erased_at__lte=at - RECOVERABLE)
    keys = list(old.values_list("pk", flat=True))
    with transaction.atomic():
        old.delete()
        Tour.history.filter(id__in=keys).delete()
    return len(keys)
