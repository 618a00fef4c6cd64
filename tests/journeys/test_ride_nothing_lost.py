"""A digital stage on a real server that is killed, hurried and asked twice: each accepted answer
stands in the log once.
"""

import http.client
import random
import re
import threading
import time
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils.crypto import get_random_string

from tests.factory import a_user
from tests.journeys.server import Server
from tests.play.rides import a_ride
from tourmanager.accounts.models import User
from tourmanager.play.log.reading import replay_rows, rows_of
from tourmanager.play.models import Ride, Step

Serve = Callable[..., Server]
pytestmark = pytest.mark.django_db(transaction=True)
UNTIL = 90  # seconds


class Player:
    """A browser without the browser: looks at the page, answers the first thing it is offered, and
    insists until it is told.
    """

    def __init__(self, server: Server, ride: Ride, user: User) -> None:
        self.address, self.path = urlsplit(server.url), ride.get_absolute_url()
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
            "HX-Request": "true",
        }

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        until = time.monotonic() + UNTIL
        while True:
            connection = http.client.HTTPConnection(
                self.address.hostname or "", self.address.port, timeout=10
            )
            try:
                connection.request(
                    method, path, urlencode(fields) if fields else None, self.headers
                )
                response = connection.getresponse()
                return response.status, response.read().decode()
            except (OSError, http.client.HTTPException):
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            finally:
                connection.close()

    def look(self) -> str:
        return self.ask("GET", self.path)[1]

    def answer(self, page: str, which: int = -1) -> tuple[str, int]:
        """Its token, and the status of the answer."""
        fields = dict(re.findall(r'name="(token|base|seat)" value="([^"]*)"', page))
        offered = re.findall(r'name="answer" value="([^"]*)"', page)
        status, _ = self.ask("POST", f"{self.path}answer/", {**fields, "answer": offered[which]})
        assert status < 500
        return fields["token"], status


@pytest.fixture
def host() -> User:
    return a_user()


def test_every_acknowledged_answer_survives_kill_9_once(real_server: Serve, host: User):
    server = real_server()
    ride = a_ride("here here", by=host)
    player, chance = Player(server, ride, host), random.Random(5)
    acknowledged: list[str] = []

    def play() -> None:
        while len(acknowledged) < 40:
            page = player.look()
            if 'name="answer"' not in page:
                break
            token, status = player.answer(page)
            if status == 200:
                acknowledged.append(token)

    playing = threading.Thread(target=play)
    playing.start()
    for count in (5, 15, 25):
        while len(acknowledged) < count and playing.is_alive():
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.05))
        server.kill()
        server.start()
    playing.join()
    tokens = list(
        Step.objects.filter(ride=ride, who__gte=0).order_by("seq").values_list("token", flat=True)
    )
    assert len(acknowledged) >= 25
    assert tokens == acknowledged
    ride.refresh_from_db()
    assert replay_rows(ride, rows_of(ride)).seq == Step.objects.filter(ride=ride).count()


def test_an_answer_sent_by_eight_at_once_counts_once(real_server: Serve, host: User):
    ride = a_ride("here here", by=host)
    player = Player(real_server(), ride, host)
    page, before = player.look(), Step.objects.filter(ride=ride, who__gte=0).count()
    senders = [threading.Thread(target=player.answer, args=(page,)) for _ in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert Step.objects.filter(ride=ride, who__gte=0).count() == before + 1


def test_of_two_tabs_the_later_one_is_told(real_server: Serve, host: User):
    ride = a_ride("here here", by=host)
    player = Player(real_server(), ride, host)
    one, other = player.look(), player.look()
    assert player.answer(one)[1] == 200
    assert player.answer(other)[1] == 409
    assert Step.objects.filter(ride=ride, who__gte=0).count() == 1
