"""Set up a tour of Toy Dash: one page, a name, its stages and its teams of one rider each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tests.toy.engine import BELL
from tests.toy.engine import STONES as LENGTH
from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders.names import tidy_name
from tourmanager.scoring.scheme import SchemeError, dump_scheme, scheme
from tourmanager.tours.contract import Offer, SetUp, Tab
from tourmanager.tours.measure import Measure
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.options import Switch, differing_options
from tourmanager.tours.options import problems as switch_problems
from tourmanager.tours.planning.creation import (
    PlanRefused,
    choose_jerseys,
    choose_short_names,
    free_name,
    save,
    teams_of,
    tidy_teams,
    write_if_valid,
)
from tourmanager.tours.planning.plan import Plan, RiderPlan, TeamPlan
from tourmanager.tours.planning.plan_check import PlanProblem, name_trouble
from tourmanager.tours.rules import read_valid_scheme, rules_of

KEY, SCHEME = "toy", "toy_dash"
SWITCHES = (
    Switch(
        "falls", "Does a rider fall on two alike?", {"on": "Yes", "off": "No"}, "TOY-2", "digital"
    ),
)


class ToyData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What only this game keeps of a tour."""

    table: str = "round"


class ToyRoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What only this game keeps of a stage."""

    bell: int = BELL


class ToyStage(msgspec.Struct, frozen=True):
    bell: int = BELL


class ToyPlan(Plan):
    stages: list[ToyStage]
    teams: list[TeamPlan]
    scheme: str = SCHEME
    rules: dict[str, Any] | None = None
    options: dict[str, str] = {}
    second_person: bool = False


class ToySetUp(SetUp[ToyPlan]):
    plan = ToyPlan
    data = ToyData
    course = ToyRoad
    measure = Measure("stone", "stones")
    switches = SWITCHES
    tabs = (Tab("drawer", "Pushes", "toy:pushes"),)
    offer = Offer("Three stones and a die.", "Set up a Toy Dash", drafts=False)

    def read(self, plan: ToyPlan) -> ToyPlan:
        try:
            plan = msgspec.convert(msgspec.to_builtins(plan), ToyPlan)
        except (msgspec.ValidationError, TypeError) as wrong:
            raise PlanRefused([PlanProblem(f"This is no plan: {wrong}.", "Tour")]) from None
        plan.name = tidy_name(plan.name)
        tidy_teams(plan.teams)
        return plan

    def problems(self, plan: ToyPlan) -> list[PlanProblem]:
        found = []
        if trouble := name_trouble(plan.name, 80, what="The name of the tour"):
            found.append(PlanProblem(trouble, "Tour"))
        if plan.rules is not None:
            try:
                read_valid_scheme(plan.rules)
            except SchemeError as error:
                found += [PlanProblem(fault.text, "Scoring") for fault in error.faults]
        if not 1 <= len(plan.stages) <= 9:
            found.append(PlanProblem("A tour has 1 to 9 stages.", "Stages"))
        if not 2 <= len(plan.teams) <= 4:
            found.append(PlanProblem("Two to four teams ride.", "Teams"))
        texts = switch_problems(plan.options, SWITCHES).values()
        return found + [PlanProblem(text, "House rules") for text in texts]

    def create(self, plan: ToyPlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
        plan = self.read(plan)
        return write_if_valid(
            plan.name, self.problems(plan), lambda: self._write(plan, by, at, ending)
        )

    def _write(self, plan: ToyPlan, by: User | None, at: datetime, ending: str) -> Tour:
        tour = self.tour_of(plan)
        days = [(stage, self.lines_of(stage, plan)) for stage in self.stages_of(tour, plan)]
        return save(tour, days, plan.teams, by=by, at=at, ending=ending)

    def tour_of(self, plan: ToyPlan) -> Tour:
        rules = scheme(plan.scheme) if plan.rules is None else read_valid_scheme(plan.rules)
        return Tour(
            name=plan.name,
            game=KEY,
            game_data={"table": "round"},
            scheme=plan.scheme,
            rules=dump_scheme(rules),
            options=differing_options(plan.options, SWITCHES),
            second_person=plan.second_person,
        )

    def stages_of(self, tour: Tour, plan: ToyPlan) -> list[Stage]:
        found = [
            Stage(
                tour=tour, number=number, type="table", length=LENGTH, course={"bell": stage.bell}
            )
            for number, stage in enumerate(plan.stages, start=1)
        ]
        found[0].state = Stage.State.ACTIVE
        return found

    def lines_of(self, stage: Stage, plan: ToyPlan) -> list[Line]:
        bell = plan.stages[stage.number - 1].bell
        return [Line(stage=stage, key="s1", kind=Line.Kind.SPRINT, category="bell", km=bell)]

    def plan_of(self, tour: Tour) -> ToyPlan:
        return ToyPlan(
            name=tour.name,
            stages=[ToyStage(stage.course["bell"]) for stage in tour.stages.order_by("number")],
            teams=teams_of(tour),
            scheme=tour.scheme,
            rules=dump_scheme(rules_of(tour)),
            options=dict(tour.options),
            second_person=tour.second_person,
        )

    def road_name(self, type: str, course: Mapping[str, Any]) -> str:
        return "the table"

    # -- pages

    def begin(self, request: SignedIn) -> HttpResponse:
        form = ToyForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                return redirect(self.create(form.plan(), by=request.user, at=timezone.now()))
            except PlanRefused as refused:
                for problem in refused.problems:
                    form.add_error(None, f"{problem.where}: {problem.text}")
        status = 422 if form.errors else 200
        return render(request, "toy/set_up.html", {"form": form}, status=status)

    def repeat(self, request: SignedIn, tour: Tour) -> HttpResponse:
        plan = self.plan_of(tour)
        plan.name = free_name(tour.name)
        messages.info(request, f"This is a copy of {tour.name}.")
        return redirect(self.create(plan, by=request.user, at=timezone.now()))

    def stages_page(self, request: HttpRequest, tour: Tour) -> HttpResponse:
        context = {"tour": tour, "tab": "stages", "stages": tour.stages.order_by("number")}
        return render(request, "toy/stages.html", context)


class ToyForm(forms.Form):
    name = forms.CharField(label="Name", max_length=80)
    stages = forms.IntegerField(label="Stages", min_value=1, max_value=9, initial=2)
    teams = forms.CharField(label="Teams, with spaces between", initial="Ant Bee")

    def plan(self) -> ToyPlan:
        names = self.cleaned_data["teams"].split()
        return a_plan(self.cleaned_data["name"], names, self.cleaned_data["stages"])


def a_plan(name: str, teams: list[str], stages: int = 2) -> ToyPlan:
    """Return the plan of a tour of teams of one rider each."""
    looks = zip(teams, choose_short_names(teams), choose_jerseys(len(teams)), strict=True)
    return ToyPlan(
        name,
        [ToyStage() for _ in range(stages)],
        [
            TeamPlan(team, short, colour, pattern, [RiderPlan(1, f"{team} Racer", "")])
            for team, short, (colour, pattern) in looks
        ],
    )


SET_UP = ToySetUp()
