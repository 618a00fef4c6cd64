"""Answer what the app asks to set up Grand Tours of Flamme Rouge."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours, views
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    GrandTourData,
    GrandTourPlan,
    TileRoad,
)
from tourmanager.tabletop.flamme_rouge.set_up.stages_page import stages_page
from tourmanager.tabletop.flamme_rouge.vocabulary import VOCABULARY
from tourmanager.tours.contract import Offer, SetUp
from tourmanager.tours.measure import SQUARES
from tourmanager.tours.models import Draft, Line, Stage, Tour
from tourmanager.tours.planning.plan_check import PlanProblem


class FlammeRougeSetUp(SetUp[GrandTourPlan]):
    plan = GrandTourPlan
    data = GrandTourData
    course = TileRoad
    measure = SQUARES
    switches = grand_tours.SWITCHES
    signs = {"sprinteur": "S", "rouleur": "R"}
    dummies = grand_tours.DUMMIES
    offer = Offer(
        gettext_lazy(
            "A Grand Tour of two riders a team, or seven to twelve for themselves, "
            "on stages of tiles; tired riders carry their exhaustion on. One page."
        ),
        gettext_lazy("Set up a Grand Tour"),
    )

    def read(self, plan: GrandTourPlan) -> GrandTourPlan:
        return grand_tours.read(plan)

    def problems(self, plan: GrandTourPlan) -> list[PlanProblem]:
        return grand_tours.problems(plan)

    def create(
        self, plan: GrandTourPlan, *, by: User | None, at: datetime, ending: str = ""
    ) -> Tour:
        return grand_tours.create(plan, by=by, at=at, ending=ending)

    def tour_of(self, plan: GrandTourPlan) -> Tour:
        return grand_tours.tour_of(plan)

    def stages_of(self, tour: Tour, plan: GrandTourPlan) -> list[Stage]:
        return grand_tours.stages_of(tour, plan.stages)

    def lines_of(self, stage: Stage, plan: GrandTourPlan) -> list[Line]:
        return grand_tours.lines_of(stage, plan.stages[stage.number - 1])

    def plan_of(self, tour: Tour) -> GrandTourPlan:
        return grand_tours.plan_of(tour)

    def road_name(self, type: str, course: Mapping[str, Any]) -> str:
        return (
            str(course.get("name") or _("own stage"))
            if course
            else VOCABULARY.types.get(type, type)
        )

    def begin(self, request: SignedIn) -> HttpResponse:
        return views.begin(request)

    def repeat(self, request: SignedIn, tour: Tour) -> HttpResponse:
        return views.repeat(request, tour)

    def stages_page(self, request: HttpRequest, tour: Tour) -> HttpResponse:
        return stages_page(request, tour)

    def draft_address(self, row: Draft) -> str:
        return reverse("flamme_rouge:draft", args=[row.pk])


SET_UP = FlammeRougeSetUp()
