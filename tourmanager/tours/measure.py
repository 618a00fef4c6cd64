"""How long a road is and where things lie on it: kilometres in most games, squares on a road of tiles."""

from typing import NamedTuple

from tourmanager.tours.games import FLAMME_ROUGE


class Measure(NamedTuple):
    one: str
    many: str

    def length(self, number: int) -> str:
        """ "150 km", "74 squares"."""
        return f"{number} {self.many if number != 1 else self.one}"

    def at(self, number: int) -> str:
        """ "km 40", "square 23"."""
        return f"{self.one} {number}"


KM, SQUARES = Measure("km", "km"), Measure("square", "squares")


def measure_of(game: str) -> Measure:
    return SQUARES if game == FLAMME_ROUGE else KM
