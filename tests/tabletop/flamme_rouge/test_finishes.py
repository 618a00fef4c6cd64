"""Who is placed where after a stage of Flamme Rouge: the engine, the sheet that is tapped, and the
page that goes on without the server (run under Node) say the same.
"""

from random import Random

import pytest

from games.flamme_rouge.finish import LaneArrival, sheet
from tests.node import fold
from tests.rounds import a_grand_tour
from tests.tabletop.browser import applied, begin, written
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
RIDERS = ("a1", "a2", "b1", "b2", "c1", "c2")


@pytest.fixture
def tour() -> Tour:
    return a_grand_tour()


def drawn(lot: Random) -> list[LaneArrival]:
    places = [
        (turn, square, lane) for turn in range(3) for square in range(1, 6) for lane in (0, 1)
    ]
    crossed = sorted(lot.sample(places, 6), key=lambda place: (place[0], lot.random()))
    first = crossed[0][0]
    return [
        LaneArrival(rider, turn - first, square, lane)
        for rider, (turn, square, lane) in zip(RIDERS, crossed, strict=True)
    ]


def tapped(arrivals: list[LaneArrival]) -> list[e.EntryBody]:
    """In any order within a round, but of one square from the right lane to the left."""
    bodies: list[e.EntryBody] = []
    for turn in sorted({one.round for one in arrivals}):
        bodies += [e.Turn(turn)] if turn else []
        crossed = sorted(
            (one for one in arrivals if one.round == turn), key=lambda one: (one.lane, one.rider)
        )
        bodies += [e.Arrive((one.rider,), square=one.past) for one in crossed]
    return bodies


@pytest.mark.rule("FR-091", "FR-121", "FR-122")
def test_page_and_sheet_place_and_time_everybody_as_the_engine_does(tour: Tour) -> None:
    finishes = [drawn(Random(seed)) for seed in range(80)]
    frame, state = begin(tour)
    answers = fold([(state, written(tapped(arrivals))) for arrivals in finishes], "flamme_rouge")
    for arrivals, answer in zip(finishes, answers, strict=True):
        expected = [(row.rider, row.gap) for row in sheet(arrivals)]
        assert not any(answer["refused"])
        assert [(rider, answer["seconds"][rider]) for rider in answer["order"]] == expected
        told, refused = applied(frame, tapped(arrivals))
        assert not any(refused)
        assert [(rider, told.seconds_of(rider)) for rider in told.order] == expected
