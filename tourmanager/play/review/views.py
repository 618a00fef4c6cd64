"""The result of a digital stage: looked at by everybody, recorded in its tour by a director."""

import secrets

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine import AnyOutcome
from tourmanager.play.contract import screen_of
from tourmanager.play.log.reading import look_of, position
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.review.earlier import earlier_rides
from tourmanager.play.review.result import Result, result_of
from tourmanager.play.seats.access import ride_page, user_of
from tourmanager.play.seats.device import Device
from tourmanager.play.table.hand_over import HandingOverRefused, foreseen, record_ride
from tourmanager.results.log.recording import Refused
from tourmanager.tours.access import directs
from tourmanager.tours.models import Stage
from tourmanager.tours.rules import rules_of


@require_http_methods(["GET", "HEAD", "POST"])
@ride_page
def review(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """What a director would have logged of the stage; by POST it is recorded and the stage
    ended.
    """
    where = position(ride)
    outcome = where.game.outcome(where.state)
    if outcome is None:
        return redirect(ride)
    if request.method == "POST":
        return _record(request, ride, device, outcome)
    return _page(request, ride, device, outcome)


def _record(request: HttpRequest, ride: Ride, device: Device, outcome: AnyOutcome) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if ride.stage is not None and not directs(request.user, ride.stage.tour):
        raise PermissionDenied(
            _("Only a director of the tour can record a stage in it. You may look at the result.")
        )
    try:
        stage = record_ride(ride=ride, by=user_of(request), at=timezone.now())
    except HandingOverRefused as refused:
        return _page(request, ride, device, outcome, refused.found)
    except Refused as refused:
        return _page(request, ride, device, outcome, (str(refused),))
    return redirect(classifications_of(stage))


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
    directed = stage is not None and directs(request.user, stage.tour)
    waiting = directed and ride.recorded_at is None
    context = {
        "ride": ride,
        "device": device,
        "page": "review",
        "token": secrets.token_hex(12),
        "result": shown(ride, outcome),
        "earlier": earlier_rides(stage) if stage else (),
        "directed": directed,
        "waiting": waiting,
        "trouble": refused or (foreseen(stage, outcome) if stage and waiting else ()),
        "classifications": classifications_of(stage) if stage else "",
    }
    return render(request, "play/review.html", context, status=409 if refused else 200)


def shown(ride: Ride, outcome: AnyOutcome) -> Result:
    """Return the result with the points of the tour's scheme, or of the game's for a single
    stage.
    """
    look, screen, stage = look_of(ride), screen_of(ride.game), ride.stage
    if stage is not None:
        return result_of(outcome, look, screen.board, rules_of(stage.tour), stage.type, stage.kind)
    rules, type = screen.single_rules(ride.setup)
    return result_of(outcome, look, screen.board, rules, type)
