"""Setting up a Grand Tour: one page. What is entered is kept at once (htmx sends the form as it changes), also what is wrong; only "Create
the tour" asks whether all of it is right.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tourmanager.accounts.requests import SignedIn
from tourmanager.play.grand_tour.entered import Entered, blank, do, repeating, sent
from tourmanager.play.grand_tour.forms import GrandTourForm
from tourmanager.tours import drafts, grand_tours
from tourmanager.tours.access import tour_page
from tourmanager.tours.creation import PlanRefused
from tourmanager.tours.games import FLAMME_ROUGE
from tourmanager.tours.models import Draft, Tour
from tourmanager.tours.wizard import gone

PAGE = "play/grand_tour.html"


@require_POST
@login_required
def new(request: SignedIn) -> HttpResponse:
    return _begin(request, blank())


@require_POST
@login_required
@tour_page
def repeat(request: SignedIn, tour: Tour) -> HttpResponse:
    """The same tour once more, to be changed first; nobody has to direct the one it repeats."""
    if tour.game != FLAMME_ROUGE:
        raise Http404
    messages.info(request, f"This is a copy of {tour.name}. Change what you like, then create it.")
    return _begin(request, repeating(grand_tours.plan_of(tour), drafts.free_name(tour.name)))


def _begin(request: SignedIn, entered: Entered) -> HttpResponse:
    if drafts.too_many(request.user):
        messages.error(request, drafts.TOO_MANY)
        return redirect("tours:start")
    return redirect("play:grand_tour", Draft.objects.create(owner=request.user, game=FLAMME_ROUGE, data=entered).pk)


def of_a_draft(view: Callable[[SignedIn, Draft], HttpResponse]) -> Callable[..., HttpResponse]:
    """The owner's draft, locked while it is changed: two devices, or two taps, come one after the other."""

    @login_required
    @wraps(view)
    def page(request: SignedIn, pk: int) -> HttpResponse:
        rows = Draft.objects.filter(owner=request.user, game=FLAMME_ROUGE)
        if request.method != "POST":
            return view(request, get_object_or_404(rows, pk=pk))
        with transaction.atomic():
            row = rows.select_for_update().filter(pk=pk).first()
            return view(request, row) if row else gone(request)

    return page


@of_a_draft
@require_http_methods(["GET", "HEAD", "POST"])
def grand_tour(request: SignedIn, row: Draft) -> HttpResponse:
    if request.method != "POST":
        return _page(request, row, row.data)
    what, entered = request.POST.get("do", ""), sent(request.POST.dict(), row.data)
    row.data = do(entered, what)
    row.save(update_fields=["data", "changed_at"])
    if what == "create":
        return _create(request, row)
    if request.headers.get("HX-Request") == "true":
        return _page(request, row, row.data, part="#form" if what else "#seen")
    return redirect("play:grand_tour", row.pk)


def _create(request: SignedIn, row: Draft) -> HttpResponse:
    form = GrandTourForm(row.data, request.user, checked=True)
    if form.is_right():
        try:
            tour = grand_tours.create(form.plan(), by=request.user, at=timezone.now(), ending=row.data["ending"])
        except PlanRefused as refused:
            form.refuse(refused.problems)
        else:
            row.delete()
            if request.headers.get("HX-Request") == "true":
                return HttpResponse(headers={"HX-Redirect": tour.get_absolute_url()})
            return redirect(tour)
    return render(request, PAGE, _context(row, form), status=422)


def _page(request: SignedIn, row: Draft, entered: Entered, part: str = "") -> HttpResponse:
    return render(request, f"{PAGE}{part}", _context(row, GrandTourForm(entered, request.user)))


def _context(row: Draft, form: GrandTourForm) -> dict[str, object]:
    return {"row": row, "form": form, "address": reverse("play:grand_tour", args=[row.pk]), "ending": row.data["ending"]}
