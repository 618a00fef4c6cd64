"""Hold all that is agreed before a digital stage is created."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tourmanager.play.boards.look import Look
from tourmanager.play.models import Ride, RideSeat
from tourmanager.tours.models import Stage


class StartRefused(Exception):
    """No digital stage can begin like this; the message says why."""


@dataclass(frozen=True)
class SeatPlan:
    kind: str = RideSeat.Kind.BOT
    bot: str = "steady"
    player: str = ""


@dataclass(frozen=True)
class RidePlan:
    """All that is agreed before players take their seats. `setup` is the engine's, in plain values;
    one seat for each of its teams.
    """

    name: str
    game: str
    setup: dict[str, Any]
    look: Look
    seats: Sequence[SeatPlan]
    dice: str = Ride.Dice.APP
    pace: int = 0
    stage: Stage | None = None
