"""Create a digital stage: from a stage of a tour, or alone."""

import hashlib
from datetime import datetime

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.bots import bots_by_name
from tourmanager.accounts.models import User
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import screen_of
from tourmanager.play.log.draws import new_seed
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.device import new_key
from tourmanager.play.start.plan import RidePlan, SeatPlan, StartRefused
from tourmanager.tours.planning.creation import link_of

MOST_OPEN = 20  # of one user


def start(plan: RidePlan, *, by: User, at: datetime, token: str = "") -> Ride:
    """Create the ride with its seats, before anybody's first move. Raises StartRefused,
    games.engine.Refused.

    The same plan from the same form (its `token`) begins one ride, however often its button is
    pressed.
    """
    press = press_of(plan, token)
    if earlier := _begun(by, press):
        return earlier
    screen = screen_of(plan.game)
    game = screen.engine()
    if game.hidden and plan.dice == Ride.Dice.TABLE:
        raise StartRefused(str(screen.table_words.app_draws))
    setup = game.read_setup(plan.setup)
    teams = game.seat_names(game.start(setup))
    bots = bots_by_name(game.bots())
    if len(plan.seats) != len(teams):
        raise StartRefused(
            _("%(teams)s teams ride, and %(seats)s seats were given.")
            % {"teams": len(teams), "seats": len(plan.seats)}
        )
    if any(seat.bot not in bots for seat in plan.seats):
        raise StartRefused(_("There is no such bot."))
    if Ride.objects.filter(owner=by, state__in=Ride.UNDER_WAY).count() >= MOST_OPEN:
        raise StartRefused(
            _(
                "You have %(most)s digital stages under way. Finish or close "
                "one before you begin another."
            )
            % {"most": MOST_OPEN}
        )
    try:
        with transaction.atomic():
            ride = Ride.objects.create(
                slug=link_of(plan.name),
                stage=plan.stage,
                owner=by,
                name=plan.name,
                game=game.key,
                rules_version=game.rules_version,
                setup=game.write_setup(setup),
                look=msgspec.to_builtins(plan.look),
                dice=plan.dice,
                pace=plan.pace,
                seed=new_seed(),
                created_at=at,
                press=press,
            )
            RideSeat.objects.bulk_create(
                RideSeat(
                    ride=ride,
                    number=number,
                    team=team,
                    kind=seat.kind,
                    bot=seat.bot,
                    player=seat.player,
                    key=new_key(),
                )
                for number, (team, seat) in enumerate(zip(teams, plan.seats, strict=True))
            )
    except IntegrityError:
        if earlier := _begun(by, press):
            return earlier
        raise StartRefused(
            _("This stage is being ridden already: go on with that, or close it first.")
        ) from None
    return ride


def press_of(plan: RidePlan, token: str) -> str:
    """Identify one press of one form: a form changed before it was sent again makes another
    press.
    """
    if not token:
        return ""
    agreed = (plan.name, plan.game, plan.setup, list(plan.seats), plan.dice, plan.pace)
    return hashlib.sha256(token.encode() + msgspec.json.encode(agreed, order="sorted")).hexdigest()


def _begun(by: User, press: str) -> Ride | None:
    open_ones = Ride.objects.filter(owner=by, state__in=Ride.UNDER_WAY)
    return open_ones.filter(press=press).first() if press else None


def repeat_ride(ride: Ride, *, by: User, at: datetime, token: str) -> Ride:
    """Create the same stage once more, with the same seats and other dice; a tour's stage becomes a
    single one.
    """
    seats = [SeatPlan(seat.kind, seat.bot, seat.player) for seat in ride.seats.all()]
    plan = RidePlan(
        ride.name,
        ride.game,
        ride.setup,
        msgspec.convert(ride.look, Look),
        seats,
        ride.dice,
        ride.pace,
    )
    return start(plan, by=by, at=at, token=token)
