"""The turn loop: who is asked what, and in which order."""

import pytest

from games.cycling_party.setup import example
from games.engine import CHANCE
from tests.games.cycling_party.race import GAME, HIGH, race

DRY = {"red": {"bottle": 0}, "blue": {"bottle": 0}}


@pytest.mark.rule("CP-D-001", "CP-J-076")
def test_a_turn_is_withdrawals_then_windows_and_throws_then_a_last_window():
    now = race("30: red1, 20: blue1", "junior")
    seen = [now.phase]
    for _ in range(2):
        now.passes()
        seen.append(now.phase)
        now.dice(1, 2)
        seen.append(now.phase)
    assert seen == ["withdrawals", "alone", "window", "alone", "last_window"]
    assert now.say("pass", "pass").phase == "withdrawals"
    assert now.state.turn == 2


@pytest.mark.rule("CP-D-001", "CP-M-044")
def test_in_the_master_version_a_turn_begins_with_its_first_window():
    assert race("30: red1, 20: blue1", "master").phase == "window"


@pytest.mark.rule("CP-D-002", "CP-J-009")
def test_after_every_act_of_a_window_the_first_speaker_is_asked_anew():
    now = race("30: red1, 20: blue1, 10: green1", "master")
    order = [now.asked]
    order.append(now.say("pass").asked)
    order.append(now.say("bottle blue1").asked)
    order += [now.say("pass").asked, now.say("pass").asked, now.say("pass").asked]
    assert order == ["red", "blue", "red", "blue", "green", "alone"]


@pytest.mark.rule("CP-J-009")
def test_the_first_speaker_moves_on_with_every_turn():
    firsts = [
        race("30: red1, 20: blue1, 10: green1", "master", turn=turn).asked for turn in (1, 2, 3, 4)
    ]
    assert firsts == ["red", "blue", "green", "red"]


@pytest.mark.rule("CP-D-003", "CP-D-010")
def test_only_riders_of_the_front_unit_may_declare_a_special_throw():
    now = race(
        "30: red2 red4, 20: blue2", "senior", tokens={"red": {"bottle": 0}, "blue": {"bottle": 0}}
    ).say("pass", "pass")
    assert now.asked == "red"
    assert now.legal == [
        "pass",
        "pass unit",
        "pass turn",
        "sprint red2 3d6",
        "sprint red2 d20",
        "attack red2",
        "attack red4",
    ]
    now.say("pass").dice(1, 2, 1, 2)
    assert now.asked == "blue"


@pytest.mark.rule("CP-D-004", "CP-D-010")
def test_a_special_throw_is_the_riders_throw_of_the_turn():
    now = race("30: red2 blue1", "senior").say("pass", "pass", "sprint red2 3d6").dice(1, 1, 1)
    assert not [text for text in now.passes_to("blue").legal if "red2" in text]
    assert now.passes().throw == (6, 6)
    assert now.dice(1, 2).phase == "last_window"


@pytest.mark.rule("CP-D-005", "CP-J-065", "CP-J-067")
def test_bottles_are_given_between_throws_only_and_to_nobody_behind_the_line():
    now = race("150: red1, 60: red4 blue1 green1 black1 purple1", "senior")
    now.passes_to("red").say("pass").passes().dice(1, 2)
    assert now.at("red1") == [153]
    assert not [text for text in now.passes_to("red").legal if text == "bottle red1"]
    while now.phase != "peloton":
        now.say("pass")
    assert not [text for text in now.legal if text.startswith("bottle")]


@pytest.mark.rule("CP-D-006", "CP-J-035", "CP-J-039")
def test_a_peloton_moves_when_all_have_passed_in_a_row_and_a_pass_is_no_promise():
    now = race(
        "30: red1 blue1 green1 black1 purple1",
        "junior",
        tokens={team: {"bottle": 0} for team in "red blue green black purple".split()},
    )
    while now.phase != "peloton":
        now.say("pass")
    assert [now.asked, now.say("pass").asked] == ["red", "blue"]
    now.say("throw blue1").dice(3, 4)
    asked = [now.asked]
    asked += [now.say("pass").asked for _ in range(3)]
    assert asked == ["green", "black", "purple", "red"]
    assert now.at("red1") == [30]
    now.say("pass")
    assert now.at("red1", "blue1") == [37, 37]


@pytest.mark.rule("CP-D-007", "CP-D-009", "CP-J-042", "CP-J-033")
def test_in_a_paceline_all_throw_in_speaking_order_two_dice_each():
    now = race("30: green1 red1 blue1", "junior", seats=["red", "blue", "green"], turn=2).passes()
    assert now.throw == (6, 6) * 3
    now.dice(6, 6, 1, 1, 3, 3)
    assert now.at("blue1", "green1", "red1") == [42, 32, 36]


@pytest.mark.rule("CP-D-007", "CP-S-014")
def test_answers_of_a_rouleur_that_come_to_the_same_are_offered_once():
    throws = race("30: red1 blue3 green1").passes().dice(5, 6, 1, 2, 1, 2)
    assert (throws.asked, throws.legal) == (
        "blue",
        ["join none", "join down", "join up", "join both"],
    )
    alone_above = race("30: red1 blue3").passes().dice(1, 1, 6, 3)
    assert alone_above.at("red1", "blue3") == [32, 39]
    near_below = race("30: red1 blue3").passes().dice(3, 5, 6, 3)
    assert near_below.legal == ["join none", "join down"]


@pytest.mark.rule("CP-J-043", "CP-S-015")
def test_only_the_part_of_a_paceline_that_a_rouleur_is_in_was_joined_by_his_choice():
    now = (
        race("30: red1 red2 blue1 blue3", "master", tokens=DRY)
        .passes()
        .dice(6, 6, 6, 6, 1, 1, 4, 2)
    )
    moved = [(event.rule, len(event.riders)) for event in now.told if event.kind == "paceline"]
    assert moved == [("CP-J-043", 2), ("CP-J-043", 1), ("CP-J-043", 1)]


@pytest.mark.rule("CP-D-008", "CP-S-037", "CP-M-009", "CP-S-008")
def test_a_mountain_unit_has_one_plan_before_its_dice():
    now = race("70: red1 red5, 65: red6", "master", HIGH, tokens={"red": {"bottle": 0}})
    assert now.legal == [
        "plan plain",
        "plan red1-",
        "plan red5-",
        "plan red1- red5-",
        "plan red1!",
        "plan red5- red1!",
        "plan red1++",
        "plan red5- red1++",
    ]


@pytest.mark.rule("CP-D-008", "CP-J-055", "CP-S-019", "CP-S-021")
def test_after_the_dice_distinct_results_are_offered_as_one_choice():
    now = race("70: red2 red5", "senior", HIGH, tokens={"red": {"bottle": 0}}).passes().dice(5, 4)
    assert now.legal == ["give red2 5 red5 4", "give red2 4 red5 5", "give red2 4^ red5 5"]
    assert race("70: red2 red5", "senior", HIGH, tokens={"red": {"bottle": 0}}).passes().dice(
        3, 3
    ).at("red2", "red5") == [73, 73]


@pytest.mark.rule("CP-D-008", "CP-S-007", "CP-S-041")
def test_a_natural_six_and_a_magic_five_are_two_choices_only_where_the_six_gives_a_right():
    def choices(square):
        race_there = (
            race(f"{square}: red1, 20: blue1", "senior", HIGH, tokens=DRY)
            .say("pass", "pass")
            .say("plan red1++")
        )
        return race_there.dice(5, 6).legal

    assert choices(86) == ["give red1 5", "give red1 6", "give red1 5*"]
    assert choices(88) == ["give red1 5", "give red1 6"]


@pytest.mark.rule("CP-D-009", "CP-D-008")
def test_mountain_dice_are_thrown_fall_backs_first_then_the_attack_then_the_pool():
    now = race("70: red1 red4 red5 red6, 65: red2", "master", HIGH, tokens={"red": {"bottle": 0}})
    assert now.say("plan red4- red6- red1!").throw == (6, 6, 10, 6)
    now.dice(4, 6, 10, 1)
    assert now.at("red4", "red6", "red1", "red5") == [72, 73, 80, 71]


@pytest.mark.rule("CP-D-009", "CP-J-020", "CP-J-017")
def test_the_engine_throws_the_opening_by_seat_and_number():
    state = GAME.start(example("junior", 2, 5))
    assert GAME.pending(state).throw.sides == (6,) * 20
    GAME.apply(state, CHANCE, (6, 6, *(1,) * 17, 5))
    names = state.course.names
    assert [state.square[names.index(rider)] for rider in ("red1", "red2", "blue5")] == [12, 2, 6]


@pytest.mark.rule("CP-D-011", "CP-D-002")
def test_a_seat_passes_once_for_a_unit_or_for_a_turn_in_one_answer():
    plain = race("30: red1, 20: blue1", "master").say("pass", "bottle blue1")
    assert plain.asked == "red"
    unit = race("30: red1, 20: blue1", "master").say("pass unit", "bottle blue1")
    assert (unit.asked, unit.say("pass").phase) == ("blue", "alone")
    assert unit.dice(1, 2).asked == "red"
    turn = race("30: red1, 20: blue1", "master").say("pass turn", "pass").dice(1, 2)
    assert turn.asked == "blue"
    turn.say("pass").dice(1, 2)
    assert (turn.phase, turn.asked) == ("last_window", "blue")
    assert turn.say("pass").asked == "blue"
    assert turn.say("pass").asked == "red"


@pytest.mark.rule("CP-D-002", "CP-D-006", "CP-D-011")
def test_who_passed_for_a_unit_is_asked_again_when_it_has_moved_by_a_special_throw():
    now = race(
        "40: red2, 20: blue1 blue3 blue4 red1 red3", "master", tokens={"red": {"bottle": 0}}, turn=2
    )
    assert now.asked == "blue"
    now.say("pass unit", "sprint red2 3d6").dice(1, 2, 3)
    assert (now.phase, now.asked) == ("window", "blue")
    now.say("pass", "pass")
    assert (now.phase, now.asked) == ("peloton", "blue")


def test_nobody_is_asked_who_has_nothing_to_choose():
    empty = {"red": {"bottle": 0, "attack": 0}, "blue": {"bottle": 0, "attack": 0}}
    assert race("30: red1, 20: blue1", "master", tokens=empty).phase == "alone"


@pytest.mark.rule("CP-M-060", "CP-M-061")
def test_a_stage_goes_from_its_opening_through_turns_to_its_end():
    state = GAME.start(example("master", 2, 5, "flat"))
    assert GAME.view(state, None)["phase"] == "opening"
    assert GAME.view(state, None)["stock"]["red"] == {
        "bottle": 5,
        "sprint": 3,
        "attack": 1,
        "mountain_attack": 0,
        "double": 0,
    }
    assert set(GAME.view(state, None)["squares"].values()) == {0}
    GAME.apply(state, CHANCE, (1,) * 20)
    assert (GAME.view(state, None)["turn"], GAME.view(state, None)["phase"]) == (1, "window")
