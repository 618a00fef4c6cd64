"""The plan of a tour, whichever game it is of: each question is answered by the room that makes such tours."""

from datetime import datetime

from tourmanager.accounts.models import User
from tourmanager.tours import creation, plan_check, races
from tourmanager.tours.games import RACE
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.plan import TourPlan
from tourmanager.tours.plan_check import PlanProblem
from tourmanager.tours.races import RacePlan

Plan = TourPlan | RacePlan


def plan_of(tour: Tour) -> Plan:
    """What the tour was made of."""
    return races.plan_of(tour) if tour.game == RACE else creation.plan_of(tour)


def read(plan: Plan) -> Plan:
    """The plan with its names tidied. Raises PlanRefused."""
    return races.read(plan) if isinstance(plan, RacePlan) else creation.read(plan)


def problems(plan: Plan) -> list[PlanProblem]:
    """Everything that keeps the plan from being a tour, but for a name that is taken."""
    return races.problems(plan) if isinstance(plan, RacePlan) else plan_check.problems(plan)


def create(plan: Plan, *, by: User | None, at: datetime) -> Tour:
    """The tour of the plan. Raises PlanRefused, nothing done."""
    return races.create(plan, by=by, at=at) if isinstance(plan, RacePlan) else creation.create(plan, by=by, at=at)


def tour_of(plan: Plan) -> Tour:
    """The tour of a plan, not saved."""
    return races.tour_of(plan) if isinstance(plan, RacePlan) else creation.tour_of(plan)


def stages_of(tour: Tour, plan: Plan) -> list[Stage]:
    """Its days, not saved; the first is raced."""
    return races.stages_of(tour, plan.stages) if isinstance(plan, RacePlan) else creation.stages_of(tour, plan.stages)


def lines_of(stage: Stage, plan: Plan) -> list[Line]:
    """Sprints and passes of one of them, not saved. The stages of a race have no course."""
    return [] if isinstance(plan, RacePlan) else creation.lines_of(stage, plan.stages[stage.number - 1])
