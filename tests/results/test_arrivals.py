"""Riders who are put into the order of arrivals, into another arrival, and taken out."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.results.road import a_frame, a_log, a_rounds_frame, arrivals, said
from tourmanager.results.log.stage_log import Logged, fold
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.entry_fields import Given
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import EntryRefused, Sheet, begin_sheet
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.sheet import game_of

TWO = ["arrive a1 a2", "square 9", "die 5", "turn 1", "arrive b1 b2", "square 3", "die 1"]


def after(*words: str, frame: Frame | None = None) -> str:
    return arrivals(a_log(frame or a_frame(), [*TWO, *words]))


def refusal(then: str, *words: str) -> str:
    sheet = a_log(a_frame(), [*TWO, *words]).sheet
    before = msgspec.json.encode(sheet)
    with pytest.raises(EntryRefused) as refused:
        sheet.apply(said(then))
    assert msgspec.json.encode(sheet) == before, "a refused entry changes nothing"
    return str(refused.value)


def test_a_forgotten_first_rider_stands_first_and_asks_for_a_square():
    sheet = a_log(a_frame(), [*TWO, "insert 1 b5"]).sheet
    assert sheet.order == ["b5", "a1", "a2", "b1", "b2"]
    assert (sheet.units[3].turn, sheet.open_unit()) == (0, sheet.units[3])
    assert after("insert 1 b5", "square 10", "die 6").startswith("b5 0:10, a1 0:16")


def test_it_takes_the_turn_of_the_arrival_behind_it_and_of_the_clock_at_the_end():
    units = a_log(a_frame(), [*TWO, "turn 4", "insert 3 b5", "insert 6 a5"]).sheet.units
    assert [unit.turn for unit in units.values()] == [0, 1, 1, 4]


def test_riders_tapped_next_join_it_until_it_is_complete_then_the_earlier_one_goes_on():
    words = ["arrive a3", "insert 3 b5", "arrive b4", "square 2", "arrive b3", "die 2", "arrive a4"]
    log = a_log(a_frame(), [*TWO, *words])
    assert [unit.riders for unit in log.sheet.units.values()][2:] == [
        ["a3", "a4"],
        ["b5", "b4", "b3"],
    ]
    assert log.sheet.open_unit() is log.sheet.units[3]


def test_it_stands_at_its_place_while_others_are_corrected_around_it():
    words = ["insert 3 b5", "square 5 1", "unit_turn 2 1"]
    assert after(*words) == "b5 –, b1 1:50, b2 1:50, a1 2:36, a2 2:36"


def test_level_with_another_it_stays_on_the_side_where_it_was_put():
    assert after("insert 1 b5", "square 9", "die 5").startswith("b5 0:16, a1 0:16")
    assert after("insert 3 b5", "unit_turn 0 3", "square 9", "die 5").startswith(
        "a1 0:16, a2 0:16, b5 0:16, b1"
    )


@pytest.mark.parametrize(
    ("then", "said_of_it"),
    [
        (
            "insert 2 b5",
            "Place 2 is inside an arrival: choose one between two arrivals.",
        ),
        ("insert 6 b5", "Place 6 is too far back: 4 other riders have arrived."),
        ("insert 1 a1", "A 1 has arrived already."),
        ("join_at 1 4 b5", "Place 4 is not in that arrival, nor right behind it."),
        ("join_at 7 4 b5", "That arrival is not there any more."),
        ("regroup 1 a3", "Only riders who have arrived can be put into another arrival."),
        ("regroup 1 a1 a1", "A rider is named twice in this arrival."),
        ("regroup 5 b1", "Place 5 is too far back: 3 other riders have arrived."),
        ("regroup 2 b1", "Place 2 is inside an arrival"),
        ("regroup_to 1 1 a1 a2", "Nobody would be left in that arrival to join."),
        ("regroup_to 1 4 b1", "Place 4 is not in that arrival"),
        ("remove_unit 3", "That arrival is not there any more."),
    ],
)
def test_what_is_no_place_is_refused_in_words(then: str, said_of_it: str):
    assert refusal(then).startswith(said_of_it)


def test_who_joins_an_arrival_at_a_place_takes_the_square_of_the_rider_ahead():
    squares = ["square 8 1 a2"]
    assert after(*squares, "join_at 1 2 b5") == ("a1 0:16, b5 0:16, a2 0:16, b1 1:50, b2 1:50")
    sheet = a_log(a_frame(), [*TWO, *squares, "join_at 1 1 b5", "join_at 1 4 b4"]).sheet
    assert sheet.order == ["b5", "a1", "a2", "b4", "b1", "b2"]
    assert sheet.units[1].squares == {"b5": 9, "a1": 9, "a2": 8, "b4": 8}
    assert sheet.units[1].riders == ["b5", "a1", "a2", "b4"]


def test_who_leaves_an_arrival_leaves_it_its_time():
    words = ["square 8 1 a2", "regroup 5 a1"]
    assert after(*words) == "a2 0:16, b1 1:50, b2 1:50, a1 –"
    log = a_log(a_frame(), [*TWO, *words])
    assert (log.sheet.units[1].square, log.sheet.units[3].turn) == (9, 1)
    # a new square is that of the riders who are left
    assert after(*words, "square 7 1").startswith("a2 0:26")


def test_a_new_place_is_counted_without_the_riders_who_move():
    assert after("regroup 2 a1").startswith("a2 0:16, a1 –, b1")
    assert after("regroup 1 b2 b1").startswith("b2 –, b1 –, a1 0:16")
    assert list(a_log(a_frame(), [*TWO, "regroup 1 b2 b1"]).sheet.units) == [1, 3]
    assert after("regroup_to 1 2 b1") == "a1 0:16, b1 0:16, a2 0:16, b2 1:50"
    assert after("regroup_to 1 2 a1") == "a2 0:16, a1 0:16, b1 1:50, b2 1:50"


def test_an_arrival_is_taken_out_in_one_step():
    log = a_log(a_frame(), [*TWO, "remove_unit 1"])
    assert (log.sheet.order, list(log.sheet.units)) == (["b1", "b2"], [2])
    assert after("remove_unit 1", "undo 8") == after()


def test_by_rounds_who_joins_stands_on_the_square_beside_and_has_its_time():
    words = ["cross 4 a1", "cross 3 b1", "turn 1", "cross 2 a2", "insert_on 3 2 b2"]
    frame = a_rounds_frame()
    assert a_log(frame, words).sheet.order == ["a1", "b2", "b1", "a2"]
    assert a_log(frame, [*words, "regroup_to 1 2 a2"]).sheet.units[1].squares == {"a1": 4, "a2": 4}
    assert a_log(frame, [*words, "regroup 2 a2"]).sheet.open_unit().riders == ["a2"]


def test_what_was_built_on_an_undone_arrival_still_arrives():
    """Places that are no longer there are the next ones behind."""
    assert after("insert 5 b5", "square 1", "die 1", "undo 1") == "b1 0:50, b2 0:50, b5 1:00"
    words = ["regroup 4 a1", "undo 5"]
    assert after(*words) == "a2 0:16, a1 –"


def test_two_who_name_places_at_once_are_told_of_each_other():
    log = a_log(a_frame(), [*TWO, "2: insert 3 b5"])
    assert log.touched["line:finish"] == {"tablet2": 8}
    assert log.touched["unit:3"] == {"tablet2": 8}


@pytest.mark.parametrize(
    "words", ["square 3 1", "time 200 1", "unit_turn 2 1", "remove finish a1", "die 6 1"]
)
def test_who_shifts_the_order_is_told_to_those_who_name_a_place_in_it(words: str):
    """On an older board that place meant somebody else."""
    log = a_log(a_frame(), [*TWO, f"2: {words}"])
    shifts = words.startswith(("time", "unit_turn", "remove"))
    assert ("tablet2" in log.touched.get("line:finish", {})) is shifts


def test_who_leaves_a_table_of_results_for_an_arrival_has_its_time():
    """The time of the table is not theirs any more."""
    table = e.Results(arrivals=(Given("a1", 100), Given("b1", 110), Given("b2", 120)))
    log = [table, said("regroup 1 b1"), said("square 9"), said("die 5")]
    sheet = fold(a_frame(), [Logged(seq, body) for seq, body in enumerate(log, 1)]).sheet
    assert {code: sheet.seconds_of(code) for code in ("a1", "b1", "b2")} == {
        "a1": 100,
        "b1": 16,
        "b2": 120,
    }


def test_who_left_an_arrival_says_nothing_of_who_joins_it():
    log = a_log(a_frame(), [*TWO, "square 4 1 a2", "regroup 5 a2", "join 1 b5"])
    assert log.sheet.units[1].square_of("b5") == 9
    assert after("square 4 1 a2", "regroup 5 a2", "join 1 b5").startswith("a1 0:16, b5 0:16")


# -- properties

RIDERS = "a1 a2 a3 b1 b2 b3".split()
rider = st.sampled_from(RIDERS)
riders = st.lists(rider, min_size=1, max_size=3, unique=True).map(tuple)
unit, place = st.integers(1, 6), st.integers(1, 7)
BODIES = st.one_of(
    st.builds(e.Arrive, riders),
    st.builds(e.Arrive, riders, place=place),
    st.builds(e.Arrive, riders, unit, place=place),
    st.builds(e.Regroup, riders, place),
    st.builds(e.Regroup, riders, place, unit),
    st.builds(e.RemoveUnit, unit),
    st.builds(e.Remove, st.just("finish"), rider),
    st.builds(e.Square, st.integers(1, 15), st.none() | unit, st.none() | rider),
    st.builds(cp.Die, st.integers(1, 6), st.none() | unit),
    st.builds(e.Turn, st.integers(0, 3)),
    st.builds(e.UnitTurn, st.integers(0, 3), unit),
    st.builds(e.Undo, st.integers(1, 30)),
)
REGROUPED = (e.Regroup, e.RemoveUnit)


def times(sheet: Sheet) -> dict[int, int | None]:
    return {unit.number: game_of(sheet).time(unit) for unit in sheet.units.values()}


@given(st.lists(BODIES, max_size=40))
def test_units_part_those_who_are_in_whatever_is_tapped(bodies):
    frame = a_frame(riders=" ".join(RIDERS))
    sheet = fold(frame, [Logged(seq, body) for seq, body in enumerate(bodies, start=1)]).sheet
    grouped = [rider for unit in sheet.units.values() for rider in unit.riders]
    assert sorted(sheet.order) == sorted(grouped) == sorted(sheet.where)
    assert len(set(grouped)) == len(grouped)
    assert all(unit.riders for unit in sheet.units.values())
    assert set(sheet.where.values()) == set(sheet.units)


@given(st.lists(BODIES.filter(lambda body: not isinstance(body, e.Undo)), max_size=30))
def test_riders_who_move_change_no_time_of_others_and_get_the_place_they_are_given(bodies):
    sheet = begin_sheet(a_frame(riders=" ".join(RIDERS)))
    for body in bodies:
        before, numbers = times(sheet), set(sheet.units)
        try:
            sheet.apply(body)
        except EntryRefused:
            continue
        if isinstance(body, REGROUPED) or (isinstance(body, e.Arrive) and body.place):
            now = times(sheet)
            assert all(now[number] == before[number] for number in numbers & set(sheet.units))
        if isinstance(body, e.Regroup | e.Arrive) and body.place:
            at = body.place - 1
            assert sheet.order[at : at + len(body.riders)] == list(body.riders)
