"""A scheme: the numbers a classification needs, read from the package's TOML files."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

TYPES = ("flat", "low", "medium", "high")
CATEGORIES = ("hill", "third", "second", "first", "hc")  # in rising difficulty


class Stock(msgspec.Struct, frozen=True):
    """What a team holds at the start of a stage; `sprints` by stage type ("junior" is the base game's one stage)."""

    bottles: int
    attacks: int
    sprints: dict[str, int]


class Model(msgspec.Struct, frozen=True):
    """What model tours are made of: weights in percent by character and type, pass menus by type."""

    weights: dict[str, dict[str, int]]
    menu: dict[str, list[str]]
    classic_menu: dict[str, list[str]]


class Scheme(msgspec.Struct, frozen=True):
    """Points are listed by place from the first; a place beyond the list gets nothing."""

    key: str
    name: str
    line_points: dict[str, list[int]]
    finish_points: dict[str, list[int]]
    pass_length: dict[str, int]
    double_throws: dict[str, int]
    sprint_count: dict[str, int]
    stock: Stock
    fall_back: dict[int, list[int]]
    cycling_party: dict[str, list[int]]
    model: Model


@cache
def scheme(key: str = "cycling_party_master") -> Scheme:
    """The scheme of that key. Raises LookupError for an unknown one."""
    file = files(__package__).joinpath("data", f"{key}.toml")
    if not file.is_file():
        raise LookupError(f"there is no scoring scheme {key!r}")
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Scheme, str_keys=True)
