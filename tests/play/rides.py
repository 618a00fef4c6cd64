"""Digital stages of the tests: short ones, with whoever is to sit where."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from tests.factory import a_user
from tourmanager.accounts.models import User
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import last_position
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.start.create import start
from tourmanager.play.start.plan import RidePlan, SeatPlan
from tourmanager.tabletop.cycling_party.screen.single import plan

NOW = datetime(2026, 7, 4, 12, 0, tzinfo=UTC)
SHORT = {"length": 60, "type": "flat", "passes": [[30, "hill"]], "sprints": [20]}
_tokens = count(1)


def a_ride(
    seats: str = "here bot",
    *,
    by: User | None = None,
    begun: bool = True,
    version: str = "master",
    **changes: Any,
) -> Ride:
    """`seats` says who sits there: here, link, bot, random. `stage` is the road, other changes are
    of the plan.
    """
    who = {index: seat_of(word) for index, word in enumerate(seats.split())}
    stage = changes.pop("road", SHORT)
    if version != "master":
        stage = {key: value for key, value in stage.items() if key != "sprints"}
    wanted = plan(
        version,
        stage,
        changes.pop("riders", 6),
        who,
        dice=changes.pop("dice", "app"),
        pace=changes.pop("pace", 0),
    )
    wanted = RidePlan(**{**wanted.__dict__, **changes})
    ride = start(wanted, by=by or a_user(), at=NOW)
    return loop.begin(ride=ride, at=NOW) if begun else ride


def seat_of(word: str) -> SeatPlan:
    return (
        SeatPlan(word)
        if word in RideSeat.Kind.values and word != "bot"
        else SeatPlan("bot", "random" if word == "random" else "steady")
    )


def token() -> str:
    return f"token-{next(_tokens)}"


def where(ride: Ride) -> Position:
    return last_position(ride)


def answers(ride: Ride) -> Sequence[str]:
    """What the seat that is asked may answer."""
    at = where(ride)
    (seat,) = at.waits_for()
    return [
        at.game.write(at.state, seat, action) for action in at.game.legal_actions(at.state, seat)
    ]


def say(ride: Ride, text: str = "", **fields: Any) -> Ride:
    """The seat that is asked answers: the first answer it has, unless told otherwise."""
    at = where(ride)
    (seat,) = at.waits_for()
    usual = {
        "seat": seat,
        "text": text or answers(ride)[0],
        "token": token(),
        "base": at.seq,
        "at": NOW,
    }
    return loop.answer(ride=ride, **(usual | fields))


def ride_on(ride: Ride, until: int = 3000) -> Ride:
    """Everybody who is asked gives his first answer, until the stage is over."""
    for _ in range(until):
        ride.refresh_from_db()
        if ride.state != Ride.State.RIDING:
            break
        say(ride)
    return ride
