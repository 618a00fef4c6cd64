"""The plan of a tour, whichever game it is of: each question is answered by the room that makes such tours."""

from datetime import datetime
from types import ModuleType

from tourmanager.accounts.models import User
from tourmanager.tours import creation, grand_tours, races
from tourmanager.tours.games import CYCLING_PARTY, FLAMME_ROUGE, RACE
from tourmanager.tours.grand_tours import GrandTourPlan
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.plan import TourPlan
from tourmanager.tours.plan_check import PlanProblem
from tourmanager.tours.races import RacePlan

Plan = TourPlan | RacePlan | GrandTourPlan

# Each of these rooms has the functions below, for plans of its own kind.
BY_GAME: dict[str, ModuleType] = {CYCLING_PARTY: creation, RACE: races, FLAMME_ROUGE: grand_tours}
BY_PLAN: dict[type, ModuleType] = {TourPlan: creation, RacePlan: races, GrandTourPlan: grand_tours}


def plan_of(tour: Tour) -> Plan:
    """What the tour was made of."""
    plan: Plan = BY_GAME[tour.game].plan_of(tour)
    return plan


def read(plan: Plan) -> Plan:
    """The plan with its names tidied. Raises PlanRefused."""
    tidied: Plan = BY_PLAN[type(plan)].read(plan)
    return tidied


def problems(plan: Plan) -> list[PlanProblem]:
    """Everything that keeps the plan from being a tour, but for a name that is taken."""
    found: list[PlanProblem] = BY_PLAN[type(plan)].problems(plan)
    return found


def create(plan: Plan, *, by: User | None, at: datetime) -> Tour:
    """The tour of the plan. Raises PlanRefused, nothing done."""
    tour: Tour = BY_PLAN[type(plan)].create(plan, by=by, at=at)
    return tour


def tour_of(plan: Plan) -> Tour:
    """The tour of a plan, not saved."""
    tour: Tour = BY_PLAN[type(plan)].tour_of(plan)
    return tour


def stages_of(tour: Tour, plan: Plan) -> list[Stage]:
    """Its days, not saved; the first is raced."""
    stages: list[Stage] = BY_PLAN[type(plan)].stages_of(tour, plan.stages)
    return stages


def lines_of(stage: Stage, plan: Plan) -> list[Line]:
    """Sprints and passes of one of them, not saved."""
    lines: list[Line] = BY_PLAN[type(plan)].lines_of(stage, plan.stages[stage.number - 1])
    return lines
