"""Places and times at the finish."""

import pytest

from games.cycling_party.table.arrival import (
    ArrivalGroup,
    ArrivalTurn,
    order_arrivals,
    seconds_of_square,
    stage_time,
)
from games.cycling_party.table.dice import Undecided


def alone(rider: str, square: int, die: int | None = None) -> ArrivalGroup:
    return ArrivalGroup("single", {rider: square}, die)


def placed(*units: ArrivalGroup, tie: dict[str, list[int]] | None = None) -> list[tuple[str, int]]:
    return [
        (arrival.rider, arrival.seconds)
        for arrival in order_arrivals([ArrivalTurn(9, units, tie or {})])
    ]


@pytest.mark.rule("CP-M-022")
@pytest.mark.parametrize("square", range(1, 13))
def test_each_run_out_square_is_five_seconds_the_first_being_55_to_60(square: int) -> None:
    assert {seconds_of_square(square, die) for die in range(1, 7)} == set(
        range(60 - 5 * square, 66 - 5 * square)
    )


@pytest.mark.rule("CP-M-023")
def test_a_six_is_the_lowest_second_of_the_interval_and_a_one_the_highest() -> None:
    assert [seconds_of_square(10, die) for die in range(1, 7)] == [15, 14, 13, 12, 11, 10]


@pytest.mark.rule("CP-M-024", "CP-M-021")
def test_a_turn_later_is_a_minute_more_and_60_is_one_full_minute() -> None:
    assert (stage_time(0, 1, 1), stage_time(1, 12, 6), stage_time(2, 3, 4)) == (60, 60, 167)


@pytest.mark.rule("CP-M-021")
def test_the_first_turn_with_an_arrival_is_minute_zero_in_whatever_order_turns_come() -> None:
    arrivals = order_arrivals(
        [
            ArrivalTurn(33, (alone("c1", 4, 2),)),
            ArrivalTurn(31, (alone("a1", 1, 1),)),
            ArrivalTurn(32, (alone("b1", 12, 6),)),
        ]
    )
    assert [(arrival.rider, arrival.seconds) for arrival in arrivals] == [
        ("a1", 60),
        ("b1", 60),
        ("c1", 164),
    ]


@pytest.mark.rule("CP-M-025")
def test_beyond_square_12_the_time_is_zero_without_a_die() -> None:
    assert seconds_of_square(13, None) == seconds_of_square(19, 2) == 0


@pytest.mark.rule("CP-M-025")
def test_by_the_option_squares_beyond_12_are_like_the_twelfth() -> None:
    assert [seconds_of_square(15, die, beyond_12="like_12") for die in (1, 6)] == [5, 0]
    with pytest.raises(ValueError, match="1 to 6"):
        seconds_of_square(15, None, beyond_12="like_12")


@pytest.mark.rule("CP-M-023")
@pytest.mark.parametrize(("square", "die"), [(0, 3), (-1, 3), (5, 0), (5, 7), (5, None)])
def test_what_no_board_or_die_shows_is_refused(square: int, die: int | None) -> None:
    with pytest.raises(ValueError, match=r"counted from 1|shows 1 to 6"):
        seconds_of_square(square, die)


@pytest.mark.rule("CP-M-026")
def test_a_paceline_has_the_time_of_its_pace_setter_who_is_placed_first_of_it() -> None:
    assert placed(
        ArrivalGroup("paceline", {"a1": 9, "b1": 9, "c1": 9}, 5, ("b1",)),
        tie={"a1": [2], "c1": [6]},
    ) == [
        ("b1", 16),
        ("c1", 16),
        ("a1", 16),
    ]


@pytest.mark.rule("CP-M-026")
def test_a_peloton_has_the_time_of_its_most_advanced_square() -> None:
    assert placed(ArrivalGroup("peloton", {"a1": 2, "b1": 6}, 2)) == [("b1", 34), ("a1", 34)]


@pytest.mark.rule("CP-M-027")
def test_one_die_serves_a_unit_and_who_fell_short_arrives_with_a_time_of_his_own() -> None:
    turns = [
        ArrivalTurn(20, (ArrivalGroup("peloton", {"a1": 2, "b1": 1}, 3),)),
        ArrivalTurn(21, (alone("c1", 7, 2),)),
    ]
    assert [arrival.seconds for arrival in order_arrivals(turns)] == [53, 53, 89]


@pytest.mark.rule("CP-M-028")
def test_places_go_by_turn_then_square_then_time_on_the_square() -> None:
    turns = [
        ArrivalTurn(5, (alone("d1", 12, 6),)),
        ArrivalTurn(4, (alone("a1", 3, 1), alone("b1", 3, 6), alone("c1", 4, 1))),
    ]
    assert [arrival.rider for arrival in order_arrivals(turns)] == ["c1", "b1", "a1", "d1"]


@pytest.mark.rule("CP-M-028")
def test_the_pace_setter_does_not_count_where_another_unit_is_level_with_his_paceline() -> None:
    paceline = ArrivalGroup("paceline", {"a1": 9, "b1": 9}, 5, ("b1",))
    dice = {"a1": [4], "b1": [1], "c1": [6]}
    assert [rider for rider, _ in placed(paceline, alone("c1", 9, 5), tie=dice)] == [
        "c1",
        "a1",
        "b1",
    ]


@pytest.mark.rule("CP-M-028")
def test_equal_dice_are_thrown_again_and_a_missing_die_is_asked_for() -> None:
    level = (alone("a1", 3, 4), alone("b1", 3, 4), alone("c1", 3, 4))
    assert [rider for rider, _ in placed(*level, tie={"a1": [5, 1], "b1": [2], "c1": [5, 3]})] == [
        "c1",
        "a1",
        "b1",
    ]
    with pytest.raises(Undecided, match="a1, c1 are level") as undecided:
        placed(*level, tie={"a1": [5], "b1": [2], "c1": [5]})
    assert undecided.value.riders == ("a1", "c1")


@pytest.mark.rule("CP-M-029")
def test_a_rider_between_two_squares_of_a_peloton_may_precede_a_member_with_a_better_time() -> None:
    assert placed(ArrivalGroup("peloton", {"a1": 6, "c1": 3}, 2), alone("b1", 5, 6)) == [
        ("a1", 34),
        ("b1", 35),
        ("c1", 34),
    ]


@pytest.mark.rule("CP-M-026")
def test_a_paceline_s_time_is_read_on_the_square_of_its_pace_setter() -> None:
    assert placed(ArrivalGroup("paceline", {"a1": 9, "b1": 8}, 5, ("b1",))) == [
        ("a1", 21),
        ("b1", 21),
    ]
