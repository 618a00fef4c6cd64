"""The demo: a finished tour, one in the middle of a stage and one just created, so that every screen has something true to show.

Their stages are rehearsed (`rehearsal.py`) and logged through the one door, tap by tap, with one tap undone and one stage corrected.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from tourmanager.accounts.models import User
from tourmanager.results import entries as e
from tourmanager.results import rehearsal
from tourmanager.results.reading import read_stage
from tourmanager.results.recording import Recorded, record
from tourmanager.riders.models import ROLES, Team
from tourmanager.scoring.scheme import scheme
from tourmanager.tours import model_tours
from tourmanager.tours.creation import create
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.plan import RiderPlan, TeamPlan, TourPlan

PLAYERS = ("Ana", "Bernat", "Chiara", "Dries", "Emma", "Farid")
BETWEEN_TAPS = timedelta(seconds=11)


class Party(msgspec.Struct):
    """A tour and when it began; taps follow each other from there."""

    tour: Tour
    director: User
    clock: datetime
    taps: int = 0

    def stage(self, number: int) -> Stage:
        return self.tour.stages.select_related("tour").get(number=number)

    def tap(self, number: int, body: e.Body) -> Recorded:
        self.clock += BETWEEN_TAPS
        self.taps += 1
        return record(stage=self.stage(number), body=body, token=f"demo-{self.taps}", by=self.director, at=self.clock, client="demo-tablet")

    def tap_all(self, number: int, bodies: Iterable[e.Body]) -> None:
        for body in bodies:
            self.tap(number, body)

    def rehearsed(self, number: int) -> tuple[list[e.Body], list[e.Body]]:
        """What happens on the road, and at the finish."""
        reading = read_stage(self.stage(number))
        roles = {code: rider.role for code, rider in reading.field.riders.items()}
        seed = f"{self.tour.seed}/{number}"
        return list(rehearsal.road(reading.frame, roles, seed)), list(rehearsal.arrivals(reading.frame, roles, seed))

    def race(self, number: int) -> None:
        road, finish = self.rehearsed(number)
        self.tap_all(number, [*road, *finish, rehearsal.END])


def load(teams: Sequence[Team], *, director: User, now: datetime) -> list[Tour]:
    """Makes the three tours of at least six teams of six: the finished one, the one under way, the one just created."""
    created = just_created(teams[:3], director, now - timedelta(hours=1))
    racing = under_way(teams[2:6], director, now - timedelta(days=2))
    return [finished(teams[:6], director, now - timedelta(days=16)), racing, created]


def finished(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    party = Party(create(a_plan("Tour of the Five Valleys", "high", 5, teams, 6), by=director, at=at), director, at)
    for number in range(1, 6):
        party.clock = at + timedelta(days=3 * (number - 1), hours=1)
        if number == 2:
            with_a_slip(party, number)
        else:
            party.race(number)
        if number == 3:
            correct(party, 1)
    return party.tour


def under_way(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    """In stage 3 the last pass still lacks a rider, and half of the field has arrived."""
    party = Party(create(a_plan("Coast and Cols", "medium", 5, teams, 5), by=director, at=at), director, at)
    party.race(1)
    party.race(2)
    road, finish = party.rehearsed(3)
    last = max(index for index, body in enumerate(road) if isinstance(body, e.Place))
    dice = [index for index, body in enumerate(finish) if isinstance(body, e.Die)]
    party.tap_all(3, road[:last] + road[last + 1 :])
    party.tap_all(3, finish[: dice[len(dice) // 2] + 2])
    return party.tour


def just_created(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    return create(a_plan("Weekend Classics", "classic", 3, teams, 6), by=director, at=at)


def with_a_slip(party: Party, number: int) -> None:
    """A finger on the wrong rider, taken back at once."""
    road, finish = party.rehearsed(number)
    placed = [(index, body) for index, body in enumerate(road) if isinstance(body, e.Place)]
    first, line = placed[0][0], placed[0][1].line
    named = [body.rider for _, body in placed if body.line == line]
    riders = read_stage(party.stage(number)).frame.riders
    party.tap_all(number, road[:first])
    slip = party.tap(number, e.Place(line, next(rider for rider in riders if rider not in named)))
    party.tap(number, e.Undo(slip.entry.seq))
    party.tap_all(number, [*road[first:], *finish, rehearsal.END])


def correct(party: Party, number: int) -> None:
    """Stages later somebody remembers that the first two of a sprint stood the other way round."""
    second = read_stage(party.stage(number)).log.sheet.lines["s1"][1]
    party.tap_all(number, [e.Reopen(), e.Move("s1", second, 1), rehearsal.END])


def a_plan(name: str, character: str, stages: int, teams: Sequence[Team], riders: int) -> TourPlan:
    return TourPlan(
        name=name,
        character=character,
        riders_per_team=riders,
        scale={key: list(points) for key, points in scheme().league.points.items()},
        stages=model_tours.propose(character, stages, name),
        teams=[team_plan(team, player, riders) for team, player in zip(teams, PLAYERS, strict=False)],
        seed=name,
    )


def team_plan(team: Team, player: str, number: int) -> TeamPlan:
    riders = [rider for rider in team.riders.order_by("number") if rider.role in ROLES[:number]]
    return TeamPlan(
        name=team.name,
        short_name=team.short_name,
        colour=team.colour,
        pattern=team.pattern,
        riders=[RiderPlan(counter, rider.name, rider.role) for counter, rider in enumerate(riders, start=1)],
        manager=player,
    )
