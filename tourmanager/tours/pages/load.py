"""List the tours that exist, to open, run again, archive, erase and restore (CP-APP-002).

Visitors who are not signed in see the listed tours and may look. A tour that is listed by link only
is shown to its directors alone.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders.access import is_staff
from tourmanager.riders.names import holds_all_words
from tourmanager.tours.access import erased_tours
from tourmanager.tours.contract import set_up_of, set_ups
from tourmanager.tours.models import Director, Stage, Tour, TourQuerySet
from tourmanager.tours.pages import keeping
from tourmanager.tours.pages.forms import ErasureForm
from tourmanager.tours.pages.keeping import RECOVERABLE, KeepingRefused
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest

PAGE = 30
DAY = timedelta(days=1)


class Erased(NamedTuple):
    """A tour that can still be restored, until when, and how many days are left until then."""

    tour: Tour
    until: datetime
    days: int
    directors: str  # their names, for staff who look after tours of others


def visible_tours(user: User | AnonymousUser) -> TourQuerySet:
    """Return the tours that the user may find: listed ones, and their own."""
    tours = Tour.objects.not_erased()
    if not isinstance(user, User):
        return tours.filter(listed=True)
    mine = Director.objects.filter(tour=OuterRef("pk"), user=user)
    return tours.annotate(mine=Exists(mine)).filter(Q(listed=True) | Q(mine=True))


def search_by_name(tours: TourQuerySet, words: str) -> TourQuerySet:
    """Return the tours whose name has every word.

    Compared here: databases differ in what they take for the same letter.
    """
    if not words.strip():
        return tours
    return tours.filter(
        pk__in=[
            pk
            for pk, name in tours.order_by().values_list("pk", "name")
            if holds_all_words(words, name)
        ]
    )


@page("tours:load")
@vary_on_headers("HX-Request")
def load(request: HtmxRequest) -> HttpResponse:
    words, archived = request.GET.get("q", "")[:100], request.GET.get("archived") == "1"
    tours = visible_tours(request.user).filter(archived_at__isnull=not archived)
    page = Paginator(
        search_by_name(tours, words).with_progress().order_by("-changed_at", "-pk"), PAGE
    ).get_page(request.GET.get("page"))
    erased: list[Erased] = []
    if request.user.is_authenticated:
        erased = list(_list_erased(request.user, timezone.now()))
    context = {
        "page": page,
        "words": words,
        "archived": archived,
        "erased": erased,
        # of games whose tours begin on a page of their own
        "pages": [(key, each.offer) for key, each in set_ups().items() if not each.offer.drafts],
    }
    template = "tours/load.html" + ("#found" if request.htmx else "")
    return render(request, template, context)


def _list_erased(user: User, now: datetime) -> Iterator[Erased]:
    """Yield the tours that the user can restore, the last erased first (1 query, of staff 2)."""
    tours = erased_tours(user).filter(erased_at__gt=now - RECOVERABLE).order_by("-erased_at")
    staff = is_staff(user)
    for tour in tours.prefetch_related("directors") if staff else tours:
        if tour.erased_at is not None:
            until = tour.erased_at + RECOVERABLE
            directors = [str(each) for each in tour.directors.all()] if staff else []
            yield Erased(tour, until, ceil((until - now) / DAY), ", ".join(directors))


@page("tours:tour")
def tour(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Redirect to the active stage of a running tour; of a finished one to its players' points, or
    else its classifications (CP-APP-002).
    """
    if tour.is_finished:
        return redirect(
            "classifications:manager_points" if tour.manager_points_name else "classifications:all",
            tour.slug,
        )
    stage = tour.stages.filter(state=Stage.State.ACTIVE).first() or tour.stages.latest("number")
    return redirect("results:stage", tour.slug, stage.number)


@page("tours:duplicate")
def duplicate(request: SignedIn, tour: Tour) -> HttpResponse:
    """Begin the same tour once more, as its game does; nobody has to direct the one it repeats."""
    return set_up_of(tour).repeat(request, tour)


@page("tours:archive")
def archive(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Archive the tour, or take it out of the archive."""
    if request.POST.get("away") == "0":
        keeping.change(tour, at=timezone.now(), archived_at=None)
        messages.info(request, _("%(tour)s is out of the archive.") % {"tour": tour.name})
    else:
        now = timezone.now()
        keeping.change(tour, at=now, archived_at=now)
        messages.info(request, _("%(tour)s is in the archive.") % {"tour": tour.name})
    return redirect("tours:load")


@page("tours:erase")
def erase(request: HttpRequest, tour: Tour) -> HttpResponse:
    form = ErasureForm(request.POST or None, tour=tour)
    if form.is_valid():
        now = timezone.now()
        keeping.erase(tour, at=now)
        messages.info(
            request,
            _("%(tour)s is erased. It can be brought back until %(day)s.")
            % {"tour": tour.name, "day": day(now + RECOVERABLE)},
        )
        return redirect("tours:load")
    context = {"tour": tour, "form": form, "tab": "settings", "until": timezone.now() + RECOVERABLE}
    return render(
        request, "tours/erase.html", context, status=422 if request.method == "POST" else 200
    )


@page("tours:restore")
def restore(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Restore an erased tour, which only its directors and staff find."""
    try:
        back = keeping.restore(tour, at=timezone.now())
    except KeepingRefused as refused:
        messages.error(request, str(refused))
    else:
        words = (
            _("%(tour)s is back.")
            if back.name == tour.name
            else _("%(tour)s is back. Its name was taken meanwhile: it is called %(name)s now.")
        )
        messages.info(request, words % {"tour": tour.name, "name": back.name})
    return redirect("tours:load")


def day(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return f"{local.day} {local:%B %Y}"
