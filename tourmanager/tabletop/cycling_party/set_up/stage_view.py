"""Describe the road of a stage for the forms that change it: its rows, and what is wrong beside
each field. The wizard shows it, and the page that changes the road of a running tour.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext

from tourmanager.tabletop.cycling_party.set_up.course import (
    BOX_HEXAGONS,
    count_hexagons,
    passes_of,
    to_profile,
)
from tourmanager.tabletop.cycling_party.set_up.course_check import (
    MOST_PASSES,
    MOST_SPRINTS,
    CourseProblem,
    Where,
)
from tourmanager.tabletop.cycling_party.set_up.plan import StagePlan
from tourmanager.tabletop.cycling_party.set_up.raced import (
    NOT_RACED,
    Raced,
    all_problems,
    others_than,
)
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORY_NAMES, TYPE_NAMES
from tourmanager.tours.models import REST
from tourmanager.tours.planning.days import KIND_NAMES
from tourmanager.tours.profile.layout import RoadProfile
from tourmanager.web import labels


class Note(msgspec.Struct, frozen=True):
    """The line beside a field; `fact` is what the app computes, the problems are what is wrong."""

    id: str
    problems: Sequence[CourseProblem] = ()
    fact: str = ""


class DraftPass(msgspec.Struct, frozen=True):
    index: int
    start: int
    category: str
    head: Note
    note: Note
    stays: bool = False  # it has been raced


class SprintRow(msgspec.Struct, frozen=True):
    index: int
    km: int
    head: Note
    note: Note
    stays: bool = False  # it has been raced


class StageView(msgspec.Struct, frozen=True):
    """One stage as its row, or its open card, shows it."""

    number: int
    title: str  # Stage 3a
    rest: bool
    kind_name: str  # of what is no road stage
    plan: StagePlan
    type_name: str
    summary: str
    errors: int
    warnings: int
    passes: Sequence[DraftPass]
    sprints: Sequence[SprintRow]
    beside: Mapping[str, Note]
    hexagons: int
    missing: int
    full: bool
    sprints_full: bool
    road: RoadProfile | None  # None on a rest day

    @property
    def short(self) -> str:
        """Return the label before the row: "3a"."""
        return self.title.removeprefix("Stage ")

    @property
    def notes(self) -> list[Note]:
        rows: list[DraftPass | SprintRow] = [*self.passes, *self.sprints]
        return [*self.beside.values(), *(note for row in rows for note in (row.head, row.note))]


def stage_view(
    number: int,
    plan: StagePlan,
    unread: Sequence[CourseProblem] = (),
    title: str = "",
    raced: Raced = NOT_RACED,
) -> StageView:
    """Describe a stage, with its problems sorted to the fields they concern."""
    rest = plan.kind == REST
    problems = [*unread, *([] if rest else all_problems(plan, raced))]
    at: dict[Where, list[CourseProblem]] = defaultdict(list)
    for problem in problems:
        at[problem.where[:2]].append(problem)
    errors = sum(problem.severity == "error" for problem in problems)
    hexagons = count_hexagons(plan.length)
    by_road = sorted(plan.passes, key=lambda item: item.start)
    return StageView(
        number=number,
        title=title,
        rest=rest,
        kind_name=str(KIND_NAMES[plan.kind]) if plan.kind != "road" else "",
        plan=plan,
        type_name=TYPE_NAMES[plan.type],
        summary=", ".join(CATEGORY_NAMES.get(item.category, "?") for item in by_road),
        errors=errors,
        warnings=len(problems) - errors,
        passes=_pass_rows(plan, at, raced),
        sprints=_sprint_rows(plan, at, raced),
        beside={name: Note(name, at[(name,)]) for name in ("type", "length", "passes", "sprints")},
        hexagons=hexagons,
        missing=max(0, hexagons - BOX_HEXAGONS),
        full=len(plan.passes) >= MOST_PASSES,
        sprints_full=len(plan.sprints) >= MOST_SPRINTS,
        road=None if rest else to_profile(plan),
    )


def _pass_rows(
    plan: StagePlan, at: Mapping[Where, list[CourseProblem]], raced: Raced
) -> list[DraftPass]:
    free = others_than(plan.passes, raced.passes)
    on_road = {item.index: item for item in passes_of(plan)}
    return [
        DraftPass(
            index,
            item.start,
            item.category,
            Note(f"pass-{index}-head", fact=labels.line(f"p{on_road[index].number}")),
            Note(
                f"pass-{index}",
                at["passes", index],
                gettext("to km %(km)s") % {"km": on_road[index].end},
            ),
            index not in free,
        )
        for index, item in enumerate(plan.passes)
    ]


def _sprint_rows(
    plan: StagePlan, at: Mapping[Where, list[CourseProblem]], raced: Raced
) -> list[SprintRow]:
    """Rows stay where they are while somebody moves them along the road; their names go by the
    order on the road.
    """
    free = others_than(plan.sprints, raced.sprints)
    by_road = sorted(range(len(plan.sprints)), key=lambda index: plan.sprints[index])
    return [
        SprintRow(
            index,
            km,
            Note(f"sprint-{index}-head", fact=labels.line(f"s{by_road.index(index) + 1}")),
            Note(f"sprint-{index}", at["sprints", index]),
            index not in free,
        )
        for index, km in enumerate(plan.sprints)
    ]
