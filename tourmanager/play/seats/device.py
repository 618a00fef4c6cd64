"""Find out which browser answers for which seat: the one that began the stage, or one with the
seat's link.

A link holds the key of its seat. The browser that opens it and takes the seat has it from then on
(in its session), and it alone. No account is needed. `changes.py` has the rules by which seats
change hands.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from tourmanager.play.log.reading import engine_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.tours.access import is_director

SESSION = "seats"  # keys, each with the moment in which the seat was taken
MOST_KEYS = 40  # of a session; the oldest are forgotten


@dataclass(frozen=True)
class Device:
    """The rights of the asking browser in a ride."""

    hosts: bool  # began the stage, or directs its tour
    seats: tuple[int, ...]  # whose questions it may answer
    name: str  # who is said to have acted
    lost: tuple[int, ...] = ()  # seats that this browser had before somebody else got them

    @property
    def watches(self) -> bool:
        return not self.hosts and not self.seats


def new_key() -> str:
    return secrets.token_urlsafe(12)


def device_of(request: HttpRequest, ride: Ride, seats: Iterable[RideSeat]) -> Device:
    hosts = hosts_ride(request.user, ride)
    # What is hidden on the device that began the stage is not for other directors of the tour.
    here = began_ride(request, ride) if engine_of(ride).hidden else hosts
    seats = list(seats)
    mine = tuple(seat.number for seat in seats if _is_here(request, seat, here=here))
    keys = _keys(request)
    lost_seats = (seat.number for seat in seats if seat.held_by in keys and seat.number not in mine)
    user = request.user
    name = user.get_full_name() or user.get_username() if user.is_authenticated else ""
    return Device(hosts, mine, name, tuple(lost_seats))


def _is_here(request: HttpRequest, seat: RideSeat, *, here: bool) -> bool:
    """True when the seat is played in this browser; `here`: seats of this device are."""
    if seat.kind == RideSeat.Kind.LINK:
        return holds_seat(request, seat)
    return here and seat.kind == RideSeat.Kind.HERE


def began_ride(request: HttpRequest, ride: Ride) -> bool:
    """Return True when this visitor began the stage; nobody did if that account was deleted."""
    return ride.owner_id is not None and ride.owner_id == request.user.pk


def hosts_ride(user: Any, ride: Ride) -> bool:
    if not user.is_authenticated:
        return False
    return ride.owner_id == user.pk or (
        ride.stage is not None and is_director(user, ride.stage.tour)
    )


def _keys(request: HttpRequest) -> list[str]:
    entries = request.session.get(SESSION, [])
    return [key for key in entries if isinstance(key, str)] if isinstance(entries, list) else []


def holds_seat(request: HttpRequest, seat: RideSeat) -> bool:
    """Return True when this browser was the last that took the seat."""
    return seat.joined_at is not None and session_entry(seat, seat.joined_at) in _keys(request)


def session_entry(seat: RideSeat, at: datetime) -> str:
    """Return what a browser's session stores about a seat that it took."""
    return f"{seat.key} {at.isoformat()}"


def remember(request: HttpRequest, seat: RideSeat, at: datetime) -> None:
    keys = (key for key in _keys(request) if not key.startswith(seat.key))
    request.session[SESSION] = [*keys, session_entry(seat, at)][-MOST_KEYS:]
