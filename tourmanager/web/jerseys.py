"""A rider as every page draws him: a jersey with number and role mark. Knows no model; rooms make
the marks.
"""

from typing import Protocol

import msgspec


class JerseyTeam(Protocol):
    """What a jersey is made from: a team of the database, of a tour or of a draft."""

    @property
    def name(self) -> str: ...
    @property
    def short_name(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def pattern(self) -> str: ...


class Mark(msgspec.Struct, frozen=True):
    """What is needed to draw and to name one rider.

    `worn` is the leader's jersey he rides in, one of scheme.COLOURS, or "".
    """

    code: str  # b4
    number: int  # 0 draws the team's jersey, without a number
    name: str
    role: str
    team: str  # the team's name
    short_name: str
    colour: str  # #1f6fb2
    pattern: str
    worn: str = ""
    sign: str = ""  # what stands on it where that is not the number: "S"

    @property
    def badge(self) -> str:
        """What stands on it."""
        return self.sign or str(self.number or "")

    @property
    def called(self) -> str:
        """ "Blue 4", "Red S": the team and what stands on it."""
        return f"{self.team} {self.badge}".strip()


def mark(
    team: JerseyTeam,
    code: str,
    number: int = 0,
    name: str = "",
    role: str = "",
    worn: str = "",
    sign: str = "",
) -> Mark:
    """A rider of the team; without a number the team itself."""
    return Mark(
        code, number, name, role, team.name, team.short_name, team.colour, team.pattern, worn, sign
    )
