"""Bots: who answers for a seat when no person does. A game brings its own; `random` plays every game.

A bot is made anew for each stage, with a seed, so that the same seed gives the same stage. It is handed the whole state, and looks
only at what its seat may see: the suite draws anew what is hidden and holds that the answer stays the same.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from games.engine import Action, Seat


class Player(Protocol):
    """Chooses for one seat throughout a stage."""

    def choose(self, state: Any, seat: Seat, legal: Sequence[Action]) -> Action: ...


Bot = Callable[[str], Player]  # made of a seed


class Random:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: str) -> None:
        # A bot keeps no secrets: the same seed is to give the same answers.
        self.unit = random.Random(f"bot/{seed}").random  # nosec B311

    def choose(self, state: Any, seat: Seat, legal: Sequence[Action]) -> Action:
        return legal[int(self.unit() * len(legal))]


def named(game_bots: Mapping[str, Bot]) -> dict[str, Bot]:
    """The bots of a game and those that play every game."""
    return {"random": Random, **game_bots}
