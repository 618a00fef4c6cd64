"""Write a tour of Cycling Party from a `TourPlan`: the wizard, a duplicate, a file and the demo all
end here.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.table import advantages
from tourmanager.accounts.models import User
from tourmanager.riders.names import tidy_name
from tourmanager.scoring.scheme import dump_scheme, scheme, scheme_keys
from tourmanager.tabletop.cycling_party.set_up import course, plan_check
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan, TourData, TourPlan
from tourmanager.tabletop.cycling_party.set_up.planned_scheme import scheme_of_plan
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tours.models import REST, Line, Stage, Tour
from tourmanager.tours.options import chosen_option, differing_options
from tourmanager.tours.planning.creation import (
    PlanRefused,
    save,
    teams_of,
    tidy_teams,
    write_if_valid,
)
from tourmanager.tours.planning.days import drop_plain_labels, drop_rest_days, labels
from tourmanager.tours.planning.plan_check import PlanProblem
from tourmanager.tours.rules import rules_of

KEY = "cycling_party"


def create(plan: TourPlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
    """Create the tour of a plan, running, its first stage active; `by` directs it. Raises
    PlanRefused, nothing done.

    `ending` closes the tour's address and must be unguessable; it is made up where none is given.
    """
    plan = read(plan)
    return write_if_valid(
        plan.name, plan_check.problems(plan), lambda: _write(plan, by, at, ending)
    )


def read(plan: TourPlan) -> TourPlan:
    """Return a copy of the plan with its types proved and its names tidied."""
    try:
        plan = msgspec.convert(msgspec.to_builtins(plan), TourPlan)
    except (msgspec.ValidationError, TypeError) as wrong:
        raise PlanRefused(
            [PlanProblem(_("This is no plan of a tour: %(wrong)s.") % {"wrong": wrong}, _("Tour"))]
        ) from None
    plan.name = tidy_name(plan.name)
    tidy_teams(plan.teams)
    return plan


def mountain_attacks(stages: Sequence[StagePlan], rounding: str = "up") -> int:
    """Return the mountain attacks of each team for a tour of these stages (CP-APP-012)."""
    return advantages.mountain_attacks(
        sum(item.category == "hc" for stage in drop_rest_days(stages) for item in stage.passes),
        rounding,
    )


def _count_attacks(plan: TourPlan) -> int:
    rounding = chosen_option(plan.options, "mountain_attack_rounding", SWITCHES)
    return mountain_attacks(plan.stages, rounding)


def _write(plan: TourPlan, by: User | None, at: datetime, ending: str) -> Tour:
    tour = tour_of(plan)
    days = [
        (stage, lines_of(stage, stage_plan))
        for stage, stage_plan in zip(stages_of(tour, plan.stages), plan.stages, strict=True)
    ]
    return save(tour, days, plan.teams, by=by, at=at, ending=ending)


def tour_of(plan: TourPlan) -> Tour:
    """Make the tour of a plan, not saved, with its own copy of its scheme, which has the plan's
    points for the players.
    """
    return Tour(
        name=plan.name,
        game=KEY,
        scheme=plan.scheme,
        rules=dump_scheme(scheme_of_plan(plan)),
        options=differing_options(plan.options, SWITCHES),
        game_data=msgspec.to_builtins(
            TourData(
                plan.character,
                plan.riders_per_team,
                _count_attacks(plan) if plan.mountain_attacks is None else plan.mountain_attacks,
            )
        ),
        seed=plan.seed,
        second_person=plan.second_person,
    )


def stages_of(tour: Tour, stages: Sequence[StagePlan]) -> list[Stage]:
    """Make the days of a tour, not saved; the first is raced."""
    rows = [
        Stage(
            tour=tour,
            number=number,
            type=stage.type,
            kind=stage.kind,
            label=label if label != str(number) else "",
            length=0 if stage.kind == REST else stage.length,
        )
        for number, (stage, label) in enumerate(zip(stages, labels(stages), strict=True), start=1)
    ]
    rows[0].state = Stage.State.ACTIVE
    return rows


def lines_of(row: Stage, stage: StagePlan) -> list[Line]:
    """Make the sprints and passes of a stage in road order, not saved."""
    if stage.kind == REST:
        return []
    on_road = course.lines_on_road(stage)
    return [
        Line(
            stage=row,
            key=line.key,
            kind=line.kind,
            category=line.category,
            start=line.start,
            km=line.km,
        )
        for line in on_road
    ]


def data_of(tour: Tour) -> TourData:
    """Return what only this game keeps of a tour."""
    return msgspec.convert(tour.game_data, TourData)


def plan_of(tour: Tour) -> TourPlan:
    """Return the plan of a tour, for a duplicate or a file."""
    data = data_of(tour)
    plan = TourPlan(
        name=tour.name,
        character=data.character,
        riders_per_team=data.riders_per_team,
        scale={key: list(points) for key, points in tour.scale.items()},
        stages=drop_plain_labels(
            [
                stage_plan_of(stage)
                for stage in tour.stages.order_by("number").prefetch_related("lines")
            ]
        ),
        teams=teams_of(tour),
        options=dict(tour.options),
        scheme=tour.scheme,
        seed=tour.seed,
        rules=_scheme_if_changed(tour),
        second_person=tour.second_person,
    )
    if data.mountain_attacks != _count_attacks(plan):  # a road was changed since
        plan.mountain_attacks = data.mountain_attacks
    return plan


def _scheme_if_changed(tour: Tour) -> dict[str, Any] | None:
    """Return the tour's scheme if it differs from the one that ships in more than the points of the
    players.
    """
    own = rules_of(tour)
    same = (
        tour.scheme in scheme_keys()
        and scheme(tour.scheme).with_manager_points(own.manager_points.points) == own
    )
    return (
        None
        if same
        and own.manager_points.points.keys() == scheme(tour.scheme).manager_points.points.keys()
        else dump_scheme(own)
    )


def stage_plan_of(stage: Stage) -> StagePlan:
    """Return the plan of one stage; its lines are read once."""
    lines = list(stage.lines.all())
    return StagePlan(
        type=stage.type,
        length=stage.length,
        passes=[PassPlan(line.start, line.category) for line in lines if line.start is not None],
        sprints=[line.km for line in lines if line.start is None],
        kind=stage.kind,
        label=stage.label,
    )
