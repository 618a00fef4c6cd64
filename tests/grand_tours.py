"""Grand Tours of the tests: valid unless told otherwise."""

import itertools
from typing import Any

from games import game
from games.engine import Outcome
from tests.factory import NOW
from tests.games.players import played
from tourmanager.accounts.models import User
from tourmanager.play.log import loop
from tourmanager.play.models import Ride
from tourmanager.play.start.create import start
from tourmanager.play.start.from_tour import look_of, setup_of
from tourmanager.play.start.plan import RidePlan, SeatPlan
from tourmanager.results.log.reading import read_stage
from tourmanager.scoring.scheme import dump_scheme, scheme
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    DUMMIES,
    MUSCLE,
    PELOTON,
    GrandTourPlan,
)
from tourmanager.tabletop.flamme_rouge.set_up.roads import stage_of
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.planning.plan import TeamPlan

RULES = game("flamme_rouge")
TEAMS = (  # their letters are their first ones
    ("Red", "#c8202f", "plain"),
    ("Blue", "#1f5fbf", "hoops"),
    ("Green", "#1f8a4c", "sash"),
    ("Kohl", "#333333", "chevron"),
    ("White", "#f4f1e8", "halves"),
    ("Pink", "#f29bc0", "stripes"),
    ("Yellow", "#f5c400", "plain"),
    ("Orange", "#f07d1a", "sleeves"),
    ("Violet", "#6b3fa0", "chevron"),
    ("Umber", "#7a4a21", "sash"),
    ("Dim", "#8a8f96", "hoops"),
    ("Cyan", "#14a0b0", "halves"),
)
ROADS = ("firenze-milano", "la-haute-montagne", "avenue-corso-paseo", "le-col-du-ballon")
PELOTON_ROADS = ("peloton-7", "peloton-10", "peloton-12")
_numbers = itertools.count(1)


def a_team(index: int, mark: str = "", crowd: bool = False) -> TeamPlan:
    name, colour, pattern = TEAMS[index]
    return TeamPlan(name, name[:3].upper(), colour, pattern, grand_tours.riders(name, mark, crowd))


def a_grand_tour_plan(
    *roads: str,
    players: int = 3,
    dummies: tuple[str, ...] = (),
    breakaway: bool = False,
    unscored: bool = False,
    **changes: Any,
) -> GrandTourPlan:
    """On ready stages of these keys; three of the base game where none is named."""
    roads, version = roads or ROADS[:3], changes.get("options", {}).get("version", "peloton")
    crowd = players > grand_tours.MOST_TEAMS
    marks = [""] * players + list(dummies)
    teams = [a_team(index, mark, crowd) for index, mark in enumerate(marks)]
    field = {
        "version": version,
        "teams": [f"t{chr(97 + index)}" for index in range(players)],
        "peloton": "p" if PELOTON in dummies else "",
        "muscle": [f"m{chr(97 + index)}" for index in range(dummies.count(MUSCLE))],
        "breakaway": breakaway,
    }
    stages = [
        stage_of(RULES.read_setup(field | {"stage": {"key": road}}), road.title()) for road in roads
    ]
    rules = (
        dump_scheme(scheme(grand_tours.SCHEME)) | {"unscored": list(DUMMIES)} if unscored else None
    )
    plan = GrandTourPlan(f"Grand Tour {next(_numbers)}", stages, teams, rules=rules)
    for key, value in changes.items():
        setattr(plan, key, value)
    return plan


def a_grand_tour(*roads: str, by: User | None = None, **changes: Any) -> Tour:
    return grand_tours.create(a_grand_tour_plan(*roads, **changes), by=by, at=NOW)


def stage_number(tour: Tour, number: int) -> Stage:
    return Stage.objects.select_related("tour").get(tour=tour, number=number)


def ridden(stage: Stage, seed: str = "one", bot: str = "random", **agreed: Any) -> Outcome:
    """The stage ridden by bots to its end, from what its tour gives it and what the seats add."""
    outcome = RULES.outcome(
        played(RULES, RULES.read_setup(setup_of(stage) | agreed), seed, bot).state
    )
    assert outcome is not None
    return outcome


def a_digital_stage(tour: Tour, *, by: User, number: int = 1) -> Ride:
    """A stage being ridden, with everybody at one device."""
    stage = stage_number(tour, number)
    setup = setup_of(stage)
    plan = RidePlan(
        name=f"{tour.name}, {stage}",
        game=tour.game,
        setup=setup,
        look=look_of(read_stage(stage)),
        seats=[SeatPlan("here") for _ in setup["teams"]],  # type: ignore[attr-defined]
        stage=stage,
    )
    return loop.begin(ride=start(plan, by=by, at=NOW), at=NOW)
