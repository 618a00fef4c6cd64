"""How figures, stages and courses are put: no database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourmanager.classifications.chart import rank_chart
from tourmanager.classifications.lines import format_figure
from tourmanager.classifications.reading import NoSuchStage, chosen_stage
from tourmanager.scoring.tables import RankedRow


def test_the_first_row_shows_its_time_and_the_others_their_gap():
    first, second = RankedRow(1, "a1", 600, 0), RankedRow(2, "b1", 671, 71)
    assert format_figure(first, None, by_time=True) == ("10:00", "10:00")
    assert format_figure(second, first, by_time=True) == ("+1:11", "+1:11")


def test_the_time_of_the_row_above_is_said_as_the_same_time():
    assert format_figure(RankedRow(2, "b1", 600, 0), RankedRow(1, "a1", 600, 0), by_time=True) == (
        "s.t.",
        "same time",
    )


@pytest.mark.rule("CP-M-029")
def test_a_rider_placed_behind_with_a_better_time_shows_it():
    assert format_figure(RankedRow(2, "b1", 595, -5), RankedRow(1, "a1", 600, 0), by_time=True) == (
        "-0:05",
        "-0:05",
    )


def test_points_are_plain():
    assert format_figure(RankedRow(1, "a1", 1, 0), None, by_time=False) == ("1", "1 point")


@pytest.mark.parametrize(("asked", "number"), [(None, 3), ("", 3), ("1", 1), ("3", 3), ("003", 3)])
def test_the_last_ended_stage_is_shown_unless_another_is_asked_for(asked, number):
    assert chosen_stage(asked, [1, 2, 3], 5) == number


def test_before_the_first_end_there_is_none():
    assert chosen_stage(None, [], 5) == 0


@given(st.text(min_size=1).filter(lambda asked: asked.lstrip("0") not in ("1", "2")))
def test_whatever_else_is_asked_for_is_refused_in_words(asked):
    with pytest.raises(NoSuchStage, match=r"There is no such stage|has not ended yet"):
        chosen_stage(asked, [1, 2], 3)


@given(st.lists(st.none() | st.integers(1, 36), min_size=1, max_size=21))
def test_any_course_of_ranks_can_be_drawn(ranks):
    drawn = rank_chart(range(1, len(ranks) + 1), ranks, 36)
    placed = sum(rank is not None for rank in ranks)
    assert drawn.count("<circle") == (placed if placed > 1 else 0)


def test_a_gap_in_the_course_stays_a_gap():
    drawn = rank_chart([1, 2, 3], [1, None, 2], 5)
    assert 'stroke-width="2.5"' not in drawn
    assert "stage 1: 1st, stage 3: 2nd" in drawn
