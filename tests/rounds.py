"""A Grand Tour of Flamme Rouge, and its stages logged from text: "aS 4, bS 3 / aR 2 / / bR 1" are
the arrivals of each round with the squares past the line; riders are called by the letter of their
team and their type.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tests.factory import CAST, NOW
from tests.race import active_stage, tap
from tourmanager.accounts.models import User
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    GrandTourPlan,
    GrandTourStage,
    RoadLine,
    TileRoad,
)
from tourmanager.tabletop.flamme_rouge.table import entries as fr
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.planning.plan import TeamPlan

TILES = "a b c g i D H q n t m K O L r e p J s f u"
DARK = TILES[:-1] + "U"  # its finish tile has four squares behind the line


def a_road(
    name: str = "Firenze-Milano",
    tiles: str = TILES,
    lines: tuple[RoadLine, ...] = (),
    length: int = 73,
) -> GrandTourStage:
    return GrandTourStage(length, TileRoad(tiles, name), lines)


def a_team(seat: int, mark: str = "", crowd: bool = False) -> TeamPlan:
    name, short, colour = CAST[seat][:3]
    return TeamPlan(name, short, colour, "plain", grand_tours.riders(name, mark, crowd))


def a_grand_tour(
    teams: int = 3,
    stages: int = 3,
    *,
    by: User | None = None,
    marks: Mapping[int, str] | None = None,
    crowd: bool = False,
    roads: Sequence[GrandTourStage] = (),
    **changes: Any,
) -> Tour:
    """Teams of the cast (a, b, c …); `marks` makes some of them dummy teams, by seat from 0."""
    squads = [a_team(seat, (marks or {}).get(seat, ""), crowd) for seat in range(teams)]
    fields: dict[str, Any] = {
        "name": "Giro of the Kitchen",
        "stages": list(roads) or [a_road() for _ in range(stages)],
        "teams": squads,
    }
    return grand_tours.create(GrandTourPlan(**(fields | changes)), by=by, at=NOW)


def code(rider: str) -> str:
    """ "aS" as the log has it: a1."""
    return rider[:-1] + {"S": "1", "R": "2"}.get(rider[-1], rider[-1])


def finish(text: str) -> list[e.EntryBody]:
    """What is tapped: the clock, and each rider with his square."""
    found: list[e.EntryBody] = []
    for turn, crossed in enumerate(text.split("/")):
        arrivals = [each.split() for each in crossed.split(",") if each.strip()]
        if turn and arrivals:
            found.append(e.Turn(turn))
        found += [e.Arrive((code(rider),), square=int(square)) for rider, square in arrivals]
    return found


def cards(text: str) -> list[e.EntryBody]:
    """ "aS 4, bR 0": exhaustion cards."""
    return [
        fr.Exhaustion(code(rider), int(number))
        for rider, number in (each.split() for each in text.split(","))
    ]


def log_rounds(
    tour: Tour,
    text: str,
    tired: str = "",
    *,
    by: User | None = None,
    at: datetime = NOW,
    end: bool = True,
) -> Stage:
    """Logs the active stage and ends it."""
    stage = active_stage(tour)
    for body in (*finish(text), *(cards(tired) if tired else ())):
        tap(stage, body, by=by, at=at)
    if end:
        tap(stage, e.End(("EXHAUSTION_WARNING",)), by=by, at=at)
    tour.refresh_from_db()
    stage.refresh_from_db()
    return stage
