"""The server refuses requests whose head has no end, and keeps connections longer than pages
wait."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from tourmanager.web import serving

ROOT = Path(__file__).resolve().parents[2]
EVERY = re.compile(r"\bevery (\d+)s|{% follow \S+ \S+ (\d+)")
INTERVAL = re.compile(r"setInterval\([^;]*?,\s*(\d+)\)")


async def app(scope, receive, send) -> None:
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        config = serving.uvicorn_config()
        config.app, config.log_config = app, None
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        yield sock.getsockname()[1]
        server.should_exit = True
        thread.join()


def said(port: int, *parts: bytes, wait: float = 0) -> bytes:
    """The first line of the answer to these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        try:
            for part in parts:
                sock.sendall(part)
                time.sleep(wait)
            return sock.recv(1000).partition(b"\r\n")[0]
        except ConnectionError:
            return b"closed"


HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
OK, TOO_LARGE = b"HTTP/1.1 200 OK", b"HTTP/1.1 431 Request Header Fields Too Large"


def test_an_ordinary_request_is_answered(port: int) -> None:
    assert said(port, HEAD + b"\r\n") == OK
    assert said(port, HEAD + b"Cookie: " + b"a" * 8000 + b"\r\n\r\n") == OK
    assert said(port, HEAD[:9], HEAD[9:20], HEAD[20:] + b"\r\n", wait=0.05) == OK


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
        HEAD + b"".join(b"X%d: a\r\n" % n for n in range(10_000)) + b"\r\n",
        b"GET /?" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["200 KB in one header", "10,000 headers", "an address of 100 KB"],
)
def test_a_head_far_too_large_is_refused(port: int, head: bytes) -> None:
    assert said(port, head) in (TOO_LARGE, b"closed")
    assert said(
        port, *[head[at : at + 20_000] for at in range(0, len(head), 20_000)], wait=0.01
    ) in (TOO_LARGE, b"closed")


def test_a_head_that_never_ends_is_refused_while_it_comes(port: int) -> None:
    assert said(port, HEAD + b"X: ", *[b"a" * 20_000] * 4, wait=0.05) == TOO_LARGE


def test_the_next_request_on_the_same_connection_may_be_as_large_again(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        for _ in range(12):
            sock.sendall(HEAD + b"Cookie: " + b"a" * 8000 + b"\r\n\r\n")
            assert sock.recv(1000).startswith(OK)


def test_a_connection_that_asks_nothing_or_half_is_closed(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "HEAD_TIMEOUT", 0.3)
    for begun in (b"", HEAD):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
            sock.sendall(begun)
            assert sock.recv(1000) == b""


def test_connections_stay_open_longer_than_any_page_waits_before_it_asks_again() -> None:
    """Today uvicorn closes them after 5 seconds, and a page of a stage asks every 5."""
    found = [
        int(seconds)
        for template in (ROOT / "templates").rglob("*.html")
        for either in EVERY.findall(template.read_text(encoding="utf-8"))
        for seconds in filter(None, either)
    ]
    scripts = [
        script.read_text(encoding="utf-8") for script in (ROOT / "static" / "js").glob("*.js")
    ]
    found += [
        int(milliseconds) / 1000 for script in scripts for milliseconds in INTERVAL.findall(script)
    ]
    assert {1, 3, 5, 10} <= set(found)
    assert (
        serving.uvicorn_config().timeout_keep_alive > 60 > max(found)
    )  # 60: pages that nobody looks at
