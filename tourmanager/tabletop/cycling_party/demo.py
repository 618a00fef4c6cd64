"""Make the tours of Cycling Party that the demo shows: a finished one, one in the middle of a stage
and one just created.

Their stages are rehearsed (`rehearsal.py`), with one tap undone and one stage corrected.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results import demo
from tourmanager.results.demo import END, PLAYERS
from tourmanager.results.log.reading import read_stage
from tourmanager.results.sheet import entries as e
from tourmanager.riders.models import ROLES, Team
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party import rehearsal
from tourmanager.tabletop.cycling_party.set_up import model_tours
from tourmanager.tabletop.cycling_party.set_up.creation import create
from tourmanager.tabletop.cycling_party.set_up.plan import TourPlan
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tours.models import Tour
from tourmanager.tours.planning.plan import RiderPlan, TeamPlan


class CyclingPartyDemoTour(demo.DemoTour):
    def rehearse(self, number: int) -> tuple[list[e.EntryBody], list[e.EntryBody]]:
        """Return the entries of the road and those of the finish."""
        reading = read_stage(self.stage(number))
        roles = {code: rider.role for code, rider in reading.field.riders.items()}
        seed = f"{self.tour.seed}/{number}"
        return list(rehearsal.rehearse_road(reading.frame, roles, seed)), list(
            rehearsal.rehearse_arrivals(reading.frame, roles, seed)
        )

    def race(self, number: int) -> None:
        road, finish = self.rehearse(number)
        self.tap_all(number, [*road, *finish, END])


class CyclingPartyDemo(demo.Demo):
    def load(self, teams: Sequence[Team], *, director: User, now: datetime) -> list[Tour]:
        created = make_new_tour(teams[:3], director, now - timedelta(hours=1))
        racing = make_running_tour(teams[2:6], director, now - timedelta(days=2))
        return [make_finished_tour(teams[:6], director, now - timedelta(days=16)), racing, created]

    def load_rounds(
        self, teams: Sequence[Team], *, director: User, now: datetime
    ) -> dict[int, Tour]:
        cobbles = a_plan(_("Autumn Cobbles"), "classic", 2, teams[:6], 6)
        coast = a_plan(_("Coastal Classic"), "classic", 1, teams[2:8], 6)
        return {
            2: race_to_the_end(cobbles, director, now - timedelta(days=38)),
            5: race_to_the_end(coast, director, now - timedelta(days=17)),
        }


def race_to_the_end(plan: TourPlan, director: User, at: datetime) -> Tour:
    """Make a tour whose stages are all over."""
    party = CyclingPartyDemoTour(create(plan, by=director, at=at), director, at)
    for number in range(1, len(plan.stages) + 1):
        party.race(number)
    party.tour.refresh_from_db()
    return party.tour


def make_finished_tour(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    party = CyclingPartyDemoTour(
        create(a_plan(_("Tour of the Five Valleys"), "high", 5, teams, 6), by=director, at=at),
        director,
        at,
    )
    for number in range(1, 6):
        party.clock = at + timedelta(days=3 * (number - 1), hours=1)
        if number == 2:
            tap_with_a_slip(party, number)
        else:
            party.race(number)
        if number == 3:
            correct(party, 1)
    return party.tour


def make_running_tour(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    """Make a tour in whose stage 3 the last pass still lacks a rider, and half of the field has
    arrived.
    """
    party = CyclingPartyDemoTour(
        create(a_plan(_("Coast and Cols"), "medium", 5, teams, 5), by=director, at=at), director, at
    )
    party.race(1)
    party.race(2)
    road, finish = party.rehearse(3)
    last = max(index for index, body in enumerate(road) if isinstance(body, e.Place))
    dice = [index for index, body in enumerate(finish) if isinstance(body, cp.Die)]
    party.tap_all(3, road[:last] + road[last + 1 :])
    party.tap_all(3, finish[: dice[len(dice) // 2] + 2])
    return party.tour


def make_new_tour(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    return create(a_plan(_("Weekend Classics"), "classic", 3, teams, 6), by=director, at=at)


def tap_with_a_slip(party: CyclingPartyDemoTour, number: int) -> None:
    """Tap a wrong rider, and undo it at once."""
    road, finish = party.rehearse(number)
    passings = [(index, body) for index, body in enumerate(road) if isinstance(body, e.Place)]
    first, line = passings[0][0], passings[0][1].line
    passed_riders = [body.rider for _, body in passings if body.line == line]
    riders = read_stage(party.stage(number)).frame.riders
    party.tap_all(number, road[:first])
    slip = party.tap(
        number, e.Place(line, next(rider for rider in riders if rider not in passed_riders))
    )
    party.tap(number, e.Undo(slip.entry.seq))
    party.tap_all(number, [*road[first:], *finish, END])


def correct(party: CyclingPartyDemoTour, number: int) -> None:
    """Correct a stage later: the first two of a sprint were the other way round."""
    second = read_stage(party.stage(number)).log.sheet.lines["s1"][1]
    party.tap_all(number, [e.Reopen(), e.Move("s1", second, 1), END])


def a_plan(name: str, character: str, stages: int, teams: Sequence[Team], riders: int) -> TourPlan:
    return TourPlan(
        name=name,
        character=character,
        riders_per_team=riders,
        scale={
            key: list(points)
            for key, points in scheme("cycling_party_master").manager_points.points.items()
        },
        stages=model_tours.propose(character, stages, name),
        teams=[
            team_plan(team, player, riders) for team, player in zip(teams, PLAYERS, strict=False)
        ],
        seed=name,
    )


def team_plan(team: Team, player: str, number: int) -> TeamPlan:
    riders = [rider for rider in team.riders.order_by("number") if rider.role in ROLES[:number]]
    return TeamPlan(
        name=team.name,
        short_name=team.short_name,
        colour=team.colour,
        pattern=team.pattern,
        riders=[
            RiderPlan(counter, rider.name, rider.role)
            for counter, rider in enumerate(riders, start=1)
        ],
        manager=player,
    )
