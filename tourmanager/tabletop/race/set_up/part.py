"""Answer what the app asks to set up races without a board."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.race.incoming.views import race as race_from_results
from tourmanager.tabletop.race.set_up import races, views
from tourmanager.tabletop.race.set_up.races import RacePlan
from tourmanager.tabletop.race.set_up.stages_page import stages_page
from tourmanager.tabletop.race.vocabulary import VOCABULARY
from tourmanager.tours.contract import Offer, SetUp
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.planning.plan_check import PlanProblem


class RaceSetUp(SetUp[RacePlan]):
    plan = RacePlan
    many_teams = True
    offer = Offer(
        "A real race, or a tour that was raced elsewhere, from the tables of its results.",
        "Race from results",
        icon="table-properties",
        drafts=False,
    )

    def read(self, plan: RacePlan) -> RacePlan:
        return races.read(plan)

    def problems(self, plan: RacePlan) -> list[PlanProblem]:
        return races.problems(plan)

    def create(self, plan: RacePlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
        return races.create(plan, by=by, at=at, ending=ending)

    def tour_of(self, plan: RacePlan) -> Tour:
        return races.tour_of(plan)

    def stages_of(self, tour: Tour, plan: RacePlan) -> list[Stage]:
        return races.stages_of(tour, plan.stages)

    def lines_of(self, stage: Stage, plan: RacePlan) -> list[Line]:
        return []

    def plan_of(self, tour: Tour) -> RacePlan:
        return races.plan_of(tour)

    def road_name(self, type: str, course: Mapping[str, Any]) -> str:
        return VOCABULARY.types.get(type, type)

    def begin(self, request: SignedIn) -> HttpResponse:
        return race_from_results(request)

    def repeat(self, request: SignedIn, tour: Tour) -> HttpResponse:
        return views.repeat(request, tour)

    def stages_page(self, request: HttpRequest, tour: Tour) -> HttpResponse:
        return stages_page(request, tour)


SET_UP = RaceSetUp()
