"""What a stage hands to scoring, however it was raced.

A rider is named by his code, his team's letter and his number (`b4`); a team by its letter (`b`).
Times are whole seconds from the crossing of the first rider's turn (CP-M-024). Nothing here knows the database.
"""

import msgspec


class Starter(msgspec.Struct, frozen=True):
    """A rider of the start list and the team he rides for."""

    rider: str
    team: str


class Passage(msgspec.Struct, frozen=True):
    """The order over one line: `category` is a key of the scheme's line points ("is", "hill" ... "hc")."""

    key: str  # "s1", "p2": the line's name within its stage
    label: str  # "Sprint 1", "Pass 2": as it stands on the page
    category: str
    riders: tuple[str, ...]


class Arrival(msgspec.Struct, frozen=True):
    """One rider's arrival; the place is his position in the stage's list."""

    rider: str
    seconds: int


class StageResult(msgspec.Struct, frozen=True):
    """One ended stage."""

    number: int
    type: str
    passages: tuple[Passage, ...]
    arrivals: tuple[Arrival, ...]
    out: tuple[str, ...] = ()  # riders who left the race in this stage (CP-M-045)
