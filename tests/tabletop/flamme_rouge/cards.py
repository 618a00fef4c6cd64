"""Stages of Flamme Rouge of the tests: with whoever is to sit where, ridden as far as is wanted."""

from collections.abc import Sequence
from typing import Any

from games.flamme_rouge.numbers import COLOURS, TEAMS
from tests.factory import a_user
from tests.play.rides import NOW, seat_of, token, where
from tourmanager.accounts.models import User
from tourmanager.play.boards.look import Look
from tourmanager.play.log import loop
from tourmanager.play.models import Ride
from tourmanager.play.start.create import start
from tourmanager.play.start.plan import RidePlan
from tourmanager.tabletop.flamme_rouge.screen.single import look


def a_look(teams: Sequence[str]) -> Look:
    return look(teams, len(teams) > TEAMS)


def a_card_ride(
    seats: str = "here bot bot bot",
    *,
    by: User | None = None,
    stage: str = "la-haute-montagne",
    version: str = "base",
    **setup: Any,
) -> Ride:
    """`seats` says who sits there: here, link, bot, random; the rest is of the engine's setup."""
    who = seats.split()
    teams = COLOURS[: len(who)]
    given = {
        "version": version,
        "stage": {"key": stage} if " " not in stage else {"tiles": stage},
        "teams": teams,
    } | setup
    dummies = [*([given["peloton"]] if "peloton" in given else []), *given.get("muscle", ())]
    seated = [seat_of(each) for each in who]
    plan = RidePlan("A stage of cards", "flamme_rouge", given, a_look([*teams, *dummies]), seated)
    ride = start(plan, by=by or a_user(), at=NOW)
    ride.seed = "dealt once"  # so that no two hands are alike where a test tells them apart
    ride.save(update_fields=["seed"])
    return loop.begin(ride=ride, at=NOW)


def settled(ride: Ride) -> Ride:
    """When cards are dealt and bots have answered: a busy machine leaves that to a process of its
    own.
    """
    return loop.go_on(ride, NOW, seconds=5)[0]


def persons_asked(ride: Ride) -> list[int]:
    """Seats of persons that owe an answer."""
    bots = set(ride.seats.filter(kind="bot").values_list("number", flat=True))
    return [seat for seat in where(ride).waits_for() if seat >= 0 and seat not in bots]


def give(ride: Ride, text: str = "", seat: int = -1) -> Ride:
    """The first of the persons who are asked answers, with his last answer unless told
    otherwise.
    """
    at = where(ride)
    seat = persons_asked(ride)[0] if seat < 0 else seat
    text = text or at.game.write(at.state, seat, at.game.legal_actions(at.state, seat)[-1])
    return loop.answer(ride=ride, seat=seat, text=text, token=token(), base=at.seq, at=NOW)


def until(ride: Ride, rounds: int = 99, phase: str = "") -> Ride:
    """Persons give their last answers until so many rounds were ridden, or that phase is reached;
    then nobody but persons is waited for.
    """
    for _ in range(2000):
        ride = settled(ride)
        at = where(ride)
        view = at.game.view(at.state, None)
        if (
            ride.state != Ride.State.RIDING
            or (view["round"] > rounds and view["phase"] == "energy")
            or view["phase"] == phase
        ):
            break
        give(ride)
    return ride
