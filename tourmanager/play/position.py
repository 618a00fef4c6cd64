"""Where a ride stands: the engine's state after every step that counts, and what happened on the way, in words.

It follows from setup and steps alone. Keeping the last ones in memory only saves time: after a restart, or in another process, they are
worked out anew.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import msgspec

from games import game as game_of
from games.engine import CHANCE, Event, Game, Seat, Titles
from games.notation import Entry, draw_or_action
from tourmanager.play.lines import Line
from tourmanager.play.look import Look
from tourmanager.play.models import Ride, Step
from tourmanager.play.steps import Said, counting

KEPT = 64  # rides


@dataclass
class Position:
    """One ride at one step. Those that are kept are shared: whoever plays on takes a copy."""

    game: Game
    titles: Titles
    setup: Any
    state: Any
    names: tuple[str, ...]  # of the riders, by the numbers that events speak in
    steps: list[Said]
    lines: list[Line]
    seq: int = 0  # of the last row, counting or not
    turn: int = 0  # turns begun
    shown: int = 0  # the last step that turned up what was hidden

    def copy(self) -> "Position":
        return replace(self, state=self.game.copy(self.state), steps=self.steps.copy(), lines=self.lines.copy())

    def take(self, said: Said, what: Any = None) -> list[Event]:
        """A step of the log, with its value where the caller has it already. Raises games.engine.Refused with nothing changed."""
        if what is None:
            what = draw_or_action(self.game, self.state, Entry(said.who, said.text))
        events = self.game.apply(self.state, said.who, what)
        self.steps.append(said)
        self.seq = said.seq
        lines = [self._line(said.seq, event) for event in events]
        self.turn += sum(line.turn for line in lines)
        self.lines += lines
        if any(event.shows for event in events):
            self.shown = said.seq
        return events

    def _line(self, seq: int, event: Event) -> Line:
        names = self.names
        moves = tuple((names[rider], start, end) for rider, start, end in event.moves)
        riders = tuple(dict.fromkeys((*(names[rider] for rider in event.riders), *(rider for rider, _, _ in moves))))
        words = self.game.say(self.state, event, self.titles)
        return Line(seq, event.kind == "turn", event.rule, words, riders, event.kind, event.figures, moves, event.seat)

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
    game = game_of(ride.game)
    setup = game.read_setup(ride.setup)
    state = game.start(setup)
    return Position(game, titles_of(look_of(ride)), setup, state, game.rider_names(state), [], [])


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


def position(ride: Ride, last_seq: int | None = None) -> Position:
    """The position of the whole log, to read. It is kept under the number of the last step, so that it is never another log's."""
    if last_seq is None:
        last_seq = Step.objects.filter(ride=ride).order_by("-seq").values_list("seq", flat=True).first() or 0
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
