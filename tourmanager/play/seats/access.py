"""Control access to a digital stage: anybody with its link may watch, players answer for their
seats, the host assigns seats.
"""

from typing import Any, NamedTuple, cast

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _

from tourmanager.accounts.models import User
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.device import Device, device_of
from tourmanager.results.access import STAGE
from tourmanager.tours.access import is_director
from tourmanager.web.access import ANYONE, DIRECTOR, HOST, SEAT, SIGNED_IN, Page, Role, Subject


class OpenedRide(NamedTuple):
    """A ride as the visitor finds it."""

    ride: Ride
    seats: list[RideSeat]
    device: Device  # what this browser may do
    seat: RideSeat | None = None  # the one in the address


class AnyRide(Subject[OpenedRide]):
    """Decorate ride by its link: it gets the ride, its seats and what this device may do. The
    browser caches nothing of it.
    """

    words = "ride"
    roles = ANYONE | SIGNED_IN | SEAT | HOST | DIRECTOR
    refusal = _("Only who began this stage can do that. You may watch.")

    def find(self, request: HttpRequest, address: dict[str, Any]) -> OpenedRide | None:
        ride = Ride.objects.select_related("stage__tour").filter(slug=address.pop("slug")).first()
        if ride is None or (ride.stage is not None and ride.stage.tour.erased_at is not None):
            return None
        seats = list(RideSeat.objects.filter(ride=ride).order_by("number"))
        for seat in seats:
            seat.ride = ride
        return OpenedRide(ride, seats, device_of(request, ride, seats))

    def has_role(self, request: HttpRequest, thing: OpenedRide, role: Role) -> bool:
        if role is SEAT:
            return bool(thing.device.seats)
        if role is HOST:
            return thing.device.hosts
        if role is DIRECTOR:
            return directs_ride(request.user, thing.ride)
        return super().has_role(request, thing, role)

    def arguments(self, thing: OpenedRide) -> tuple[Any, ...]:
        return thing.ride, thing.seats, thing.device

    def page_of(self, thing: OpenedRide) -> str:
        return thing.ride.get_absolute_url()

    def finish(self, response: HttpResponseBase) -> None:
        patch_cache_control(response, no_store=True)


class OwnSeat(AnyRide):
    """A seat of a ride, by its number: the view gets the ride and the seat."""

    words = "seat of a ride"
    refusal = _("That is not your seat. You can watch.")

    def find(self, request: HttpRequest, address: dict[str, Any]) -> OpenedRide | None:
        access, number = super().find(request, address), address.pop("number")
        if access is None:
            return None
        seat = next((seat for seat in access.seats if seat.number == number), None)
        return access._replace(seat=seat)

    def has_role(self, request: HttpRequest, thing: OpenedRide, role: Role) -> bool:
        if role is SEAT:
            return thing.seat is not None and thing.seat.number in thing.device.seats
        return super().has_role(request, thing, role)

    def arguments(self, thing: OpenedRide) -> tuple[Any, ...]:
        return thing.ride, thing.seat


def directs_ride(user: Any, ride: Ride) -> bool:
    """Return True when the user decides about the ride: a director of its tour, or who began it
    where it belongs to none.
    """
    if ride.stage is not None:
        return is_director(user, ride.stage.tour)
    return bool(user.is_authenticated and ride.owner_id == user.pk)


def user_of(request: HttpRequest) -> User:
    """Return the account, in views that ask for a signed-in user first."""
    return cast(User, request.user)


RIDE, OWN_SEAT = AnyRide(), OwnSeat()
PAGES = {
    "play:rides": Page(look=SIGNED_IN),
    "play:games": Page(look=SIGNED_IN),
    "play:new": Page(look=SIGNED_IN, send=SIGNED_IN),
    "play:of_stage": Page(STAGE, look=DIRECTOR, send=DIRECTOR),
    "play:situation": Page(STAGE, look=DIRECTOR, send=DIRECTOR),
    "play:watch": Page(STAGE, look=ANYONE),
    "play:ride": Page(RIDE, look=ANYONE, note="a hand is shown to its seat alone"),
    "play:rule": Page(RIDE, look=ANYONE),
    "play:throws": Page(RIDE, look=ANYONE),
    "play:replay": Page(RIDE, look=ANYONE),
    "play:log": Page(RIDE, look=ANYONE, note="refused (403) to everybody until the ride is over"),
    "play:set_up": Page(RIDE, look=ANYONE),
    "play:answer": Page(
        RIDE,
        send=SEAT,
        refusal=_("Somebody else answers for that team, on another device."),
        note="for the seat that is asked",
    ),
    "play:dice": Page(
        RIDE, send=SEAT | HOST, refusal=_("Only players type the dice. You are watching.")
    ),
    "play:undo": Page(
        RIDE,
        send=SEAT,
        refusal=_("Only players can undo. You are watching."),
        note="what the seat itself did last",
    ),
    "play:correct": Page(RIDE, send=HOST),
    "play:begin": Page(RIDE, send=HOST),
    "play:close": Page(RIDE, send=HOST),
    "play:again": Page(RIDE, send=HOST),
    "play:seats": Page(RIDE, look=HOST, send=HOST),
    "play:join": Page(
        RIDE, look=ANYONE, send=ANYONE, note="the seat's key in the address is the permission"
    ),
    "play:leave": Page(OWN_SEAT, send=SEAT),
    "play:hand_over": Page(OWN_SEAT, send=SEAT),
    "play:talk": Page(
        RIDE,
        look=ANYONE,
        send=SEAT,
        refusal=_("Only who sits in this stage talks here. You may read along."),
    ),
    "play:talk_close": Page(RIDE, send=HOST),
    "play:review": Page(
        RIDE,
        look=ANYONE,
        send=DIRECTOR,
        refusal=_(
            "Only a director of the tour can record a stage in it. You may look at the result."
        ),
    ),
    "play:to_table": Page(
        RIDE,
        send=DIRECTOR,
        refusal=_("Only a director of the tour can go on with its stage at the table."),
    ),
}
