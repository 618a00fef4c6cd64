"""Actions of the administration on several tours at once: each goes through `pages.keeping`, one
tour after the other, as on the pages of the app, and says which tours refused it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.tours.models import Tour
from tourmanager.tours.pages import keeping
from tourmanager.tours.pages.keeping import KeepingRefused

Change = Callable[[Tour, datetime], object]


def apply_to_each(request: HttpRequest, tours: Iterable[Tour], change: Change) -> None:
    """Carry out a change for each tour, and tell how many were changed and why others were not."""
    now, changed = timezone.now(), 0
    for tour in tours:
        try:
            change(tour, now)
        except KeepingRefused as refused:
            messages.error(request, str(refused))
        else:
            changed += 1
    if changed:
        sentence = ngettext("%(count)s tour changed.", "%(count)s tours changed.", changed)
        messages.success(request, sentence % {"count": changed})


class TourActions(admin.ModelAdmin):  # type: ignore[type-arg]  # it takes none when it runs
    """The actions of the list of tours."""

    actions = ("archive", "unarchive", "erase", "restore")

    @admin.action(description=gettext_lazy("Archive the selected tours"), permissions=["change"])
    def archive(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        tours = queryset.filter(archived_at=None)
        apply_to_each(request, tours, lambda tour, at: keeping.change(tour, at=at, archived_at=at))

    @admin.action(
        description=gettext_lazy("Take the selected tours out of the archive"),
        permissions=["change"],
    )
    def unarchive(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        tours = queryset.exclude(archived_at=None)
        apply_to_each(
            request, tours, lambda tour, at: keeping.change(tour, at=at, archived_at=None)
        )

    @admin.action(
        description=gettext_lazy("Erase the selected tours (recoverable for 30 days)"),
        permissions=["change"],
    )
    def erase(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        tours = queryset.filter(erased_at=None)
        apply_to_each(request, tours, lambda tour, at: keeping.erase(tour, at=at))

    @admin.action(
        description=gettext_lazy("Bring the selected erased tours back"), permissions=["change"]
    )
    def restore(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        apply_to_each(request, queryset, lambda tour, at: keeping.restore(tour, at=at))
