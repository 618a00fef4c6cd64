"""What a scheme is made of: classifications, bonuses, teams, manager points; and what can be wrong
with one. How schemes are found, read and written stands in `scheme.py`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal

import msgspec

KINDS = ("road", "itt", "ttt")  # road stage, individual time trial, team time trial
GENERAL = "individual"  # the key of the general classification, which every scheme has
TEAMS = "teams"
COLOURS = ("yellow", "green", "dots", "white", "purple", "pink", "blue", "red", "orange")

Seconds = Annotated[int, msgspec.Meta(ge=0, le=86_400)]
Points = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
# by place from the first; a place beyond it gets nothing
Table = Annotated[list[Points], msgspec.Meta(max_length=250)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z_]{0,19}\Z")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Ranking(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True
):
    """One classification. `by` is what it adds up: times, points, or the times of a team's best
    riders.
    """

    key: Key
    name: Name
    by: Literal["time", "points", "team_time"]
    colour: str = ""  # of its leader's jersey, "" where there is none
    tie_breaks: list[str] = []  # after the figure itself, in order
    # points at the finish by type of stage, or by kind ("itt", "ttt"), which goes before the type
    finish: dict[str, Table] = {}
    lines: dict[str, Table] = {}  # points on the road by category of the line
    mark: str = ""  # only riders with this mark: "youth"
    lowest: bool = False  # by points: the fewest lead, and everybody in the race is listed
    # riders of one time share the finish points of its first; in the winner's group all others get
    # the second's
    by_group: bool = False
    per_turn: Points = 0  # finish points more for each turn after the winner's
    gap_cap: Seconds = 0  # by time: who falls so far behind leaves it for good; 0 for never
    from_best: bool = False  # by time: times are shown as seconds behind the best, who has 0:00

    @property
    def by_time(self) -> bool:
        return self.by != "points"

    def finish_table(self, type: str, kind: str) -> list[int]:
        """Return the points at the finish. A team time trial pays only its own table."""
        if kind in self.finish or kind == "ttt":
            return self.finish.get(kind, [])
        return self.finish.get(type, [])


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds given by place at the finish and over lines, on stages of these kinds."""

    finish: list[Seconds] = []
    lines: dict[str, list[Seconds]] = {}
    kinds: list[Literal["road", "itt", "ttt"]] = msgspec.field(default_factory=lambda: ["road"])


class TeamRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Team rules: `riders` count for a team on a stage; in a team time trial its time is that of
    rider number `ttt_rider`, counted that many times.
    """

    riders: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    # of the ranking of one stage
    tie_breaks: list[str] = msgspec.field(default_factory=lambda: ["places", "best_place"])
    ttt_rider: Annotated[int, msgspec.Meta(ge=1, le=9)] = 4
    ttt_times: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class ManagerPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points that the players win by places: `points` by source, "stage" or a classification.
    Without points there is no table of players.
    """

    name: Name = "Manager points"
    title: Annotated[str, msgspec.Meta(max_length=40)] = ""  # of their page; the name where empty
    points: dict[str, Table] = {}
    tie_breaks: list[str] = msgspec.field(default_factory=lambda: ["stage_wins", "best_general"])
    at_end: list[str] = []  # sources that pay only when the last stage has ended


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Rules of scoring. Classifications stand in order of priority: the leader of several wears the
    first of their colours.
    """

    key: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
    name: Name
    about: Annotated[str, msgspec.Meta(max_length=400)]
    classifications: Annotated[list[Ranking], msgspec.Meta(min_length=1, max_length=12)]
    # the lines it knows, by key, with what they are called in a sentence
    categories: dict[str, Name]
    bonus: Bonus = msgspec.field(default_factory=Bonus)
    teams: TeamRules = msgspec.field(default_factory=TeamRules)
    manager_points: ManagerPoints = msgspec.field(default_factory=ManagerPoints)
    # marks of riders in no classification, whose places pay nothing: those behind close up
    unscored: list[str] = []
    # whether the next in a classification rides in a jersey whose leader wears another
    stand_ins: bool = False

    @cached_property
    def by_key(self) -> dict[str, Ranking]:
        return {ranking.key: ranking for ranking in self.classifications}

    @property
    def general(self) -> Ranking:
        return self.by_key[GENERAL]

    @cached_property
    def names(self) -> dict[str, str]:
        """Names of the classifications by key, and under "stage" the name for the days."""
        stages = stages_called(self.manager_points.points.get("stage", []))
        return {"stage": stages} | {ranking.key: ranking.name for ranking in self.classifications}

    @cached_property
    def line_points(self) -> dict[str, list[int]]:
        """Points of each category: where several classifications pay for it, the longest table. A
        line is as long as it pays.
        """
        paid: dict[str, list[int]] = {category: [] for category in self.categories}
        tables = [*(ranking.lines for ranking in self.classifications), self.bonus.lines]
        for table in tables:
            for category, points in table.items():
                paid[category] = max(paid[category], points, key=len)
        return paid

    def finish_points(self, type: str, kind: str = "road") -> list[int]:
        """Return the points at the finish of such a stage: of several classifications the longest
        table.
        """
        return max((ranking.finish_table(type, kind) for ranking in self.classifications), key=len)

    def with_manager_points(self, points: Mapping[str, list[int]]) -> "Scheme":
        """Return the same scheme with other points for the players."""
        return msgspec.structs.replace(
            self, manager_points=msgspec.structs.replace(self.manager_points, points=dict(points))
        )


def stages_called(points: Sequence[object]) -> str:
    """Return the name of the days as a source of manager points."""
    return "Stage wins" if len(points) <= 1 else "Stages"


class Fault(msgspec.Struct, frozen=True):
    """A mistake in a scheme, and where it is: "classifications[2].tie_breaks[0]". Where scoring
    found it, `text` is `sentence` with its values, which a page can translate.
    """

    path: str
    text: str
    sentence: str = ""
    values: dict[str, str] = {}

    @classmethod
    def of(cls, path: str, sentence: str, **values: str) -> "Fault":
        """Return the mistake that a sentence says, with a value for each of its named places."""
        return cls(path, sentence % values, sentence, values)


class SchemeError(ValueError):
    """The data is no valid scheme; `faults` says where and why."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.path}: {fault.text}" for fault in faults))
        self.faults = faults
