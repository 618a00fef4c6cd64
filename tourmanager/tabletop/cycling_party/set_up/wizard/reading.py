"""Read what the wizard's pages send where rows come and go: points, one stage, the teams.

A number that cannot be read leaves the old one in place and gets a message beside its field; more
rows than a page can have are refused.
"""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from tourmanager.riders.names import tidy_name
from tourmanager.scoring.scheme import KINDS
from tourmanager.tabletop.cycling_party.set_up import course_check, plan_check
from tourmanager.tabletop.cycling_party.set_up.course_check import (
    MOST_PASSES,
    MOST_SPRINTS,
    CourseProblem,
)
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.set_up.plan_check import MOST_PLACES, MOST_POINTS
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import TourDraft
from tourmanager.tabletop.cycling_party.set_up.wizard.draft_teams import pick, swap_roles
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPES
from tourmanager.tours.planning.numbers import read_rows, read_whole_number
from tourmanager.tours.planning.plan_check import PlanProblem, make_writable
from tourmanager.tours.rules import point_sources

MOST_TEAMS = 200  # that may be ticked in one go


def read_points(data: QueryDict, draft: TourDraft) -> list[PlanProblem]:
    """Read step 2: the points of each classification that was sent, by place."""
    faults = []
    for key, name in point_sources(draft.own_scheme).items():
        if key not in data and f"places-{key}" not in data:
            continue
        old = draft.scale.get(key, [])
        points = []
        for index, text in enumerate(read_rows(data, key, MOST_PLACES)):
            number = read_whole_number(text, MOST_POINTS)
            if number is None:
                number = old[index] if index < len(old) else 0
                faults.append(
                    PlanProblem(
                        _("%(name)s, place %(index)s: write a whole number from 0 to %(most)s.")
                        % {"name": name, "index": index + 1, "most": MOST_POINTS},
                        key,
                    )
                )
            points.append(number)
        draft.scale[key] = points
    return faults


def read_stage(data: QueryDict, old: StagePlan) -> tuple[StagePlan, list[CourseProblem]]:
    """Read step 3: one stage as its form has it."""
    problems: list[CourseProblem] = []

    def number(text: str, before: int, where: tuple[str | int, ...]) -> int:
        value = read_whole_number(text, 999)
        if value is None:
            problems.append(
                CourseProblem(
                    "E_NUMBER",
                    "error",
                    _("Write a whole number up to %(longest)s.")
                    % {"longest": course_check.LONGEST},
                    where,
                )
            )
            return before
        return value

    def before(values: Sequence[int], index: int) -> int:
        return values[index] if index < len(values) else 0

    kind = data.get("type", old.type)
    length = (
        number(data.get("length", ""), old.length, ("length",)) if "length" in data else old.length
    )
    passes, sprints = list(old.passes), list(old.sprints)
    if "rows" in data:  # a form without a row left sends no field of it
        starts, categories = (
            read_rows(data, "start", MOST_PASSES),
            read_rows(data, "category", MOST_PASSES),
        )
        old_starts = [item.start for item in old.passes]
        passes = [
            PassPlan(
                number(start, before(old_starts, index), ("passes", index, "start")),
                category if category in CATEGORIES else "",
            )
            for index, (start, category) in enumerate(zip(starts, categories, strict=False))
        ]
        sprints = [
            number(km, before(old.sprints, index), ("sprints", index))
            for index, km in enumerate(read_rows(data, "sprint", MOST_SPRINTS + 4))
        ]
    stage_kind = data.get("kind", old.kind)
    label = make_writable(tidy_name(data.get("label", old.label)))[:20]
    return StagePlan(
        kind if kind in TYPES else old.type,
        length,
        passes,
        sprints,
        stage_kind if stage_kind in KINDS else old.kind,
        label,
    ), problems


def read_teams(data: QueryDict, draft: TourDraft) -> None:
    """Read step 4: the picked teams, their players, and who rides in which role."""
    if "teams" not in data:
        return
    keys = read_rows(data, "team", MOST_TEAMS)
    for seat in draft.seats:
        if f"manager-{seat.team}" in data:
            seat.manager = make_writable(data.get(f"manager-{seat.team}", ""))[:80]
        if lineup := read_rows(data, f"rider-{seat.team}", plan_check.RIDERS[-1]):
            before = read_rows(data, f"was-{seat.team}", plan_check.RIDERS[-1])
            seat.lineup = swap_roles(before, [key[:20] for key in lineup])
    pick(draft, [key[:20] for key in keys])
