"""The app with one protection left out, for the control of each promise: the same test has to fail
on it.
"""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from django.db import connections

from tourmanager.asgi import application
from tourmanager.results.log import recording
from tourmanager.results.stage_page import tap_views

WRITTEN_LATER = 2  # seconds
_record = recording.record
_writer = ThreadPoolExecutor(1)  # Ctrl-C waits for it, `kill -9` does not


def _without_tokens(**fields: Any) -> Any:
    """Every request is news: nothing remembers that a tap was sent before."""
    return _record(**(fields | {"token": uuid.uuid4().hex}))


def _without_base(**fields: Any) -> Any:
    """Nobody asks what the director had seen."""
    return _record(**(fields | {"base": None}))


def _acknowledged_early(**fields: Any) -> Any:
    """The answer goes out before anything is on the disk: taps are written in their order, each so
    much later that a kill comes before.
    """
    due = time.monotonic() + WRITTEN_LATER

    def later() -> None:
        time.sleep(max(0, due - time.monotonic()))
        try:
            _record(**fields)
        finally:
            # or PostgreSQL's pool runs dry, and the server would fail for another reason
            connections.close_all()

    _writer.submit(later)
    from tourmanager.results.log.reading import read_stage
    from tourmanager.results.models import Entry
    from tourmanager.tours.models import Stage

    stage = Stage.objects.select_related("tour").get(pk=fields["stage"].pk)
    entry = Entry(stage=stage, seq=0, token=fields["token"], body={}, at=fields["at"] + timedelta())
    return recording.Recorded(entry, read_stage(stage))


def _app(record: Any) -> Any:
    async def serve(scope: Any, receive: Any, send: Any) -> None:
        tap_views.record = record  # the control process serves nothing else
        await application(scope, receive, send)

    return serve


without_tokens = _app(_without_tokens)
without_base = _app(_without_base)
acknowledged_early = _app(_acknowledged_early)
