"""A rider as every page draws him: a jersey with number and role mark. Knows no model; rooms make the marks."""

import msgspec

WORN = {"individual": "yellow", "mountain": "dots", "is": "purple", "regularity": "green"}  # in order of priority (CP-M-043)


class Mark(msgspec.Struct, frozen=True):
    """What is needed to draw and to name one rider.

    `worn` is the leader's jersey he rides in ("yellow", "dots", "purple", "green") or "".
    """

    code: str  # b4
    number: int
    name: str
    role: str
    team: str  # the team's name
    short_name: str
    colour: str  # #1f6fb2
    pattern: str
    worn: str = ""
