"""Begin a race again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.race.set_up import races
from tourmanager.tours.models import Tour
from tourmanager.tours.pages.start import redirect_permanently
from tourmanager.tours.planning.creation import PlanRefused, free_name
from tourmanager.web.guard import page


def repeat(request: SignedIn, tour: Tour) -> HttpResponse:
    """Copy a race with nothing raced yet; it needs no draft."""
    try:
        copy = races.copy_race(tour, free_name(tour.name), by=request.user, at=timezone.now())
    except PlanRefused as refused:
        for problem in refused.problems[:12]:
            messages.error(request, f"{problem.where}: {problem.text}")
        return redirect(tour)
    messages.info(
        request,
        f"This is a copy of {tour.name}: the same teams, riders and stages, and nothing raced yet.",
    )
    return redirect(copy)


@page("race:old_begin")
def old_begin(request: HttpRequest) -> HttpResponse:
    """Lead from the address at which a race began before each game had its own."""
    return redirect_permanently(request, reverse("tours:begin", args=[races.KEY]))
