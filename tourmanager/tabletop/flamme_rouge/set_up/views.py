"""Set up a Grand Tour on one page. Everything entered is stored at once (htmx sends the form as it
changes), also what is wrong; only "Create the tour" checks whether all of it is right.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.entered import (
    Entered,
    apply_button,
    merge_form,
    repeat_tour,
    usual_tour,
)
from tourmanager.tabletop.flamme_rouge.set_up.forms import GrandTourForm
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import KEY
from tourmanager.tours.models import Draft, Tour
from tourmanager.tours.pages.start import redirect_permanently
from tourmanager.tours.planning import drafts
from tourmanager.tours.planning.creation import PlanRefused, free_name
from tourmanager.web.guard import page

PAGE = "tabletop/flamme_rouge/set_up/grand_tour.html"


def begin(request: SignedIn) -> HttpResponse:
    """Begin a draft."""
    if request.method != "POST":
        return redirect("tours:start")
    return _begin(request, usual_tour())


def repeat(request: SignedIn, tour: Tour) -> HttpResponse:
    """Begin a draft of the same tour; nobody has to direct the one it repeats."""
    messages.info(
        request,
        _("This is a copy of %(tour)s. Change what you like, then create it.")
        % {"tour": tour.name},
    )
    return _begin(request, repeat_tour(grand_tours.plan_of(tour), free_name(tour.name)))


def _begin(request: SignedIn, entered: Entered) -> HttpResponse:
    row = drafts.begin(request, KEY, entered)
    return redirect("flamme_rouge:draft", row.pk) if row else redirect("tours:start")


@page("flamme_rouge:old_begin")
def old_begin(request: HttpRequest) -> HttpResponse:
    """Lead from the address at which a Grand Tour began before each game had its own."""
    return redirect_permanently(request, reverse("tours:begin", args=[KEY]))


@page("flamme_rouge:old_draft")
def old_draft(request: HttpRequest, pk: int) -> HttpResponse:
    return redirect_permanently(request, reverse("flamme_rouge:draft", args=[pk]))


@page("flamme_rouge:old_repeat")
def old_repeat(request: HttpRequest, tour: Tour) -> HttpResponse:
    return redirect_permanently(request, reverse("tours:duplicate", args=[tour.slug]))


@page("flamme_rouge:draft")
def grand_tour(request: SignedIn, row: Draft) -> HttpResponse:
    if request.method != "POST":
        return _page(request, row, row.data)
    what, entered = request.POST.get("do", ""), merge_form(request.POST.dict(), row.data)
    row.data = apply_button(entered, what)
    row.save(update_fields=["data", "changed_at"])
    if what == "create":
        return _create(request, row)
    if request.htmx:
        return _page(request, row, row.data, part="#form" if what else "#seen")
    return redirect("flamme_rouge:draft", row.pk)


def _create(request: SignedIn, row: Draft) -> HttpResponse:
    form = GrandTourForm(row.data, request.user, checked=True)
    if form.is_right():
        try:
            tour = grand_tours.create(
                form.plan(), by=request.user, at=timezone.now(), ending=row.data["ending"]
            )
        except PlanRefused as refused:
            form.refuse(refused.problems)
        else:
            row.delete()
            if request.htmx:
                return HttpResponseClientRedirect(tour.get_absolute_url())
            return redirect(tour)
    return render(request, PAGE, _context(row, form), status=422)


def _page(request: SignedIn, row: Draft, entered: Entered, part: str = "") -> HttpResponse:
    return render(request, f"{PAGE}{part}", _context(row, GrandTourForm(entered, request.user)))


def _context(row: Draft, form: GrandTourForm) -> dict[str, object]:
    return {
        "row": row,
        "form": form,
        "address": reverse("flamme_rouge:draft", args=[row.pk]),
        "ending": row.data["ending"],
    }
