"""Taps drawn by lot: the page of a Cycling Party stage, run under Node, takes and refuses what the
sheet does, and comes to the same.
"""

from random import Random

import pytest

from tests.factory import a_tour
from tests.node import fold
from tests.results.road import said
from tests.tabletop.browser import INSERTING, applied, begin, check_same, walk, written
from tourmanager.results.sheet.sheet import begin_sheet
from tourmanager.tabletop.cycling_party.table.sheet import game_of

SQUARES = (1, 2, 3, 5, 9, 12, 13, 15, 21)  # there are no more than 20
KINDS = {
    "place": 2,
    "arrive": 8,
    "join": 2,
    "square": 8,
    "square_of": 3,
    "die": 8,
    "die_of": 2,
    "turn": 2,
    "unit_turn": 1,
    "time": 1,
    "remove": 1,
    "move": 1,
    "use": 3,
    "give_back": 2,
    "double": 3,
    "double_back": 2,
    "out": 1,
}


@pytest.mark.django_db
@pytest.mark.parametrize("seconds_die", ["shared", "separate"])
def test_page_and_sheet_agree_on_taps_drawn_by_lot(seconds_die: str):
    tour = a_tour(stages=2, riders=5, options={"seconds_die": seconds_die})
    frame, state = begin(tour, 2)
    assert "p3" in game_of(begin_sheet(frame)).frame.doubles
    walks = [walk(Random(seed), frame.riders, KINDS, 80, SQUARES) for seed in range(60)]
    bodies = [[said(words) for words in each] for each in walks]
    answers = fold([(state, written(each)) for each in bodies], "cycling_party")
    for words, each, answer in zip(walks, bodies, answers, strict=True):
        sheet, refused = applied(frame, each)
        told = list(zip(words, answer["refused"], refused, strict=True))
        wrong = [row for row in told if bool(row[1]) != row[2]]
        assert not wrong, told[: 1 + told.index(wrong[0])]
        assert answer["order"] == sheet.order, told
        assert answer["seconds"] == {rider: sheet.seconds_of(rider) for rider in sheet.order}, told
        assert answer["turn"] == sheet.turn
        assert answer["own"]["left"] == {
            team: {key: game_of(sheet).not_used(team, key) for key in left}
            for team, left in answer["own"]["left"].items()
        }, told
        for key, doubles in game_of(sheet).doubles.items():
            assert {team: used for team, used in answer["doubles"][key].items() if used} == {
                team: used for team, used in doubles.items() if used
            }, told


@pytest.mark.django_db
def test_taps_that_wait_since_an_earlier_version_count_alike():
    """Its own entries had tags without the prefix then."""
    _, state = begin(a_tour(stages=2, riders=5), 2)
    words = ("arrive a1 a2", "square 9", "die 4", "kind peloton 1", "use a bottle", "double p3 b")
    today = written(map(said, words))
    before = [entry | {"do": entry["do"].removeprefix("cp.")} for entry in today]
    assert before != today
    one, other = fold([(state, today), (state, before)], "cycling_party")
    assert one == other
    assert not any(one["refused"])


@pytest.mark.django_db
@pytest.mark.parametrize("beyond_12", ["zero", "like_12"])
def test_page_and_sheet_agree_on_riders_put_into_the_order(beyond_12: str):
    frame, state = begin(a_tour(stages=2, riders=5, options={"beyond_12": beyond_12}), 2)
    walks = [walk(Random(seed), frame.riders, KINDS | INSERTING, 80, SQUARES) for seed in range(80)]
    bodies = [[said(words) for words in each] for each in walks]
    answers = fold([(state, written(each)) for each in bodies], "cycling_party")
    for each, answer in zip(bodies, answers, strict=True):
        sheet = check_same(answer, frame, each)
        assert answer["seconds"] == {rider: sheet.seconds_of(rider) for rider in sheet.order}
