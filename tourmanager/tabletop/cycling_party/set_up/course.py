"""Lay the passes and lines of a stage in road order, whatever its plan holds."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.table.master import master
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORY_NAMES as CATEGORY_NAMES
from tourmanager.tabletop.cycling_party.vocabulary import TYPE_NAMES, VOCABULARY
from tourmanager.tours.profile.layout import RoadProfile, profile_lines
from tourmanager.web import labels

BOX_HEXAGONS = 54
SQUARES_PER_HEXAGON = 3
RUN_OUT_HEXAGONS = 4  # the twelve squares of the time indicators

# (start, category), (start, end) or (start, end, category)
PassLike = PassPlan | tuple[int, str] | tuple[int, int] | tuple[int, int, str]


class StageLike(Protocol):
    """A stage that can be checked and drawn: a `plan.StagePlan`, or anything of its shape. A junior
    stage has no type (None).
    """

    @property
    def type(self) -> str | None: ...
    @property
    def length(self) -> int: ...
    @property
    def passes(self) -> Sequence[PassLike]: ...
    @property
    def sprints(self) -> Sequence[int]: ...


class CourseLine(NamedTuple):
    """A line of the road. `key` and `label` are the ones the stage log and the pages use."""

    key: str  # s1, p2
    kind: Literal["sprint", "pass"]
    category: str  # "is", or the category of the pass
    start: int | None  # first square of a pass
    km: int  # the square that has to be passed
    label: str  # Sprint 1, Pass 2


class Pass(msgspec.Struct, frozen=True):
    """A pass as it lies on the road; `category` is "" where none was given."""

    index: int  # in the plan
    number: int  # on the road, from 1
    start: int
    end: int
    category: str

    def __str__(self) -> str:
        name = CATEGORY_NAMES.get(self.category)
        sentence = (
            _("Pass %(number)s (%(category)s, km %(start)s–%(end)s)")
            if name
            else _("Pass %(number)s (km %(start)s–%(end)s)")
        )
        return sentence % {
            "number": self.number,
            "category": name,
            "start": write_figure(self.start),
            "end": write_figure(self.end),
        }


def write_figure(number: int) -> str:
    """Write a number for a sentence, shortening one that is absurdly long."""
    if abs(number) < 1_000_000:
        return str(number)
    return _("over a million") if number > 0 else _("under minus a million")


def passes_of(stage: StageLike) -> list[Pass]:
    """Return the passes in road order. One of unknown category and without an end counts as its
    first square only.
    """
    length_of = master().pass_length
    spans = []
    for index, plan in enumerate(stage.passes):
        start, end, category = _read(plan, length_of)
        spans.append((start, end, index, category))
    return [
        Pass(index, number, start, end, category)
        for number, (start, end, index, category) in enumerate(sorted(spans), 1)
    ]


def _read(plan: PassLike, length_of: dict[str, int]) -> tuple[int, int, str]:
    match (plan.start, plan.category) if isinstance(plan, PassPlan) else plan:
        case (int(start), int(end), str(category)):
            return start, end, category
        case (int(start), int(end)):
            return start, end, ""
        case (int(start), str(category)):
            return start, start + length_of.get(category, 1) - 1, category
    raise TypeError(
        "a pass is (start, category), (start, end) or (start, end, category),"
        f" not {plan!r}"  # not shown
    )


def lines_on_road(stage: StageLike) -> list[CourseLine]:
    """Return the intermediate sprints and pass ends in road order, named s1 … and p1 … as they
    come.
    """
    sprints = [
        CourseLine(f"s{n}", "sprint", "is", None, km, labels.line(f"s{n}"))
        for n, km in enumerate(sorted(stage.sprints), 1)
    ]
    passes = [
        CourseLine(f"p{p.number}", "pass", p.category, p.start, p.end, labels.line(f"p{p.number}"))
        for p in passes_of(stage)
    ]
    return sorted([*sprints, *passes], key=lambda line: line.km)


def count_hexagons(length: int) -> int:
    """Count the hexagons of the road and of the run-out behind the finish (CP-J-016)."""
    return -(-length // SQUARES_PER_HEXAGON) + RUN_OUT_HEXAGONS


def to_profile(stage: StageLike) -> RoadProfile:
    """Return the road of a plan as pages draw it."""
    return RoadProfile(
        stage.length,
        profile_lines(lines_on_road(stage), VOCABULARY.climbs),
        TYPE_NAMES.get(stage.type or "", ""),
    )
