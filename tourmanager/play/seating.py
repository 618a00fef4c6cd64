"""Who answers for which seat: persons on the device of whoever began the stage, persons on other devices, bots.

A link holds the key of its seat. Whoever opens it and takes the seat has it on his device from then on (in his session), and on that alone:
whoever had it before watches from then on, and may take it again. So nobody looks into another's hand unseen. No account is needed. A seat
may change hands at any moment of the stage.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from games import game as game_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.reseating import note
from tourmanager.tours.access import directs

SESSION = "seats"  # keys, each with the moment in which the seat was taken
MOST_KEYS = 40  # of a session; the oldest are forgotten


class SeatRefused(Exception):
    """The seat cannot be taken or given away so; the message says why."""


@dataclass(frozen=True)
class Device:
    """What the browser that asks may do in a ride."""

    hosts: bool  # began the stage, or directs its tour
    seats: tuple[int, ...]  # whose questions it may answer
    name: str  # who is said to have acted

    @property
    def watches(self) -> bool:
        return not self.hosts and not self.seats


def new_key() -> str:
    return secrets.token_urlsafe(12)


def device_of(request: HttpRequest, ride: Ride, seats: Iterable[RideSeat]) -> Device:
    hosts = hosts_ride(request.user, ride)
    # Hands on the device of whoever began the stage are not for other directors of the tour.
    here = ride.owner_id == request.user.pk if game_of(ride.game).hidden else hosts
    mine = tuple(
        seat.number
        for seat in seats
        if (seat.kind == RideSeat.Kind.HERE and here) or (seat.kind == RideSeat.Kind.LINK and holds(request, seat))
    )
    return Device(hosts, mine, str(request.user) if request.user.is_authenticated else "")


def hosts_ride(user: Any, ride: Ride) -> bool:
    if not user.is_authenticated:
        return False
    return ride.owner_id == user.pk or (ride.stage is not None and directs(user, ride.stage.tour))


def _keys(request: HttpRequest) -> list[str]:
    found = request.session.get(SESSION, [])
    return [key for key in found if isinstance(key, str)] if isinstance(found, list) else []


def holds(request: HttpRequest, seat: RideSeat) -> bool:
    """Whether this browser was the last that took the seat."""
    return seat.joined_at is not None and _taken(seat, seat.joined_at) in _keys(request)


def _taken(seat: RideSeat, at: datetime) -> str:
    return f"{seat.key} {at.isoformat()}"


def take_seat(request: HttpRequest, seat: RideSeat, player: str, at: datetime) -> None:
    """The seat is this browser's from now on; a bot or an earlier holder of the same link makes room."""
    if seat.ride.state not in (Ride.State.SEATING, Ride.State.RIDING):
        raise SeatRefused("The stage is over: nobody takes a seat any more.")
    with transaction.atomic():
        RideSeat.objects.filter(pk=seat.pk).update(kind=RideSeat.Kind.LINK, joined_at=at, player=player[:40])
        note(_changed(seat.ride), seat, RideSeat.Kind.LINK, player[:40])
    request.session[SESSION] = [*(key for key in _keys(request) if not key.startswith(seat.key)), _taken(seat, at)][-MOST_KEYS:]


def leave_seat(seat: RideSeat, bot: str) -> None:
    """A bot goes on for whoever leaves; by his link he comes back."""
    with transaction.atomic():
        RideSeat.objects.filter(pk=seat.pk).update(kind=RideSeat.Kind.BOT, bot=bot)
        note(_changed(seat.ride), seat, RideSeat.Kind.BOT, "")


def change_seat(seat: RideSeat, kind: str, bot: str, player: str) -> None:
    """What the host decides. A seat that goes to a person anew gets a new link, so that whoever had it before has it no more."""
    if seat.ride.state not in (Ride.State.SEATING, Ride.State.RIDING):
        raise SeatRefused("The stage is over: its seats stay as they were.")
    changes: dict[str, Any] = {"kind": kind, "bot": bot, "player": player}
    if kind != RideSeat.Kind.BOT and kind != seat.kind:
        changes |= {"key": new_key(), "joined_at": None}
    with transaction.atomic():
        RideSeat.objects.filter(pk=seat.pk).update(**changes)
        now = _changed(seat.ride)
        if kind not in (seat.kind, RideSeat.Kind.LINK):  # by a link nobody sits there until it is opened
            note(now, seat, kind, player)


def _changed(ride: Ride) -> Ride:
    """The ride, for this writer alone until all is written."""
    Ride.objects.filter(pk=ride.pk).update(revision=F("revision") + 1)
    return Ride.objects.get(pk=ride.pk)
