"""Continue a ride on the physical board: show the sheet to set it up by, and close the ride."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.play.contract import screen_of
from tourmanager.play.log import loop
from tourmanager.play.log.reading import last_position, look_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.access import directs_ride, user_of
from tourmanager.play.seats.device import Device
from tourmanager.play.table.hand_over import go_on_at_table
from tourmanager.results.log.recording import EntryRefused
from tourmanager.web.guard import page


@page("play:set_up")
def set_up(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show where every pawn stands, to spectators too."""
    table = screen_of(ride.game).table
    if table is None:
        raise Http404(_("This game has no such sheet."))
    if ride.state in (Ride.State.SEATING, Ride.State.OVER):
        return redirect(ride)
    context = {
        "ride": ride,
        "device": device,
        "page": "set_up",
        "sheet": table.set_up(last_position(ride), look_of(ride)),
        "may_close": directs_ride(request.user, ride),
    }
    return render(request, table.set_up_template, context)


@page("play:to_table")
def to_table(
    request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device
) -> HttpResponse:
    """Close the ride; what has happened so far is in the stage's log from now on."""
    try:
        if ride.stage is None:
            loop.leave(ride=ride, at=timezone.now())
        else:
            go_on_at_table(ride=ride, by=user_of(request), at=timezone.now())
    except EntryRefused as refused:
        messages.error(request, str(refused))
    return redirect("play:set_up", ride.slug)
