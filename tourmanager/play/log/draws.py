"""The app's own dice: fixed before the first throw, sealed, and shown when the stage is over."""

import secrets

from games.chance import Draw, Drawing, Seeded, Throw
from games.engine import CHANCE
from games.notation import write_draw
from tourmanager.play.log.reading import begin, rows_of
from tourmanager.play.log.steps import counting
from tourmanager.play.models import Ride


def new_seed() -> str:
    return secrets.token_hex(16)


def drawn(seed: str, number: int, throw: Drawing) -> Draw:
    """The draw that follows from a seed after so many steps; of cards from the seed alone, so that
    it does not matter who was quicker. Whoever has the seed can draw it again.
    """
    return Seeded(f"{seed}/{number}" if isinstance(throw, Throw) else seed).draw(throw)


def thrown_again(ride: Ride) -> tuple[int, bool]:
    """How many throws the stage had, and whether each is the one that follows from the seed."""
    where, throws, agree = begin(ride), 0, True
    for number, said in enumerate(counting(rows_of(ride))):
        throw = where.game.pending(where.state).throw
        if said.who == CHANCE and throw is not None:
            throws += 1
            agree &= write_draw(drawn(ride.seed, number, throw), throw) == said.text
        where.take(said)
    return throws, agree
