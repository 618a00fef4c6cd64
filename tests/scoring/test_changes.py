"""What a correction changes."""

import pytest

from tests.scoring.race import course_of, stage
from tourmanager.scoring.changes import (
    ArrivalChange,
    Changes,
    JerseyChange,
    PointsChange,
    RowChange,
    compare_histories,
)

SIX = "a1 10, b1 11, a2 12, b2 13, a3 14, b3 15"
pytestmark = pytest.mark.rule("CP-APP-019")


def test_a_correction_that_changes_nothing_says_nothing() -> None:
    assert not compare_histories(course_of(stage(1, SIX)), course_of(stage(1, SIX)))
    assert compare_histories([], []) == Changes()


def test_a_jersey_that_changes_hands_is_told_once_for_the_stages_it_lasts() -> None:
    later = [stage(n, SIX) for n in (2, 3, 4)]
    end = stage(5, "b1 1, a1 100, a2 101, b2 102, a3 103, b3 104")
    before = course_of(stage(1, SIX), *later, end)
    after = course_of(stage(1, "b1 1, a1 20, a2 21, b2 22, a3 23, b3 24"), *later, end)
    told = compare_histories(before, after)
    assert told.jerseys == (
        JerseyChange("individual", "yellow", 1, 4, ("a1",), ("b1",)),
        JerseyChange("regularity", "green", 1, 2, ("a1",), ("b1",)),
    )


def test_a_jersey_change_interrupted_by_a_stage_without_one_is_told_twice() -> None:
    arrivals = "a1 1, b1 2, c1 3"
    later = (
        stage(2, arrivals, lines=("s a1", "s a1")),
        stage(3, arrivals, lines=("s c1 b1", "s c1 b1", "s b1 c1", "s b1 c1")),
    )
    before = course_of(stage(1, arrivals, lines=("s c1",)), *later)
    after = course_of(stage(1, arrivals, lines=("s b1",)), *later)
    assert compare_histories(before, after).jerseys == (
        JerseyChange("is", "purple", 1, 1, ("c1",), ("b1",)),
        JerseyChange("is", "purple", 3, 3, ("c1",), ("b1",)),
    )


def test_riders_who_move_and_figures_that_change_are_told_for_the_end_of_the_tour() -> None:
    told = compare_histories(
        course_of(stage(1, "a1 10, b1 11, c1 30")), course_of(stage(1, "a1 10, b1 40, c1 30"))
    )
    assert told.arrivals == (ArrivalChange(1, "b1", 2, 2, 11, 40),)
    assert told.rows == (
        RowChange("individual", "c1", 3, 2, 30, 30),
        RowChange("individual", "b1", 2, 3, 11, 40),
    )
    assert told.moves == told.rows
    assert told.riders_moved == ("c1", "b1")
    slower = compare_histories(
        course_of(stage(1, "a1 10, b1 11")), course_of(stage(1, "a1 10, b1 12"))
    )
    assert (len(slower.rows), slower.moves, slower.riders_moved) == (1, (), ())


def test_points_of_the_managers_are_told_before_and_after() -> None:
    told = compare_histories(course_of(stage(1, "a1 1, b1 2")), course_of(stage(1, "b1 1, a1 2")))
    assert told.points == (PointsChange("b", 20, 35, 2, 1), PointsChange("a", 35, 20, 1, 2))


def test_a_rider_marked_out_is_told_as_gone() -> None:
    told = compare_histories(
        course_of(stage(1, "a1 1, b1 2"), stage(2, "a1 1, b1 2")),
        course_of(stage(1, "b1 2", out="a1"), stage(2, "b1 2")),
    )
    assert ArrivalChange(1, "a1", 1, None, 1, None) in told.arrivals
    assert RowChange("individual", "a1", 1, None, 2, None) in told.rows
    assert JerseyChange("individual", "yellow", 1, 2, ("a1",), ("b1",)) in told.jerseys


def test_a_stage_that_only_one_history_has_counts_as_changed() -> None:
    told = compare_histories(
        course_of(stage(1, "a1 1, b1 2")), course_of(stage(1, "a1 1, b1 2"), stage(2, "b1 1, a1 2"))
    )
    assert [(one.stage, one.rider, one.place_before, one.place_after) for one in told.arrivals] == [
        (2, "b1", None, 1),
        (2, "a1", None, 2),
    ]
    assert JerseyChange("individual", "yellow", 2, 2, (), ("b1",)) in told.jerseys


def test_a_team_that_moves_is_no_rider_that_moves() -> None:
    fast, slow = "a1 1, b1 2, a2 3, b2 4, a3 5, b3 6", "a1 1, b1 2, a2 3, b2 4, b3 6, a3 9"
    told = compare_histories(course_of(stage(1, fast)), course_of(stage(1, slow)))
    assert {one.who for one in told.moves if one.key == "teams"} == {"a", "b"}
    assert set(told.riders_moved) == {"a3", "b3"}
