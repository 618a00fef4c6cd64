"""The finish: winners, ties, lines, arrivals with their seconds, and what a stage hands over when
it has ended.
"""

import pytest

from games.chance import Seeded
from games.cycling_party import loop
from games.cycling_party import state as states
from games.cycling_party.rules import CyclingParty
from tests.games.cycling_party import race as races
from tests.games.cycling_party.race import GAME, HIGH, PLAIN, Race

EMPTY = {team: {"bottle": 0, "attack": 0} for team in ("red", "blue", "green", "black")}
WITH_SPRINT = {**PLAIN, "is": [24]}


def race(
    drawn: str, *rules: object, tokens: dict[str, dict[str, int]] | None = None, **more: object
) -> Race:
    """A race in which the teams that are drawn have only these tokens left."""
    there = {team: left for team, left in (tokens or {}).items() if team in drawn}
    return races.race(drawn, *rules, tokens=there, **more)


def outcome(now: Race) -> dict[str, object]:
    found = GAME.outcome(now.state)
    assert found is not None
    return {one.rider: (one.rank, one.time) for one in found.finish}


def passed_on(now: Race) -> Race:
    """Everybody passes, whatever is asked, until dice fall or the stage is over."""
    while now.state.seat >= 0:
        now.say(
            "join both"
            if now.phase == "joining" and "join both" in now.legal
            else now.legal[0]
            if "pass" not in now.legal
            else "pass"
        )
    return now


@pytest.mark.rule("CP-J-069", "CP-J-070")
def test_the_squares_of_the_finish_hexagon_are_skipped():
    now = race("150: red1, 100: blue1", "senior", tokens=EMPTY)
    passed_on(now).dice(1, 2)
    passed_on(now).dice(1, 2)
    assert GAME.outcome(now.state).extras.units[0].squares == {"red1": 3}


@pytest.mark.rule("CP-J-070")
def test_by_the_option_the_finish_hexagon_has_three_squares_to_be_paid():
    setup = GAME.read_setup(
        {
            "version": "junior",
            "stage": {"length": 60},
            "teams": ["red", "blue"],
            "options": {"finish_hexagon": "counted"},
        }
    )
    assert GAME.start(setup).course.end == 63


@pytest.mark.rule("CP-J-071", "CP-J-072")
def test_the_turn_of_the_first_crossing_is_played_to_its_end_and_the_furthest_wins():
    now = race("150: red1, 145: blue1, 20: green1", "junior", tokens=EMPTY)
    passed_on(now).dice(1, 1)
    assert GAME.outcome(now.state) is None
    passed_on(now).dice(6, 6)
    assert GAME.outcome(now.state) is None
    passed_on(now).dice(1, 1)
    found = GAME.outcome(now.state)
    assert (found.winner, [one.rider for one in found.finish], found.behind) == (
        "blue1",
        ["blue1", "red1"],
        ("green1",),
    )


@pytest.mark.rule("CP-J-072", "CP-J-065")
def test_the_last_window_of_that_turn_may_still_carry_a_rider_over_the_line():
    now = passed_on(
        race("150: red1, 147: blue1", "junior", tokens={**EMPTY, "blue": {"bottle": 1}})
    ).dice(1, 1)
    passed_on(now).dice(1, 2)
    assert now.say("bottle blue1").phase == "over"
    assert [one.rider for one in GAME.outcome(now.state).finish] == ["red1", "blue1"]


@pytest.mark.rule("CP-J-073")
def test_the_pace_setter_wins_among_riders_of_one_paceline():
    now = passed_on(race("150: red1 blue1", "junior", tokens=EMPTY)).dice(2, 2, 3, 4)
    assert GAME.outcome(now.state).winner == "blue1"


@pytest.mark.rule("CP-J-074")
def test_in_every_other_case_dice_decide_and_equal_ones_are_thrown_again():
    now = passed_on(race("150: red1, 149: blue1", "junior", tokens=EMPTY)).dice(1, 2)
    passed_on(now).dice(1, 3)
    assert now.throw == (6, 6)
    now.dice(4, 4)
    assert now.throw == (6, 6)
    assert GAME.outcome(now.dice(5, 6).state).winner == "blue1"


@pytest.mark.rule("CP-J-075")
def test_two_who_share_the_highest_sum_of_the_paceline_throw_for_it():
    now = passed_on(race("150: red1 blue1 green1", "junior", tokens=EMPTY)).dice(3, 4, 2, 2, 1, 6)
    assert now.throw == (6, 6)
    now.dice(1, 2)
    assert GAME.outcome(now.state).winner == "green1"


@pytest.mark.rule("CP-J-071")
def test_behind_the_winner_riders_on_one_square_share_a_rank():
    now = race("150: red1 red4 blue1 green1 black1", "junior", tokens=EMPTY)
    while now.phase != "peloton":
        now.say("pass")
    passed_on(now.say("throw red1").dice(6, 6))
    assert [(one.rank, one.rider) for one in GAME.outcome(now.state).finish] == [
        (1, "red1"),
        (2, "red4"),
        (2, "blue1"),
        (2, "green1"),
        (2, "black1"),
    ]


@pytest.mark.rule("CP-J-076")
def test_withdrawing_the_last_rider_ends_the_race_without_a_winner():
    now = race("40: red1, 30: blue1", "junior", tokens=EMPTY).say("withdraw red1", "withdraw blue1")
    found = GAME.outcome(passed_on(now).state)
    assert (found.winner, found.out) == (None, ("red1", "blue1"))


@pytest.mark.rule("CP-M-013", "CP-M-014", "CP-M-015", "CP-M-016")
def test_an_intermediate_sprint_is_ranked_at_the_end_of_the_turn_beyond_its_square():
    now = race("22: red1, 20: blue1, 19: green1, 18: black1", "master", WITH_SPRINT, tokens=EMPTY)
    for pair in ((1, 1), (2, 3), (3, 3, 1, 2), (1, 6)):
        passed_on(now).dice(*pair)
    assert now.throw == (6, 6, 6)
    assert now.phase == "line_tie"
    now.dice(2, 6, 5)
    assert GAME.view(now.state, None)["lines"]["s1"]["riders"] == ["green1", "black1", "blue1"]


@pytest.mark.rule("CP-M-015", "CP-M-017")
def test_a_bottle_after_crossing_a_line_improves_the_place_in_the_same_turn():
    tokens = {**EMPTY, "blue": {"bottle": 2, "attack": 0}}
    now = race("20: red1, 18: blue1", "master", WITH_SPRINT, tokens=tokens)
    passed_on(now).dice(3, 4)
    passed_on(now).dice(4, 4, 1, 2)
    now.passes_to("blue").say("bottle blue1", "bottle blue1")
    passed_on(now)
    assert GAME.view(now.state, None)["lines"]["s1"]["riders"] == ["blue1", "red1"]


@pytest.mark.rule("CP-M-016")
def test_a_bottle_after_the_throw_makes_a_tie_with_the_paceline_a_matter_of_dice():
    tokens = {**EMPTY, "green": {"bottle": 1, "attack": 0}}
    now = race("20: red1 blue1, 19: green1", "master", WITH_SPRINT, tokens=tokens)
    passed_on(now).dice(3, 4, 2, 3)
    passed_on(now).dice(3, 4)
    now.passes_to("green").say("bottle green1")
    passed_on(now)
    assert (now.phase, now.throw) == ("line_tie", (6, 6, 6))


@pytest.mark.rule("CP-J-075", "CP-M-016")
def test_equal_pace_setters_are_ranked_by_their_own_dice_and_the_others_of_the_paceline_by_theirs():
    paceline = "22: orange4 black5 red1 purple4"
    tokens = {team: {"bottle": 0, "attack": 0} for team in ("orange", "black", "red", "purple")}
    now = race(paceline, "master", WITH_SPRINT, tokens=tokens)
    passed_on(now).dice(3, 4, 3, 4, 2, 4, 1, 4)
    passed_on(now)
    assert (now.phase, now.throw) == ("line_tie", (6, 6))
    assert GAME.question(now.state).dice == ("orange4", "black5")
    now.dice(2, 1)
    assert GAME.question(now.state).dice == ("red1", "purple4")
    now.dice(2, 4)
    ranked = GAME.view(now.state, None)["lines"]["s1"]["riders"]
    assert ranked == ["orange4", "black5", "purple4"]


@pytest.mark.rule("CP-M-018")
def test_a_pass_that_ends_on_the_finish_has_the_order_of_the_finish():
    stage = {"len": 60, "type": "low", "passes": [[53, "third"]]}
    now = race("60: red1 blue1", "master", stage, tokens=EMPTY)
    passed_on(now).dice(2)
    passed_on(now).dice(5)
    now.dice(1, 6)
    passing = GAME.outcome(now.state).passings[0]
    assert (passing.line, passing.riders) == ("p1", ("blue1", "red1"))


@pytest.mark.rule("CP-M-020", "CP-M-021", "CP-M-022", "CP-M-024")
def test_the_master_stage_goes_on_until_all_have_crossed_a_minute_for_every_turn():
    now = race("150: red1, 140: blue1", "master", tokens=EMPTY)
    passed_on(now).dice(1, 2)
    passed_on(now).dice(1, 2)
    assert (now.phase, now.throw) == ("seconds", (6,))
    now.dice(6)
    passed_on(now).dice(6, 6)
    now.dice(1)
    assert outcome(now) == {"red1": (1, 45), "blue1": (2, 60 + 66 - 25 - 1)}


@pytest.mark.rule("CP-M-026", "CP-M-027", "CP-M-029")
def test_one_die_gives_the_time_of_the_whole_peloton_from_its_front():
    now = race("149: red1 blue1, 148: green1 black1 red4", "master", tokens=EMPTY)
    passed_on(now)
    assert now.throw == (6,)
    now.dice(2)
    assert now.throw == (6, 6)
    now.dice(1, 2)
    now.dice(*range(1, 1 + len(now.throw)))
    assert {time for _, time in outcome(now).values()} == {66 - 20 - 2}
    assert GAME.outcome(now.state).extras.units[0].kind == "peloton"


@pytest.mark.rule("CP-M-026", "CP-M-028")
def test_the_pace_setter_is_placed_first_of_his_paceline_and_gives_his_time():
    now = passed_on(race("150: red1 blue1", "master", tokens=EMPTY)).dice(2, 2, 3, 4)
    now.dice(3)
    assert outcome(now) == {"blue1": (1, 28), "red1": (2, 28)}
    unit = GAME.outcome(now.state).extras.units[0]
    assert (unit.kind, unit.setters, unit.die, unit.squares) == (
        "paceline",
        ("blue1",),
        3,
        {"red1": 7, "blue1": 7},
    )


@pytest.mark.rule("CP-M-028", "CP-D-009")
def test_seconds_dice_go_most_advanced_first_and_settle_riders_of_one_square():
    now = passed_on(race("150: red1, 149: blue1", "master", tokens=EMPTY)).dice(1, 2)
    passed_on(now).dice(1, 3)
    now.dice(2, 5)
    assert outcome(now) == {"blue1": (1, 66 - 15 - 5), "red1": (2, 66 - 15 - 2)}


@pytest.mark.rule("CP-M-028", "CP-D-009")
def test_equal_seconds_on_one_square_are_settled_by_dice_in_speaking_order():
    now = passed_on(race("150: red1, 149: blue1", "master", tokens=EMPTY)).dice(1, 2)
    passed_on(now).dice(1, 3)
    assert now.dice(4, 4).phase == "finish_tie"
    assert [place for place, _ in outcome(now.dice(1, 2)).values()] == [1, 2]
    assert GAME.outcome(now.state).winner == "blue1"


@pytest.mark.rule("CP-M-025")
def test_beyond_the_twelfth_square_nobody_throws_for_seconds():
    stage = {"len": 150, "type": "low", "passes": [[138, "third"]]}
    now = (
        race("146: red1", "master", stage, right=["red1"], tokens=EMPTY)
        .say("descend red1")
        .dice(6, 6, 5)
    )
    assert outcome(now) == {"red1": (1, 0)}


@pytest.mark.rule("CP-M-027", "CP-J-065")
def test_a_rider_brought_over_the_line_by_a_bottle_is_a_single_rider():
    now = race(
        "150: red1 red4 blue1, 20: green1",
        "master",
        tokens={**EMPTY, "red": {"bottle": 1, "attack": 0}},
    ).say("bottle red1")
    passed_on(now).dice(1, 2, 3, 2)
    passed_on(now).dice(1, 1)
    assert (now.phase, len(now.throw)) == ("seconds", 2)
    now.dice(1, 1)
    assert [unit.kind for unit in now.state.arrived] == [states.PACELINE, states.BREAKAWAY]


@pytest.mark.rule("CP-M-045", "CP-M-044")
def test_a_fatal_descent_takes_the_rider_out_and_the_leaders_mountain_attacks_with_him():
    stage = {"len": 150, "type": "high", "passes": [[60, "hc"]]}
    now = race(
        "92: red1, 20: blue1",
        "master",
        stage,
        right=["red1"],
        tokens={"red": {"bottle": 0}, "blue": {"bottle": 0}},
    )
    now.say("descend red1").dice(6, 6, 6)
    assert (now.state.gone, now.state.mountain_attacks[0]) == ((0,), 0)
    assert now.state.attacks_made[0] == 0


@pytest.mark.rule("CP-M-045")
@pytest.mark.parametrize(("option", "left"), [("out_of_tour", 0), ("last_in_stage", 1)])
def test_a_crashed_leader_keeps_the_mountain_attacks_if_he_starts_the_next_stage(option, left):
    stage = {"length": 150, "type": "high", "passes": [[60, "hc"]]}
    setup = {
        "version": "master",
        "stage": stage,
        "teams": ["red", "blue"],
        "options": {"descent_death": option},
    }
    squares = {"red1": 92, "red2": 10, "blue1": 10}
    absent = [
        f"{team}{number}"
        for team in ("red", "blue")
        for number in range(1, 7)
        if f"{team}{number}" not in squares
    ]
    situation = {
        "turn": 12,
        "squares": squares,
        "descending": ["red1"],
        "passages": {"p1": ["red1"]},
    }
    state = GAME.start(GAME.read_setup({**setup, "absent": absent, "situation": situation}))
    while state.seat >= 0:
        legal = [
            GAME.write(state, state.seat, action)
            for action in GAME.legal_actions(state, state.seat)
        ]
        GAME.apply(
            state,
            state.seat,
            GAME.read(state, state.seat, "descend red1" if "descend red1" in legal else "pass"),
        )
    GAME.apply(state, -1, (6, 6, 6))
    assert state.gone == (0,)
    assert GAME.view(state, None)["stock"]["red"]["mountain_attack"] == left
    while state.turn < 14:
        if state.seat >= 0:
            GAME.apply(state, state.seat, GAME.legal_actions(state, state.seat)[0])
        else:
            GAME.apply(state, -1, Seeded(1).draw(state.asked.throw))
    again = GAME.start(
        GAME.read_setup({**setup, "absent": absent, "situation": GAME.situation(state)})
    )
    assert GAME.view(again, None)["stock"]["red"]["mountain_attack"] == left


@pytest.mark.rule("CP-M-045")
def test_by_the_option_the_crashed_rider_is_last_of_the_stage_in_the_last_time():
    stage = {"length": 60, "type": "low", "passes": [[40, "third"]]}
    setup = GAME.read_setup(
        {
            "version": "master",
            "stage": stage,
            "teams": ["red", "blue"],
            "options": {"descent_death": "last_in_stage"},
        }
    )
    state = GAME.start(setup)
    state.square = [60 if rider == 6 else 48 if rider == 0 else states.OFF for rider in range(12)]
    state.active, state.earned, state.turn = 0b1000001, 1, 0
    state.bottles, state.attacks = [0, 0], [0, 0]
    loop.begin_turn(state)
    loop.go_on(state)
    for dice in ((1, 1), (6, 6, 6)):
        while state.seat >= 0:
            legal = [
                GAME.write(state, state.seat, action)
                for action in GAME.legal_actions(state, state.seat)
            ]
            GAME.apply(
                state,
                state.seat,
                GAME.read(state, state.seat, "descend red1" if "descend red1" in legal else "pass"),
            )
        GAME.apply(state, -1, dice)
    GAME.apply(state, -1, (3,))
    found = GAME.outcome(state)
    assert [(one.rider, one.time) for one in found.finish] == [("blue1", 53), ("red1", 53)]
    assert found.out == ()


@pytest.mark.rule("CP-M-008", "CP-M-009", "CP-S-008", "CP-S-007")
def test_the_leader_keeps_what_the_climber_can_and_may_attack_on_the_mountain():
    senior = race("70: red1, 60: red4", "senior", HIGH, tokens=EMPTY)
    passed_on_to_plan(senior)
    master = race("70: red1, 60: red4", "master", HIGH, tokens=EMPTY)
    assert senior.legal == ["plan plain", "plan red1-", "plan red1++"]
    assert master.legal == ["plan plain", "plan red1-", "plan red1!", "plan red1++"]


def passed_on_to_plan(now: Race) -> None:
    while now.phase != "planning":
        now.say("pass")


@pytest.mark.rule("CP-M-020")
def test_an_outcome_tells_what_a_director_would_have_logged():
    stage = {"len": 60, "type": "flat", "passes": [[40, "hill"]], "is": [20]}
    now = race("60: red2 blue1, 18: red1", "master", stage).say("bottle red1")
    passed_on(now).dice(1, 1, 3, 4)
    passed_on(now).dice(2, 1)
    passed_on(now)
    assert now.phase == "seconds"
    now.dice(4, 3)
    assert GAME.outcome(now.state) is None
    state = now.state
    while not GAME.pending(state).over:
        passed_on(now)
        if state.seat != states.NOBODY:
            now.dice(*[(6, 5)[index % 2] for index in range(len(now.throw))])
    found = GAME.outcome(state)
    assert found.extras.used["red"] == {"bottle": 1, "sprint": 0, "attack": 0, "mountain_attack": 0}
    assert [(passing.line, passing.category) for passing in found.passings] == [
        ("s1", "is"),
        ("p1", "hill"),
    ]
    assert {one.rider for one in found.finish} == {"red2", "blue1", "red1"}
    assert [unit.turn for unit in found.extras.units] == sorted(
        unit.turn for unit in found.extras.units
    )
    assert CyclingParty().outcome(state) == found


@pytest.mark.rule("CP-S-039", "CP-S-044", "CP-J-065")
def test_who_is_carried_from_a_pass_over_the_line_wins_no_right_to_descend():
    stage = {"len": 150, "type": "low", "passes": [[143, "third"]]}
    now = race(
        "144: red1, 20: blue1", "master", stage, tokens={**EMPTY, "red": {"bottle": 2, "attack": 0}}
    )
    now.say("pass").dice(6).say("bottle red1")
    assert now.at("red1") == [151]
    assert "right" not in [event.kind for event in now.told]
    assert GAME.view(now.state, None)["rights"] == []


@pytest.mark.rule("CP-S-027", "CP-S-037")
def test_by_the_option_mates_of_a_broken_chain_declare_as_ever_on_a_mountain():
    stage = {"length": 150, "type": "high", "passes": [[60, "hc"]]}
    setup = GAME.read_setup(
        {
            "version": "master",
            "stage": stage,
            "teams": ["red", "blue"],
            "options": {"chain_break": "join_last"},
        }
    )
    state = GAME.start(setup)
    state.square = [{0: 70, 1: 95, 6: 97}.get(rider, states.OFF) for rider in range(12)]
    state.active, state.begun, state.doubles, state.bottles, state.attacks = (
        0b1000011,
        (2, 0),
        [2, 0],
        [0, 0],
        [1, 0],
    )
    loop.begin_turn(state)
    loop.go_on(state)
    GAME.apply(state, -1, (1, 2))  # blue1, ahead
    GAME.apply(state, 0, GAME.read(state, 0, "attack red2"))
    GAME.apply(state, -1, (3, 3, 4, 4))
    legal = [GAME.write(state, 0, action) for action in GAME.legal_actions(state, 0)]
    assert (state.square[1], legal) == (70, ["plan plain", "plan red1!", "plan red1++"])
