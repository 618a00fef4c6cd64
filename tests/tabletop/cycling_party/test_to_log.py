"""What is recorded of a digital stage is the stage that was ridden: to the place, to the second."""

from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cycling_party.setup import Options
from tests.tabletop.cycling_party.ridden import (
    ROADS,
    a_setup,
    frame_of,
    outcome_of,
    reckless,
    sheet_of,
)
from tourmanager.results.log.stage_log import Logged, fold
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.screen.to_log import differences, to_entries
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.sheet import game_of

OPTIONS = {key: get_args(hint) for key, hint in get_type_hints(Options).items()}
options = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in OPTIONS.items()})
roads = st.integers(0, len(ROADS) - 1)
seeds = st.text("abcdefgh", min_size=1, max_size=6)


def recorded(setup, entries):
    """The sheet that the log of those entries is folded into, each read from its JSON."""
    log = [Logged(seq, e.read(e.write(body))) for seq, body in enumerate(entries, start=1)]
    return fold(frame_of(setup), log).sheet


def assert_same_stage(setup, outcome):
    sheet = recorded(setup, to_entries(outcome, sheet_of(setup)).entries)
    assert differences(outcome, sheet) == []
    assert [(one.rider, one.seconds) for one in sheet.result().arrivals] == [
        (one.rider, one.time) for one in outcome.finish
    ]
    assert [passage.riders for passage in sheet.result().passages] == [
        passing.riders for passing in sorted(outcome.passings, key=lambda passing: passing.km)
    ]
    assert not checks.find_obstacles(
        checks.all_problems(sheet, scheme("cycling_party_master")),
        checks.warning_codes(sheet, scheme("cycling_party_master")),
    )


@settings(max_examples=60, deadline=None)
@given(
    seed=seeds, road=roads, seats=st.integers(2, 6), riders=st.sampled_from((5, 6)), agreed=options
)
def test_whatever_happens_on_the_road_is_recorded_to_the_second(seed, road, seats, riders, agreed):
    setup = a_setup(seats, road, riders, options=agreed)
    assert_same_stage(setup, outcome_of(setup, seed))


@settings(max_examples=10, deadline=None)
@given(seed=seeds, road=roads, seats=st.integers(2, 6))
def test_so_is_a_stage_of_steady_managers(seed, road, seats):
    setup = a_setup(seats, road, 6)
    assert_same_stage(setup, outcome_of(setup, seed, "steady"))


@pytest.mark.rule("CP-M-045")
@settings(max_examples=30, deadline=None)
@given(seed=seeds, road=roads, seats=st.integers(2, 4), agreed=options)
def test_and_one_with_many_accidents(seed, road, seats, agreed):
    setup = a_setup(seats, road, 6, options=agreed)
    assert_same_stage(setup, reckless(setup, seed))


def test_accidents_ties_and_pelotons_really_occur():
    crashing = a_setup(
        2,
        3,
        6,
        options={
            "descent_death": "last_in_stage",
            "seconds_die": "separate",
            "descent_landing": "any_exit",
        },
    )
    crowded = a_setup(6, 0)
    logs = [
        to_entries(reckless(crashing, str(seed)), sheet_of(crashing)).entries for seed in range(20)
    ]
    logs += [
        to_entries(outcome_of(crowded, str(seed)), sheet_of(crowded)).entries for seed in range(20)
    ]
    assert {type(body) for entries in logs for body in entries} >= {
        e.Out,
        e.Move,
        cp.Kind,
        e.Turn,
        cp.Use,
        cp.Double,
    }


def test_every_difference_is_said():
    setup = a_setup(2, 0)
    outcome = outcome_of(setup, "said")
    sheet = recorded(setup, to_entries(outcome, sheet_of(setup)).entries)
    key = next(passing.line for passing in outcome.passings if len(passing.riders) > 1)
    sheet.lines[key].reverse()
    game_of(sheet).used["a"]["bottle"] += 1
    sheet.out.append("b9")
    sheet.order[0], sheet.order[1] = sheet.order[1], sheet.order[0]
    said = differences(outcome, sheet)
    assert len(said) == 4
    assert said[0].startswith(f"{sheet.frame.lines[key].label}: the log names ")
    assert said[3].endswith(" in the digital stage.")
