"""From a stage to its result, and from stage to stage of a tour. Whole finishes and tours are held
by the vectors.
"""

import pytest

from games.flamme_rouge.finish import LaneArrival, bonuses, sheet
from games.flamme_rouge.table.grand_tour import (
    by_better_rider,
    carried_exhaustion,
    start_order,
)
from tests.games.flamme_rouge.race import GAME, on_road, started
from tests.vectors.flamme_tour_kinds import points, tour
from tourmanager.scoring.scheme import scheme


def row(text):
    """ "redS 4.1" in rounds, separated by /."""
    found = []
    for number, crossed in enumerate(text.split("/"), 1):
        for each in filter(None, crossed.split(",")):
            rider, where = each.split()
            found.append(LaneArrival(rider, number, int(where[0]), int(where[2])))
    return sheet(found)


@pytest.mark.rule("FR-120", "FR-091", "FR-002")
def test_the_result_says_place_gap_bonus_bunch_round_and_squares_past():
    race = on_road({"redS": "58.0", "redR": "57.0", "blueS": "57.1", "blueR": "30.0"})
    outcome = (
        race.play("red", "S", "5999>5", "3456>5").play("blue", "S", "5999>5", "3456>6").finished()
    )
    first = outcome.finish[:3]
    assert [(one.rank, one.rider, one.time, one.group) for one in first] == [
        (1, "redS", 0, 0),
        (2, "redR", 0, 0),
        (3, "blueS", 0, 0),
    ]
    assert outcome.extras.bunches[0].squares == {"redS": 4, "redR": 3, "blueS": 3}
    assert outcome.extras.rounds["redS"] == 1
    assert outcome.extras.bonus == {"redS": 10, "redR": 10}
    assert outcome.winner == "redS"
    assert outcome.finish[3].rider == "blueR"
    assert outcome.extras.bunches[-1].turn == outcome.extras.rounds["blueR"] - 1


@pytest.mark.rule("FR-094")
def test_seats_are_placed_by_their_better_rider():
    assert by_better_rider(
        ["kS", "rS", "kR", "bS"], {"kS": "k", "kR": "k", "rS": "r", "bS": "b"}
    ) == ["k", "r", "b"]


@pytest.mark.rule("FR-121", "FR-122", "FR-123", "FR-125")
def test_a_bunch_is_an_unbroken_row_of_squares_of_one_round():
    assert [(one.bunch, one.gap) for one in row("aS 4.0,bS 3.1,cS 1.0")] == [
        (1, 0),
        (1, 0),
        (2, 30),
    ]
    assert [(one.bunch, one.gap) for one in row("aS 2.0/bS 2.0,cS 1.0")] == [
        (1, 0),
        (2, 60),
        (2, 60),
    ]
    assert [one.gap for one in row("aS 5.0/bS 5.0")] == [0, 60]
    assert [one.gap for one in row("aS 1.0/bS 5.0")] == [0, 20]


@pytest.mark.rule("FR-124", "FR-T-005", "FR-T-012")
def test_first_and_second_have_a_bonus_and_dummy_teams_none_by_a_house_rule():
    assert bonuses(["kS", "rS", "bS"]) == {"kS": 10, "rS": 10}
    assert bonuses(["kS", "rS", "bS"], ["kS"]) == {"rS": 10, "bS": 10}
    for option, paid in ((True, {"whiteS", "redS"}), (False, {"redS", "whiteS"})):
        race = on_road({"redS": "50.0", "whiteS": "59.0"}, muscle=("white",), dummies_score=option)
        outcome = race.finished()
        assert set(outcome.extras.bonus) == (paid if option else {"redS"})


@pytest.mark.rule(
    "FR-T-001",
    "FR-T-002",
    "FR-T-004",
    "FR-T-010",
    "FR-T-011",
    "FR-T-013",
    "FR-T-014",
    "FR-T-020",
    "FR-T-021",
    "FR-T-023",
)
def test_a_tour_adds_gaps_less_bonuses_and_tour_points():
    days = tour([[{"rS": 3.0, "bS": 2.0}, {"gS": 4.0}], [{"gS": 2.0}, {}, {"bS": 1.0, "rS": 3.0}]])
    general = days[-1].classifications["individual"].rows
    assert [(one.who, one.gap) for one in general] == [("gS", 0), ("rS", 50), ("bS", 80)]
    assert points(days[-1]) == {"r": 5, "b": 3, "g": 4}
    assert {player.team: player.points for player in days[-1].players} == {"r": 7, "g": 7, "b": 4}
    assert [player.team for player in days[-1].players] == ["g", "r", "b"]


@pytest.mark.rule("FR-T-003", "FR-T-004", "FR-T-015")
def test_the_scheme_of_a_grand_tour_pays_as_the_rules_say():
    known = scheme("flamme_rouge_grand_tour")
    assert known.manager_points.points == {"stage": [3, 2, 1], "individual": [3, 2, 1]}


@pytest.mark.rule("FR-T-022", "FR-T-033")
def test_the_fewest_points_place_first_and_ties_go_against_the_better_time():
    team_of = {"rS": "r", "bS": "b", "gS": "g"}
    assert start_order({"r": 3, "b": 2, "g": 2}, ["gS", "rS", "bS"], team_of) == ["b", "g", "r"]


@pytest.mark.rule("FR-T-030", "FR-T-031", "FR-T-032", "FR-T-040")
def test_half_of_the_exhaustion_in_pile_recycled_cards_and_hand_goes_into_the_next_stage():
    assert [carried_exhaustion(cards) for cards in (0, 1, 2, 5)] == [0, 1, 1, 3]
    assert [carried_exhaustion(cards, sheriff=True) for cards in (0, 1, 5)] == [0, 0, 2]
    race = on_road({"redS": "59.0", "blueS": "30.0"}, begun=False)
    race.pile("redS", "99xx", "xxx").begin()
    outcome = race.deal("99xx", "2345").say("red play 9").finished()
    assert (outcome.extras.left["redS"], outcome.extras.kept[0]) == (5, 3)
    following = started("red blue", kept=outcome.extras.kept, order=("blue", "red"))
    assert following.state.pile[0] >> 40 == 3
    assert following.asked == ["blue"]


@pytest.mark.rule("FR-T-035")
def test_the_engine_has_no_word_for_talking():
    race = on_road({"redS": "9.0", "redR": "8.0", "blueS": "7.0"})
    with pytest.raises(Exception, match="is no action of Flamme Rouge"):
        GAME.read(race.state, 0, "promise blue")
