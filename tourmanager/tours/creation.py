"""The one door by which a tour comes to be: the wizard, a duplicate, a file and the demo all hand over a `TourPlan`.

A tour keeps its own copy of everything, so nothing that changes later in the roster reaches it (CP-APP-005).
"""

import secrets
import string
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils.text import slugify

from tourmanager.accounts.models import User
from tourmanager.riders.names import tidy, unseen
from tourmanager.scoring import advantages
from tourmanager.scoring.scheme import dump, keys, scheme
from tourmanager.tours import course, options, plan_check
from tourmanager.tours.days import labels, raced, unlabelled
from tourmanager.tours.models import REST, Director, Line, Stage, Tour, TourRider, TourTeam
from tourmanager.tours.plan import PassPlan, RiderPlan, StagePlan, TeamPlan, TourPlan
from tourmanager.tours.plan_check import PlanProblem
from tourmanager.tours.rules import planned, rules_of

TAKEN = "There is a tour of this name already. Names differ in more than capitals."


class PlanRefused(Exception):
    """The plan cannot be raced; `problems` says why, for who made it."""

    def __init__(self, problems: Sequence[PlanProblem]) -> None:
        super().__init__("; ".join(f"{problem.where}: {problem.text}" for problem in problems))
        self.problems = tuple(problems)


def create(plan: TourPlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
    """The tour of a plan, running, its first stage active; whoever made it directs it. Raises PlanRefused, nothing done.

    `ending` closes the tour's address and must be unguessable; it is made up where none is given.
    """
    plan = read(plan)
    return guarded(plan.name, plan_check.problems(plan), lambda: _write(plan, by, at, ending))


def guarded(name: str, found: Sequence[PlanProblem], write: Callable[[], Tour]) -> Tour:
    """The tour that `write` makes, all of it or nothing, where nothing was found against its plan. Raises PlanRefused."""
    taken = [PlanProblem(TAKEN, "Tour")] if name_taken(name) else []
    if found or taken:
        raise PlanRefused([*found, *taken])
    try:
        with transaction.atomic():
            return write()
    except IntegrityError:
        if name_taken(name):  # somebody was faster
            raise PlanRefused([PlanProblem(TAKEN, "Tour")]) from None
        raise


def read(plan: TourPlan) -> TourPlan:
    """The plan with its types proved and its names tidied; a copy."""
    try:
        plan = msgspec.convert(msgspec.to_builtins(plan), TourPlan)
    except (msgspec.ValidationError, TypeError) as wrong:
        raise PlanRefused([PlanProblem(f"This is no plan of a tour: {wrong}.", "Tour")]) from None
    plan.name = tidy(plan.name)
    tidy_teams(plan.teams)
    return plan


def tidy_teams(teams: Sequence[TeamPlan]) -> None:
    for team in teams:
        team.name, team.short_name, team.manager = tidy(team.name), tidy(team.short_name), tidy(team.manager)
        for rider in team.riders:
            rider.name = tidy(rider.name)


def name_taken(name: str, *, apart_from: int | None = None) -> bool:
    """Whether a kept tour has the name. Compared here, since SQLite knows capitals of plain letters only; and by the
    database, whose word is the last: PostgreSQL takes İstanbul for istanbul.
    """
    others = Tour.objects.kept().exclude(pk=apart_from or 0)
    if tidy(name).casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
        return True
    if unseen(name):  # no database could keep it
        return False
    return others.annotate(small=Lower("name")).filter(small=Lower(Value(tidy(name)))).exists()


def problems(plan: TourPlan) -> list[PlanProblem]:
    """Everything that keeps the plan from being a tour, but for a name that is taken."""
    return plan_check.problems(plan)


def mountain_attacks(stages: Sequence[StagePlan], rounding: str = "up") -> int:
    """What each team gets for a tour of these stages (CP-APP-012)."""
    return advantages.mountain_attacks(sum(item.category == "hc" for stage in raced(stages) for item in stage.passes), rounding)


def letters(names: Sequence[str]) -> list[str]:
    """One letter per team to type: the first of its name, where another team has it a later one, else any that is free."""
    taken: list[str] = []
    for name in names:
        own = [letter for letter in slugify(name) if letter in string.ascii_lowercase]
        taken.append(next(letter for letter in [*own, *string.ascii_lowercase] if letter not in taken))
    return taken


def link_of(name: str, ending: str = "") -> str:
    """An address that nobody can guess: whoever has it may look."""
    return f"{slugify(name)[:80].strip('-_') or 'tour'}-{ending or new_ending()}"


def new_ending() -> str:
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))


def _write(plan: TourPlan, by: User | None, at: datetime, ending: str) -> Tour:
    tour = tour_of(plan)
    days = [(stage, lines_of(stage, planned)) for stage, planned in zip(stages_of(tour, plan.stages), plan.stages, strict=True)]
    return save(tour, days, plan.teams, by=by, at=at, ending=ending)


def save(
    tour: Tour, days: Sequence[tuple[Stage, list[Line]]], teams: Sequence[TeamPlan], *, by: User | None, at: datetime, ending: str = ""
) -> Tour:
    """Writes a tour with its days, the lines of each, and its teams, each under a letter of its own."""
    tour.slug, tour.created_at, tour.changed_at = link_of(tour.name, ending), at, at
    tour.save(force_insert=True)
    if by is not None:
        Director.objects.create(tour=tour, user=by, added_at=at)
    Stage.objects.bulk_create(stage for stage, _ in days)
    Line.objects.bulk_create(line for _, lines in days for line in lines)
    rows = TourTeam.objects.bulk_create(
        TourTeam(
            tour=tour,
            seat=seat,
            letter=letter,
            name=team.name,
            short_name=team.short_name,
            colour=team.colour,
            pattern=team.pattern,
            manager=team.manager,
        )
        for seat, (team, letter) in enumerate(zip(teams, letters([team.name for team in teams]), strict=True), start=1)
    )
    TourRider.objects.bulk_create(
        TourRider(team=row, number=rider.number, name=rider.name, role=rider.role, marks=rider.marks)
        for row, team in zip(rows, teams, strict=True)
        for rider in team.riders
    )
    return tour


def tour_of(plan: TourPlan) -> Tour:
    """The tour of a plan, not saved; with its own copy of its scheme, and in it its points for the players."""
    return Tour(
        name=plan.name,
        character=plan.character,
        riders_per_team=plan.riders_per_team,
        scheme=plan.scheme,
        rules=dump(planned(plan)),
        options=options.differing(plan.options),
        mountain_attacks=mountain_attacks(plan.stages, options.chosen(plan.options, "mountain_attack_rounding")),
        seed=plan.seed,
        second_person=plan.second_person,
    )


def stages_of(tour: Tour, stages: Sequence[StagePlan]) -> list[Stage]:
    """The days of a tour, not saved; the first is raced."""
    found = [
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
    found[0].state = Stage.State.ACTIVE
    return found


def lines_of(row: Stage, stage: StagePlan) -> list[Line]:
    """Sprints and passes in road order, not saved."""
    if stage.kind == REST:
        return []
    on_road = course.lines(stage)
    return [Line(stage=row, key=line.key, kind=line.kind, category=line.category, start=line.start, km=line.km) for line in on_road]


def plan_of(tour: Tour) -> TourPlan:
    """What the tour was made of, for a duplicate or a file."""
    return TourPlan(
        name=tour.name,
        character=tour.character,
        riders_per_team=tour.riders_per_team,
        scale={key: list(points) for key, points in tour.scale.items()},
        stages=unlabelled([stage_plan_of(stage) for stage in tour.stages.order_by("number").prefetch_related("lines")]),
        teams=teams_of(tour),
        options=dict(tour.options),
        scheme=tour.scheme,
        seed=tour.seed,
        rules=_changed(tour),
        second_person=tour.second_person,
    )


def teams_of(tour: Tour) -> list[TeamPlan]:
    """The teams of a tour with their riders, as they were planned."""
    return [
        TeamPlan(
            name=team.name,
            short_name=team.short_name,
            colour=team.colour,
            pattern=team.pattern,
            manager=team.manager,
            riders=[RiderPlan(rider.number, rider.name, rider.role, list(rider.marks)) for rider in team.riders.all()],
        )
        for team in tour.teams.order_by("seat").prefetch_related("riders")
    ]


def _changed(tour: Tour) -> dict[str, Any] | None:
    """The tour's scheme where more than the points of the players differs from the one that ships."""
    own = rules_of(tour)
    same = tour.scheme in keys() and scheme(tour.scheme).with_league_points(own.league.points) == own
    return None if same and own.league.points.keys() == scheme(tour.scheme).league.points.keys() else dump(own)


def stage_plan_of(stage: Stage) -> StagePlan:
    """One stage as it was planned; its lines are read once."""
    lines = list(stage.lines.all())
    return StagePlan(
        type=stage.type,
        length=stage.length,
        passes=[PassPlan(line.start, line.category) for line in lines if line.start is not None],
        sprints=[line.km for line in lines if line.start is None],
        kind=stage.kind,
        label=stage.label,
    )
