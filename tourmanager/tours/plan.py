"""A tour on paper: what the start wizard, a duplicate, a file or the demo hands to `creation.create`.

Pure values; squares are kilometres from the start (1 ... length).
"""

from typing import Any

import msgspec


class PassPlan(msgspec.Struct):
    """A mountain pass: its end follows from its category (CP-S-002)."""

    start: int
    category: str


class StagePlan(msgspec.Struct):
    """A stage, or with the kind "rest" a day without one: whatever else it holds is not raced."""

    type: str
    length: int
    passes: list[PassPlan] = []
    sprints: list[int] = []
    kind: str = "road"  # road, itt, ttt or rest
    label: str = ""  # "3a", where it is not called by its place among the stages


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


class TourPlan(msgspec.Struct):
    name: str
    character: str
    riders_per_team: int
    scale: dict[str, list[int]]
    stages: list[StagePlan]
    teams: list[TeamPlan]
    options: dict[str, str] = {}
    scheme: str = "cycling_party_master"
    seed: str = ""
    rules: dict[str, Any] | None = None  # a changed copy of the scheme; None for the scheme as it ships
    second_person: bool = False
