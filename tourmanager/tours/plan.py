"""A tour on paper: what the start wizard, a duplicate, a file or the demo hands to `creation.create`.

Pure values; squares are kilometres from the start (1 ... length).
"""

import msgspec


class PassPlan(msgspec.Struct):
    """A mountain pass: its end follows from its category (CP-S-002)."""

    start: int
    category: str


class StagePlan(msgspec.Struct):
    type: str
    length: int
    passes: list[PassPlan] = []
    sprints: list[int] = []


class RiderPlan(msgspec.Struct):
    number: int
    name: str
    role: str


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
