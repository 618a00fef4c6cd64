"""Model tours: any number of stages of any character, always ready to race."""

import itertools
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cycling_party.table.master import master
from tourmanager.tabletop.cycling_party.set_up.course import passes_of
from tourmanager.tabletop.cycling_party.set_up.course_check import check
from tourmanager.tabletop.cycling_party.set_up.model_tours import (
    CHARACTERS,
    FEWEST,
    MOST,
    USUAL,
    allocate,
    propose,
    propose_stage,
)
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPES

characters = st.sampled_from(sorted(CHARACTERS))
stages = st.integers(1, 21)
seeds = st.text(max_size=40)


@pytest.mark.rule("CP-M-049")
@given(stages, characters)
def test_every_stage_has_a_type(count, character):
    assert sum(allocate(count, character).values()) == count


@pytest.mark.rule("CP-M-047", "CP-M-053", "CP-M-046", "CP-M-048")
@given(characters, stages, seeds)
def test_every_proposed_stage_passes_the_check_without_a_word(character, count, seed):
    tour = propose(character, count, seed)
    assert len(tour) == count
    for stage in tour:
        assert check(stage) == []


@pytest.mark.rule("CP-M-052")
@given(characters, stages, seeds)
def test_without_the_board_limit_only_the_hexagons_run_out(character, count, seed):
    for stage in propose(character, count, seed, board_limit=False):
        assert stage.length <= 240
        assert {problem.code for problem in check(stage)} <= {"W_BOARD"}


@pytest.mark.rule("CP-M-050")
@given(characters, stages, seeds)
def test_the_order_is_one_a_tour_would_have(character, count, seed):
    order = [stage.type for stage in propose(character, count, seed)]
    assert {type_: order.count(type_) for type_ in TYPES} == allocate(count, character)
    if character == "long" and "flat" in order:
        assert order[-1] == "flat"
    if (character, count) != ("long", 2):  # one flat, one high: the flat one must end it
        assert order[0] != "high" or set(order) == {"high"}
    assert not any({*order[at : at + 4]} <= {"medium", "high"} for at in range(count - 3))


@pytest.mark.rule("CP-M-051")
@given(characters, stages, seeds)
def test_passes_come_from_the_menu_and_the_hardest_late(character, count, seed):
    model = master().model
    letters = dict(zip(CATEGORIES, "HTSFX", strict=True))
    for stage in propose(character, count, seed):
        menu = model.classic_menu[stage.type] if character == "classic" else model.menu[stage.type]
        order = [letters[p.category] for p in stage.passes]
        assert sorted(order) in [sorted(entry) for entry in menu]
        if stage.type in ("medium", "high"):
            assert max(order, key="HTSFX".index) in order[-2:]


@pytest.mark.rule("CP-M-052")
@given(characters, st.sampled_from(TYPES), seeds)
def test_sprints_and_passes_keep_their_distances(character, type_, seed):
    stage = propose_stage(type_, character, seed)
    for i, km in enumerate(stage.sprints):
        assert 15 + 8 * i <= km <= 17 + 8 * i
    passes = passes_of(stage)
    assert passes[0].start >= stage.sprints[-1] + 4
    for before, after in itertools.pairwise(passes):
        assert after.start - before.end - 1 >= 5
    assert passes[-1].end <= stage.length - 9
    assert {"flat": 135, "low": 132, "medium": 126, "high": 120}[type_] <= stage.length <= 150
    assert stage.length % 3 == 0


@pytest.mark.rule("CP-M-053")
@given(characters, stages, seeds)
def test_the_same_seed_gives_the_same_tour(character, count, seed):
    assert propose(character, count, seed) == propose(character, count, seed)


@pytest.mark.rule("CP-M-053")
def test_the_same_seed_gives_the_same_tour_everywhere():
    code = (
        "from tourmanager.tabletop.cycling_party.set_up.model_tours import propose;"
        " print(propose('long', 21, 'Galibier'))"
    )
    tours = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(tours) == 1


@pytest.mark.rule("CP-M-053")
def test_a_tour_once_proposed_stays_as_it_was():
    medium, high, low = propose("high", 3, "Izoard")
    assert (medium.length, high.length, low.length) == (126, 141, 147)
    assert high.sprints == [17, 25, 33]
    assert [(p.start, p.category) for p in high.passes] == [
        (37, "first"),
        (66, "second"),
        (88, "hc"),
        (125, "third"),
    ]


def test_other_seeds_give_other_tours():
    assert len({str(propose("medium", 5, str(seed))) for seed in range(50)}) == 50


def test_what_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="character"):
        propose("hilly", 5, "")
    with pytest.raises(ValueError, match="1 to 21"):
        propose("flat", 22, "")
    with pytest.raises(ValueError, match="type"):
        propose_stage("alpine", "flat", "")


def test_a_classic_may_still_be_given_a_high_mountain_stage():
    assert check(propose_stage("high", "classic", "x")) == []


@pytest.mark.rule("CP-M-048")
def test_a_tour_has_1_to_21_stages_and_usually_5():
    assert (FEWEST, USUAL, MOST) == (1, 5, 21)
    for count in (0, -1, 22, 10**9):
        with pytest.raises(ValueError, match="1 to 21"):
            propose("flat", count, "")
