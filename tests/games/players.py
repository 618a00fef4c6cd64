"""Who plays in tests, and how a stage of any game is played out."""

import random
from collections.abc import Sequence
from typing import Any

from games.bots import bots_by_name
from games.chance import Seeded
from games.engine import Action, Game, Seat
from games.replay import Recording, play


class Racer:
    """Like `random`, but he seldom takes riders out of the race and seldom falls back, so that
    stages see everything.
    """

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def choose(self, state: Any, seat: Seat, legal: Sequence[Action]) -> Action:
        action = self.random.choice(legal)
        if action & 15 in (15, 7) and self.random.random() < 0.9:
            return legal[0]
        return action


def played(game: Game, setup: Any, seed: str, bot: str = "random") -> Recording:
    recording = Recording(game, setup)
    maker = Racer if bot == "racer" else bots_by_name(game.bots())[bot]
    seats = len(game.seat_names(recording.state))
    play(recording, {seat: maker(f"{seed}/{seat}") for seat in range(seats)}, Seeded(seed))
    return recording
