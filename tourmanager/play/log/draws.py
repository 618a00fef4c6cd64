"""Make the app's own throws and draws. They follow from a seed that is fixed before the first of
them: its checksum is shown from the start, the seed itself when the stage is over.
"""

import secrets

from games.chance import Draw, Drawing, Seeded, Throw
from games.engine import CHANCE
from games.notation import write_draw
from tourmanager.play.log.reading import first_position, rows_of
from tourmanager.play.log.steps import steps_that_count
from tourmanager.play.models import Ride


def new_seed() -> str:
    return secrets.token_hex(16)


def draw_from_seed(seed: str, number: int, throw: Drawing) -> Draw:
    """Return the draw that follows from a seed after `number` steps; anybody with the seed can
    repeat it.

    What is no throw of dice follows from the seed alone, so that it does not matter which player
    was quicker.
    """
    return Seeded(f"{seed}/{number}" if isinstance(throw, Throw) else seed).draw(throw)


def repeat_throws(ride: Ride) -> tuple[int, bool]:
    """Repeat all throws of a stage: return their number, and whether each follows from the seed."""
    where, throws, agree = first_position(ride), 0, True
    for number, step in enumerate(steps_that_count(rows_of(ride))):
        throw = where.game.pending(where.state).throw
        if step.who == CHANCE and throw is not None:
            throws += 1
            agree &= write_draw(draw_from_seed(ride.seed, number, throw), throw) == step.text
        where.take(step)
    return throws, agree
