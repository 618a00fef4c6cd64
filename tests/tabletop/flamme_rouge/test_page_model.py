"""Taps drawn by lot: the page of a Flamme Rouge stage, run under Node, takes and refuses what the
sheet does, and comes to the same.
"""

from random import Random

import pytest

from tests.node import fold
from tests.results.road import said
from tests.rounds import a_grand_tour
from tests.tabletop.browser import INSERTING, applied, begin, check_same, walk, written
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of

KINDS = {
    "cross": 12,
    "arrive": 3,
    "square": 3,
    "square_of": 2,
    "turn": 3,
    "unit_turn": 1,
    "remove": 2,
    "move": 3,
    "exhaustion": 6,
    "out": 1,
    "back": 1,
    "time": 1,
}


@pytest.mark.django_db
def test_page_and_sheet_agree_on_taps_drawn_by_lot():
    frame, state = begin(a_grand_tour())
    walks = [walk(Random(seed), frame.riders, KINDS, 50, range(1, 7)) for seed in range(80)]
    bodies = [[said(words) for words in each] for each in walks]
    answers = fold([(state, written(each)) for each in bodies], "flamme_rouge")
    for words, each, answer in zip(walks, bodies, answers, strict=True):
        sheet, refused = applied(frame, each)
        told = list(zip(words, answer["refused"], refused, strict=True))
        wrong = [row for row in told if bool(row[1]) != row[2]]
        assert not wrong, told[: 1 + told.index(wrong[0])]
        assert answer["order"] == sheet.order, told
        assert answer["seconds"] == {rider: sheet.seconds_of(rider) for rider in sheet.order}, told
        assert answer["own"]["exhaustion"] == game_of(sheet).exhaustion, told


@pytest.mark.django_db
def test_page_and_sheet_agree_on_riders_put_into_the_order():
    frame, state = begin(a_grand_tour())
    kinds = KINDS | INSERTING
    walks = [walk(Random(seed), frame.riders, kinds, 50, range(1, 7)) for seed in range(80)]
    bodies = [[said(words) for words in each] for each in walks]
    answers = fold([(state, written(each)) for each in bodies], "flamme_rouge")
    for each, answer in zip(bodies, answers, strict=True):
        sheet = check_same(answer, frame, each)
        assert answer["seconds"] == {rider: sheet.seconds_of(rider) for rider in sheet.order}
