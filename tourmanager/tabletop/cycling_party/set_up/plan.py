"""Plan a tour of Cycling Party: what the wizard, a duplicate, a file or the demo hands to
`creation.create`.

Pure values; squares are kilometres from the start (1 ... length).
"""

from typing import Annotated, Any

import msgspec

from tourmanager.tours.planning.plan import Plan, TeamPlan


class PassPlan(msgspec.Struct):
    """A mountain pass: its end follows from its category (CP-S-002)."""

    start: int
    category: str


class StagePlan(msgspec.Struct):
    """A stage, or with the kind "rest" a day without one, of which nothing else is used."""

    type: str
    length: int
    passes: list[PassPlan] = []
    sprints: list[int] = []
    kind: str = "road"  # road, itt, ttt or rest
    label: str = ""  # "3a", where it is not called by its place among the stages


REST_DAY = StagePlan("flat", 0, kind="rest")


class TourPlan(Plan, kw_only=True):
    stages: list[StagePlan]
    teams: list[TeamPlan]
    character: str
    riders_per_team: int
    scale: dict[str, list[int]]
    options: dict[str, str] = {}
    scheme: str = "cycling_party_master"
    seed: str = ""
    # a changed copy of the scheme; None for the scheme as it ships
    rules: dict[str, Any] | None = None
    second_person: bool = False
    # of each team; None: as many as the passes of hors category come to
    mountain_attacks: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


class TourData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a tour that only this game has."""

    character: str
    riders_per_team: Annotated[int, msgspec.Meta(ge=5, le=6)]
    mountain_attacks: Annotated[int, msgspec.Meta(ge=0)]  # of each team (CP-M-011)


class RoadData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a stage's road that only this game has."""

    changes: Annotated[int, msgspec.Meta(ge=0)] = 0  # since the tour was created
