"""A race told as a position, and begun in one."""

import pytest

from games.chance import Seeded
from games.engine import BadSetup
from tests.games.flamme_rouge.race import GAME, SETUPS, started


@pytest.mark.parametrize("name", SETUPS)
def test_every_moment_of_every_mode_begins_where_it_was(name):
    setup = SETUPS[name]
    state, chance = GAME.start(setup), Seeded(name)
    while not (pending := GAME.pending(state)).over:
        told = GAME.situation(state)
        again = GAME.start(GAME.read_setup({**GAME.write_setup(setup), "situation": told}))
        assert GAME.situation(again) == told
        if told:
            assert (again.phase, again.asked.seats, again.place) == (
                state.phase,
                state.asked.seats,
                state.place,
            )
            assert GAME.legal_actions(again, 0) == GAME.legal_actions(state, 0)
        if pending.throw is not None:
            GAME.apply(state, -1, chance.draw(pending.throw))
        else:
            seat = pending.seats[-1]
            legal = GAME.legal_actions(state, seat)
            GAME.apply(state, seat, legal[len(legal) // 2])
    assert GAME.situation(state)["arrived"]


@pytest.mark.rule("FR-P-048")
@pytest.mark.parametrize("name", ["dummies", "mixed"])
def test_a_race_begun_from_its_own_situation_still_shows_who_bid_what(name):
    setup = SETUPS[name]
    state, chance, seen = GAME.start(setup), Seeded(name), 0
    while not (pending := GAME.pending(state)).over:
        if told := GAME.situation(state):
            again = GAME.start(GAME.read_setup({**GAME.write_setup(setup), "situation": told}))
            for seat in (None, *range(len(setup.teams))):
                shown = GAME.view(state, seat)["bidders"]
                assert GAME.view(again, seat)["bidders"] == shown
                seen += len(shown)
        if pending.throw is not None:
            GAME.apply(state, -1, chance.draw(pending.throw))
        else:
            seat = pending.seats[-1]
            legal = GAME.legal_actions(state, seat)
            GAME.apply(state, seat, legal[len(legal) // 2])
    assert seen > 100


def position(**changed):
    """Red's Sprinteur on 9, Rouleur on 8, blue's on 7 and 6, all with a card."""
    told = {
        "round": 3,
        "places": [[9, 0], [8, 0], [7, 0], [6, 0]],
        "piles": ["2345", "3456", "2345", "3456"],
        "recycled": ["", "", "9", "7"],
        "taken": [0, 0, 0, 0],
    }
    return {**GAME.write_setup(started("red blue").state.course.setup), "situation": told | changed}


def test_a_table_goes_on_in_the_middle_of_a_stage():
    state = GAME.start(GAME.read_setup(position()))
    assert (state.round, GAME.pending(state).seats) == (3, (0, 1))
    state = GAME.start(GAME.read_setup(position(hands=[[0, "2359"], None])))
    assert [GAME.write(state, 0, action) for action in GAME.legal_actions(state, 0)] == [
        "play 2",
        "play 3",
        "play 5",
        "play 9",
    ]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"round": 0}, "names its round"),
        ({"round": 999}, "A round is 1 to"),
        ({"piles": ["2"]}, "1 piles for 4 riders"),
        ({"places": [[9, 0], [9, 0], [7, 0], [6, 0]]}, "stand on one place"),
        ({"places": [[99, 0], [8, 0], [7, 0], [6, 0]]}, "beside the road"),
        ({"places": [None] * 4}, "Nobody rides"),
        ({"piles": ["8", "", "", ""]}, "Cards are written"),
        ({"waiting": [9]}, "not in the race"),
        ({"bidders": [0]}, "2 bidders and their bids"),
        ({"bidders": [0, 1], "bids": [[3, 4], [3, 4]]}, "one of its own riders"),
        ({"bidders": [0, 2], "bids": [[3], [3, 4]]}, "A bid is 2 cards"),
        ({"bidders": [0, 2], "bids": [[3, 8], [3, 4]]}, "A bid is 2 cards"),
        ({"hands": [[2, "2345"], None]}, "seat's own riders"),
        ({"hands": [[0, ""], None]}, "A hand has"),
        ({"hands": [[0, "2345"], None], "chosen": [5, 0, 0, 0]}, "has not chosen"),
        ({"waiting": [0], "piles": ["", "3", "2", "3"]}, "without cards"),
        ({"chosen": [8, 0, 0, 0]}, "A chosen card"),
        ({"passed": [[0], [1]]}, "2 lines where the stage has 1"),
        ({"arrived": [[0, 1, 1, 0]]}, "off the road"),
        ({"traits": [99, 0, 0, 0]}, "no such numbers"),
        ({"stock": [1]}, "1 stock where there are 2"),
        ({"round": "three"}, "no set-up"),
        ({"waiting": [0, 0]}, "names a rider twice"),
        ({"waiting": [0, 1]}, "holds one hand"),
        ({"waiting": [0], "hands": [[1, "34"], None]}, "holds one hand"),
        ({"waiting": [0], "hands": [[0, "2345"], None]}, "holds one hand"),
        ({"piles": ["2222", "3456", "2345", "3456"]}, "not in their deck"),
        ({"piles": ["7345", "3456", "2345", "3456"]}, "not in their deck"),
        ({"piles": ["!", "3456", "2345", "3456"]}, "not in their deck"),
        ({"hands": [[0, "999"], None], "recycled": ["9", "", "", ""]}, "not in their deck"),
    ],
)
def test_what_cannot_have_come_about_is_refused_with_the_reason(changed, words):
    with pytest.raises(BadSetup, match=words):
        GAME.read_setup(position(**changed))
