"""Type again what a player at the table typed wrong, also when everybody has seen it; all others
keep what they chose.

The host asks for it, and everybody is told. It goes back as far as the last answer that was typed,
of this turn or the one before; what the app draws after it is the same as before, since it follows
from the seed alone.
"""

from datetime import datetime
from functools import partial

from django.db import transaction

from games.engine import CHANCE
from tourmanager.play.contract import screen_of
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import cache_position, replay_rows, rows_of
from tourmanager.play.log.steps import Said
from tourmanager.play.models import Ride, RideSeat, Step
from tourmanager.play.seats.notices import note_change


def find_mistyped(where: Position) -> Said | None:
    """Return the last answer typed from the table, where it may be typed again."""
    if not where.game.hidden:
        return None
    table_seats = _seats_at_table(where)
    secret = {line.seq for line in where.lines if line.seat in table_seats}
    own = (step for step in reversed(where.steps) if step.who in table_seats and step.seq in secret)
    last = next(own, None)
    return last if last is not None and _turns_since(where, last.seq) <= 1 else None


def _turns_since(where: Position, seq: int) -> int:
    """Count the turns that have begun since that step."""
    return sum(line.turn for line in where.lines if line.seq >= seq)


def _seats_at_table(where: Position) -> set[int]:
    """Number the seats whose players type what lies on the table."""
    game = where.game
    at_table = screen_of(game.key).teams_at_table(game.write_setup(where.setup))
    return {seat for seat, team in enumerate(game.seat_names(where.state)) if team in at_table}


def type_again(*, ride: Ride, seq: int, token: str, at: datetime, by_name: str = "") -> Ride:
    """Undo that answer, so that it is asked for again. Raises Stale, Refused."""
    with loop.open_ride(ride) as (now, where):
        if Step.objects.filter(ride=now, token=token).exists():
            return now
        loop.check_open(now)
        wrong = find_mistyped(where)
        if wrong is None or wrong.seq != seq:
            raise loop.Stale(str(screen_of(now.game).table_words.too_late))
        loop.undo_from(now, wrong, where.seq + 1, token, at, by_name)
        again = replay_rows(now, rows_of(now))
        for step in _choices_of_others(where, wrong):
            loop.say_again(now, again, step, at)
        loop.play_on(now, again, at)
        note_change(now, RideSeat.objects.get(ride=now, number=wrong.who), "retyped", "")
        transaction.on_commit(partial(cache_position, now, again))
        return now


def _choices_of_others(where: Position, wrong: Said) -> list[Said]:
    """Return what others had chosen before everybody saw it."""
    reveal = next(
        (line.seq for line in where.lines if line.seq >= wrong.seq and line.seat < 0), where.seq
    )
    return [step for step in where.steps if wrong.seq < step.seq <= reveal and step.who != CHANCE]
