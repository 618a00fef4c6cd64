"""Play where no person is asked, in a process of its own: a stage of bots alone, or more of them
than an answer has time for.

It holds a lease on the ride and renews it with every round; if it dies, the next request that looks
at the ride starts another one. So a web thread never computes for longer than an answer takes. A
lease that ends further ahead than any lease can was made before the clock was put back: nobody
waits for it.
"""

import secrets
import subprocess  # nosec B404
import sys
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tourmanager.play.log.loop import go_on, waits_for_nobody
from tourmanager.play.log.position import Position
from tourmanager.play.models import Ride, RideSeat

LEASE = timedelta(seconds=15)
CLOCK_SLACK = timedelta(seconds=5)  # how far two clocks, or two readings of one, may differ
# seconds: of one transaction, and between two, so that all others who write get their turn
ROUND, BREATH = 0.1, 0.02
_started: list[subprocess.Popen[bytes]] = []  # asked for their end now and then, as a parent has to


def claim(ride: Ride, at: datetime) -> str:
    """Return the name under which a new process may play; "" where one does already."""
    name = secrets.token_hex(8)
    dead = Q(runner="") | Q(runner_until__lt=at) | Q(runner_until__gt=at + LEASE + CLOCK_SLACK)
    free = Ride.objects.filter(dead, pk=ride.pk, state=Ride.State.RIDING)
    return name if free.update(runner=name, runner_until=at + LEASE) else ""


def has_runner(ride: Ride, at: datetime) -> bool:
    """Return True while a process plays the ride, by its lease."""
    return bool(
        ride.runner and ride.runner_until and at <= ride.runner_until <= at + LEASE + CLOCK_SLACK
    )


def look_after(ride: Ride, where: Position, at: datetime) -> None:
    """Start a process if the ride waits for nobody and none plays."""
    if ride.state != Ride.State.RIDING or has_runner(ride, at):
        return
    if waits_for_nobody(ride, where, RideSeat.objects.filter(ride=ride)) and (
        name := claim(ride, at)
    ):
        start(ride, name)


def start(ride: Ride, name: str) -> None:
    _started[:] = [process for process in _started if process.poll() is None]
    process = subprocess.Popen(  # nosec B603  # our own command; the slug is one of the database
        [sys.executable, "-m", "tourmanager", "ride", ride.slug, name],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    _started.append(process)


def run(ride: Ride, name: str) -> None:
    """Play until a person is asked, the stage is over, or another process has taken its place."""
    while True:
        now = timezone.now()
        if not Ride.objects.filter(pk=ride.pk, runner=name).update(runner_until=now + LEASE):
            return
        ride, more = go_on(ride, now, ROUND, runner=name)
        if not more:
            Ride.objects.filter(pk=ride.pk, runner=name).update(runner="", runner_until=None)
            return
        time.sleep(max(BREATH, ride.pace / 1000))
