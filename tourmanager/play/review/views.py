"""Show the result of a digital stage to everybody, and record it in its tour for a director."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from games.engine import AnyOutcome
from tourmanager.play.contract import screen_of
from tourmanager.play.log.reading import last_position, look_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.review.earlier import earlier_rides
from tourmanager.play.review.result import Result, result_of
from tourmanager.play.seats.access import user_of
from tourmanager.play.seats.device import Device
from tourmanager.play.table.hand_over import (
    HandingOverRefused,
    find_obstacles,
    record_ride,
)
from tourmanager.results.log.recording import EntryRefused
from tourmanager.tours.access import is_director
from tourmanager.tours.models import Stage
from tourmanager.tours.rules import rules_of
from tourmanager.web.guard import page


@page("play:review")
def review(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show what a director would have logged of the stage; by POST record it and end the stage."""
    where = last_position(ride)
    outcome = where.game.outcome(where.state)
    if outcome is None:
        return redirect(ride)
    if request.method == "POST":
        return _record(request, ride, device, outcome)
    return _page(request, ride, device, outcome)


def _record(request: HttpRequest, ride: Ride, device: Device, outcome: AnyOutcome) -> HttpResponse:
    try:
        stage = record_ride(ride=ride, by=user_of(request), at=timezone.now())
    except HandingOverRefused as refused:
        return _page(request, ride, device, outcome, refused.problems)
    except EntryRefused as refused:
        return _page(request, ride, device, outcome, (str(refused),))
    return redirect("classifications:stage_end", stage.tour.slug, stage.number)


def classifications_of(stage: Stage) -> str:
    return f"{reverse('classifications:all', args=[stage.tour.slug])}?stage={stage.number}"


def _page(
    request: HttpRequest,
    ride: Ride,
    device: Device,
    outcome: AnyOutcome,
    refused: tuple[str, ...] = (),
) -> HttpResponse:
    stage = ride.stage
    directed = stage is not None and is_director(request.user, stage.tour)
    waiting = directed and ride.recorded_at is None
    context = {
        "ride": ride,
        "device": device,
        "page": "review",
        "token": secrets.token_hex(12),
        "result": score_result(ride, outcome),
        "earlier": earlier_rides(stage) if stage else (),
        "directed": directed,
        "waiting": waiting,
        "trouble": refused or (find_obstacles(stage, outcome) if stage and waiting else ()),
        "classifications": classifications_of(stage) if stage else "",
    }
    return render(request, "play/review.html", context, status=409 if refused else 200)


def score_result(ride: Ride, outcome: AnyOutcome) -> Result:
    """Return the result with the points of the tour's scheme, or of the game's for a single
    stage.
    """
    look, screen, stage = look_of(ride), screen_of(ride.game), ride.stage
    if stage is not None:
        return result_of(outcome, look, screen.board, rules_of(stage.tour), stage.type, stage.kind)
    rules, type = screen.single_rules(ride.setup)
    return result_of(outcome, look, screen.board, rules, type)
