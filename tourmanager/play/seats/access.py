"""Who may what in a digital stage: whoever has its link may watch, who holds a seat answers for it,
the host seats people.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.device import Device, device_of


def ride_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a ride: the view gets the ride, its seats and what this device may do. Nothing of
    it is kept by the browser.
    """

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        ride = Ride.objects.select_related("stage__tour").filter(slug=slug).first()
        if ride is None or (ride.stage is not None and ride.stage.tour.erased_at is not None):
            raise Http404
        seats = list(RideSeat.objects.filter(ride=ride).order_by("number"))
        for seat in seats:
            seat.ride = ride
        response = view(request, ride, seats, device_of(request, ride, seats), **kwargs)
        patch_cache_control(response, no_store=True)
        return response

    return page


def host_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for whoever began the stage, or directs its tour."""

    @ride_page
    @wraps(view)
    def page(
        request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device, **kwargs: Any
    ) -> HttpResponse:
        if not device.hosts:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            raise PermissionDenied(_("Only who began this stage can do that. You may watch."))
        return view(request, ride, seats, device, **kwargs)

    return page


def user_of(request: HttpRequest) -> User:
    """Return the account, in views that ask for a signed-in user first."""
    return cast(User, request.user)
