"""Show the history of a tour to its directors and to staff: who did what, when.

Entries of logs are many, and the database sorts them; all else is what people changed by hand, and
is merged with them here. A page asks the same number of queries, however long the tour is.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.results.log.reading import TourStartList, field_of
from tourmanager.results.models import Entry
from tourmanager.results.tour_history.kinds import (
    IMPORTS,
    KIND_OF_CHANGE,
    KINDS,
    SETTINGS,
    entries_of,
    is_of_log,
)
from tourmanager.results.tour_history.log_rows import log_rows
from tourmanager.tours.changes import say_change
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.versions import settings_changes
from tourmanager.web.guard import page
from tourmanager.web.history import PER_PAGE, FilterChoices, HistoryFilter, HistoryRow


class Place(NamedTuple):
    """Where a row stands in the order of a history. Of one moment the log comes first."""

    at: datetime
    is_logged: bool
    key: int  # of the entry, or of the row among all others


class OtherRow(NamedTuple):
    """A row that is no entry of a log, with what the filter asks."""

    kind: str
    stage: str
    row: HistoryRow


@page("results:tour_history")
def tour_history(request: HttpRequest, tour: Tour) -> HttpResponse:
    stages = list(tour.stages.order_by("number").prefetch_related("lines"))
    for stage in stages:
        stage.tour = tour
    shown = HistoryFilter.read(request.GET, KINDS, [stage.number for stage in stages])
    field = field_of(tour)
    field.stages = len(stages)
    others = _other_rows(tour, field)
    entries = _entries(tour, shown)
    taken = [each.row for each in others if _is_taken(each, shown)]
    count = entries.count() + len(taken)
    page = Paginator(range(count), PER_PAGE).get_page(request.GET.get("page"))
    names = Entry.objects.filter(stage__tour=tour).order_by().values_list("by_name", flat=True)
    context = {
        "tour": tour,
        "tab": "settings",
        "page": page,
        "rows": _rows_of_page(
            tour, field, stages, entries, taken, page.start_index() - 1, page.end_index()
        ),
        "shown": shown,
        "choices": FilterChoices(
            {*names.distinct(), *(each.row.who for each in others)},
            KINDS,
            [(str(stage.number), str(stage)) for stage in stages],
        ),
        "address": reverse("results:tour_history", args=[tour.slug]),
    }
    return render(request, "results/tour_history.html", context)


def _entries(tour: Tour, shown: HistoryFilter) -> QuerySet[Entry]:
    """Return the entries of all logs of the tour that the filter takes, the newest first."""
    if not is_of_log(shown.kind):
        return Entry.objects.none()
    entries = Entry.objects.filter(entries_of(shown.kind), stage__tour=tour)
    if shown.stage:
        entries = entries.filter(stage__number=int(shown.stage))
    return entries.filter(**shown.lookups("by_name", "at")).order_by("-at", "-pk")


def _is_taken(each: OtherRow, shown: HistoryFilter) -> bool:
    return (
        shown.kind in ("", each.kind)
        and shown.stage in ("", each.stage)
        and shown.takes(each.row.who, each.row.at)
    )


def _rows_of_page(
    tour: Tour,
    field: TourStartList,
    stages: Sequence[Stage],
    entries: QuerySet[Entry],
    others: Sequence[HistoryRow],
    first: int,
    last: int,
) -> list[HistoryRow]:
    """Return the rows from one place to another in the order of the whole history."""
    logged = (Place(at, True, pk) for at, pk in entries.values_list("at", "pk")[: max(last, 0)])
    other = (Place(row.at, False, -place) for place, row in enumerate(others))
    places = list(islice(merge(logged, other, reverse=True), max(first, 0), max(last, 0)))
    found = Entry.objects.filter(pk__in=[each.key for each in places if each.is_logged])
    rows = log_rows(tour, field, {stage.pk: stage for stage in stages}, list(found))
    return [rows[each.key] if each.is_logged else others[-each.key] for each in places]


def _other_rows(tour: Tour, field: TourStartList) -> list[OtherRow]:
    """Return all that was done beside the logs, the newest first (2 queries)."""
    rows = [*_settings_rows(tour), *_change_rows(tour, field), *_import_rows(tour)]
    return sorted(rows, key=lambda each: each.row.at, reverse=True)


def _settings_rows(tour: Tour) -> Iterator[OtherRow]:
    for change in settings_changes(tour):
        row = HistoryRow(change.at, change.by_name, change.words, KINDS[SETTINGS])
        yield OtherRow(SETTINGS, "", row)


def _change_rows(tour: Tour, field: TourStartList) -> Iterator[OtherRow]:
    for change in tour.changes.select_related("stage"):
        kind, stage = KIND_OF_CHANGE.get(change.what, SETTINGS), change.stage
        words = say_change(change, field.full_names)
        address = reverse("tours:stages", args=[tour.slug]) if stage else ""
        where = str(stage) if stage else ""
        row = HistoryRow(change.at, change.by_name, words, KINDS[kind], where, address)
        yield OtherRow(kind, str(stage.number) if stage else "", row)


def _import_rows(tour: Tour) -> Iterator[OtherRow]:
    """Yield the imports of the tour: the last one was here, those before on other servers."""
    for number, each in enumerate(tour.imports, start=1):
        is_here = number == len(tour.imports)
        words = _("tour imported from a file") if is_here else _("tour imported on another server")
        at = timezone.localtime(datetime.fromisoformat(each["at"]))
        row = HistoryRow(at, each["by"], words, KINDS[IMPORTS], imported=not is_here)
        yield OtherRow(IMPORTS, "", row)
