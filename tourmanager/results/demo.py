"""Make the demo: tours of every game in all their states, so that every screen has something to
show. Each game makes its own, logged tap by tap through `recording.record`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from tourmanager.accounts.models import User
from tourmanager.results.log.recording import Recorded, record
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import TIME_ORDER
from tourmanager.riders.models import Team
from tourmanager.tours.models import Stage, Tour

PLAYERS = ("Ana", "Bernat", "Chiara", "Dries", "Emma", "Farid")
BETWEEN_TAPS = timedelta(seconds=11)
END = e.End((TIME_ORDER,))


class Demo:
    """The tours of a game that the demo shows."""

    def load(self, teams: Sequence[Team], *, director: User, now: datetime) -> list[Tour]:
        """Make the tours, of at least six teams of six."""
        return []

    def load_rounds(
        self, teams: Sequence[Team], *, director: User, now: datetime
    ) -> dict[int, Tour]:
        """Make tours that are over, for the rounds of the demo's league with these numbers."""
        return {}


class DemoTour(msgspec.Struct):
    """A tour and the time it began; each tap comes a little after the one before."""

    tour: Tour
    director: User
    clock: datetime
    taps: int = 0

    def stage(self, number: int) -> Stage:
        return self.tour.stages.select_related("tour").get(number=number)

    def tap(self, number: int, body: e.EntryBody) -> Recorded:
        self.clock += BETWEEN_TAPS
        self.taps += 1
        return record(
            stage=self.stage(number),
            body=body,
            token=f"demo-{self.taps}",
            by=self.director,
            at=self.clock,
            client="demo-tablet",
        )

    def tap_all(self, number: int, bodies: Iterable[e.EntryBody]) -> None:
        for body in bodies:
            self.tap(number, body)
