"""Advantages and double throws as a stage's sheet counts them (CP-APP-015, CP-APP-021). Raises Refused, nothing changed."""

from typing import TYPE_CHECKING

from tourmanager.results.entries import ADVANTAGES
from tourmanager.results.jury import Refused

if TYPE_CHECKING:
    from tourmanager.results.sheet import Sheet

ADVANTAGE_NAMES = {"bottle": "water bottle", "sprint": "sprint", "attack": "attack", "mountain_attack": "mountain attack"}


def use(sheet: "Sheet", team: str, advantage: str, count: int) -> str:
    """Uses one, or gives one back; says which record it touched."""
    if team not in sheet.frame.teams:
        raise Refused(f"There is no team {team} in this tour.")
    if advantage not in ADVANTAGES:
        raise Refused("There is no such advantage.")
    name = ADVANTAGE_NAMES[advantage]
    if count > 0 and sheet.left(team, advantage) <= 0:
        raise Refused(f"{sheet.name(team)} has no {name} left.")
    used = sheet.used.get(team, {}).get(advantage, 0)
    if count < 0 and not used:
        raise Refused(f"{sheet.name(team)} has used no {name} in this stage.")
    sheet.used.setdefault(team, {})[advantage] = used + count
    return f"advantage:{team}:{advantage}"


def double(sheet: "Sheet", key: str, team: str, count: int) -> str:
    """A double throw on a pass, or one taken back; says which record it touched."""
    line = sheet.line(key)
    if team not in sheet.frame.teams:
        raise Refused(f"There is no team {team} in this tour.")
    if not line.doubles:
        raise Refused(f"There are no double throws on {line.label}: only on hors and first category passes.")
    if count > 0 and sheet.doubles_left(key, team) <= 0:
        raise Refused(f"{sheet.name(team)} has used its double throws on {line.label}.")
    used = sheet.doubles.get(key, {}).get(team, 0)
    if count < 0 and not used:
        raise Refused(f"{sheet.name(team)} has used no double throw on {line.label}.")
    sheet.doubles.setdefault(key, {})[team] = used + count
    return f"double:{key}:{team}"
