"""Work out where a ride stands from its setup and its steps alone.

Keeping the last positions in memory only saves time: after a restart, or in another process, they
are worked out again.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import msgspec

from games.engine import AnyGame, Seat
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import screen_of
from tourmanager.play.log.position import Position
from tourmanager.play.log.steps import counting
from tourmanager.play.models import Ride, Step

KEPT = 64  # rides


Row = tuple[int, Seat, str, int | None]  # seq, who, text, takes_back


def rows_of(ride: Ride) -> list[Row]:
    """The whole log, in order."""
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


def begin(ride: Ride) -> Position:
    """Return the position before the first step."""
    game = engine_of(ride)
    setup = game.read_setup(ride.setup)
    state = game.start(setup)
    return Position(game, titles_of(look_of(ride)), setup, state, game.rider_names(state), [], [])


def played(ride: Ride, rows: Sequence[Row], until: int | None = None) -> Position:
    """The position after these rows; after those that count up to step `until`, where that is
    given.
    """
    at = begin(ride)
    for said in counting(rows):
        if until is not None and said.seq > until:
            break
        at.take(said)
    if rows and until is None:
        at.seq = rows[-1][0]
    return at


_kept: OrderedDict[tuple[str, int], Position] = OrderedDict()
_lock = Lock()


def position(ride: Ride, last_seq: int | None = None) -> Position:
    """The position of the whole log, to read. It is kept under the number of the last step, so that
    it is never another log's.
    """
    if last_seq is None:
        last_seq = (
            Step.objects.filter(ride=ride).order_by("-seq").values_list("seq", flat=True).first()
            or 0
        )
    with _lock:
        at = _kept.get((ride.slug, last_seq))
    if at is None:
        at = played(ride, rows_of(ride))
        keep(ride, at)
    return at


def keep(ride: Ride, at: Position) -> None:
    """Only for steps that are on the disk."""
    with _lock:
        _kept[ride.slug, at.seq] = at
        _kept.move_to_end((ride.slug, at.seq))
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
