"""Bots: programs that answer for a seat without a person. A game brings its own; `random` plays
every game.

A new bot is made for each stage, with a seed, so that the same seed gives the same stage. It is
handed the whole state, and looks only at what its seat may see: the tests redraw the hidden part at
random and check that the answer stays the same.
"""

import random
from collections.abc import Mapping, Sequence

from games.engine import Action, BotMaker, Seat, State


class Random:
    """Choose any legal action, each as likely as the others."""

    def __init__(self, seed: str) -> None:
        # A bot keeps no secrets: the same seed is to give the same answers.
        self.unit = random.Random(f"bot/{seed}").random  # nosec B311

    def choose(self, state: object, seat: Seat, legal: Sequence[Action]) -> Action:
        return legal[int(self.unit() * len(legal))]


def bots_by_name(game_bots: Mapping[str, BotMaker[State]]) -> dict[str, BotMaker[State]]:
    """Return the bots of a game and those that play every game, by name."""
    return {"random": Random, **game_bots}
