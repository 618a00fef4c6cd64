"""List rides of a tour's stage that gave no result, so that everybody sees when chance was drawn
again.

They are kept with their logs and can be replayed. How many there were stands in the entry with
which the ride that counts is recorded, so it goes with the tour into a file and back; the rides
themselves stay on this server.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine import Refused
from tourmanager.play.contract import screen_of
from tourmanager.play.log.reading import last_position
from tourmanager.play.models import Ride
from tourmanager.results.models import Entry
from tourmanager.tours.models import Stage


class EarlierRide(NamedTuple):
    ride: Ride
    is_over: bool  # ridden to its end, and not recorded
    closed_by: str
    at: datetime | None
    reached: str  # "in turn 12, 3 of 10 riders had arrived"


def token_of(slug: str) -> str:
    """Return the token of a ride's entries in the stage's log; the end of its slug identifies the
    ride.
    """
    return f"ride {slug[-50:]}"  # not shown


def rides_without_result(stage: Stage, excluding: Ride | None = None) -> Sequence[Ride]:
    """Return the closed rides of a stage, the oldest first, without any that is or may still be
    recorded.
    """
    rides = Ride.objects.filter(stage=stage).exclude(begun_at=None).order_by("begun_at", "pk")
    tokens = {ride: f"{token_of(ride.slug)}.0" for ride in rides if ride.recorded_at is None}
    entries = Entry.objects.filter(stage=stage, token__in=tokens.values())
    entered = set(entries.values_list("token", flat=True))
    may_count = stage.state != Stage.State.ENDED and rides.last()
    return [
        ride
        for ride, token in tokens.items()
        if token not in entered and ride != excluding and _is_closed(ride, last=ride == may_count)
    ]


def _is_closed(ride: Ride, *, last: bool) -> bool:
    """True when a ride was left, or is over and not the last one, which may still count."""
    return ride.state == Ride.State.LEFT or (ride.state == Ride.State.OVER and not last)


def earlier_rides(stage: Stage) -> list[EarlierRide]:
    rides = []
    for ride in rides_without_result(stage):
        over = ride.state == Ride.State.OVER
        rides.append(EarlierRide(ride, over, ride.closed_by, ride.ended_at, _say_how_far(ride)))
    return rides


def _say_how_far(ride: Ride) -> str:
    try:
        where = last_position(ride)
    except Refused:  # its log is of rules that this server has no more
        return ""
    turn = screen_of(ride.game).board.words.turn
    if not where.turn:
        return _("before the first %(turn)s") % {"turn": turn}
    view: Mapping[str, Any] = where.game.view(where.state, None)
    arrived = len(view.get("placed", ()))
    sentence = (
        _("in %(turn)s %(number)s, %(arrived)s of %(started)s riders had arrived")
        if arrived
        else _("in %(turn)s %(number)s, nobody had arrived")
    )
    return sentence % {
        "turn": turn,
        "number": where.turn,
        "arrived": arrived,
        "started": sum(map(bool, where.names)),
    }
