"""Say how long a road is and where things lie on it, in the measure of the game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple


class Measure(NamedTuple):
    one: str
    many: str

    def length(self, number: int) -> str:
        """Write a length: "150 km", "74 squares"."""
        return f"{number} {self.many if number != 1 else self.one}"

    def at(self, number: int) -> str:
        """Write a place: "km 40", "square 23"."""
        return f"{self.one} {number}"


KM, SQUARES = Measure("km", "km"), Measure("square", "squares")


class RoadWords(ABC):
    """A game's names for its roads: the part of `contract.SetUp` that the models ask for."""

    measure: Measure = KM

    @abstractmethod
    def road_name(self, type: str, course: Mapping[str, Any]) -> str:
        """Say what road a stage has: "high mountain", "Le Col du Ballon"."""
