"""Plan a tour before it is kept: the parts that the plans of every game share.

Pure values. What else a plan holds, its game says (`contract.SetUp.plan`).
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec


class RiderPlan(msgspec.Struct):
    number: int
    name: str
    role: str
    marks: list[str] = []  # what sub-classifications ask for: ["youth"]


class TeamPlan(msgspec.Struct):
    name: str
    short_name: str
    colour: str
    pattern: str
    riders: list[RiderPlan]
    manager: str = ""


class PlannedRider(Protocol):
    """A rider of any plan."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def marks(self) -> Sequence[str]: ...


class PlannedTeam(Protocol):
    """A team of any plan."""

    @property
    def name(self) -> str: ...
    @property
    def short_name(self) -> str: ...
    @property
    def riders(self) -> Sequence[PlannedRider]: ...


class PlannedDay(Protocol):
    """A day of any plan whose days can be changed later."""

    kind: str
    label: str


class Plan(msgspec.Struct):
    """What a tour is made of; each game says which stages and teams, and adds its own fields."""

    name: str
    stages: Sequence[object]
    teams: Sequence[PlannedTeam]
