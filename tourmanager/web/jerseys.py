"""A rider as every page draws them: a jersey with number and role mark. Knows no model; rooms make
the marks.
"""

from typing import Protocol

import msgspec


class JerseyTeam(Protocol):
    """Any team with a jersey: of the database, of a tour or of a draft."""

    @property
    def name(self) -> str: ...
    @property
    def short_name(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def pattern(self) -> str: ...


class Mark(msgspec.Struct, frozen=True):
    """The facts that are needed to draw and to name one rider.

    `worn` is the leader's jersey that they ride in, one of scheme.COLOURS, or "".
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
        """Number or sign on the jersey."""
        return self.sign or str(self.number or "")

    @property
    def called(self) -> str:
        """Team with number or sign: "Blue 4", "Red S"."""
        return f"{self.team} {self.badge}".strip()


def mark(
    team: JerseyTeam,
    code: str,
    number: int = 0,
    name: str = "",
    role: str = "",
    jersey: str = "",
    sign: str = "",
) -> Mark:
    """Make the mark of a rider of the team; without a number that of the team itself."""
    return Mark(
        code,
        number,
        name,
        role,
        team.name,
        team.short_name,
        team.colour,
        team.pattern,
        jersey,
        sign,
    )
