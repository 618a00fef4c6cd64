"""The numbers of the rules that only a race needs. Those that a table needs too (passes, stock,
points of lines) are in `table.master`.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.cycling_party.table.master import master

DATA = Path(__file__).parent / "data"
RULES_VERSION = 2  # for new stages; `earlier_rules` has what earlier versions do differently
SEATS = range(2, 7)
STRIDE = 6  # riders of a team are six apart, also where a team has five
OPENING = 12  # the opening throw reaches this far
SHORTEST = OPENING + 1  # the opening throw must not end the stage (CP-M-046)
LONGEST = 300  # the box has twelve kilometre indicators, one every 25 km
PELOTON = 5  # riders of a run that make it one (CP-J-028); also its least pace (CP-J-034)
PACE = range(5, 10)  # sums that set the pace of a peloton (CP-J-036)
ROULEUR_LEAST = 7  # CP-S-012
LINK, ROULEUR_LINK = 3, 4  # how far sums of a paceline may lie apart (CP-J-043, CP-S-013)
# squares from the finish (CP-S-022, CP-M-012)
ATTACK_BEFORE, SPRINT_3D6_BEFORE, SPRINT_D20_BEFORE = 50, 6, 8
BOTTLES_PER_RIDER, BOTTLES_PER_TEAM = 2, 3  # in one turn (CP-J-064)
HEXAGON = 3  # squares of the finish hexagon


@cache
def stages() -> dict[str, dict[str, Any]]:
    """Read the stages that can be played without preparing one, by key."""
    return tomllib.loads((DATA / "stages.toml").read_text(encoding="utf-8"))


@cache
def rule_texts() -> Mapping[str, str]:
    """Read the text of the rules by their ids."""
    return MappingProxyType(tomllib.loads((DATA / "rules.toml").read_text(encoding="utf-8")))


FALL_BACK: tuple[tuple[int, ...], ...] = (
    (),
    *(tuple(master().fall_back[die]) for die in range(1, 7)),
)
