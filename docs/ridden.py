"""Digital stages for the pictures: always the same ones, as far as they are wanted."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from games.bots import bots_by_name
from games.cycling_party.numbers import stages
from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.road import ASCENT, COBBLES, SUPPLY, road
from games.flamme_rouge.stages import StartingTeams, find_stage
from tourmanager.accounts.models import User
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import last_position
from tourmanager.play.models import Ride
from tourmanager.play.start.create import start
from tourmanager.play.start.plan import RidePlan, SeatPlan
from tourmanager.tabletop.cycling_party.screen.single import plan
from tourmanager.tabletop.flamme_rouge.screen.single import look

NOW = datetime(2026, 7, 25, 15, 0, tzinfo=UTC)
View = Mapping[str, Any]


def ridden(director: User, road: str, until: Callable[[View], bool]) -> Ride:
    """A stage of Cycling Party: one person and five bots."""
    seats = {0: SeatPlan("here", player="Dora"), **{number: SeatPlan() for number in range(1, 6)}}
    return as_far_as(
        start(plan("master", stages()[road], 6, seats, dice="app", pace=0), by=director, at=NOW),
        f"picture of {road}",
        until,
    )


def with_cards(director: User, key: str, teams: int, until: Callable[[View], bool]) -> Ride:
    """A stage of Flamme Rouge with Peloton: one person and bots."""
    setup = {
        "version": "peloton",
        "stage": {"key": key},
        "teams": COLOURS[:teams],
        "breakaway": key.startswith("peloton"),
    }
    seats = [SeatPlan("here", player="Dora"), *(SeatPlan() for _ in range(1, teams))]
    wanted = RidePlan(
        find_stage(key, StartingTeams(teams)).title,
        "flamme_rouge",
        setup,
        look(COLOURS[:teams], False),
        seats,
    )
    return as_far_as(start(wanted, by=director, at=NOW), f"picture of {key}", until)


def as_far_as(ride: Ride, seed: str, until: Callable[[View], bool]) -> Ride:
    """Ride for the person as a bot would, until they are asked in a position that is wanted."""
    ride.seed = seed
    ride.save(update_fields=["seed"])
    ride, more = loop.begin(ride=ride, at=NOW), True
    while True:
        while more:
            ride, more = loop.go_on(ride, NOW, 5.0)
        where = last_position(ride)
        if ride.state != Ride.State.RIDING or until(where.game.view(where.state, 0)):
            return ride
        ride, more = (
            loop.answer(
                ride=ride,
                seat=0,
                text=chosen(where),
                token=f"picture-{where.seq}",
                base=where.seq,
                at=NOW,
            ),
            True,
        )


def chosen(where: Position) -> str:
    game, state = where.game, where.state
    legal = game.legal_actions(state, 0)
    action = bots_by_name(game.bots())["steady"]("picture").choose(state, 0, legal)
    texts = [game.write(state, 0, each) for each in legal]
    text = game.write(state, 0, action)
    return "pass turn" if text == "pass" and "pass turn" in texts else text


def peloton_of_twenty(view: View) -> bool:
    return bool(
        view["turn"] > 2
        and min(view["squares"].values()) > 12
        and any(len(unit["riders"]) >= 20 for unit in view["units"])
    )


def on_the_pass(view: View) -> bool:
    return sum(96 <= square <= 126 for square in view["squares"].values()) > 14


def at_the_finish(view: View) -> bool:
    return len(view["crossed"]) > 8


def never(view: View) -> bool:
    return False


def bidding(view: View) -> bool:
    """The second bids are being made, the first lie open."""
    return bool(view["bid"] == 2 and view["legal"])


def on_ground(terrain: str, riders: int) -> Callable[[View], bool]:
    """So many riders stand on squares of that terrain, and the hand is held."""

    def stand(view: View) -> bool:
        there = road(view["tiles"].split()).terrain
        return sum(
            there[square] == terrain for square in view["squares"].values()
        ) >= riders and "play" in "".join(view["legal"])

    return stand


CARDS = (  # picture, stage, teams, moment
    ("bidding", "peloton-7", 6, bidding),
    ("mountain", "la-haute-montagne", 4, on_ground(ASCENT, 4)),
    ("cobbles", "peloton-9", 4, on_ground(COBBLES, 3)),
    ("supply", "peloton-7", 6, on_ground(SUPPLY, 5)),
)
