"""The code of a rider within a tour: the letter of the team, or two where there are more teams than
letters, and a number: `b4`, `aa4`.

Codes are read and written here and nowhere else.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

TEAM = "[a-z]{1,2}"
NUMBER = "[1-9][0-9]?"
RIDER = TEAM + NUMBER
DIGITS = "0123456789"


class Code(NamedTuple):
    """Team and number of a rider's code; a team alone has no number."""

    team: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.team}{self.number or ''}"


@lru_cache(maxsize=10_000)
def read_code(text: str) -> Code:
    """Read the code of a rider or of a team."""
    team = text.rstrip(DIGITS)
    return Code(team, int(text[len(team) :] or 0))


def team_of(who: str) -> str:
    """Return the team of a rider; a team is its own."""
    return read_code(who).team


def team_among(who: str, teams: Iterable[str]) -> str:
    """Return which of these teams a rider of an engine is of; "" for none. An engine may write a
    rider as its team and another suffix: redS.
    """
    return max((team for team in teams if who.startswith(team)), key=len, default="")


def is_rider(who: str) -> bool:
    """Tell a rider from a team."""
    return read_code(who).number > 0
