"""Replay a ride: any moment of it, forwards and backwards, by event or by turn.

A moment is the number of a step that has lines in the commentary. States are stored now and then on
the way, so that a moment in the middle is as near as one at the beginning.
"""

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from games.notation import AnswerText, draw_or_action
from tourmanager.play.contract import screen_of
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import first_position, last_position
from tourmanager.play.models import Ride

EVERY = 150  # steps between two states that are kept
KEPT = 16  # rides
BEGINNING = 0  # the moment before the first step


@dataclass
class Film:
    """A ride from its start to its last step so far."""

    whole: Position
    states: list[Any]  # after 0, EVERY, 2·EVERY ... steps
    quiet: frozenset[str] = frozenset()  # kinds of lines that make no moment

    @cached_property
    def moments(self) -> list[int]:
        """Return the steps with lines in the commentary, in order."""
        return list(
            dict.fromkeys(line.seq for line in self.whole.lines if line.kind not in self.quiet)
        )

    @cached_property
    def turns(self) -> list[int]:
        """Return the steps with which a turn began."""
        return list(dict.fromkeys(line.seq for line in self.whole.lines if line.turn))

    @cached_property
    def _seqs(self) -> list[int]:
        return [step.seq for step in self.whole.steps]

    def nearest(self, moment: int) -> int:
        """Return the last moment up to that step."""
        index = bisect_right(self.moments, moment)
        return self.moments[index - 1] if index else BEGINNING

    def state(self, moment: int) -> Any:
        """Return the engine's state after that step."""
        count = bisect_right(self._seqs, moment)
        index = min(count // EVERY, len(self.states) - 1)
        game = self.whole.game
        state = game.copy(self.states[index])
        for step in self.whole.steps[index * EVERY : count]:
            game.apply(
                state, step.who, draw_or_action(game, state, AnswerText(step.who, step.text)), False
            )
        return state

    def lines(self, moment: int) -> list[CommentaryLine]:
        """Return the commentary up to that moment."""
        return [line for line in self.whole.lines if line.seq <= moment]

    def before(self, moment: int, of: list[int]) -> int:
        earlier = [each for each in of if each < moment]
        return earlier[-1] if earlier else BEGINNING

    def after(self, moment: int, of: list[int]) -> int:
        return next(
            (each for each in of if each > moment), self.moments[-1] if self.moments else BEGINNING
        )


_films: OrderedDict[tuple[str, int], Film] = OrderedDict()
_lock = Lock()


def film_of(ride: Ride) -> Film:
    whole = last_position(ride)
    key = ride.slug, whole.seq
    with _lock:
        if key in _films:
            _films.move_to_end(key)
            return _films[key]
    film = _shoot(ride, whole)
    with _lock:
        _films[key] = film
        while len(_films) > KEPT:
            _films.popitem(last=False)
    return film


def _shoot(ride: Ride, whole: Position) -> Film:
    where = first_position(ride)
    game, state = where.game, where.state
    states = [game.copy(state)]
    for number, step in enumerate(whole.steps, 1):
        game.apply(
            state, step.who, draw_or_action(game, state, AnswerText(step.who, step.text)), False
        )
        if number % EVERY == 0:
            states.append(game.copy(state))
    return Film(whole, states, screen_of(ride.game).board.quiet)
