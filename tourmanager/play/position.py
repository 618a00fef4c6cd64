"""Where a ride stands: the engine's state after every step that counts, and what happened on the way, in words.

It follows from setup and steps alone. Keeping the last ones in memory only saves time: after a restart, or in another process, they are
worked out anew.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from games import game as game_of
from games.engine import CHANCE, Event, Game, Seat, Titles
from games.notation import Entry, draw_or_action
from tourmanager.play.look import Look
from tourmanager.play.models import Ride, Step
from tourmanager.play.steps import Said, counting

KEPT = 64  # rides


class Line(NamedTuple):
    """A sentence of the commentary."""

    seq: int  # the step that made it happen
    turn: bool  # a new turn begins
    rule: str
    text: str
    riders: tuple[str, ...]


class Position:
    """One ride at one step. `play` moves it on; whoever reads it leaves it as it is."""

    def __init__(self, game: Game, setup: Any, titles: Titles) -> None:
        self.game, self.titles = game, titles
        self.setup = game.read_setup(setup)
        self.state = game.start(self.setup)
        self.names = game.rider_names(self.state)
        self.steps: list[Said] = []
        self.lines: list[Line] = []
        self.events: list[Event] = []  # of the last step
        self.seq = 0  # of the last row, counting or not

    def apply(self, who: Seat, what: Any) -> list[Line]:
        """An answer or a draw; raises games.engine.Refused with nothing changed."""
        self.events = self.game.apply(self.state, who, what)
        return [self._line(event) for event in self.events]

    def take(self, said: Said, what: Any = None) -> None:
        """A step of the log, with its value where the caller has it already."""
        if what is None:
            what = draw_or_action(self.game, self.state, Entry(said.who, said.text))
        lines = self.apply(said.who, what)
        self.steps.append(said)
        self.seq = said.seq
        self.lines += [line._replace(seq=said.seq) for line in lines]

    def _line(self, event: Event) -> Line:
        moved = [rider for rider, _, _ in event.moves]
        riders = tuple(self.names[rider] for rider in dict.fromkeys((*event.riders, *moved)))
        return Line(0, event.kind == "turn", event.rule, self.game.say(self.state, event, self.titles), riders)

    @property
    def over(self) -> bool:
        return self.game.pending(self.state).over

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that are asked; chance is (-1,), and nobody when it is over."""
        pending = self.game.pending(self.state)
        return (CHANCE,) if pending.throw is not None else pending.seats


Row = tuple[int, Seat, str, int | None]  # seq, who, text, takes_back


def rows_of(ride: Ride) -> list[Row]:
    """The whole log, in order."""
    return list(Step.objects.filter(ride=ride).order_by("seq").values_list("seq", "who", "text", "takes_back"))


def titles_of(look: Look) -> dict[str, str]:
    return {team: mark.team for team, mark in look.teams.items()}


def look_of(ride: Ride) -> Look:
    return msgspec.convert(ride.look, Look)


def begin(ride: Ride) -> Position:
    return Position(game_of(ride.game), ride.setup, titles_of(look_of(ride)))


def played(ride: Ride, rows: Sequence[Row], until: int | None = None) -> Position:
    """The position after these rows; after those that count up to step `until`, where that is given."""
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


def _keep(ride: Ride, at: Position) -> None:
    with _lock:
        _kept[ride.slug, at.seq] = at
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


@contextmanager
def position(ride: Ride, last_seq: int | None = None) -> Iterator[Position]:
    """The position of the whole log, for this caller alone. What fails on the way is forgotten, so a half-made step never shows."""
    if last_seq is None:
        last_seq = Step.objects.filter(ride=ride).order_by("-seq").values_list("seq", flat=True).first() or 0
    with _lock:
        at = _kept.pop((ride.slug, last_seq), None)
    if at is None:
        at = played(ride, rows_of(ride))
    yield at
    transaction.on_commit(partial(_keep, ride, at))  # a position of steps that are not on the disk is nobody's
