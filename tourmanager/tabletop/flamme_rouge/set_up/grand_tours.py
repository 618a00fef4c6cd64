"""Write a Grand Tour of Flamme Rouge (FR-T-001 ...): teams of two riders, or seven to twelve riders
for themselves, and stages laid of tiles.

`roads` computes what follows from tiles and gives it as plain values: length, lines, the row of
tiles. Here it is only checked to be a road that can be logged and stored.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.riders.names import LONGEST_NAME, name_key, tidy_name
from tourmanager.scoring.scheme import dump_scheme, scheme, scheme_keys
from tourmanager.tabletop.flamme_rouge.vocabulary import VOCABULARY
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.options import Switch, differing_options
from tourmanager.tours.options import problems as switch_problems
from tourmanager.tours.planning.creation import (
    PlanRefused,
    save,
    teams_of,
    tidy_teams,
    write_if_valid,
)
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
from tourmanager.web import labels

KEY = "flamme_rouge"
SCHEME = "flamme_rouge_grand_tour"
MOST_STAGES, MOST_TEAMS, MOST_PLAYERS = 21, 6, 12
LONGEST = 400  # squares; all tiles together have fewer
MOST_CARDS = 30  # exhaustion that a rider may start with
MOST_LINES = 40
ROLES = ("sprinteur", "rouleur")
PELOTON, MUSCLE = "peloton", "muscle"
DUMMIES = (PELOTON, MUSCLE)  # marks of the riders of dummy teams
TILES = re.compile(r"(?:[A-Za-z]|[0-9]\*?)(?: (?:[A-Za-z]|[0-9]\*?))*\Z")
ROAD_KEY = re.compile(r"[a-z0-9-]{0,40}\Z")
HANDICAP = "handicap"

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "version",
        gettext_lazy("Which boxes are on the table?"),
        {
            "peloton": gettext_lazy("Flamme Rouge with Peloton"),
            "base": gettext_lazy("The base game"),
        },
        "FR-P-001",
        "digital",
    ),
    Switch(
        "traits",
        gettext_lazy("Do riders have special traits?"),
        {
            "off": "No",
            "on": (
                gettext_lazy(
                    "Yes: before the first stage each player draws two, keeps one "
                    "and gives it to a rider"
                )
            ),
        },
        "FR-T-040",
        "app",
    ),
    Switch(
        "exhaustion_stock",
        gettext_lazy("How many exhaustion cards are there?"),
        {
            "unlimited": gettext_lazy("As many as are needed"),
            "box": gettext_lazy("Those of the box: when they are gone nobody takes any"),
        },
        "FR-023",
        "digital",
    ),
    Switch(
        "talk",
        gettext_lazy("May players write to each other in the app?"),
        {"off": "No", "on": gettext_lazy("Yes, in a talk box; nothing binds")},
        "FR-T-035",
        "digital",
    ),
)


class RoadLine(msgspec.Struct, frozen=True):
    """A sprint ("is") or summit line on the near edge of its square; a climb has a first square,
    too.
    """

    square: int
    category: str
    start: int | None = None


class TileRoad(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tiles of a road in order, with spaces between; `key` names a ready stage."""

    tiles: str
    name: str = ""
    key: str = ""
    breakaway: bool = False


class GrandTourData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a tour that only this game has."""

    riders_per_team: Literal[1, 2]  # 1: seven and more players, each for themselves


class GrandTourStage(msgspec.Struct, frozen=True):
    length: int  # squares up to the finish line
    road: TileRoad
    lines: tuple[RoadLine, ...] = ()
    type: str = "flat"


class GrandTourPlan(Plan):
    """A plan of a Grand Tour. Teams whose riders have a mark of DUMMIES are moved by cards.
    `options` are those of SWITCHES, and as `handicap` one number for each player: exhaustion cards
    with which each of their riders starts the first stage.
    """

    stages: list[GrandTourStage]
    teams: list[TeamPlan]
    scheme: str = SCHEME
    # its own copy of the scheme; None for the scheme as it ships
    rules: dict[str, Any] | None = None
    options: dict[str, str] = {}
    second_person: bool = False


def create(plan: GrandTourPlan, *, by: User | None, at: datetime, ending: str = "") -> Tour:
    """Create the tour of a plan, its first stage active; `by` directs it. Raises PlanRefused,
    nothing done.
    """
    plan = read(plan)
    return write_if_valid(plan.name, problems(plan), lambda: _write(plan, by, at, ending))


def read(plan: GrandTourPlan) -> GrandTourPlan:
    """Return a copy of the plan with its types proved and its names tidied."""
    try:
        plan = msgspec.convert(msgspec.to_builtins(plan), GrandTourPlan)
    except (msgspec.ValidationError, TypeError) as wrong:
        raise PlanRefused(
            [PlanProblem(_("This is no plan of a tour: %(wrong)s.") % {"wrong": wrong}, _("Tour"))]
        ) from None
    plan.name = tidy_name(plan.name)
    tidy_teams(plan.teams)
    return plan


def mark_of(team: TeamPlan) -> str:
    """Return the kind of dummy team; "" for a team of a player."""
    return next((mark for mark in DUMMIES for rider in team.riders if mark in rider.marks), "")


def players(teams: Sequence[TeamPlan]) -> list[TeamPlan]:
    return [team for team in teams if not mark_of(team)]


def problems(plan: GrandTourPlan) -> list[PlanProblem]:
    """Find everything that keeps the plan from being a tour; only the database knows which names
    are taken.
    """
    plan_problems = list(_tour_problems(plan))
    if not 1 <= len(plan.stages) <= MOST_STAGES:
        plan_problems.append(
            PlanProblem(
                _("A tour has 1 to %(most_stages)s stages, not %(count)s.")
                % {"most_stages": MOST_STAGES, "count": len(plan.stages)},
                _("Stages"),
            )
        )
    for number, stage in enumerate(plan.stages[: MOST_STAGES + 1], start=1):
        plan_problems += _stage_problems(stage, labels.stage(str(number)))
    plan_problems += _field_problems(plan.teams)
    plan_problems += [
        PlanProblem(_("The team %(name)s is there twice.") % {"name": name}, _("Teams"))
        for name in find_duplicates((team.name for team in plan.teams), name_key)
    ]
    crowd = len(players(plan.teams)) > MOST_TEAMS
    for team in plan.teams[: MOST_PLAYERS + 1]:
        plan_problems += _team_problems(
            team, crowd, (_("Team %(name)s") % {"name": team.name})[:60]
        )
    return [
        PlanProblem(make_writable(problem.text), make_writable(problem.where))
        for problem in plan_problems
    ]


def _tour_problems(plan: GrandTourPlan) -> Iterator[PlanProblem]:
    if trouble := name_trouble(plan.name, 80, what=_("The name of the tour")):
        yield PlanProblem(trouble, _("Tour"))
    if plan.scheme not in scheme_keys():
        yield PlanProblem(
            _("There is no scoring scheme “%(scheme)s”.") % {"scheme": plan.scheme[:40]}, _("Tour")
        )
    yield from rules_problems(plan.rules)
    switches = {name: value for name, value in plan.options.items() if name != HANDICAP}
    for text in switch_problems(switches, SWITCHES).values():
        yield PlanProblem(text, _("House rules"))
    handicap_text, player_count = plan.options.get(HANDICAP, ""), len(players(plan.teams))
    cards = handicap(handicap_text)
    if handicap_text and not (len(cards) == player_count and max(cards, default=0) <= MOST_CARDS):
        yield PlanProblem(
            _("The handicap is a number from 0 to %(most_cards)s for each of %(wanted)s players.")
            % {"most_cards": MOST_CARDS, "wanted": player_count},
            _("House rules"),
        )


def handicap(text: str) -> tuple[int, ...]:
    """Read the exhaustion cards by player; empty where the text says none."""
    parts = text.split()
    return (
        tuple(map(int, parts))
        if all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts)
        else ()
    )


def _stage_problems(stage: GrandTourStage, where: str) -> Iterator[PlanProblem]:
    road = stage.road
    if not (len(road.tiles) <= 200 and TILES.match(road.tiles) and ROAD_KEY.match(road.key)):
        yield PlanProblem(_("Its road is no row of tiles."), where)
    if road.name and (trouble := name_trouble(road.name, 60, what=_("The name of the stage"))):
        yield PlanProblem(trouble, where)
    if not 1 <= stage.length <= LONGEST or stage.type not in VOCABULARY.types:
        yield PlanProblem(
            _("A stage has 1 to %(longest)s squares and a type.") % {"longest": LONGEST}, where
        )
    yield from _line_problems(stage, where)


def _line_problems(stage: GrandTourStage, where: str) -> Iterator[PlanProblem]:
    squares = [line.square for line in stage.lines]
    on_road = all(1 <= square <= stage.length for square in squares)
    if len(squares) > MOST_LINES or len(set(squares)) < len(squares) or not on_road:
        yield PlanProblem(_("Its lines lie on squares of the road, no two on one."), where)
    categories = scheme(SCHEME).categories
    if not all(line.category in categories and _is_line(line) for line in stage.lines):
        yield PlanProblem(_("It has a line that is neither a sprint nor a summit."), where)


def _is_line(line: RoadLine) -> bool:
    """True for a sprint without a start, and for a summit with one before it."""
    sprint = line.category == "is"
    return sprint == (line.start is None) and 0 <= (line.start or 0) <= line.square


def _field_problems(teams: Sequence[TeamPlan]) -> Iterator[PlanProblem]:
    own, marks = players(teams), [mark_of(team) for team in teams]
    if not 1 <= len(own) <= MOST_PLAYERS:
        yield PlanProblem(
            _("1 to %(most_players)s players race, not %(count)s.")
            % {"most_players": MOST_PLAYERS, "count": len(own)},
            _("Teams"),
        )
    elif len(own) > MOST_TEAMS and len(own) < len(teams):
        yield PlanProblem(_("With more than six players no dummy team takes part."), _("Teams"))
    elif len(own) <= MOST_TEAMS < len(teams):
        yield PlanProblem(
            _("%(most_teams)s teams race at most, not %(count)s.")
            % {"most_teams": MOST_TEAMS, "count": len(teams)},
            _("Teams"),
        )
    elif len(teams) < 2:
        yield PlanProblem(_("Nobody races alone: let a dummy team take part."), _("Teams"))
    if marks.count(PELOTON) > 1:
        yield PlanProblem(_("There is one Peloton Team at most."), _("Teams"))


def _team_problems(team: TeamPlan, crowd: bool, where: str) -> Iterator[PlanProblem]:
    yield from _name_problems(team, where)
    yield from jersey_problems(team.colour, team.pattern, where)
    yield from mark_problems((mark for rider in team.riders for mark in rider.marks), where)
    usual_riders = [(1, "")] if crowd else list(enumerate(ROLES, start=1))
    if [(rider.number, rider.role) for rider in team.riders] != usual_riders:
        words = (
            _("With seven and more players each has one rider.")
            if crowd
            else _("A team has a Sprinteur and a Rouleur.")
        )
        yield PlanProblem(words, where)
    if len({frozenset(rider.marks).intersection(DUMMIES) for rider in team.riders}) > 1:
        yield PlanProblem(_("Both riders of a dummy team are moved by cards."), where)


def _name_problems(team: TeamPlan, where: str) -> Iterator[PlanProblem]:
    texts = [
        (team.name, LONGEST_NAME, _("The name of the team")),
        (team.short_name, 4, _("The short name")),
    ]
    texts += [(rider.name, LONGEST_NAME, _("The name of a rider")) for rider in team.riders[:3]]
    texts += [(team.manager, 40, _("The player's name"))] if team.manager else []
    for text, longest, what in texts:
        if trouble := name_trouble(text, longest, what=what):
            yield PlanProblem(trouble, where)


def riders(name: str, mark: str = "", crowd: bool = False) -> list[RiderPlan]:
    """Return the riders of a team: a Sprinteur and a Rouleur, or one rider for themselves, whose
    type is picked for each stage (FR-P-082).
    """
    marks = [mark] if mark else []
    if crowd:
        return [RiderPlan(1, name, "", marks)]
    return [
        RiderPlan(number, f"{name} {role.capitalize()}", role, list(marks))
        for number, role in enumerate(ROLES, start=1)
    ]


def tour_of(plan: GrandTourPlan) -> Tour:
    """Make the tour of a plan, not saved, with its own copy of its scheme."""
    agreed = (
        {HANDICAP: plan.options[HANDICAP]} if any(handicap(plan.options.get(HANDICAP, ""))) else {}
    )
    return Tour(
        name=plan.name,
        game=KEY,
        game_data={"riders_per_team": max(len(team.riders) for team in plan.teams)},
        scheme=plan.scheme,
        rules=dump_scheme(
            scheme(plan.scheme) if plan.rules is None else read_valid_scheme(plan.rules)
        ),
        options=differing_options(plan.options, SWITCHES) | agreed,
        second_person=plan.second_person,
    )


def stages_of(tour: Tour, stages: Sequence[GrandTourStage]) -> list[Stage]:
    """Make the stages of a tour, not saved; the first is raced."""
    rows = [
        Stage(
            tour=tour,
            number=number,
            type=stage.type,
            length=stage.length,
            course=msgspec.to_builtins(stage.road),
        )
        for number, stage in enumerate(stages, start=1)
    ]
    rows[0].state = Stage.State.ACTIVE
    return rows


def lines_of(row: Stage, stage: GrandTourStage) -> list[Line]:
    """Make the sprints and summits of a stage, named s1 … and p1 … in road order; not saved."""
    count = {"s": 0, "p": 0}
    lines = []
    for line in sorted(stage.lines, key=lambda line: line.square):
        letter, kind = ("s", Line.Kind.SPRINT) if line.start is None else ("p", Line.Kind.PASS)
        count[letter] += 1
        lines.append(
            Line(
                stage=row,
                key=f"{letter}{count[letter]}",
                kind=kind,
                category=line.category,
                start=line.start,
                km=line.square,
            )
        )
    return lines


def plan_of(tour: Tour) -> GrandTourPlan:
    """Return the plan of a tour, for a duplicate or a file."""
    return GrandTourPlan(
        name=tour.name,
        stages=[
            stage_plan_of(stage)
            for stage in tour.stages.order_by("number").prefetch_related("lines")
        ],
        teams=teams_of(tour),
        scheme=tour.scheme,
        rules=dump_scheme(rules_of(tour)),
        options=dict(tour.options),
        second_person=tour.second_person,
    )


def stage_plan_of(stage: Stage) -> GrandTourStage:
    lines = sorted(stage.lines.all(), key=lambda line: line.km)
    return GrandTourStage(
        length=stage.length,
        road=msgspec.convert(stage.course, TileRoad),
        lines=tuple(RoadLine(line.km, line.category, line.start) for line in lines),
        type=stage.type,
    )


def _write(plan: GrandTourPlan, by: User | None, at: datetime, ending: str) -> Tour:
    tour = tour_of(plan)
    days = [
        (stage, lines_of(stage, stage_plan))
        for stage, stage_plan in zip(stages_of(tour, plan.stages), plan.stages, strict=True)
    ]
    return save(tour, days, plan.teams, by=by, at=at, ending=ending)
