"""Settings of the web server uvicorn, at a table and on a public server alike, for `manage.py
serve`.
"""

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

# Seconds that a connection without requests stays open. Pages ask again after 10 seconds at most,
# and browsers make a minute of it while nobody looks: were it closed in between, every question
# would need a new connection, and a tap could meet the moment in which it closes.
KEEP_ALIVE = 75
# The head of a request is its address and headers: how large, how many, and how many seconds it may
# take.
LONGEST_HEAD, MOST_HEADERS, HEAD_TIMEOUT = 64 * 1024, 200, 30
TOO_LARGE = b"The address and headers of this request are larger than this server reads.\n"


class HeadTooLarge(Exception):
    """The request has more headers than any browser sends."""


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's reader of requests with a limit. Without it a head without end would stay in
    memory: this one is refused (431).
    """

    _in_head = _too_large = False
    _received = _kept = 0  # bytes of the head, before and after they were read
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_TIMEOUT, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            return
        self._timer = self._timer or self.loop.call_later(HEAD_TIMEOUT, self.transport.close)
        self._received += len(data)
        if self._received > LONGEST_HEAD:
            self._too_large = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._received, self._kept = True, 0, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._kept += len(name) + len(value)
        if len(self.headers) > MOST_HEADERS or self._kept + len(self.url) > LONGEST_HEAD:
            self._too_large = True
            raise HeadTooLarge  # the parser stops, and the base class refuses the request

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_timer()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        self._in_head = False
        if not self._too_large:
            return super().send_400_response(msg)
        head = [
            STATUS_LINE[431],
            b"content-type: text/plain; charset=utf-8\r\n",
            b"connection: close\r\n",
        ]
        length = b"content-length: %d\r\n\r\n" % len(TOO_LARGE)
        self.transport.write(b"".join([*head, length, TOO_LARGE]))
        self.transport.close()
        return None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def uvicorn_config(**options: Any) -> uvicorn.Config:
    """Return uvicorn's configuration. Addresses are not logged: those of seats and one-time links
    give access.
    """
    return uvicorn.Config(
        "tourmanager.asgi:application",
        http=BoundedProtocol,
        ws="none",  # the app has no WebSockets; Django would crash on a request for one
        lifespan="off",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # TRUSTED_PROXIES says which proxies are believed
        log_level="warning",
        access_log=False,
        **options,
    )
