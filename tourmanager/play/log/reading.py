"""Compute the position of a ride from its setup and its steps alone.

The last positions are cached in memory only to save time: after a restart, or in another process,
they are computed again.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import msgspec

from games.engine import AnyGame, Seat
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import screen_of
from tourmanager.play.log.position import Position
from tourmanager.play.log.steps import steps_that_count
from tourmanager.play.models import Ride, Step

KEPT = 64  # rides


Row = tuple[int, Seat, str, int | None]  # seq, who, text, takes_back


def rows_of(ride: Ride) -> list[Row]:
    """Return the whole log, in order."""
    return list(
        Step.objects.filter(ride=ride)
        .order_by("seq")
        .values_list("seq", "who", "text", "takes_back")
    )


def titles_of(look: Look) -> dict[str, str]:
    return {team: mark.team for team, mark in look.teams.items()}


def look_of(ride: Ride) -> Look:
    return msgspec.convert(ride.look, Look)


def engine_of(ride: Ride) -> AnyGame:
    """Return the rules that the stage began with: newer ones change no stage under way or over."""
    return screen_of(ride.game).engine(ride.rules_version)


def first_position(ride: Ride) -> Position:
    """Return the position before the first step."""
    game = engine_of(ride)
    setup = game.read_setup(ride.setup)
    state = game.start(setup)
    return Position(game, titles_of(look_of(ride)), setup, state, game.rider_names(state), [], [])


def replay_rows(ride: Ride, rows: Sequence[Row], until: int | None = None) -> Position:
    """Return the position after these rows; with `until` after those that count up to that step."""
    at = first_position(ride)
    for step in steps_that_count(rows):
        if until is not None and step.seq > until:
            break
        at.take(step)
    if rows and until is None:
        at.seq = rows[-1][0]
    return at


_cache: OrderedDict[tuple[str, int], Position] = OrderedDict()
_lock = Lock()


def last_position(ride: Ride, last_seq: int | None = None) -> Position:
    """Return the position of the whole log, to read. It is cached under the number of the last
    step, so that it is never another log's.
    """
    if last_seq is None:
        last_seq = (
            Step.objects.filter(ride=ride).order_by("-seq").values_list("seq", flat=True).first()
            or 0
        )
    with _lock:
        at = _cache.get((ride.slug, last_seq))
    if at is None:
        at = replay_rows(ride, rows_of(ride))
        cache_position(ride, at)
    return at


def cache_position(ride: Ride, at: Position) -> None:
    """Cache a position, of steps that are on the disk."""
    with _lock:
        _cache[ride.slug, at.seq] = at
        _cache.move_to_end((ride.slug, at.seq))
        while len(_cache) > KEPT:
            _cache.popitem(last=False)
