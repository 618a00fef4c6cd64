"""Write a race: a tour without a board, whose results are entered or imported from files.

Any number of teams and riders; stages have a type, a kind and perhaps a label of their own ("3a"),
and no course.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.riders.names import LONGEST_NAME, name_key, tidy_name
from tourmanager.scoring.scheme import KINDS, dump_scheme, scheme, scheme_keys
from tourmanager.tabletop.race.vocabulary import VOCABULARY
from tourmanager.tours.models import REST, Line, Stage, Tour
from tourmanager.tours.planning.creation import (
    choose_jerseys,
    choose_short_names,
    save,
    write_if_valid,
)
from tourmanager.tours.planning.days import LABEL
from tourmanager.tours.planning.plan import Plan, RiderPlan, TeamPlan
from tourmanager.tours.planning.plan_check import (
    PlanProblem,
    find_duplicates,
    jersey_problems,
    make_writable,
    mark_problems,
    name_trouble,
)
from tourmanager.tours.rules import read_valid_scheme, rules_of, rules_problems

KEY = "race"
SCHEME = "uci_stage_race"
MOST_STAGES, MOST_TEAMS, MOST_RIDERS = 50, 99, 99


class RaceStage(msgspec.Struct, frozen=True):
    label: str = ""  # "" where it is its number
    kind: str = "road"
    type: str = "flat"


class RaceRider(msgspec.Struct, frozen=True):
    number: int
    name: str
    marks: tuple[str, ...] = ()


class RaceTeam(msgspec.Struct, frozen=True):
    name: str
    riders: tuple[RaceRider, ...]
    short_name: str = ""  # what is left open here is chosen as the race comes to be
    colour: str = ""
    pattern: str = ""
    manager: str = ""


class RacePlan(Plan):
    stages: tuple[RaceStage, ...]
    teams: tuple[RaceTeam, ...]
    scheme: str = SCHEME
    # its own copy of the scheme; None for the scheme as it ships
    rules: dict[str, Any] | None = None
    second_person: bool = False


def create(plan: RacePlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
    """Create the race of a plan, its first stage active; `by` directs it. Raises PlanRefused,
    nothing done.
    """
    plan = read(plan)
    return write_if_valid(plan.name, problems(plan), lambda: _write(plan, by, at, ending))


def read(plan: RacePlan) -> RacePlan:
    """Return the plan with its names tidied."""
    replace = msgspec.structs.replace
    teams = [
        replace(
            team,
            name=tidy_name(team.name),
            short_name=tidy_name(team.short_name),
            manager=tidy_name(team.manager),
            riders=tuple(replace(rider, name=tidy_name(rider.name)) for rider in team.riders),
        )
        for team in plan.teams
    ]
    return replace(plan, name=tidy_name(plan.name), teams=tuple(teams))


def problems(plan: RacePlan) -> list[PlanProblem]:
    """Find everything that keeps the plan from being a race; only the database knows which names
    are taken.
    """
    plan_problems = []
    if trouble := name_trouble(plan.name, 80, what=_("The name of the race")):
        plan_problems.append(PlanProblem(trouble, _("Tour")))
    if plan.scheme not in scheme_keys():
        plan_problems.append(
            PlanProblem(
                _("There is no scoring scheme “%(scheme)s”.") % {"scheme": plan.scheme[:40]},
                _("Tour"),
            )
        )
    plan_problems += rules_problems(plan.rules)
    plan_problems += _stage_problems(plan.stages)
    if not 1 <= len(plan.teams) <= MOST_TEAMS:
        plan_problems.append(
            PlanProblem(
                _("A race has 1 to %(most_teams)s teams, not %(count)s.")
                % {"most_teams": MOST_TEAMS, "count": len(plan.teams)},
                _("Teams"),
            )
        )
    plan_problems += [
        PlanProblem(_("The team %(name)s is there twice.") % {"name": name}, _("Teams"))
        for name in find_duplicates((team.name for team in plan.teams), name_key)
    ]
    for team in plan.teams:
        plan_problems += _team_problems(team, (_("Team %(name)s") % {"name": team.name})[:60])
    return [
        PlanProblem(make_writable(problem.text), make_writable(problem.where))
        for problem in plan_problems
    ]


def _stage_problems(stages: Sequence[RaceStage]) -> Iterator[PlanProblem]:
    if not 1 <= len(stages) <= MOST_STAGES:
        yield PlanProblem(
            _("A race has 1 to %(most_stages)s stages, not %(count)s.")
            % {"most_stages": MOST_STAGES, "count": len(stages)},
            _("Stages"),
        )
    if any(
        stage.kind not in (*KINDS, REST) or stage.type not in VOCABULARY.types for stage in stages
    ):
        yield PlanProblem(_("A stage has a kind or a type that there is not."), _("Stages"))
    if stages and REST in (stages[0].kind, stages[-1].kind):
        yield PlanProblem(
            _("A race begins and ends with a stage, not with a rest day."), _("Stages")
        )
    yield from _label_problems(stages)


def _label_problems(stages: Sequence[RaceStage]) -> Iterator[PlanProblem]:
    for stage in stages:
        if stage.label and not LABEL.match(stage.label):
            yield PlanProblem(
                _("“%(stage)s” cannot name a stage: write up to 8 letters and digits, such as 3a.")
                % {"stage": stage.label[:20]},
                _("Stages"),
            )
    called = [
        stage.label or str(number)
        for number, stage in enumerate(stages, start=1)
        if stage.kind != REST
    ]
    for label in find_duplicates(called, str.casefold):
        yield PlanProblem(
            _("Two stages are called %(label)s: give one of them another name.")
            % {"label": label[:20]},
            _("Stages"),
        )


def _team_problems(team: RaceTeam, where: str) -> Iterator[PlanProblem]:
    yield from _name_problems(team, where)
    numbers = [rider.number for rider in team.riders]
    usable = numbers and set(numbers) <= set(range(1, MOST_RIDERS + 1))
    if not usable or len(set(numbers)) < len(numbers):
        yield PlanProblem(
            _("The riders need numbers from 1 to %(most_riders)s, each once.")
            % {"most_riders": MOST_RIDERS},
            where,
        )
    if team.colour or team.pattern:
        yield from jersey_problems(team.colour, team.pattern, where)
    yield from mark_problems((mark for rider in team.riders for mark in rider.marks), where)


def _name_problems(team: RaceTeam, where: str) -> Iterator[PlanProblem]:
    texts = [
        (team.name, LONGEST_NAME, _("The name of the team")),
        *((rider.name, LONGEST_NAME, _("The name of a rider")) for rider in team.riders),
    ]
    texts += [(team.short_name, 4, _("The short name"))] if team.short_name else []
    texts += [(team.manager, 40, _("The name of the manager"))] if team.manager else []
    for text, longest, what in texts:
        if trouble := name_trouble(text, longest, what=what):
            yield PlanProblem(trouble, where)


def plan_of(tour: Tour) -> RacePlan:
    """Return the plan of a race, for a duplicate or a file."""
    return RacePlan(
        name=tour.name,
        stages=tuple(
            RaceStage(stage.label, stage.kind, stage.type)
            for stage in tour.stages.order_by("number")
        ),
        teams=tuple(
            RaceTeam(
                name=team.name,
                riders=tuple(
                    RaceRider(rider.number, rider.name, tuple(rider.marks))
                    for rider in team.riders.all()
                ),
                short_name=team.short_name,
                colour=team.colour,
                pattern=team.pattern,
                manager=team.manager,
            )
            for team in tour.teams.order_by("seat").prefetch_related("riders")
        ),
        scheme=tour.scheme,
        rules=dump_scheme(rules_of(tour)),
        second_person=tour.second_person,
    )


def copy_race(tour: Tour, name: str, *, by: User, at: datetime) -> Tour:
    """Copy a race before its first stage under another name: its start list, stages and scheme, and
    nothing recorded.

    Raises PlanRefused.
    """
    with transaction.atomic():
        copy = create(msgspec.structs.replace(plan_of(tour), name=name), by=by, at=at)
        copy.listed = tour.listed
        copy.save(update_fields=["listed"])
    return copy


def tour_of(plan: RacePlan) -> Tour:
    """Make the race of a plan, not saved."""
    return Tour(
        name=plan.name,
        game=KEY,
        scheme=plan.scheme,
        rules=dump_scheme(
            scheme(plan.scheme) if plan.rules is None else read_valid_scheme(plan.rules)
        ),
        second_person=plan.second_person,
    )


def stages_of(tour: Tour, stages: Sequence[RaceStage]) -> list[Stage]:
    """Make the days of a race, not saved; the first is raced."""
    rows = [
        Stage(
            tour=tour, number=number, type=stage.type, kind=stage.kind, label=stage.label, length=0
        )
        for number, stage in enumerate(stages, start=1)
    ]
    rows[0].state = Stage.State.ACTIVE
    return rows


def lines_of(row: Stage, stage: RaceStage) -> list[Line]:
    """Return no lines: the stages of a race have no course."""
    return []


def _write(plan: RacePlan, by: User | None, at: datetime, ending: str) -> Tour:
    tour = tour_of(plan)
    days = [
        (stage, lines_of(stage, stage_plan))
        for stage, stage_plan in zip(stages_of(tour, plan.stages), plan.stages, strict=True)
    ]
    return save(tour, days, list(_complete(plan.teams)), by=by, at=at, ending=ending)


def _complete(teams: Sequence[RaceTeam]) -> Iterator[TeamPlan]:
    """Choose what the plan leaves open: short names and jerseys."""
    looks = zip(
        teams,
        choose_short_names([team.name for team in teams]),
        choose_jerseys(len(teams)),
        strict=True,
    )
    for team, short, (colour, pattern) in looks:
        yield TeamPlan(
            team.name,
            team.short_name or short,
            team.colour or colour,
            team.pattern or pattern,
            [RiderPlan(rider.number, rider.name, "", list(rider.marks)) for rider in team.riders],
            team.manager,
        )
