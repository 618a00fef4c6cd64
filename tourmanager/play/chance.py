"""What chance gives in each game, in the words of the pages that speak of it."""

from typing import NamedTuple


class Chance(NamedTuple):
    things: str  # what it gives: dice
    draw: str  # once: a throw
    going: str  # while the app does it
    icon: str
    at_table: str  # where it is done at the table


DICE = Chance("dice", "throw", "The dice roll …", "dices", "You throw real dice and tap what they show.")
CARDS = Chance("cards", "deal", "Cards are turned …", "layers", "You turn real cards and tap what they show.")
CHANCES = {"cycling_party": DICE, "flamme_rouge": CARDS}


def chance_of(game: str) -> Chance:
    return CHANCES.get(game, CARDS)
