"""Load: the tours that exist, to open, run again, put away, erase and bring back (CP-APP-002).

Whoever is not signed in sees the listed tours and may look. A tour that is listed by link only
shows to its directors alone.
"""

from datetime import datetime
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders.names import holds_all_words
from tourmanager.tabletop.registry import room
from tourmanager.tours import keeping
from tourmanager.tours.access import director_required, tour_page
from tourmanager.tours.contract import set_up_of, set_ups
from tourmanager.tours.forms import ErasureForm
from tourmanager.tours.keeping import RECOVERABLE, KeepingRefused
from tourmanager.tours.models import Director, Stage, Tour, TourQuerySet
from tourmanager.web.requests import HtmxRequest

PAGE = 30


class Erased(NamedTuple):
    """A tour that can still be brought back, and until when."""

    tour: Tour
    until: datetime


def visible(user: User | AnonymousUser) -> TourQuerySet:
    """Kept tours that the user may find: listed ones, and his own."""
    tours = Tour.objects.kept()
    if not isinstance(user, User):
        return tours.filter(listed=True)
    mine = Director.objects.filter(tour=OuterRef("pk"), user=user)
    return tours.annotate(mine=Exists(mine)).filter(Q(listed=True) | Q(mine=True))


def named(tours: TourQuerySet, words: str) -> TourQuerySet:
    """Those whose name has every word. Compared here: databases differ in what they take for the
    same letter.
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


@require_safe
@vary_on_headers("HX-Request")
def load(request: HtmxRequest) -> HttpResponse:
    words, archived = request.GET.get("q", "")[:100], request.GET.get("archived") == "1"
    tours = visible(request.user).filter(archived_at__isnull=not archived)
    page = Paginator(
        named(tours, words).with_progress().order_by("-changed_at", "-pk"), PAGE
    ).get_page(request.GET.get("page"))
    erased: list[Erased] = []
    if request.user.is_authenticated:
        since = timezone.now() - RECOVERABLE
        gone = (
            Tour.objects.directed_by(request.user)
            .filter(erased_at__gt=since)
            .order_by("-erased_at")
        )
        erased = [Erased(tour, tour.erased_at + RECOVERABLE) for tour in gone if tour.erased_at]
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


@require_safe
@tour_page
def tour(request: HttpRequest, tour: Tour) -> HttpResponse:
    """A running tour opens on its active stage, a finished one on its players' points (CP-APP-002),
    or else on its classifications.
    """
    if tour.finished:
        return redirect(
            "classifications:manager_points" if tour.manager_points_name else "classifications:all",
            tour.slug,
        )
    stage = tour.stages.filter(state=Stage.State.ACTIVE).first() or tour.stages.latest("number")
    return redirect("results:stage", tour.slug, stage.number)


@require_POST
@login_required
@tour_page
def duplicate(request: SignedIn, tour: Tour) -> HttpResponse:
    """Begin the same tour once more, as its game does; nobody has to direct the one it repeats."""
    return set_up_of(tour).repeat(request, tour)


@require_POST
@director_required
def archive(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Puts the tour away, or takes it out again."""
    if request.POST.get("away") == "0":
        keeping.change(tour, at=timezone.now(), archived_at=None)
        messages.info(request, f"{tour.name} is out of the archive.")
    else:
        now = timezone.now()
        keeping.change(tour, at=now, archived_at=now)
        messages.info(request, f"{tour.name} is in the archive.")
    return redirect("tours:load")


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def erase(request: HttpRequest, tour: Tour) -> HttpResponse:
    form = ErasureForm(request.POST or None, tour=tour)
    if form.is_valid():
        now = timezone.now()
        keeping.erase(tour, at=now)
        messages.info(
            request,
            f"{tour.name} is erased. It can be brought back until {day(now + RECOVERABLE)}.",
        )
        return redirect("tours:load")
    context = {"tour": tour, "form": form, "tab": "settings", "until": timezone.now() + RECOVERABLE}
    return render(
        request, "tours/erase.html", context, status=422 if request.method == "POST" else 200
    )


@require_POST
@login_required
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """An erased tour is there for its directors alone."""
    tour = get_object_or_404(
        Tour.objects.directed_by(request.user).exclude(erased_at=None), slug=slug
    )
    room(tour.game)  # raises UnknownGame
    try:
        back = keeping.restore(tour, at=timezone.now())
    except KeepingRefused as refused:
        messages.error(request, str(refused))
    else:
        also = (
            f" Its name was taken meanwhile: it is called {back.name} now."
            if back.name != tour.name
            else ""
        )
        messages.info(request, f"{tour.name} is back.{also}")
    return redirect("tours:load")


def day(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return f"{local.day} {local:%B %Y}"
