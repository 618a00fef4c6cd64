"""A card of the table was typed wrong: it is typed again, also when all have been turned up, and
everybody else keeps what he chose.

Whoever hosts asks for it, and everybody is told. It goes back as far as the last card that was
typed, of this round or the one before; the hands that the app deals after it are the same as
before, since they follow from the seed alone.
"""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import CHANCE
from tourmanager.play.contract import screen_of
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import keep, played, rows_of
from tourmanager.play.log.steps import Said
from tourmanager.play.models import Ride, RideSeat, Step
from tourmanager.play.seats.notices import note


def mistyped(where: Position) -> Said | None:
    """Return the last card from the table, where it may be typed again."""
    if not where.game.hidden:
        return None
    at_table = screen_of(where.game.key).teams_at_table(where.game.write_setup(where.setup))
    names = where.game.seat_names(where.state)
    typed = {number for number, team in enumerate(names) if team in at_table}
    secret = {line.seq for line in where.lines if line.seat in typed}
    last = next(
        (said for said in reversed(where.steps) if said.who in typed and said.seq in secret), None
    )
    if last is None or sum(line.turn for line in where.lines if line.seq >= last.seq) > 1:
        return None
    return last


def type_again(*, ride: Ride, seq: int, token: str, at: datetime, by_name: str = "") -> Ride:
    """That card is asked for again. Raises Stale, Refused."""
    with loop.open_ride(ride) as (now, where):
        if Step.objects.filter(ride=now, token=token).exists():
            return now
        loop.check_open(now)
        wrong = mistyped(where)
        if wrong is None or wrong.seq != seq:
            raise loop.Stale(
                _(
                    "Only the card that was typed last can be typed again, as long "
                    "as the next ones have not been turned up."
                )
            )
        loop.take_back_from(now, wrong, where.seq + 1, token, at, by_name)
        again = played(now, rows_of(now))
        for said in _kept(where, wrong):
            loop.say_again(now, again, said, at)
        loop.play_on(now, again, at)
        note(now, RideSeat.objects.get(ride=now, number=wrong.who), "retyped", "")
        transaction.on_commit(partial(keep, now, again))
        return now


def _kept(where: Position, wrong: Said) -> list[Said]:
    """What others had chosen before the cards were turned up."""
    shown = next(
        (line.seq for line in where.lines if line.seq >= wrong.seq and line.seat < 0), where.seq
    )
    return [said for said in where.steps if wrong.seq < said.seq <= shown and said.who != CHANCE]
