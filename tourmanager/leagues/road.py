"""Draw the season as a road: a sign for every round, on a hill that grows with its stages and its
weight.
"""

from typing import NamedTuple

from tourmanager.leagues.reading import SeasonRead, SeasonRoundRead
from tourmanager.tours.models import TourTeam

STEP = 100  # units of width for a round
HEIGHT = 56
GROUND = 50
LOWEST, HIGHEST = 10, 46


class Sign(NamedTuple):
    """The sign of a round on the road."""

    each: SeasonRoundRead
    winner: TourTeam | None
    is_shown: bool
    x: int  # of the middle of the hill
    top: int


class Road(NamedTuple):
    """The road of a season: signs, and the outline of the hills as an SVG path."""

    signs: list[Sign]
    width: int
    height: int
    ground: int
    ridden: int  # how far the thick part of the base line goes
    outline: str


def draw_road(season: SeasonRead, shown: int) -> Road:
    """Draw the road of a season, with the round of that number shown."""
    signs = []
    for at, each in enumerate(season.rounds):
        x = STEP * at + STEP // 2
        signs.append(Sign(each, winner_of(each), each.number == shown, x, GROUND - hill(each)))
    width = STEP * len(signs)
    points = [f"M0 {GROUND - 4}"]
    for sign in signs:
        slope = STEP // 3
        points.append(
            f"L{sign.x - slope} {GROUND - 6} L{sign.x - slope // 2} {(sign.top + GROUND - 6) // 2}"
            f" L{sign.x} {sign.top} L{sign.x + slope // 2} {(sign.top + GROUND - 6) // 2 + 2}"
            f" L{sign.x + slope} {GROUND - 6}"
        )
    points.append(f"L{width} {GROUND - 4}")
    ridden = sum(STEP for each in season.rounds if each.state == "done")
    if season.live:
        ridden += STEP // 2
    return Road(signs, width, HEIGHT, GROUND, ridden, " ".join(points))


def hill(each: SeasonRoundRead) -> int:
    """Return how high the hill of a round is."""
    return min(HIGHEST, LOWEST + 3 * (each.length - 1) + 9 * (each.row.half_weight - 2))


def winner_of(each: SeasonRoundRead) -> TourTeam | None:
    """Return the team of the winner of a round that is over; of several the first."""
    if each.state != "done":
        return None
    return next((rode.team for rode in each.rode.values() if rode.place == 1), None)
