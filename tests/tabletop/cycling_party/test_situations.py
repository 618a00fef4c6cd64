"""A stage handed over in the middle: from the screen to the table, and from the table to the
screen.
"""

from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Seeded
from games.engine import CHANCE
from games.replay import Recording
from tests.games.players import Racer
from tests.results.road import a_frame, a_log
from tests.tabletop.cycling_party.ridden import ROADS, RULES, a_setup, outcome_of, sheet_of
from tests.tabletop.cycling_party.test_to_log import options, seeds
from tourmanager.play.contract import NotTold
from tourmanager.tabletop.cycling_party.screen.situation import (
    last_completed_turn,
    read_situation,
    so_far,
)
from tourmanager.tabletop.cycling_party.screen.to_log import differences, to_entries


def a_position(state):
    return SimpleNamespace(game=RULES, state=state)


def turn_by_turn(setup, seed):
    """A stage, stopped at the beginning of each turn and at its end."""
    recording, chance, player = Recording(RULES, setup), Seeded(seed), Racer(seed)
    turn = 0
    while not (pending := RULES.pending(recording.state)).over:
        if recording.state.turn != turn:
            turn = recording.state.turn
            yield recording.state
        if pending.throw is not None:
            recording.answer(CHANCE, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            recording.answer(
                seat,
                player.choose(recording.state, seat, RULES.legal_actions(recording.state, seat)),
            )
    yield recording.state


@settings(max_examples=12, deadline=None)
@given(seed=seeds, road=st.integers(0, len(ROADS) - 1), seats=st.integers(2, 4), agreed=options)
def test_what_was_recorded_on_the_way_is_the_beginning_of_what_is_recorded_in_the_end(
    seed, road, seats, agreed
):
    setup = a_setup(seats, road, 5, options=agreed)
    sheet, dice = sheet_of(setup), Random(seed)
    for state in turn_by_turn(setup, seed):
        outcome = RULES.outcome(state) or so_far(a_position(state))
        if RULES.outcome(state) is None and dice.random() < 0.6:
            continue
        written = to_entries(outcome, sheet)
        assert differences(outcome, written.sheet) == []
        sheet = written.sheet


@settings(max_examples=8, deadline=None)
@given(seed=seeds, road=st.integers(0, len(ROADS) - 1), seats=st.integers(2, 3), agreed=options)
def test_the_log_knows_all_of_a_situation_but_the_squares_on_the_road_and_is_told_to_its_end(
    seed, road, seats, agreed
):
    setup, dice = a_setup(seats, road, 5, options=agreed), Random(seed)
    for state in turn_by_turn(setup, seed):
        if RULES.outcome(state) is not None:
            break
        if dice.random() < 0.6:
            continue
        situation = RULES.situation(state)
        sheet = to_entries(so_far(a_position(state)), sheet_of(setup)).sheet
        turn = last_completed_turn(a_position(state))
        clock = turn - situation.get("first_arrival", turn)
        found = read_situation(sheet, turn, clock) | {"squares": situation["squares"]}
        # the board shows these, no log
        for key in ("moved_back", "returned", "descending", "losing"):
            if key in situation:
                found[key] = situation[key]
        begun = RULES.read_setup(RULES.write_setup(setup) | {"situation": found})
        assert RULES.situation(RULES.start(begun)) | {"arrivals": []} == situation | {
            "arrivals": []
        }
        outcome = outcome_of(begun, seed)
        assert differences(outcome, to_entries(outcome, sheet).sheet) == []


def test_before_the_first_turn_there_is_nothing_to_tell():
    recording = Recording(RULES, a_setup())
    assert so_far(a_position(recording.state)) is None
    assert last_completed_turn(a_position(recording.state)) == 0


def refused(*words):
    with pytest.raises(NotTold) as refusal:
        read_situation(a_log(a_frame(), words).sheet, 9, 0)
    return str(refusal.value)


def test_an_arrival_without_square_and_die_does_not_go_on_digitally():
    assert "complete it" in refused("arrive a1", "square 4")
    assert "typed by hand" in refused("arrive a1", "time 40")


def test_an_arrival_is_told_as_the_engine_needs_it():
    sheet = a_log(
        a_frame(),
        ["arrive b1 a1", "square 4", "die 3", "out b2", "turn 1", "arrive a2", "square 14"],
    ).sheet
    found = read_situation(sheet, 20, 1)
    assert (found["first_arrival"], found["out"], found["finish"]) == (
        19,
        ["b2"],
        ["b1", "a1", "a2"],
    )
    assert found["arrivals"] == [
        {"turn": 0, "kind": "paceline", "squares": {"b1": 4, "a1": 4}, "setters": ["b1"], "die": 3},
        {"turn": 1, "kind": "single", "squares": {"a2": 14}, "setters": [], "die": None},
    ]
