"""Times of a stage raced in rounds, and what a Grand Tour carries on. Worked examples are vectors
(`tests/vectors`).
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.flamme_rouge.table.bunches import LineCrossing, least_seconds, time_arrivals
from games.flamme_rouge.table.grand_tour import by_better_rider, carried_exhaustion, start_order


def gaps(text: str) -> list[tuple[str, int, int]]:
    """ "a 4, b 3 / c 2": rider, bunch and gap, round after round."""
    crossings = [
        LineCrossing(rider, number, int(past))
        for number, crossed in enumerate(text.split("/"))
        for rider, past in (each.split() for each in crossed.split(",") if each.strip())
    ]
    return [(one.rider, one.bunch, one.gap) for one in time_arrivals(crossings)]


@pytest.mark.rule("FR-121", "FR-122", "FR-T-010", "FR-T-011", "FR-T-013", "FR-T-014")
@pytest.mark.parametrize(
    ("text", "expect"),
    [
        (
            "a 4, b 3, c 1 / d 2, e 1 / / f 1",
            [("a", 1, 0), ("b", 1, 0), ("c", 2, 30), ("d", 3, 80), ("e", 3, 80), ("f", 4, 210)],
        ),
        ("a 1 / b 5", [("a", 1, 0), ("b", 2, 20)]),
        ("a 5 / b 5", [("a", 1, 0), ("b", 2, 60)]),
        ("b 1, a 3", [("a", 1, 0), ("b", 2, 20)]),
        ("a 2, b 2, c 1", [("a", 1, 0), ("b", 1, 0), ("c", 1, 0)]),
        ("", []),
    ],
)
def test_who_crosses_together_has_the_time_of_the_front(
    text: str, expect: list[tuple[str, int, int]]
) -> None:
    assert gaps(text) == expect


@pytest.mark.rule("FR-091")
def test_riders_of_one_square_stand_in_the_order_given() -> None:
    assert [rider for rider, _, _ in gaps("b 3, a 3, c 5")] == ["c", "b", "a"]


CROSSED = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 5)), min_size=1, max_size=12)


@pytest.mark.rule("FR-123", "FR-125")
@given(crossed=CROSSED)
def test_times_never_contradict_places(crossed: list[tuple[int, int]]) -> None:
    order = time_arrivals(LineCrossing(f"r{nth}", *where) for nth, where in enumerate(crossed))
    assert [one.gap for one in order] == sorted(one.gap for one in order)
    assert order[0].gap == 0
    for one, other in pairwise(order):
        if one.round < other.round:
            assert other.gap - one.gap >= 20
        assert (one.bunch == other.bunch) == (
            one.round == other.round and one.past - other.past < 2
        )


@given(crossed=CROSSED)
def test_nobody_comes_in_sooner_than_the_bound_says(crossed: list[tuple[int, int]]) -> None:
    order = time_arrivals(LineCrossing(f"r{nth}", *where) for nth, where in enumerate(crossed))
    for one in order:
        assert one.gap >= least_seconds(one.round - order[0].round, order[0].past)


@pytest.mark.rule("FR-T-030", "FR-T-031", "FR-T-040", "FR-T-041")
def test_half_of_the_exhaustion_is_kept_rounded_up_and_one_card_fewer_by_the_sheriff() -> None:
    assert [carried_exhaustion(cards) for cards in (0, 1, 4, 5)] == [0, 1, 2, 3]
    assert [carried_exhaustion(cards, sheriff=True) for cards in (0, 1, 5)] == [0, 0, 2]


@pytest.mark.rule("FR-T-022", "FR-T-033", "FR-T-034")
def test_dummy_teams_place_first_then_the_fewest_points_and_ties_go_against_the_better_time() -> (
    None
):
    team_of = {"g1": "g", "b1": "b", "r1": "r", "k1": "k"}
    points = {"r": 3, "b": 2, "g": 2, "k": 0}
    assert start_order(points, ["g1", "k1", "r1", "b1"], team_of, ["k"]) == ["k", "b", "g", "r"]
    assert start_order({"r": 0, "b": 0}, [], team_of) == ["r", "b"]


@pytest.mark.rule("FR-094")
def test_a_team_stands_where_its_better_rider_stands() -> None:
    assert by_better_rider(
        ["k1", "r1", "k2", "b1"], {"k1": "k", "k2": "k", "r1": "r", "b1": "b"}
    ) == ["k", "r", "b"]
