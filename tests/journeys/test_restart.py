"""The server as a process: killed, started again, and still the same tours."""

from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.journeys.server import Server
from tourmanager.accounts.models import User


def status(url: str) -> int:
    try:
        with urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_a_killed_server_comes_back_on_the_same_address(
    real_server: Callable[..., Server], director: User
) -> None:
    server = real_server()
    assert status(f"{server.url}/admin/login/") == 200
    server.kill()
    server.start()
    assert status(f"{server.url}/admin/login/") == 200
    assert list(User.objects.all()) == [director]
