"""The queue of those who write to one SQLite file in this process: first come, first served.

SQLite lets one writer in at a time and has no queue: one that waits asks again and again, at
growing intervals, so on a busy evening it may wait 20 seconds while later ones go through. Here
every writer waits for the one before. Other processes (the one that rides for bots) know nothing of
this queue; between them SQLite's own waiting goes on, with one candidate of this process at a time.
"""

import threading
import time
from collections import deque


class WaitedTooLong(Exception):
    """The turn did not come in time."""


class WriterQueue:
    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._busy = False
        self._waiting: deque[threading.Lock] = deque()

    def enter(self, timeout: float) -> float:
        """Wait until it is this writer's turn; the answer is how many seconds are left. Raises
        WaitedTooLong."""
        until = time.monotonic() + timeout
        with self._guard:
            if not self._busy:
                self._busy = True
                return timeout
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if not mine.acquire(timeout=timeout):
            with self._guard:
                if mine in self._waiting:
                    self._waiting.remove(mine)
                    raise WaitedTooLong
            # The turn came in the very moment in which this one gave up: it is taken after all.
        return max(0.0, until - time.monotonic())

    def leave(self) -> None:
        """End the turn: the writer that has waited longest is next."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._busy = False


_queues: dict[str, WriterQueue] = {}
_guard = threading.Lock()


def queue_of(path: str) -> WriterQueue:
    """The one queue for that file in this process."""
    with _guard:
        return _queues.setdefault(path, WriterQueue())
