"""Keys of seats and one-time links stay out of what the server prints."""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from tests.journeys.server import ROOT, free_port
from tourmanager.web.masking import MaskSecrets, mask_secrets

KEY, LINK = "pQ7-hidden_Key9", "AAAAsecretToken-of_one_link"
SEAT = f"/rides/a-stage-abcdef/join/{KEY}/"


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        (SEAT, "/rides/a-stage-abcdef/join/***/"),
        (f"GET {SEAT}?next=/ HTTP/1.1", "GET /rides/a-stage-abcdef/join/***/?next=/ HTTP/1.1"),
        (f"/?next=%2Frides%2Fx%2Fjoin%2F{KEY}%2F", "/?next=%2Frides%2Fx%2Fjoin%2F***%2F"),
        (f"/link/?sesame={LINK}", "/link/?sesame=***"),
        (f"/link/?next=/tours/a/&sesame={LINK}&more=1", "/link/?next=/tours/a/&sesame=***&more=1"),
        (f"/?next=%2Flink%2F%3Fsesame%3D{LINK}", "/?next=%2Flink%2F%3Fsesame%3D***"),
        ("/rides/a-stage-abcdef/?seen=3.0.1", "/rides/a-stage-abcdef/?seen=3.0.1"),
        ("/tours/join/stages/2/?line=s1", "/tours/join/stages/2/?line=s1"),
    ],
)
def test_the_secret_part_of_an_address_is_masked_and_nothing_else(written: str, printed: str):
    assert mask_secrets(written) == printed


def test_a_message_that_is_written_whole_is_masked_too():
    record = logging.LogRecord("any", logging.WARNING, "", 0, f"Not Found: {SEAT}", (), None)
    assert MaskSecrets().filter(record)
    assert record.getMessage() == "Not Found: /rides/a-stage-abcdef/join/***/"


LINES = [("127.0.0.1", "GET", SEAT, "1.1", 200), ({"path": SEAT, "code": 7},)]


@pytest.mark.parametrize("args", LINES)
def test_what_a_line_is_made_of_is_masked_and_numbers_stay_numbers(args: tuple[object, ...]):
    form = '%s - "%s %s HTTP/%s" %d' if len(args) == 5 else "%(path)s %(code)d"
    record = logging.LogRecord("uvicorn.access", logging.INFO, "", 1, form, args, None)
    assert MaskSecrets().filter(record)
    assert KEY not in record.getMessage()
    assert "join/***/" in record.getMessage()


@contextmanager
def printed_by(command: list[str], port: int, out: Path, database: Path) -> Iterator[str]:
    """The address of a server of that command; its output goes to a file."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "SECRET_KEY": "of-a-test"}
    with out.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        until = time.monotonic() + 180
        while status(f"http://127.0.0.1:{port}/account/sign-in/") == 0:
            assert process.poll() is None, out.read_text()
            assert time.monotonic() < until, out.read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


def status(url: str) -> int:
    try:
        with urlopen(url, timeout=120) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except (URLError, TimeoutError):
        return 0


def test_a_real_server_prints_no_key_and_no_one_time_link(tmp_path: Path):
    """The two ways to start one: `manage.py serve`, and uvicorn itself."""
    database, ports = tmp_path / "tours.sqlite3", (free_port(), free_port())
    serve = ["manage.py", "serve", "--host", "127.0.0.1", "--port", str(ports[0]), "--no-demo"]
    plain = ["-m", "uvicorn", "tourmanager.asgi:application", "--port", str(ports[1])]
    for command, port in zip((serve, plain), ports, strict=True):
        out = tmp_path / f"{port}.log"
        with printed_by(command, port, out, database) as url:
            assert status(f"{url}{SEAT}") == 404
            assert status(f"{url}/account/link/?sesame={LINK}") == 410
        text = out.read_text()
        assert "/rides/a-stage-abcdef/join/***/" in text, text
        assert KEY not in text
        assert LINK not in text
    assert '"GET /account/link/?sesame=*** HTTP/1.1" 410' in text, "each request is logged"
