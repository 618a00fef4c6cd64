"""Answer what the app asks to set up tours of Cycling Party."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders.models import Team
from tourmanager.tabletop.cycling_party.set_up import creation, plan_check
from tourmanager.tabletop.cycling_party.set_up.plan import RoadData, TourData, TourPlan
from tourmanager.tabletop.cycling_party.set_up.road_changes import road_of
from tourmanager.tabletop.cycling_party.set_up.stages_page import stages_page
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tabletop.cycling_party.set_up.wizard import views
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import read
from tourmanager.tabletop.cycling_party.vocabulary import TYPE_NAMES
from tourmanager.tours.contract import Lack, Offer, SetUp, Tab
from tourmanager.tours.models import REST, Draft, Line, Stage, Tour
from tourmanager.tours.planning.plan_check import PlanProblem


class CyclingPartySetUp(SetUp[TourPlan]):
    plan = TourPlan
    data = TourData
    course = RoadData
    switches = SWITCHES
    was_first = True
    tabs = (Tab("drawer", gettext_lazy("Tokens"), "cycling_party:advantages"),)
    offer = Offer(
        gettext_lazy(
            "Six riders a team, dice, stages of a hundred kilometres and more. Four "
            "steps: the tour, its points, the stages, the teams."
        ),
        gettext_lazy("Set up a new tour"),
    )

    def read(self, plan: TourPlan) -> TourPlan:
        return creation.read(plan)

    def problems(self, plan: TourPlan) -> list[PlanProblem]:
        return plan_check.problems(plan)

    def create(self, plan: TourPlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
        return creation.create(plan, by=by, at=at, ending=ending)

    def tour_of(self, plan: TourPlan) -> Tour:
        return creation.tour_of(plan)

    def stages_of(self, tour: Tour, plan: TourPlan) -> list[Stage]:
        return creation.stages_of(tour, plan.stages)

    def lines_of(self, stage: Stage, plan: TourPlan) -> list[Line]:
        return creation.lines_of(stage, plan.stages[stage.number - 1])

    def plan_of(self, tour: Tour) -> TourPlan:
        return creation.plan_of(tour)

    def road_name(self, type: str, course: Mapping[str, Any]) -> str:
        return TYPE_NAMES.get(type, type)

    def begin(self, request: SignedIn) -> HttpResponse:
        return views.begin(request)

    def repeat(self, request: SignedIn, tour: Tour) -> HttpResponse:
        return views.repeat(request, tour)

    def stages_page(self, request: HttpRequest, tour: Tour) -> HttpResponse:
        return stages_page(request, tour)

    def road_address(self, stage: Stage) -> str:
        if stage.kind == REST or road_of(stage).raced.whole:
            return ""
        return reverse("cycling_party:change_road", args=[stage.tour.slug, stage.number])

    def draft_address(self, row: Draft) -> str:
        return reverse("cycling_party:draft", args=[row.pk, read(row).step])

    def draft_words(self, row: Draft) -> str:
        draft = read(row)
        return ngettext(
            "%(stages)s stage, %(players)s players · next: %(step)s",
            "%(stages)s stages, %(players)s players · next: %(step)s",
            draft.stage_count,
        ) % {
            "stages": draft.stage_count,
            "players": draft.players,
            "step": draft.step.title(),
        }

    def lack(self, user: User | None) -> Lack | None:
        if views.ready(user):
            return None
        return Lack(
            views.TOO_FEW,
            _("Teams and riders"),
            reverse("riders:teams"),
            views.say_too_few(Team.objects.complete().count()),
            _("Make teams to start with"),
        )


SET_UP = CyclingPartySetUp()
