"""Compute a tour's stage from its tiles, as plain values: length, lines, the row of tiles for the
riders of the tour.
"""

from games.flamme_rouge.course import course
from games.flamme_rouge.road import ASCENT, Road
from games.flamme_rouge.setup import Setup
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import GrandTourStage, RoadLine

# most ascent squares of a type; more are high mountains
TYPES = ((0, "flat"), (7, "low"), (14, "medium"))


def stage_of(setup: Setup, name: str) -> GrandTourStage:
    """Make the stage of a setup that can be raced."""
    road, lines = setup.road, course(setup).lines
    firsts = {last + 1: first for first, last in road.stretches(ASCENT)}
    return GrandTourStage(
        length=road.finish,
        road=grand_tours.TileRoad(setup.tiles, name, setup.stage.key, setup.breakaway),
        lines=tuple(
            RoadLine(line.square, "is")
            if line.category == "sprint"
            else RoadLine(line.square, line.category, firsts[line.square])
            for line in lines
        ),
        type=type_of(road),
    )


def type_of(road: Road) -> str:
    climbing = road.terrain.count(ASCENT)
    return next((name for most, name in TYPES if climbing <= most), "high")
