"""The numbers of the rules (data/game.toml), and the numbering of riders and teams.

Rider 2·team is that team's Sprinteur, 2·team + 1 its Rouleur. The teams of the seats come first,
then the dummy teams.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

DATA = Path(__file__).parent / "data"
VERSIONS = ("base", "peloton")
SEATS = range(1, 13)  # how many
TEAMS = 6  # boxes of riders; with more seats each has one rider
CROWD = TEAMS + 1  # from so many seats on
OF_A_TYPE = 6  # Sprinteurs, and Rouleurs, to pick from (FR-P-083)
COLOURS = (
    "red",
    "blue",
    "green",
    "black",
    "white",
    "pink",
    "yellow",
    "orange",
    "purple",
    "brown",
    "grey",
    "cyan",
)
SPRINTEUR, ROULEUR = 0, 1
TYPES = "SR"
TYPE_NAMES = ("Sprinteur", "Rouleur")
HAND = 4


def write_name(team: str, type_: int) -> str:
    """Write the name of a rider: the team and the letter of the type, redS."""
    return f"{team}{TYPES[type_]}"


def split_name(name: str) -> tuple[str, int]:
    """Split the name of a rider into team and type."""
    return name[:-1], TYPES.index(name[-1])


@cache
def read_table(name: str) -> dict[str, Any]:
    """Read a file of data/ by its name."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def rule_texts() -> Mapping[str, str]:
    """Read the text of the rules by their ids."""
    return MappingProxyType(read_table("rules"))


BONUS: tuple[int, ...] = tuple(read_table("game")["bonus"]["finish"])
ATTACK_FRONT, ATTACK_REAR = read_table("game")["decks"]["attack"]
BREAKAWAY_PRICE: int = read_table("game")["exhaustion"]["breakaway"]
SOLO: int = read_table("game")["exhaustion"]["solo"]
