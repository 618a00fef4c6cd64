"""Nothing lost, nothing twice: against a real server process that is hurried, crossed and killed.

Each promise has its control: the same check on a server with that protection left out has to fail.
"""

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.utils.crypto import get_random_string

from tests.factory import a_tour, a_user
from tests.journeys.server import Server
from tests.results.road import said
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tours.models import Stage, Tour

Serve = Callable[..., Server]
pytestmark = pytest.mark.django_db(transaction=True)


class Tablet:
    """A director's browser without the browser: sends taps, and the same tap again until it is
    answered.
    """

    def __init__(self, server: Server, tour: Tour, user: User, client: str = "dora-tablet") -> None:
        self.address = urlsplit(server.url)
        self.path = f"/tours/{tour.slug}/stages/1/record/"
        self.client = client
        session = SessionStore()
        session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session.save()
        csrf = get_random_string(32)
        self.headers = {
            "Cookie": (
                f"{settings.SESSION_COOKIE_NAME}={session.session_key};"
                f" {settings.CSRF_COOKIE_NAME}={csrf}"
            ),
            "X-CSRFToken": csrf,
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Tap": "1",
        }

    def send(self, text: str, token: str, base: int | None = None) -> int:
        """The status of the answer; raises OSError or HTTPException where there is none."""
        fields = {
            "entry": entries.write(said(text)),
            "token": token,
            "client": self.client,
            "line": "",
        }
        if base is not None:
            fields["base"] = str(base)
        connection = http.client.HTTPConnection(
            self.address.hostname or "", self.address.port, timeout=10
        )
        try:
            connection.request("POST", self.path, urlencode(fields), self.headers)
            response = connection.getresponse()
            answer = response.read()
            assert response.status < 500, answer
            return response.status
        finally:
            connection.close()

    def insist(self, text: str, token: str, until: float) -> int:
        """Sends until there is an answer."""
        while time.monotonic() < until:
            try:
                return self.send(text, token)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
        raise TimeoutError(f"no answer to {text}")


@pytest.fixture
def director() -> User:
    return a_user("dora")


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(stages=1, teams=6, riders=6, by=director)


def sheet(tour: Tour):
    return read_stage(Stage.objects.select_related("tour").get(tour=tour, number=1)).log.sheet


def verified(tour: Tour) -> None:
    call_command("verify", tour.slug)


# -- a tap that is sent again


def bottles_after_resending(server: Server, tour: Tour, director: User) -> int:
    """One bottle, tapped once, sent eight times at the same moment and once more later."""
    tablet = Tablet(server, tour, director)
    senders = [
        threading.Thread(target=tablet.send, args=("use a bottle", "only-tap")) for _ in range(8)
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    tablet.send("use a bottle", "only-tap")
    return 5 - game_of(sheet(tour)).count_left("a", "bottle")


def test_a_tap_sent_many_times_counts_once(real_server: Serve, tour: Tour, director: User):
    assert bottles_after_resending(real_server(), tour, director) == 1
    verified(tour)


def test_control_without_tokens_it_counts_again(real_server: Serve, tour: Tour, director: User):
    assert (
        bottles_after_resending(
            real_server("tests.journeys.controls:without_tokens"), tour, director
        )
        > 1
    )


# -- two directors on one line


def answers_to_two_directors(server: Server, tour: Tour, director: User) -> list[int]:
    """Both saw an empty sprint, and both name its winner."""
    one, two = (
        Tablet(server, tour, director, "tablet-one"),
        Tablet(server, tour, director, "tablet-two"),
    )
    return [
        one.send("place s1 a1", "first-tap", base=0),
        two.send("place s1 b1", "other-tap", base=0),
        two.send("place p1 b1", "third-tap", base=0),
    ]


def test_the_second_director_on_a_line_is_told(real_server: Serve, tour: Tour, director: User):
    assert answers_to_two_directors(real_server(), tour, director) == [200, 409, 200]
    assert (sheet(tour).lines["s1"], sheet(tour).lines["p1"]) == (["a1"], ["b1"])


def test_control_without_base_he_overruns_the_first(real_server: Serve, tour: Tour, director: User):
    assert answers_to_two_directors(
        real_server("tests.journeys.controls:without_base"), tour, director
    ) == [200, 200, 200]


def test_two_directors_in_a_hurry_lose_nothing(real_server: Serve, tour: Tour, director: User):
    server = real_server()
    until = time.monotonic() + 60
    answers: Counter[int] = Counter()

    def log(client: str, team: str) -> None:
        tablet = Tablet(server, tour, director, client)
        for n in range(5):
            answers[tablet.insist(f"use {team} bottle", f"{client}-tap-{n}", until)] += 1

    directors = [threading.Thread(target=log, args=(f"tablet-{n}", "abcdef"[n])) for n in range(6)]
    for each in directors:
        each.start()
    for each in directors:
        each.join()
    assert answers == {200: 30}
    assert [game_of(sheet(tour)).count_left(team, "bottle") for team in "abcdef"] == [0] * 6
    assert list(Entry.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 31))
    verified(tour)


# -- kill -9 in a burst

A_TAP = 0.05  # seconds from sending one to its answer, and some more


def killed_in_a_burst(
    server: Server, tour: Tour, director: User, kills: int = 3
) -> tuple[list[str], list[str]]:
    """Taps without a pause while the server is killed and started again: (acknowledged, found in
    the log).

    A kill is counted in taps, so that none comes before the server has answered or after the burst;
    within its tap it may fall anywhere.
    """
    tablet = Tablet(server, tour, director)
    acknowledged: list[str] = []
    until = time.monotonic() + 90
    riders = [f"{team}{number}" for team in "abcdef" for number in range(1, 7)]
    taps = [f"place s1 {rider}" for rider in riders[:3]] + [
        f"place s2 {rider}" for rider in riders[3:6]
    ]
    for n, rider in enumerate(riders):
        taps += [f"arrive {rider}", f"square {1 + n % 12}", f"die {1 + n % 6}"]

    def burst() -> None:
        for n, text in enumerate(taps):
            if tablet.insist(text, f"tap-no-{n}", until) == 200:
                acknowledged.append(f"tap-no-{n}")

    sender = threading.Thread(target=burst)
    sender.start()
    chance = random.Random(7)
    for answered in sorted(chance.sample(range(1, len(taps)), kills)):
        while sender.is_alive() and len(acknowledged) < answered:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, A_TAP))
        server.kill()
        server.start()
    sender.join()
    server.stop()  # it finishes what it was doing
    return acknowledged, list(Entry.objects.order_by("seq").values_list("token", flat=True))


def test_every_acknowledged_tap_survives_kill_9_once(
    real_server: Serve, tour: Tour, director: User
):
    acknowledged, found = killed_in_a_burst(real_server(), tour, director)
    assert len(acknowledged) == 6 + 3 * 36
    assert found == acknowledged, "each is there once, in the order tapped"
    read = sheet(tour)
    assert read.missing() == []
    assert all(read.seconds_of(rider) is not None for rider in read.order)
    verified(tour)


def test_control_a_server_that_answers_before_it_writes_loses_taps(
    real_server: Serve, tour: Tour, director: User
):
    acknowledged, found = killed_in_a_burst(
        real_server("tests.journeys.controls:acknowledged_early"), tour, director
    )
    assert set(acknowledged) - set(found)


def test_verify_finds_what_somebody_changed_behind_the_log(tour: Tour, director: User):
    from django.core.management.base import CommandError

    from tests.race import say

    stage = tour.stages.get(number=1)
    say(stage, "place s1 a1")
    say(stage, "place s1 a2")
    verified(tour)
    Entry.objects.filter(seq=1).update(
        body=json.loads('{"do": "place", "line": "s1", "rider": "z9"}')
    )
    with pytest.raises((CommandError, SystemExit)):
        verified(tour)
