"""From the screen to the board: the sheet to set it up by, and closing a ride that goes on at the
table.
"""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tourmanager.play.contract import screen_of
from tourmanager.play.log import loop
from tourmanager.play.log.reading import look_of, position
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.access import host_required, ride_page, user_of
from tourmanager.play.seats.device import Device
from tourmanager.play.table.hand_over import go_on_at_table
from tourmanager.results.log.recording import Refused
from tourmanager.tours.access import directs


@require_safe
@ride_page
def set_up(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Where every pawn stands; for whoever watches too."""
    table = screen_of(ride.game).table
    if table is None:
        raise Http404(_("This game has no such sheet."))
    if ride.state in (Ride.State.SEATING, Ride.State.OVER):
        return redirect(ride)
    context = {
        "ride": ride,
        "device": device,
        "page": "set_up",
        "sheet": table.set_up(position(ride), look_of(ride)),
        "may_close": _may(request, ride),
    }
    return render(request, table.set_up_template, context)


def _may(request: HttpRequest, ride: Ride) -> bool:
    """Whether this user may go on with it at the table: who began a single stage, a director of the
    tour.
    """
    return (
        directs(request.user, ride.stage.tour)
        if ride.stage is not None
        else ride.owner_id == request.user.pk
    )


@require_POST
@host_required
def to_table(
    request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device
) -> HttpResponse:
    """Closes the ride; what has happened so far stands in the stage's log from now on."""
    if not _may(request, ride):
        raise PermissionDenied(
            _("Only a director of the tour can go on with its stage at the table.")
        )
    try:
        if ride.stage is None:
            loop.leave(ride=ride, at=timezone.now())
        else:
            go_on_at_table(ride=ride, by=user_of(request), at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("play:set_up", ride.slug)
