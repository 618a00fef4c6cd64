"""How long an answer of a digital stage takes with the board's fragment, and how long it takes to
open one at its end.

Six teams, one person and five bots, so that every answer brings throws, cards and bots with it: of
Cycling Party on 150 km, and of Flamme Rouge. The ratio is to the smallest page of the same server.

    make bench
"""

import re

from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from rich.console import Console
from rich.table import Table

from benchmarks.pages import timed  # sets Django up first

from games.cycling_party.numbers import stages  # isort: skip
from games.flamme_rouge.numbers import COLOURS  # isort: skip
from tests.factory import a_user  # isort: skip
from tests.play.rides import a_ride  # isort: skip
from tourmanager.play.log import reading  # isort: skip
from tourmanager.accounts.models import User  # isort: skip
from tourmanager.play.log.loop import begin, go_on  # isort: skip
from tourmanager.play.models import Ride  # isort: skip
from tourmanager.play.start.create import start  # isort: skip
from tourmanager.play.start.plan import RidePlan, SeatPlan  # isort: skip
from tourmanager.tabletop.flamme_rouge.screen.single import look  # isort: skip

ANSWER_MS, OPENING_MS = 100, 250  # p95
HTMX = {"HX-Request": "true"}


def answered(client: Client, ride: Ride, page: str) -> str:
    """The last answer on the page is given; the fragment that comes back."""
    fields = dict(re.findall(r'name="(token|base|seat)"\s+value="([^"]*)"', page))
    texts = re.findall(r'name="answer"\s+value="([^"]*)"', page)
    response = client.post(
        f"{ride.get_absolute_url()}answer/", {**fields, "answer": texts[-1]}, headers=HTMX
    )
    assert response.status_code == 200, response.content
    return response.content.decode()


def ride_on(ride: Ride) -> Ride:
    """What an answer had no time for, as the ride's own process would do it; the ride as it then
    is.
    """
    more = True
    while more:
        ride, more = go_on(ride, timezone.now())
    return ride


def of_cards(key: str, by: User) -> Ride:
    """A stage of Flamme Rouge with a breakaway; one person and five bots."""
    teams = COLOURS[:6]
    setup = {"version": "peloton", "stage": {"key": key}, "teams": teams, "breakaway": True}
    seats = [SeatPlan("here"), *(SeatPlan() for _ in teams[1:])]
    ride = start(
        RidePlan(key, "flamme_rouge", setup, look(teams, False), seats), by=by, at=timezone.now()
    )
    return begin(ride=ride, at=timezone.now())


def measured(client: Client, rides: list[Ride]) -> tuple[list[float], list[float]]:
    """Seconds of every answer of these stages, and of opening each at its end."""
    answers: list[float] = []
    openings: list[float] = []
    for ride in rides:
        while (now := ride_on(ride)).state == Ride.State.RIDING:
            page = client.get(now.get_absolute_url()).content.decode()
            held = [page]

            def one(ride: Ride = ride, held: list[str] = held) -> None:
                held[0] = answered(client, ride, held[0])

            answers += timed(one, 1, warm=False)

        def opened(ride: Ride = ride) -> None:
            reading._cache.clear()
            assert client.get(ride.get_absolute_url()).status_code == 200

        openings += timed(opened, 20)
    return answers, openings


def main() -> int:
    call_command("migrate", verbosity=0)
    director = a_user()
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    party = [
        a_ride("here bot bot bot bot bot", by=director, road=stages()[road])
        for road in ("high", "flat")
    ]
    cards = [of_cards(key, director) for key in ("la-haute-montagne", "peloton-9")]
    smallest = timed(lambda: client.get("/account/sign-in/"), 50)
    table = Table(
        "what", "median ms", "p95 ms", "× smallest page", "budget ms (p95)", title="Digital stages"
    )
    middle = smallest[len(smallest) // 2]
    failed = 0
    for game, rides in (("Cycling Party", party), ("Flamme Rouge", cards)):
        answers, openings = measured(client, rides)
        for name, times, budget in (
            (f"{game}, {len(answers)} answers with bots and board", answers, ANSWER_MS),
            (f"{game}, opening it at its end, nothing kept", openings, OPENING_MS),
        ):
            times.sort()
            median, late = times[len(times) // 2], times[int(len(times) * 0.95)]
            failed |= late > budget
            table.add_row(
                name, f"{median:.0f}", f"{late:.0f}", f"{median / middle:.1f}", str(budget)
            )
    Console().print(table)
    return int(failed)
