"""What is asked and what may be answered, as a page says it."""

import re
import time
from itertools import pairwise

import pytest

from games.cycling_party.actions import GIVE, KIND, PLAN
from games.cycling_party.setup import example
from games.cycling_party.state import OVER
from tests.games.cycling_party.race import GAME, HIGH, Race, race
from tests.games.cycling_party.test_properties import walked

TITLES = {"red": "Lotto", "blue": "Rabobank", "green": "Cofidis", "black": "Once"}


def master(at, **more) -> Race:
    """Nobody is withdrawn there, so the first question is that of the turn."""
    return race(at, version="master", **more)


def question(one):
    return GAME.question(one.state, TITLES)


def offered(one):
    """Words and what follows, by the text of the action."""
    return {
        choice.text: (choice.words, choice.then)
        for choice in GAME.choices(one.state, one.state.seat, TITLES)
    }


def parts(one):
    return {choice.text: choice.parts for choice in GAME.choices(one.state, one.state.seat, TITLES)}


def test_before_a_throw_the_group_and_the_open_moves_are_named():
    one = master("90: red1 red2 blue1, 80: red3")
    assert (
        question(one).words
        == "Before the paceline of Lotto 1 and 2, Rabobank 1 throws: Lotto may give a bottle,"
        " sprint, attack or let a rider fall back."
    )
    assert question(one).riders == ("red1", "red2", "blue1")
    assert GAME.question(one.state).words.startswith(
        "Before the paceline of red1, red2 and blue1 throws: red may"
    )
    said = offered(one)
    assert said["pass"] == ("Nothing now", "asked again when somebody else has acted")
    assert said["pass unit"][0] == "Nothing more until this group has moved"
    assert said["pass turn"][0] == "Nothing more this turn"
    assert said["bottle red1"] == ("Bottle for Lotto 1", "to km 91; 4 left")
    assert said["sprint red2 3d6"] == (
        "Lotto 2 sprints with three dice",
        "their sum instead of a normal throw; 2 left after it",
    )
    assert said["sprint red2 d20"] == (
        "Lotto 2 sprints with the twenty-sided die",
        "1 to 20 instead of a normal throw; 2 left after it",
    )
    assert (
        said["attack red1"][1]
        == "four dice, their sum; two pairs, 2 times in 27, break their chain and put them last;"
        " none left after it"
    )
    assert said["fall back red1"] == ("Lotto 1 falls back", "one die instead of two")


def test_the_last_bottle_and_the_last_sprint_say_that_none_is_left():
    one = master("90: red2", tokens={"red": {"bottle": 1, "sprint": 1}})
    assert offered(one)["bottle red2"][1] == "to km 91; none left"
    assert offered(one)["sprint red2 3d6"][1].endswith("none left after it")


@pytest.mark.rule("CP-J-063")
def test_a_bottle_on_a_mountain_costs_two_and_one_from_the_last_square_goes_over_the_line():
    assert offered(master("65: red2, 20: blue1", stage=HIGH))["bottle red2"] == (
        "Two bottles for Lotto 2",
        "to km 66; 3 left",
    )
    assert (
        offered(master("150: red2, 20: blue1"))["bottle red2"][1]
        == "to square 1 behind the line; 4 left"
    )


@pytest.mark.rule("CP-S-042")
def test_the_risk_of_a_descent_is_said():
    one = master("92: red1, 20: blue1", stage=HIGH, right=["red1"]).passes_to("red")
    assert offered(one)["descend red1"] == (
        "Lotto 1 descends at full speed",
        "three dice, their sum; three sixes are a fatal accident, 1 in 216",
    )
    assert (
        question(one.say("descend red1")).words
        == "Lotto 1 descends at full speed: three dice; three sixes are a fatal accident."
    )
    assert question(one).dice == ("Lotto 1",) * 3


def peloton():
    one = master("30: red1 red2 red4 blue1 blue2")
    while one.phase == "window":
        one.say("pass")
    return one


def test_a_peloton_asks_for_a_throw_or_its_pace_and_says_what_sums_do():
    one = peloton()
    assert (
        question(one).words
        == "The peloton of 5 throws: Lotto may throw for one of its riders or accept the pace of 5."
    )
    said = offered(one)
    assert said["pass"][0] == "Accept the pace of 5"
    assert said["throw red1"] == (
        "Throw for Lotto 1",
        "6 to 9 raise the pace; 10 to 12: they escape; 2 to 4: puncture",
    )
    assert (
        said["throw red4"][1]
        == "6 to 9 raise the pace; 10 to 12: they escape or set it at 9; 2: puncture"
    )
    one.say("throw red1")
    assert question(one).words == "Lotto 1 throws two dice in the peloton; the pace is 5."
    assert question(one).dice == ("Lotto 1", "Lotto 1")
    one.dice(3, 5)
    assert offered(one)["throw blue1"][1].startswith("9 raises the pace")
    one.say("throw blue1").dice(4, 5)
    assert offered(one)["throw red2"][1].startswith("no sum raises the pace")


def test_a_domestique_is_told_where_he_lands():
    one = peloton().say("throw red4").dice(6, 5)
    assert (
        question(one).words
        == "Lotto 4 has thrown 6-5, 11 in all: do they escape, or set the pace of the peloton at 9?"
    )
    assert offered(one) == {
        "escape": ("Lotto 4 escapes with 11", "to km 41"),
        "pace 9": (
            "Set the pace at 9",
            "they stay in the peloton, which moves 9: they move to km 39",
        ),
    }


@pytest.mark.rule("CP-S-014")
def test_a_rouleur_sees_how_far_each_answer_takes_whom():
    one = master("30: red3 blue1 green1").passes()
    assert (
        question(one).words
        == "The paceline of Lotto 3, Rabobank 1 and Cofidis 1 throws: two dice each."
    )
    one.dice(3, 4, 5, 6, 1, 2)
    assert (
        "Lotto 3: 7, Rabobank 1: 11 and Cofidis 1: 3: does the rouleur Lotto 3 join"
        in question(one).words
    )
    said = offered(one)
    assert said["join none"] == (
        "Lotto 3 joins nobody",
        "Rabobank 1 moves 11, to km 41; Lotto 3 moves 7, to km 37; Cofidis 1 moves 3, to km 33",
    )
    assert (
        said["join up"][1]
        == "Lotto 3 and Rabobank 1 move 11, to km 41; Cofidis 1 moves 3, to km 33"
    )
    assert said["join both"] == (
        "Lotto 3 joins upward and downward",
        "Lotto 3, Rabobank 1 and Cofidis 1 move 11, to km 41",
    )


def test_where_another_rouleur_decides_too_nothing_is_promised():
    one = master("30: red3 blue3").passes().dice(3, 4, 5, 6)
    assert offered(one)["join up"] == (
        "Lotto 3 joins upward",
        "what follows hangs on Rabobank 3, too",
    )


def climbers():
    return master(
        "65: red1 red5 red6, 62: red2, 20: blue1",
        stage=HIGH,
        tokens={"red": {"bottle": 0, "mountain_attack": 1, "double": 2}},
    ).passes_to("red")


def test_a_plan_is_said_rider_by_rider():
    one = climbers()
    assert one.phase == "planning"
    assert question(one).words.startswith(
        "Before Lotto 1, 5 and 6 on the mountain, km 65, throw: Lotto may"
    )
    assert question(one).words.endswith(
        "let riders fall back, use a double throw or make a mountain attack."
    )
    assert offered(one)["plan plain"] == ("Throw as usual", "three dice, shared out afterwards")
    assert offered(one)["plan red1++"] == (
        "Double throw for Lotto 1",
        "one die more to choose from; 1 left on this pass",
    )
    assert offered(one)["plan red1!"] == (
        "Mountain attack of Lotto 1",
        "the ten-sided die for them; none left",
    )
    assert parts(one)["plan red5- red1++"] == (
        ("Lotto 1", "double throw"),
        ("Lotto 5", "falls back"),
        ("Lotto 6", "plain throw"),
    )


def test_the_dice_of_a_mountain_throw_are_labelled_in_the_order_in_which_they_are_thrown():
    one = climbers().say("plan red6- red1!")
    thrown = "a die for Lotto 6 to fall back, the ten-sided die for Lotto 1 and one die for Lotto 5"
    assert question(one).words == f"Lotto 1, 5 and 6 on the mountain, km 65, throw: {thrown}."
    assert question(one).dice == ("Lotto 6, falls back", "Lotto 1, ten-sided", "Lotto 5")
    one.dice(5, 10, 4)
    thrown = "Lotto 6: 5 to fall back; Lotto 1: 10 on the ten-sided die; 4 for Lotto 5"
    assert question(one).words == f"On the mountain, km 65: {thrown}. Lotto decides who gets what."
    assert parts(one)["give red5 4 red6 3-"] == (
        ("Lotto 1", "10 on the ten-sided die, to km 75"),
        ("Lotto 5", "4, to km 69"),
        ("Lotto 6", "falls back, 3, to km 68"),
    )


def test_shared_dice_say_what_counts_and_where_everybody_lands():
    one = climbers().say("plan plain").dice(5, 4, 5)
    assert question(one).dice == ()
    assert offered(one)["give red1 5* red5 5 red6 4^"] == (
        "Lotto 1: 5, counts 6; Lotto 5: 5; Lotto 6: 4, taken along",
        "Lotto 1 to km 71; Lotto 5 and 6 to km 70",
    )


@pytest.mark.rule("CP-S-039")
def test_a_six_that_gives_the_right_to_descend_says_so():
    one = (
        master("86: red2 red6, 20: blue1", stage=HIGH, tokens={"red": {"bottle": 0}})
        .passes_to("mountain")
        .dice(6, 3)
    )
    assert offered(one)["give red2 6 red6 3"][1].endswith(
        "; Lotto 2 may descend at full speed in the next turn"
    )
    one = (
        master("85: red2 red6, 20: blue1", stage=HIGH, tokens={"red": {"bottle": 0}})
        .passes_to("mountain")
        .dice(6, 3)
    )
    assert "descend" not in offered(one)["give red2 6 red6 3"][1]


def test_the_dice_of_a_paceline_are_labelled_by_pairs_also_where_one_is_thrown_again():
    one = master("30: red1 blue1")
    one.passes()
    asked = question(one)
    assert asked.dice == ("Lotto 1", "Lotto 1", "Rabobank 1", "Rabobank 1")
    throw = one.state.asked.throw
    whose = [
        (asked.dice[place], again)
        for place, again in (throw.next_die((3, 3, 2, 5)[:n]) for n in range(5))
    ]
    assert whose == [
        ("Lotto 1", False),
        ("Lotto 1", False),
        ("Lotto 1", True),
        ("Lotto 1", True),
        ("Rabobank 1", False),
    ]


def test_ties_and_seconds_say_whose_die_it_is():
    one = master("148: red1 blue1, 147: green2, 20: black1").passes()
    one.dice(3, 5, 6, 2).passes().dice(1, 5)
    while one.state.seat >= 0 or one.phase == "alone":
        one.passes() if one.state.seat >= 0 else one.dice(1, 2)
    assert question(one).words == "The seconds of 2 arrivals: a die for each."
    assert question(one).dice == (
        "second of the arrival of the paceline of Lotto 1 and Rabobank 1",
        "second of the arrival of Cofidis 2",
    )
    one.dice(4, 4)
    assert (
        question(one).words
        == "Lotto 1 and Rabobank 1 are level at the finish: a die each, the highest goes first."
    )
    assert question(one).dice == ("Lotto 1", "Rabobank 1")


@pytest.mark.rule("CP-J-076")
def test_withdrawals_are_asked_for_between_two_turns():
    one = race("30: red1, 20: blue1", version="junior")
    assert question(one).words == "Before turn 1: Lotto may take riders out of the race."
    assert offered(one) == {
        "pass": ("Take nobody out", ""),
        "withdraw red1": ("Take Lotto 1 out of the race", "they do not come back"),
    }


def test_in_the_end_the_winner_is_named():
    state = list(walked(example("senior", 2), "end"))[-1]
    assert state.phase == OVER
    winner = GAME.outcome(state).winner
    assert (
        GAME.question(state, TITLES).words
        == f"The stage is over: {TITLES[winner[:-1]]} {winner[-1]} has won."
    )


@pytest.mark.parametrize("version", GAME.versions)
def test_where_a_choice_has_parts_they_tell_all_actions_apart_rider_by_rider(version):
    several, slowest, spoken = 0, [], re.compile(r"\b(red|blue|green|black)\d?\b")
    for state in walked(example(version, 4), "parts"):
        asked = GAME.question(state, TITLES)
        texts = [asked.words, *asked.dice]
        if state.seat >= 0:
            before = time.perf_counter()
            choices = GAME.choices(state, state.seat, TITLES)
            slowest.append(time.perf_counter() - before)
            texts += [text for choice in choices for text in (choice.words, choice.then)]
            if {action & KIND for action in state.legal} <= {PLAN, GIVE}:
                several += 1
                assert len({choice.parts for choice in choices}) == len(choices)
                subjects = [tuple(about for about, _ in choice.parts) for choice in choices]
                assert all(one == other for one, other in pairwise(subjects))
                assert len(set(subjects[0])) == len(subjects[0]) == state.unit.bit_count()
            else:
                assert not any(choice.parts for choice in choices)
        assert [text for text in texts if spoken.search(text)] == []
    assert several > 5
    assert sorted(slowest)[len(slowest) // 2] < 0.005
