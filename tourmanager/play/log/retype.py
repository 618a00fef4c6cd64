"""Type a card of the table again that was typed wrong, also when all have been turned up; all
others keep what they chose.

The host asks for it, and everybody is told. It goes back as far as the last card that was typed, of
this round or the one before; the hands that the app deals after it are the same as before, since
they follow from the seed alone.
"""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import CHANCE
from tourmanager.play.contract import screen_of
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import cache_position, replay_rows, rows_of
from tourmanager.play.log.steps import Said
from tourmanager.play.models import Ride, RideSeat, Step
from tourmanager.play.seats.notices import note_change


def find_mistyped_card(where: Position) -> Said | None:
    """Return the last card from the table, where it may be typed again."""
    if not where.game.hidden:
        return None
    typed = _seats_at_table(where)
    secret = {line.seq for line in where.lines if line.seat in typed}
    own = (said for said in reversed(where.steps) if said.who in typed and said.seq in secret)
    last = next(own, None)
    return last if last is not None and _turns_since(where, last.seq) <= 1 else None


def _turns_since(where: Position, seq: int) -> int:
    """Count the turns that have begun since that step."""
    return sum(line.turn for line in where.lines if line.seq >= seq)


def _seats_at_table(where: Position) -> set[int]:
    """Number the seats that play with real cards."""
    game = where.game
    at_table = screen_of(game.key).teams_at_table(game.write_setup(where.setup))
    return {seat for seat, team in enumerate(game.seat_names(where.state)) if team in at_table}


def type_again(*, ride: Ride, seq: int, token: str, at: datetime, by_name: str = "") -> Ride:
    """Undo that card, so that it is asked for again. Raises Stale, Refused."""
    with loop.open_ride(ride) as (now, where):
        if Step.objects.filter(ride=now, token=token).exists():
            return now
        loop.check_open(now)
        wrong = find_mistyped_card(where)
        if wrong is None or wrong.seq != seq:
            raise loop.Stale(
                _(
                    "Only the card that was typed last can be typed again, as long "
                    "as the next ones have not been turned up."
                )
            )
        loop.undo_from(now, wrong, where.seq + 1, token, at, by_name)
        again = replay_rows(now, rows_of(now))
        for said in _kept(where, wrong):
            loop.say_again(now, again, said, at)
        loop.play_on(now, again, at)
        note_change(now, RideSeat.objects.get(ride=now, number=wrong.who), "retyped", "")
        transaction.on_commit(partial(cache_position, now, again))
        return now


def _kept(where: Position, wrong: Said) -> list[Said]:
    """Return what others had chosen before the cards were turned up."""
    shown = next(
        (line.seq for line in where.lines if line.seq >= wrong.seq and line.seat < 0), where.seq
    )
    return [said for said in where.steps if wrong.seq < said.seq <= shown and said.who != CHANCE]
