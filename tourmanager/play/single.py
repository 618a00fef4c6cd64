"""A stage outside any tour: its setup and how its teams look."""

from collections.abc import Mapping, Sequence
from typing import Any

from tourmanager.play.look import Look
from tourmanager.play.starting import RidePlan, SeatPlan
from tourmanager.riders.models import ROLES
from tourmanager.web.jerseys import Mark

TEAMS = (  # letter, name, short name, colour, pattern
    ("a", "Red", "RED", "#c8202f", "plain"),
    ("b", "Blue", "BLU", "#1f5fbf", "hoops"),
    ("c", "Green", "GRE", "#1f8a4c", "sash"),
    ("d", "Black", "BLA", "#333333", "chevron"),
    ("e", "Purple", "PUR", "#6b3fa0", "halves"),
    ("f", "Orange", "ORA", "#f07d1a", "stripes"),
)
TEAM_NAMES = [name for _, name, *_ in TEAMS]
ROLES_OF = {"junior": ("climber", "sprinter", "", "", "", "")}  # junior riders behind the first two have none


def look(teams: Sequence[int], riders: int, version: str) -> Look:
    roles = ROLES_OF.get(version, ROLES)
    marks, jerseys = {}, {}
    for index in teams:
        letter, name, short, colour, pattern = TEAMS[index]
        marks[letter] = Mark(letter, 0, name, "", name, short, colour, pattern)
        for number in range(1, riders + 1):
            code, role = f"{letter}{number}", roles[number - 1]
            jerseys[code] = Mark(code, number, f"{name} {number}", role, name, short, colour, pattern)
    return Look(marks, jerseys)


def plan(version: str, stage: Mapping[str, Any], riders: int, seats: Mapping[int, SeatPlan], *, dice: str, pace: int) -> RidePlan:
    """Of the teams that somebody rides for, in the order of their seats."""
    taken = sorted(seats)
    setup = {"version": version, "stage": dict(stage), "teams": [TEAMS[index][0] for index in taken], "riders": riders}
    kind = f"{stage['type']} stage" if stage.get("type") else "stage"
    return RidePlan(
        name=f"{version.capitalize()} {kind}, {stage['length']} km",
        game="cycling_party",
        setup=setup,
        look=look(taken, riders, version),
        seats=[seats[index] for index in taken],
        dice=dice,
        pace=pace,
    )
