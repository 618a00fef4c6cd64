"""Check whether a plan can become a tour, and say what is wrong with it, part by part.

The wizard checks part by part as the director goes along; `creation` checks everything.
`course_check` says what makes one stage impossible.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from tourmanager.riders.models import ROLES, Role
from tourmanager.riders.names import LONGEST_NAME, has_unseen_character
from tourmanager.scoring.scheme import SchemeError
from tourmanager.tabletop.cycling_party.set_up import course_check, model_tours
from tourmanager.tabletop.cycling_party.set_up.plan import StagePlan, TourPlan
from tourmanager.tabletop.cycling_party.set_up.planned_scheme import scheme_of_plan
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tours import options
from tourmanager.tours.models import REST
from tourmanager.tours.planning.days import day_problems, titles
from tourmanager.tours.planning.plan import RiderPlan, TeamPlan
from tourmanager.tours.planning.plan_check import (
    PlanProblem,
    find_duplicates,
    jersey_problems,
    make_writable,
    mark_problems,
    name_trouble,
)
from tourmanager.tours.rules import point_sources

STAGES = range(model_tours.FEWEST, model_tours.MOST + 1)
TEAMS = range(2, 7)
RIDERS = (5, 6)
MOST_PLACES = 36  # six teams of six: nobody can be placed further down
MOST_POINTS = 9999
# passes, or sprints, that a check of the course looks at; more are nonsense, and slow
MOST_MARKS = 12
CHARACTERS = {key: name.capitalize() for key, name in model_tours.CHARACTERS.items()}


def tour_problems(plan: TourPlan) -> Iterator[PlanProblem]:
    """Check the characteristics: name, riders, number of stages, character, scheme."""
    if trouble := name_trouble(plan.name, 80, what=_("The name of the tour")):
        yield PlanProblem(trouble, _("Tour"))
    if plan.riders_per_team not in RIDERS:
        yield PlanProblem(_("A team has 5 or 6 riders."), _("Tour"))
    if plan.character not in CHARACTERS:
        yield PlanProblem(
            _("A tour is %(characters)s: “%(character)s” is none of these.")
            % {"characters": ", ".join(CHARACTERS.values()), "character": plan.character[:40]},
            _("Tour"),
        )
    yield from day_problems(plan.stages)
    if len(plan.teams) not in TEAMS:
        yield PlanProblem(
            _("A tour needs 2 to 6 teams, not %(count)s.") % {"count": len(plan.teams)}, _("Teams")
        )
    if len(plan.seed) > 40 or has_unseen_character(plan.seed):
        yield PlanProblem(
            _("The seed of the model tour has at most 40 ordinary characters."), _("Tour")
        )


def option_problems(choices: dict[str, str]) -> Iterator[PlanProblem]:
    for text in options.problems(choices, SWITCHES).values():
        yield PlanProblem(text, _("House rules"))


def scale_problems(
    scale: Mapping[str, list[int]], names: Mapping[str, str]
) -> Iterator[PlanProblem]:
    """Check the points: 0 or more, and not more for a later place (CP-M-055).

    `names` are the sources of the scheme.
    """
    for unknown in sorted(scale.keys() - names.keys()):
        yield PlanProblem(
            _("There is no classification “%(unknown)s”.") % {"unknown": unknown[:40]}, _("Points")
        )
    for key, name in names.items():
        points = scale.get(key, [])
        if len(points) > MOST_PLACES:
            yield PlanProblem(
                _("%(name)s: points for %(count)s places, but at most %(most)s riders take part.")
                % {"name": name, "count": len(points), "most": MOST_PLACES},
                _("Points"),
            )
        if any(not 0 <= amount <= MOST_POINTS for amount in points):
            yield PlanProblem(
                _("%(name)s: points are whole numbers from 0 to %(most)s.")
                % {"name": name, "most": MOST_POINTS},
                _("Points"),
            )
            continue
        for place, (better, worse) in enumerate(pairwise(points), start=2):
            if worse > better:
                yield PlanProblem(
                    _(
                        "%(name)s: place %(place)s gives %(worse)s, more than place "
                        "%(next_place)s with %(better)s."
                    )
                    % {
                        "name": name,
                        "place": place,
                        "worse": worse,
                        "next_place": place - 1,
                        "better": better,
                    },
                    _("Points"),
                )


def stage_problems(stage: StagePlan, where: str) -> Iterator[PlanProblem]:
    """Yield what makes a stage impossible; warnings are no problems. Nothing is ridden on a rest
    day.
    """
    if stage.kind == REST:
        return
    if len(stage.passes) > MOST_MARKS or len(stage.sprints) > MOST_MARKS:
        yield PlanProblem(
            _("A stage has three or four passes and at most five intermediate sprints."), where
        )
        return
    for problem in course_check.errors(course_check.check(stage)):
        yield PlanProblem(problem.text, where)


def team_problems(team: TeamPlan, riders_per_team: int, where: str) -> Iterator[PlanProblem]:
    """Check that a team has each number once and each role once (CP-APP-011)."""
    for text, longest, what in (
        (team.name, LONGEST_NAME, _("The name of the team")),
        (team.short_name, 4, _("The short name")),
        *(
            (rider.name, LONGEST_NAME, _("The name of rider %(number)s") % {"number": rider.number})
            for rider in team.riders[:6]
        ),
    ):
        if trouble := name_trouble(text, longest, what=what):
            yield PlanProblem(trouble, where)
    if team.manager and (trouble := name_trouble(team.manager, 40, what=_("The player's name"))):
        yield PlanProblem(trouble, where)
    yield from jersey_problems(team.colour, team.pattern, where)
    yield from mark_problems((mark for rider in team.riders for mark in rider.marks), where)
    yield from role_problems(team.riders, riders_per_team, where)


def role_problems(
    riders: Sequence[RiderPlan], riders_per_team: int, where: str
) -> Iterator[PlanProblem]:
    if len(riders) != riders_per_team:
        yield PlanProblem(
            _("%(count)s riders, but each team has %(riders_per_team)s.")
            % {"count": len(riders), "riders_per_team": riders_per_team},
            where,
        )
        return
    if sorted(rider.number for rider in riders) != list(range(1, riders_per_team + 1)):
        yield PlanProblem(
            _("The riders need the numbers 1 to %(riders_per_team)s, each once.")
            % {"riders_per_team": riders_per_team},
            where,
        )
    count = Counter(rider.role for rider in riders)
    for role in ROLES[:riders_per_team]:
        name = Role(role).label
        if count[role] == 0:
            yield PlanProblem(_("Nobody rides as %(name)s.") % {"name": name.lower()}, where)
        elif count[role] > 1:
            yield PlanProblem(
                _("%(count)s riders ride as %(name)s: one of them needs another role.")
                % {"count": count[role], "name": name.lower()},
                where,
            )
    if count.keys() - set(ROLES[:riders_per_team]):
        yield PlanProblem(
            _(
                "With %(riders_per_team)s riders the roles are those of the numbers "
                "1 to %(riders_per_team)s."
            )
            % {"riders_per_team": riders_per_team},
            where,
        )


def problems(plan: TourPlan) -> list[PlanProblem]:
    """Find everything that keeps a plan from being a tour, in the order of the wizard."""
    try:
        rules = scheme_of_plan(plan)
    except LookupError:
        return [
            PlanProblem(
                make_writable(
                    _("There is no scoring scheme “%(scheme)s”.") % {"scheme": plan.scheme[:40]}
                ),
                _("Tour"),
            )
        ]
    except SchemeError as error:
        return [
            PlanProblem(make_writable(f"{fault.path}: {fault.text}"), _("Scoring"))
            for fault in error.faults
        ]
    plan_problems = [
        *tour_problems(plan),
        *option_problems(plan.options),
        *scale_problems(plan.scale, point_sources(rules)),
    ]
    for stage, title in zip(plan.stages, titles(plan.stages), strict=True):
        plan_problems += stage_problems(stage, title[:20])
    plan_problems += [
        PlanProblem(_("The team %(name)s is there twice.") % {"name": name}, _("Teams"))
        for name in find_duplicates((team.name for team in plan.teams), str.casefold)
    ]
    for team in plan.teams:
        plan_problems += team_problems(
            team, plan.riders_per_team, (_("Team %(name)s") % {"name": team.name})[:60]
        )
    return [
        PlanProblem(make_writable(problem.text), make_writable(problem.where))
        for problem in plan_problems
    ]
