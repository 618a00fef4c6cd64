"""Whether a plan can become a tour: what is wrong with it, part by part, in words for who made it.

The wizard asks part by part as the director goes along; `creation` asks for everything, whoever made the plan.
What makes one stage impossible is for `course_check` to say; which names are taken is known to the database alone.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec

from tourmanager.riders.models import ROLES, Pattern, Role
from tourmanager.riders.names import unseen
from tourmanager.scoring.scheme import SchemeError
from tourmanager.tours import course_check, model_tours, options
from tourmanager.tours.days import KIND_NAMES, LABEL, MOST_RESTS, labels, raced, titles
from tourmanager.tours.models import REST
from tourmanager.tours.plan import RiderPlan, StagePlan, TeamPlan, TourPlan
from tourmanager.tours.rules import planned, sources

STAGES = range(model_tours.FEWEST, model_tours.MOST + 1)
TEAMS = range(2, 7)
RIDERS = (5, 6)
MOST_PLACES = 36  # six teams of six: nobody can be placed further down
MOST_POINTS = 9999
LONGEST_MARK = 40
MOST_MARKS = 12  # passes, or sprints, that a check of the course looks at; more are nonsense, and slow
CHARACTERS = {key: name.capitalize() for key, name in model_tours.CHARACTERS.items()}

T = TypeVar("T", bound=Hashable)
_colour = re.compile(r"#[0-9a-f]{6}\Z")


class PlanProblem(msgspec.Struct, frozen=True):
    """Why a plan cannot be raced: `where` is the part of it, as a page names it ("Stage 2", "Team Azure")."""

    text: str
    where: str


def name_trouble(text: str, longest: int, *, what: str) -> str:
    """Why a text is no name, or nothing."""
    if not text:
        return f"{what} is missing."
    if len(text) > longest:
        return f"{what} is too long: {len(text)} characters, at most {longest}."
    if unseen(text):
        return f"{what} holds characters that cannot be written."
    return ""


def tour_problems(plan: TourPlan) -> Iterator[PlanProblem]:
    """The characteristics: name, riders, number of stages, character, scheme."""
    if trouble := name_trouble(plan.name, 80, what="The name of the tour"):
        yield PlanProblem(trouble, "Tour")
    if plan.riders_per_team not in RIDERS:
        yield PlanProblem("A team has 5 or 6 riders.", "Tour")
    if plan.character not in CHARACTERS:
        yield PlanProblem(f"A tour is {', '.join(CHARACTERS.values())}: “{plan.character[:40]}” is none of these.", "Tour")
    yield from day_problems(plan.stages)
    if len(plan.teams) not in TEAMS:
        yield PlanProblem(f"A tour needs 2 to 6 teams, not {len(plan.teams)}.", "Teams")
    if len(plan.seed) > 40 or unseen(plan.seed):
        yield PlanProblem("The seed of the model tour has at most 40 ordinary characters.", "Tour")


def day_problems(stages: Sequence[StagePlan]) -> Iterator[PlanProblem]:
    """How many stages and rest days there are, and what they are called."""
    number, rests = len(raced(stages)), len(stages) - len(raced(stages))
    if number not in STAGES:
        yield PlanProblem(f"A tour has 1 to 21 stages, not {number}.", "Stages")
    if rests > MOST_RESTS:
        yield PlanProblem(f"A tour has at most {MOST_RESTS} rest days, not {rests}.", "Stages")
    if stages and REST in (stages[0].kind, stages[-1].kind):
        yield PlanProblem("A tour begins and ends with a stage, not with a rest day.", "Stages")
    for stage in stages:
        if stage.kind not in KIND_NAMES:
            yield PlanProblem(f"“{stage.kind[:20]}” is no kind of stage: {', '.join(KIND_NAMES.values())}.", "Stages")
        if stage.label and not LABEL.match(stage.label):
            yield PlanProblem(f"“{stage.label[:20]}” cannot name a stage: write up to 8 letters and digits, such as 3a.", "Stages")
    for label in twice((label for label in labels(stages) if label), str.casefold):
        yield PlanProblem(f"Two stages are called {label[:20]}: give one of them another name.", "Stages")


def option_problems(chosen: dict[str, str]) -> Iterator[PlanProblem]:
    for text in options.problems(chosen).values():
        yield PlanProblem(text, "House rules")


def scale_problems(scale: Mapping[str, list[int]], names: Mapping[str, str]) -> Iterator[PlanProblem]:
    """`names` are the sources of the scheme. Points are 0 or more, and not more for a later place (CP-M-055)."""
    for unknown in sorted(scale.keys() - names.keys()):
        yield PlanProblem(f"There is no classification “{unknown[:40]}”.", "Points")
    for key, name in names.items():
        points = scale.get(key, [])
        if len(points) > MOST_PLACES:
            yield PlanProblem(f"{name}: points for {len(points)} places, but at most {MOST_PLACES} riders take part.", "Points")
        if any(not 0 <= amount <= MOST_POINTS for amount in points):
            yield PlanProblem(f"{name}: points are whole numbers from 0 to {MOST_POINTS}.", "Points")
            continue
        for place, (better, worse) in enumerate(pairwise(points), start=2):
            if worse > better:
                yield PlanProblem(f"{name}: place {place} gives {worse}, more than place {place - 1} with {better}.", "Points")


def stage_problems(stage: StagePlan, where: str) -> Iterator[PlanProblem]:
    """What makes a stage impossible; what it is merely warned of may stay. Nothing is ridden on a rest day."""
    if stage.kind == REST:
        return
    if len(stage.passes) > MOST_MARKS or len(stage.sprints) > MOST_MARKS:
        yield PlanProblem("A stage has three or four passes and at most five intermediate sprints.", where)
        return
    for problem in course_check.errors(course_check.check(stage)):
        yield PlanProblem(problem.text, where)


def team_problems(team: TeamPlan, riders_per_team: int, where: str) -> Iterator[PlanProblem]:
    """A team is complete when it has each number once and each role once (CP-APP-011)."""
    for text, longest, what in (
        (team.name, 40, "The name of the team"),
        (team.short_name, 4, "The short name"),
        *((rider.name, 60, f"The name of rider {rider.number}") for rider in team.riders[:6]),
    ):
        if trouble := name_trouble(text, longest, what=what):
            yield PlanProblem(trouble, where)
    if team.manager and (trouble := name_trouble(team.manager, 40, what="The player's name")):
        yield PlanProblem(trouble, where)
    yield from jersey_problems(team.colour, team.pattern, where)
    yield from mark_problems((mark for rider in team.riders for mark in rider.marks), where)
    yield from role_problems(team.riders, riders_per_team, where)


def jersey_problems(colour: str, pattern: str, where: str) -> Iterator[PlanProblem]:
    if not _colour.match(colour):
        yield PlanProblem("A colour is written like #1f6fb2.", where)
    if pattern not in Pattern.values:
        yield PlanProblem("The jersey has no such pattern.", where)


def mark_problems(marks: Iterable[str], where: str) -> Iterator[PlanProblem]:
    """What sub-classifications ask for is a word."""
    for mark in dict.fromkeys(marks):
        if trouble := name_trouble(mark, LONGEST_MARK, what="The mark of a rider"):
            yield PlanProblem(trouble, where)


def role_problems(riders: Sequence[RiderPlan], riders_per_team: int, where: str) -> Iterator[PlanProblem]:
    if len(riders) != riders_per_team:
        yield PlanProblem(f"{len(riders)} riders, but each team has {riders_per_team}.", where)
        return
    if sorted(rider.number for rider in riders) != list(range(1, riders_per_team + 1)):
        yield PlanProblem(f"The riders need the numbers 1 to {riders_per_team}, each once.", where)
    count = Counter(rider.role for rider in riders)
    for role in ROLES[:riders_per_team]:
        name = Role(role).label
        if count[role] == 0:
            yield PlanProblem(f"Nobody rides as {name.lower()}.", where)
        elif count[role] > 1:
            yield PlanProblem(f"{count[role]} riders ride as {name.lower()}: one of them needs another role.", where)
    if count.keys() - set(ROLES[:riders_per_team]):
        yield PlanProblem(f"With {riders_per_team} riders the roles are those of the numbers 1 to {riders_per_team}.", where)


def twice(items: Iterable[str], key: Callable[[str], T]) -> list[str]:
    """Those that come more than once, as first written."""
    first: dict[T, str] = {}
    found: dict[T, str] = {}
    for item in items:
        if key(item) in first:
            found.setdefault(key(item), first[key(item)])
        else:
            first[key(item)] = item
    return list(found.values())


def problems(plan: TourPlan) -> list[PlanProblem]:
    """Everything that keeps a plan from being a tour, in the order of the wizard."""
    try:
        rules = planned(plan)
    except LookupError:
        return [PlanProblem(writable(f"There is no scoring scheme “{plan.scheme[:40]}”."), "Tour")]
    except SchemeError as error:
        return [PlanProblem(writable(f"{fault.path}: {fault.text}"), "Scoring") for fault in error.faults]
    found = [*tour_problems(plan), *option_problems(plan.options), *scale_problems(plan.scale, sources(rules))]
    for stage, title in zip(plan.stages, titles(plan.stages), strict=True):
        found += stage_problems(stage, title[:20])
    found += [PlanProblem(f"The team {name} is there twice.", "Teams") for name in twice((team.name for team in plan.teams), str.casefold)]
    for team in plan.teams:
        found += team_problems(team, plan.riders_per_team, f"Team {team.name}"[:60])
    return [PlanProblem(writable(problem.text), writable(problem.where)) for problem in found]


def writable(text: str) -> str:
    """A text that quotes what somebody sent, fit to be sent back."""
    return text.encode("utf-8", "replace").decode()
