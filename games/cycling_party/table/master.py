"""The numbers of the game (data/game.toml): passes, throws, a team's stock, points of lines, model
tours.
"""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

DATA = Path(__file__).parents[1] / "data"


class Stock(msgspec.Struct, frozen=True):
    """A team's stock at the start of a stage; `sprints` by stage type ("junior" is the base game's
    one stage).
    """

    bottles: int
    attacks: int
    sprints: dict[str, int]


class Model(msgspec.Struct, frozen=True):
    """The ingredients of model tours: weights in percent by character and type, pass menus by
    type.
    """

    weights: dict[str, dict[str, int]]
    menu: dict[str, list[str]]
    classic_menu: dict[str, list[str]]


class Master(msgspec.Struct, frozen=True):
    pass_length: dict[str, int]
    double_throws: dict[str, int]
    sprint_count: dict[str, int]
    line_points: dict[str, list[int]]  # by category and place
    stock: Stock
    fall_back: dict[int, list[int]]
    model: Model


@cache
def master() -> Master:
    """Read the numbers of the game."""
    text = (DATA / "game.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Master, str_keys=True)
