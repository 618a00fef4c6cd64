"""The cast and the roads of the tests: quick users, teams, plans and tours that are valid unless
told otherwise.
"""

import copy
import itertools
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import transaction

from tourmanager.accounts.models import User
from tourmanager.riders.models import ROLES, Pattern, Rider, Team
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.set_up.creation import create
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan, TourPlan
from tourmanager.tours.models import Tour
from tourmanager.tours.planning.plan import RiderPlan, TeamPlan

NOW = datetime(2026, 7, 4, 12, 0, tzinfo=UTC)
# name, short name, colour; the first letters differ, so that riders are a1, b1, c1, d1, e1, f1
CAST = (
    ("Azure", "AZU", "#1f6fb2"),
    ("Brick", "BRI", "#b23a1f"),
    ("Clover", "CLO", "#2c7a3f"),
    ("Dune", "DUN", "#c9a227"),
    ("Ebony", "EBO", "#333333"),
    ("Fuchsia", "FUC", "#b0307a"),
    ("Granite", "GRA", "#707880"),
    ("Heather", "HEA", "#7b5ea7"),
)
FIRST_NAMES = ("Anna", "Bea", "Cleo", "Dora", "Elin", "Fay")
ROADS = {  # 150 km, three passes, nothing to warn of
    "flat": StagePlan(
        "flat",
        150,
        [PassPlan(60, "third"), PassPlan(80, "hill"), PassPlan(100, "hill")],
        [15, 23, 31, 39, 47],
    ),
    "low": StagePlan(
        "low",
        150,
        [PassPlan(50, "third"), PassPlan(70, "third"), PassPlan(90, "second")],
        [15, 23, 31, 39],
    ),
    "medium": StagePlan(
        "medium",
        150,
        [PassPlan(40, "third"), PassPlan(55, "second"), PassPlan(80, "first")],
        [15, 23, 31],
    ),
    "high": StagePlan(
        "high",
        150,
        [PassPlan(40, "second"), PassPlan(62, "first"), PassPlan(95, "hc")],
        [15, 23, 31],
    ),
}
_numbers = itertools.count(1)


def a_user(name: str = "", **changes: Any) -> User:
    """A user who signs in by `client.force_login`; the name is made up where none is given."""
    return User.objects.create_user(name or f"director{next(_numbers)}", **changes)


def a_stage_plan(road: str = "flat", **changes: Any) -> StagePlan:
    """A valid stage of a type; `changes` set its fields."""
    return msgspec.structs.replace(copy.deepcopy(ROADS[road]), **changes)


def a_team_plan(name: str = "Azure", riders: int = 5, **changes: Any) -> TeamPlan:
    """A complete team; one of the cast brings its own colour and short name."""
    seat = next((seat for seat, member in enumerate(CAST) if member[0] == name), 0)
    short, colour = (
        (CAST[seat][1], CAST[seat][2]) if CAST[seat][0] == name else (name[:3].upper(), "#1f6fb2")
    )
    fields = {
        "name": name,
        "short_name": short,
        "colour": colour,
        "pattern": Pattern.values[seat % len(Pattern.values)],
        "riders": [
            RiderPlan(number, f"{FIRST_NAMES[number - 1]} {name}", ROLES[number - 1])
            for number in range(1, riders + 1)
        ],
        "manager": "",
    }
    return TeamPlan(**(fields | changes))


def a_plan(stages: int = 2, teams: int = 2, riders: int = 5, **changes: Any) -> TourPlan:
    """A tour over flat, high, low and medium stages in turn, with the first teams of the cast."""
    roads = itertools.cycle(("flat", "high", "low", "medium"))
    fields: dict[str, Any] = {
        "name": f"Tour {next(_numbers)}",
        "character": "long",
        "riders_per_team": riders,
        "scale": {
            key: list(points)
            for key, points in scheme("cycling_party_master").manager_points.points.items()
        },
        "stages": [a_stage_plan(road) for road in itertools.islice(roads, stages)],
        "teams": [a_team_plan(CAST[seat][0], riders) for seat in range(teams)],
        "seed": "test",
    }
    return TourPlan(**(fields | changes))


def a_tour(*, by: User | None = None, at: datetime = NOW, **changes: Any) -> Tour:
    """A running tour; takes what `a_plan` takes."""
    return create(a_plan(**changes), by=by, at=at)


@transaction.atomic
def a_full_roster(teams: int = 4, riders: int = 6, *, by: User | None = None) -> list[Team]:
    """Complete teams of the cast in the database, as Personalise would have made them for their
    owner.
    """
    rows = []
    for seat in range(teams):
        plan = a_team_plan(CAST[seat][0], riders)
        looks = {"short_name": plan.short_name, "colour": plan.colour, "pattern": plan.pattern}
        team = Team.objects.create(owner=by, name=plan.name, **looks)
        Rider.objects.bulk_create(
            Rider(team=team, number=rider.number, name=rider.name, role=rider.role)
            for rider in plan.riders
        )
        rows.append(team)
    return rows
