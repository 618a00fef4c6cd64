"""The order over passes and intermediate sprints."""

import pytest

from games.cycling_party.table.dice import Chain, Undecided
from games.cycling_party.table.lines import TurnEnd, passage_order, points_of_places, stage_winner
from tourmanager.scoring.scheme import scheme


def chain(setters: str, members: str) -> Chain:
    return Chain(tuple(setters.split()), frozenset(members.split()))


@pytest.mark.rule("CP-M-013")
def test_a_line_is_won_like_a_finish_by_the_rider_furthest_past_it() -> None:
    assert passage_order(24, [TurnEnd({25: ["a1"], 31: ["b1"], 27: ["c1"]})], 3) == [
        "b1",
        "c1",
        "a1",
    ]


@pytest.mark.rule("CP-M-014")
def test_stopping_on_the_line_is_not_enough_unless_the_option_says_so() -> None:
    turns = [TurnEnd({24: ["a1"], 26: ["b1"]})]
    assert passage_order(24, turns, 3) == ["b1"]
    assert passage_order(24, turns, 3, line_reach="reach") == ["b1", "a1"]


@pytest.mark.rule("CP-M-015")
def test_who_passes_in_a_later_turn_is_ranked_behind_however_far_he_gets() -> None:
    assert passage_order(
        24, [TurnEnd({25: ["a1"], 20: ["b1"]}), TurnEnd({26: ["a1"], 40: ["b1"]})], 3
    ) == [
        "a1",
        "b1",
    ]


@pytest.mark.rule("CP-M-016")
def test_a_single_paceline_is_led_over_the_line_by_its_pace_setter() -> None:
    turn = TurnEnd({30: ["a1", "b1", "c1"]}, (chain("b1", "a1 b1 c1"),), {"a1": [2], "c1": [6]})
    assert passage_order(24, [turn], 3) == ["b1", "c1", "a1"]


@pytest.mark.rule("CP-M-016")
def test_dice_are_needed_only_as_far_as_points_depend_on_them() -> None:
    turn = TurnEnd(
        {30: ["a1", "b1", "c1"], 27: ["d1", "e1"]}, (), {"a1": [3], "b1": [5], "c1": [1]}
    )
    assert passage_order(24, [turn], 3) == ["b1", "a1", "c1"]
    with pytest.raises(Undecided, match="d1, e1"):
        passage_order(24, [turn], 4)


@pytest.mark.rule("CP-M-017")
def test_a_rider_is_ranked_once_also_when_he_is_moved_back_and_passes_again() -> None:
    turns = [TurnEnd({25: ["a1"]}), TurnEnd({26: ["b1"], 23: ["a1"]}), TurnEnd({28: ["a1", "c1"]})]
    assert passage_order(24, turns, 5) == ["a1", "b1", "c1"]


@pytest.mark.rule("CP-M-019")
def test_points_are_paid_by_place_and_a_hill_pays_none() -> None:
    assert points_of_places(
        ["b1", "a1", "c1", "d1"], scheme("cycling_party_master").line_points["is"]
    ) == [
        ("b1", 5),
        ("a1", 3),
        ("c1", 1),
    ]
    assert points_of_places(["b1"], scheme("cycling_party_master").line_points["hill"]) == []


@pytest.mark.rule("CP-J-075")
def test_of_two_equal_pace_setters_only_these_two_throw() -> None:
    turn = TurnEnd(
        {5: ["a1", "b1", "c1"]}, (chain("a1 c1", "a1 b1 c1"),), {"a1": [3, 1], "c1": [3, 5]}
    )
    assert stage_winner(turn) == "c1"


@pytest.mark.rule("CP-J-075", "CP-M-016")
def test_equal_pace_setters_come_first_by_their_own_dice_and_the_others_by_theirs() -> None:
    chains = (chain("orange4 black3", "orange4 black3 red1 purple4"),)
    level = {30: ["orange4", "black3", "red1", "purple4"]}
    with pytest.raises(Undecided) as asked:
        passage_order(24, [TurnEnd(level, chains, {})], 5)
    assert asked.value.riders == ("orange4", "black3")
    thrown = {"orange4": [2], "black3": [1]}
    assert passage_order(24, [TurnEnd(level, chains, thrown)], 2) == ["orange4", "black3"]
    with pytest.raises(Undecided) as asked:
        passage_order(24, [TurnEnd(level, chains, thrown)], 5)
    assert asked.value.riders == ("red1", "purple4")
    thrown = {**thrown, "red1": [2], "purple4": [4]}
    assert passage_order(24, [TurnEnd(level, chains, thrown)], 5) == [
        "orange4",
        "black3",
        "purple4",
        "red1",
    ]
