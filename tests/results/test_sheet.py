"""The sheet: what a stage log adds up to."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.results.road import a_frame, a_log, arrivals, said
from tourmanager.results.log.stage_log import Logged, fold
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import EntryRefused, begin_sheet
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.sheet import game_of


def refusal(words: list[str], then: str, **frame: object) -> str:
    """What the director is told when he says `then` after the words."""
    log = a_log(a_frame(**frame), words)
    before = msgspec.json.encode(log.sheet)
    with pytest.raises(EntryRefused) as refused:
        log.sheet.apply(said(then))
    assert msgspec.json.encode(log.sheet) == before, "a refused entry changes nothing"
    return str(refused.value)


# -- lines


@pytest.mark.rule("CP-APP-013", "CP-APP-014")
def test_riders_get_their_places_as_they_cross():
    log = a_log(
        a_frame(), ["place s1 a1", "place s2 a4", "place s1 b2", "place s1 a3", "place p1 b1"]
    )
    assert log.sheet.lines["s1"] == ["a1", "b2", "a3"]
    assert log.sheet.lines["s2"] == ["a4"]
    assert log.sheet.lines["p1"] == ["b1"]


@pytest.mark.rule("CP-APP-013")
def test_scoring_gets_lines_and_arrivals_as_they_were_tapped():
    words = [
        "place s1 a1",
        "place p1 b1",
        "place p1 a2",
        "arrive a1 b1",
        "square 10",
        "die 4",
        "turn 1",
        "arrive a2",
        "square 3",
        "die 1",
    ]
    result = a_log(a_frame(riders="a1 a2 b1"), words).sheet.result()
    assert {passage.key: passage.riders for passage in result.passages if passage.riders} == {
        "s1": ("a1",),
        "p1": ("b1", "a2"),
    }
    assert [(arrival.rider, arrival.seconds) for arrival in result.arrivals] == [
        ("a1", 12),
        ("b1", 12),
        ("a2", 110),
    ]


@pytest.mark.rule("CP-M-017", "CP-APP-014")
def test_a_rider_is_named_once_a_line():
    assert refusal(["place s1 a1"], "place s1 a1") == "A 1 is named at Sprint 1 already."


@pytest.mark.rule("CP-APP-014")
@pytest.mark.parametrize(
    ("line", "places"), [("s1", 3), ("p1", 5), ("p2", 4), ("p3", 3), ("p4", 3)]
)
def test_a_line_takes_as_many_riders_as_it_pays(line, places):
    riders = "a1 a2 a3 a4 a5 b1".split()
    words = [f"place {line} {rider}" for rider in riders[:places]]
    assert "take one out first" in refusal(
        words, f"place {line} {riders[places]}", lines="is hc first second third"
    )


@pytest.mark.rule("CP-APP-014")
def test_nobody_is_named_at_a_hill():
    assert "hill" in refusal([], "place p3 a1")


@pytest.mark.rule("CP-M-018")
def test_a_pass_that_ends_on_the_finish_has_the_order_of_the_arrivals():
    words = [
        "arrive a1",
        "square 3",
        "die 2",
        "arrive b1 b2",
        "square 9",
        "die 2",
        "turn 1",
        "arrive a2 a3 a4",
        "square 2",
        "die 2",
    ]
    log = a_log(a_frame(lines="is first", at_finish="p1"), words)
    assert log.sheet.lines["p1"] == ["b1", "b2", "a1", "a2"]
    assert a_log(a_frame(lines="is first", at_finish="p1"), [*words, "undo 4"]).sheet.lines[
        "p1"
    ] == ["a1", "a2", "a3", "a4"]
    assert "ends on the finish" in refusal([], "place p1 a1", lines="is first", at_finish="p1")
    assert "ends on the finish" in refusal(words, "remove p1 a1", lines="is first", at_finish="p1")
    assert "ends on the finish" in refusal(words, "move p1 a1 1", lines="is first", at_finish="p1")


def test_a_line_pays_no_more_riders_than_there_are():
    log = a_log(a_frame(riders="a1 b1"), ["place s1 a1", "place s1 b1"])
    assert log.sheet.frame.places_needed(log.sheet.frame.lines["s1"]) == 2


def test_a_placed_rider_is_moved_and_taken_out():
    log = a_log(
        a_frame(), ["place p1 a1", "place p1 a2", "place p1 a3", "move p1 a3 1", "remove p1 a2"]
    )
    assert log.sheet.lines["p1"] == ["a3", "a1"]


@pytest.mark.parametrize(
    ("words", "then", "told"),
    [
        ([], "place s9 a1", "no line s9"),
        ([], "place s1 z1", "no rider z1"),
        ([], "remove s1 a1", "not named at Sprint 1"),
        (["place s1 a1"], "move s1 a1 2", "only 1 places"),
        ([], "remove finish a1", "has not arrived"),
        ([], "square 3", "tap its riders first"),
        ([], "die 3", "tap its riders first"),
        ([], "turn 1", "log an arrival first"),
        pytest.param(
            ["arrive a1"], "arrive a1", "has arrived already", marks=pytest.mark.rule("CP-APP-016")
        ),
        (["arrive a1"], "arrive b1 b1", "named twice"),
        (["arrive a1"], "kind peloton 1", "alone"),
        (["arrive a1"], "square 3 1 b1", "not in that arrival"),
        ([], "use z bottle", "no team z"),
        ([], "use a elephant", "no such advantage"),
        ([], "double s1 a", "only on hors and first category"),
        ([], "back a1", "not out of the race"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(words, then, told):
    assert told in refusal(words, then)


# -- arrivals


@pytest.mark.rule("CP-M-021", "CP-M-024", "CP-APP-016")
def test_turn_square_and_die_give_the_time():
    words = ["arrive a1", "square 10", "die 6", "turn 1", "arrive b1", "square 10", "die 6"]
    assert arrivals(a_log(a_frame(), words)) == "a1 0:10, b1 1:10"


@pytest.mark.rule("CP-M-026", "CP-APP-016")
def test_a_paceline_shares_one_time_in_the_order_tapped():
    words = ["arrive b1", "arrive a1", "arrive a2", "square 10", "die 4"]
    log = a_log(a_frame(), words)
    assert arrivals(log) == "b1 0:12, a1 0:12, a2 0:12"
    assert game_of(log.sheet).kind(log.sheet.units[1]) == "paceline"


@pytest.mark.rule("CP-M-026", "CP-M-028", "CP-M-029")
def test_the_front_of_a_peloton_gives_its_time_to_all_and_each_square_its_place():
    words = [
        "arrive b1", "arrive a1", "square 6", "arrive a2", "square 5", "arrive a4", "square 3",
        "die 2", "arrive b3", "square 5", "die 6",
    ]  # fmt: skip
    assert arrivals(a_log(a_frame(), words)) == "b1 0:34, a1 0:34, a2 0:34, b3 0:35, a4 0:34"


@pytest.mark.rule("CP-M-028")
def test_who_flew_further_is_placed_ahead_whoever_was_logged_first():
    assert (
        arrivals(
            a_log(a_frame(), ["arrive a1", "square 3", "die 6", "arrive b1", "square 9", "die 1"])
        )
        == "b1 0:20, a1 0:45"
    )


@pytest.mark.rule("CP-M-028")
def test_in_one_square_the_better_die_is_placed_ahead():
    assert (
        arrivals(
            a_log(a_frame(), ["arrive a1", "square 9", "die 5", "arrive b1", "square 9", "die 6"])
        )
        == "b1 0:15, a1 0:16"
    )


@pytest.mark.rule("CP-M-028")
def test_with_separate_dice_the_order_in_a_square_stays_as_it_was_thrown():
    frame = a_frame(options={"seconds_die": "separate"})
    assert (
        arrivals(a_log(frame, ["arrive a1", "square 9", "die 5", "arrive b1", "square 9", "die 6"]))
        == "a1 0:16, b1 0:15"
    )


def test_level_riders_stay_as_tapped_until_the_director_moves_them():
    level = ["arrive a1", "square 3", "die 4", "arrive b1", "square 3", "die 4"]
    assert arrivals(a_log(a_frame(), level)) == "a1 0:47, b1 0:47"
    assert arrivals(a_log(a_frame(), [*level, "move finish b1 1"])) == "b1 0:47, a1 0:47"


@pytest.mark.rule("CP-M-025")
def test_beyond_square_12_there_is_no_die():
    words = ["arrive b1", "square 12", "die 6", "arrive a1", "square 14"]
    assert arrivals(a_log(a_frame(), words)) == "a1 0:00, b1 0:00"
    assert "no die" in refusal(["arrive a1", "square 14"], "die 3 1")


@pytest.mark.rule("CP-M-025")
def test_a_tour_may_throw_for_square_13_too():
    frame = a_frame(options={"beyond_12": "like_12"})
    log = a_log(frame, ["arrive a1", "square 14"])
    assert log.sheet.seconds_of("a1") is None
    assert arrivals(a_log(frame, ["arrive a1", "square 14", "die 4"])) == "a1 0:02"


@pytest.mark.rule("CP-APP-016")
def test_a_time_may_be_typed_by_hand():
    words = ["arrive a1 b1", "time 75", "arrive a2", "square 4", "die 1"]
    assert arrivals(a_log(a_frame(), words)) == "a1 1:15, b1 1:15, a2 0:45"


def test_all_others_arrive_together():
    log = a_log(
        a_frame(),
        [
            "arrive a1",
            "square 9",
            "die 2",
            "turn 3",
            "arrive a2 a3 a4 a5 b1 b2 b3 b4 b5",
            "square 1",
            "die 1",
        ],
    )
    assert log.sheet.missing() == []
    assert game_of(log.sheet).kind(log.sheet.units[2]) == "peloton"
    assert log.sheet.seconds_of("b5") == 240


def test_an_arrival_is_corrected_as_a_whole():
    words = [
        "arrive a1",
        "square 9",
        "die 5",
        "turn 1",
        "arrive b1",
        "square 9",
        "die 6",
        "unit_turn 0 2",
        "square 10 2",
        "die 1 2",
    ]
    assert arrivals(a_log(a_frame(), words)) == "b1 0:15, a1 0:16"


def test_a_rider_joins_an_arrival_that_is_complete():
    words = ["arrive a1", "square 9", "die 5", "join 1 b1"]
    assert arrivals(a_log(a_frame(), words)) == "a1 0:16, b1 0:16"


def test_an_open_arrival_is_left_behind_when_the_turn_clock_goes_on():
    log = a_log(a_frame(), ["arrive a1", "square 9", "die 5", "arrive a2", "turn 1", "arrive b1"])
    assert [unit.riders for unit in log.sheet.units.values()] == [["a1"], ["a2"], ["b1"]]
    assert [unit.number for unit in log.sheet.unfinished_units()] == [2, 3]


def test_taking_out_the_last_rider_of_an_arrival_removes_it():
    log = a_log(a_frame(), ["arrive a1", "square 9", "die 5", "remove finish a1"])
    assert not log.sheet.units
    assert log.sheet.order == []


# -- advantages, accidents


@pytest.mark.rule("CP-APP-021", "CP-M-061")
def test_advantages_go_down_to_zero_and_up_to_the_stock():
    words = ["use a bottle"] * 5
    assert game_of(a_log(a_frame(), words).sheet).count_left("a", "bottle") == 0
    assert refusal(words, "use a bottle") == "Team A has no bottle left."
    assert (
        game_of(a_log(a_frame(), [*words, "give_back a bottle"]).sheet).count_left("a", "bottle")
        == 1
    )
    assert "has used no" in refusal([], "give_back a bottle")


@pytest.mark.rule("CP-APP-021", "CP-M-011")
def test_mountain_attacks_are_those_left_of_the_tour():
    frame = a_frame(mountain_attacks={"a": 1, "b": 0})
    assert (
        game_of(a_log(frame, ["use a mountain_attack"]).sheet).count_left("a", "mountain_attack")
        == 0
    )
    with pytest.raises(EntryRefused, match="no mountain attack left"):
        begin_sheet(frame).apply(said("use b mountain_attack"))


@pytest.mark.rule("CP-APP-015", "CP-S-008")
def test_double_throws_are_counted_per_pass_and_team():
    log = a_log(a_frame(), ["double p1 a", "double p1 a", "double p2 a", "double p1 b"])
    assert game_of(log.sheet).doubles == {"p1": {"a": 2, "b": 1}, "p2": {"a": 1}}
    assert game_of(log.sheet).doubles_left("p1", "a") == 0
    assert "has used its double throws" in refusal(["double p1 a", "double p1 a"], "double p1 a")
    assert "has used its double throws" in refusal(["double p2 a"], "double p2 a")
    assert (
        game_of(a_log(a_frame(), ["double p2 a", "double_back p2 a"]).sheet).doubles_left("p2", "a")
        == 1
    )


@pytest.mark.rule("CP-M-045", "CP-APP-016")
def test_a_rider_who_crashed_out_need_not_arrive_and_cannot():
    log = a_log(a_frame(riders="a1 a2 b1"), ["out a2", "arrive a1", "square 9", "die 1"])
    assert log.sheet.missing() == ["b1"]
    assert log.sheet.result().out == ("a2",)
    assert "out of the race" in refusal(["out a2"], "arrive a2")
    assert "has arrived" in refusal(["arrive a2"], "out a2")


@pytest.mark.rule("CP-M-045")
def test_by_the_other_rule_he_is_last_and_rides_on():
    frame = a_frame(riders="a1 a2 b1", options={"descent_death": "last_in_stage"})
    result = a_log(frame, ["out a2", "arrive b1 a1", "square 9", "die 1"]).sheet.result()
    assert [(arrival.rider, arrival.seconds) for arrival in result.arrivals] == [
        ("b1", 20),
        ("a1", 20),
        ("a2", 20),
    ]
    assert result.out == ()


# -- undo


def seqs(steps: Iterable[Sequence[Logged]]) -> list[int | tuple[int, ...]]:
    """The entries of steps by number; a tuple where one step has several."""
    found = [tuple(entry.seq for entry in step) for step in steps]
    return [step[0] if len(step) == 1 else step for step in found]


def test_any_number_of_steps_is_undone_and_redone():
    words = ["place s1 a1", "place s1 a2", "place s1 a3", "undo 3", "undo 2", "redo 2"]
    log = a_log(a_frame(), words)
    assert log.sheet.lines["s1"] == ["a1", "a2"]
    assert seqs(log.undoable(1)) == [2, 1]
    assert seqs(log.redoable(1)) == [3]


def test_a_new_tap_ends_redoing():
    log = a_log(a_frame(), ["place s1 a1", "undo 1", "place s1 b1"])
    assert seqs(log.redoable(1)) == []


def test_each_director_undoes_his_own_taps():
    log = a_log(a_frame(), ["place s1 a1", "2: place p1 b1", "place s1 a2"])
    assert (seqs(log.undoable(1)), seqs(log.undoable(2))) == ([3, 1], [2])


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("arrive a1, arrive a2", [2, 1]),
        ("arrive a1, arrive a2, square 5", [3, 2, 1]),
        ("arrive a1, arrive a2, square 5, die 3", [(1, 2, 3, 4)]),
        ("arrive a1, square 5, die 3, arrive b1, square 6, die 2", [(4, 5, 6), (1, 2, 3)]),
        ("arrive a1 b1, kind peloton 1, square 5, die 3, die 4 1", [5, (1, 2, 3, 4)]),
        ("arrive a1, time 90", [(1, 2)]),
        ("arrive a1, use a bottle, square 5, die 3", [(3, 4), 2, 1]),
        ("arrive a1, 2: square 5, die 3", [(1, 3)]),
        ("2: arrive a1, square 5, die 3, 2: die 4 1", [(2, 3)]),
        ("arrive a1, arrive a2, remove finish a1, square 5, die 3", [(1, 2, 3, 4, 5)]),
        ("arrive a1, remove finish a1, arrive b1, square 5, die 3", [(3, 4, 5), 2, 1]),
        ("arrive a1, square 5, die 3, insert 1 b1, square 6, die 2", [(4, 5, 6), (1, 2, 3)]),
        ("arrive a1, arrive a2, undo 2, arrive b1, square 5, die 3", [(1, 4, 5, 6)]),
        ("place s1 a1, place s1 a2", [2, 1]),
    ],
)
def test_an_arrival_is_one_step_once_it_is_complete(words: str, steps: list[Any]):
    assert seqs(a_log(a_frame(), words.split(", ")).undoable(1)) == steps


def test_an_arrival_is_undone_and_redone_as_one_step():
    words = ["arrive a1", "square 5", "die 3", "arrive b1", "square 6", "die 2", "undo 6 4 5"]
    log = a_log(a_frame(), words)
    assert arrivals(log) == "a1 0:38"
    assert (seqs(log.undoable(1)), seqs(log.redoable(1))) == ([(1, 2, 3)], [(4, 5, 6)])
    log = a_log(a_frame(), [*words, "undo 3 1 2"])
    assert (seqs(log.undoable(1)), seqs(log.redoable(1))) == ([], [(1, 2, 3), (4, 5, 6)])
    log = a_log(a_frame(), [*words, "undo 3 1 2", "redo 3 1 2"])
    assert (seqs(log.undoable(1)), seqs(log.redoable(1))) == ([(1, 2, 3)], [(4, 5, 6)])
    assert arrivals(log) == "a1 0:38"


def test_a_part_of_an_undone_step_may_be_redone_alone():
    """Pages of earlier releases name one entry."""
    log = a_log(a_frame(), ["arrive a1", "square 5", "die 3", "undo 3 1 2", "redo 1"])
    assert (seqs(log.undoable(1)), seqs(log.redoable(1))) == ([1], [(2, 3)])


def test_what_was_built_on_an_undone_step_has_no_effect():
    log = a_log(a_frame(), ["place s1 a1", "move s1 a1 1", "2: place s1 b1", "undo 1"])
    assert log.sheet.lines["s1"] == ["b1"]


@pytest.mark.rule("CP-M-041", "CP-APP-019")
def test_who_is_out_since_an_earlier_stage_leaves_his_group_to_arrive_without_him():
    words = ["arrive a1 a2 b1", "square 9", "die 5"]
    assert arrivals(a_log(a_frame(riders="a1 b1 b2"), words)) == "a1 0:16, b1 0:16"


def test_a_given_up_correction_leaves_the_stage_as_it_was_ended():
    words = [
        "place s1 a1",
        "place s1 a2",
        "undo 2",
        "end",
        "reopen",
        "redo 2",
        "undo 1",
        "place s1 b1",
        "discard",
    ]
    log = a_log(a_frame(), words)
    assert log.sheet.lines["s1"] == ["a1"]
    assert log.ended.lines["s1"] == ["a1"]


def test_a_correction_that_was_given_up_goes_on_with_its_entries():
    words = ["place s1 a1", "place s1 a2", "end", "reopen", "undo 1", "place s1 b1", "discard"]
    assert a_log(a_frame(), words).discarded_seq == 7
    log = a_log(a_frame(), [*words, "resume 7"])
    assert log.sheet.lines["s1"] == ["a2", "b1"]
    assert log.ended.lines["s1"] == ["a1", "a2"]
    assert (log.discarded_seq, seqs(log.undoable(1))) == (0, [6, 2])
    assert a_log(a_frame(), [*words, "resume 7", "redo 1"]).sheet.lines["s1"] == ["a1", "a2", "b1"]


def test_it_can_be_given_up_and_taken_up_again():
    words = ["place s1 a1", "end", "reopen", "place s1 b1", "discard", "resume 5", "place s1 b2"]
    assert a_log(a_frame(), [*words, "discard"]).sheet.lines["s1"] == ["a1"]
    again = a_log(a_frame(), [*words, "discard", "resume 8"])
    assert again.sheet.lines["s1"] == ["a1", "b1", "b2"]


def test_only_the_last_entry_is_what_was_given_up():
    words = ["place s1 a1", "end", "reopen", "discard"]
    assert a_log(a_frame(), [*words, "official"]).discarded_seq == 0
    assert a_log(a_frame(), [*words, "resume 3"]).sheet.lines["s1"] == ["a1"]  # none


def test_a_reopened_stage_still_knows_how_it_was_ended():
    log = a_log(a_frame(), ["place s1 a1", "end", "reopen", "undo 1"])
    assert (log.sheet.lines["s1"], log.ended.lines["s1"]) == ([], ["a1"])


# -- properties

RIDERS = "a1 a2 a3 b1 b2 b3".split()
rider = st.sampled_from(RIDERS)
line = st.sampled_from(["s1", "s2", "p1", "p2", "finish"])
unit = st.none() | st.integers(1, 5)
BODIES = st.one_of(
    st.builds(e.Place, line, rider),
    st.builds(e.Remove, line, rider),
    st.builds(e.Move, line, rider, st.integers(1, 6)),
    st.builds(e.Turn, st.integers(0, 3)),
    st.builds(e.Arrive, st.lists(rider, min_size=1, max_size=3).map(tuple), unit),
    st.builds(e.Square, st.integers(1, 15), unit, st.none() | rider),
    st.builds(cp.Die, st.integers(1, 6), unit),
    st.builds(e.Time, st.integers(0, 300), unit),
    st.builds(e.UnitTurn, st.integers(0, 3), st.integers(1, 5)),
    st.builds(cp.Use, st.sampled_from("ab"), st.sampled_from(cp.ADVANTAGES)),
    st.builds(cp.GiveBack, st.sampled_from("ab"), st.sampled_from(cp.ADVANTAGES)),
    st.builds(cp.Double, line, st.sampled_from("ab")),
    st.builds(e.Out, rider),
    st.builds(e.Back, rider),
    st.builds(e.Undo, st.integers(1, 30)),
    st.builds(e.Redo, st.integers(1, 30)),
    st.just(e.Discard()),
    st.builds(e.Resume, st.integers(1, 30)),
    st.just(e.End()),
)


@given(st.lists(BODIES, max_size=40))
def test_whatever_is_tapped_a_sheet_stays_sound(bodies):
    frame = a_frame(riders=" ".join(RIDERS))
    sheet = fold(frame, [Logged(seq, body) for seq, body in enumerate(bodies, start=1)]).sheet
    for key, riders in sheet.lines.items():
        assert len(set(riders)) == len(riders) <= frame.places_needed(frame.lines[key])
    assert sorted(sheet.order) == sorted(
        rider for unit in sheet.units.values() for rider in unit.riders
    )
    assert len(set(sheet.order)) == len(sheet.order)
    assert not set(sheet.order) & set(sheet.out)
    assert set(sheet.missing()) == set(RIDERS) - set(sheet.order) - set(sheet.out)
    for team in frame.teams:
        for advantage in cp.ADVANTAGES:
            assert (
                0
                <= game_of(sheet).count_left(team, advantage)
                <= game_of(sheet).count_held(team, advantage)
            )
    assert all(unit.riders for unit in sheet.units.values())


@given(st.lists(BODIES.filter(lambda body: not isinstance(body, e.STEERING)), max_size=25))
def test_undoing_everything_leaves_a_blank_sheet_and_redoing_all_restores_it(bodies):
    frame = a_frame(riders=" ".join(RIDERS))
    log = [Logged(seq, body) for seq, body in enumerate(bodies, start=1)]
    count = len(log)
    back = [Logged(count + n + 1, e.Undo(count - n)) for n in range(count)]
    forth = [Logged(2 * count + n + 1, e.Redo(n + 1)) for n in range(count)]
    whole = fold(frame, log).sheet
    assert fold(frame, log + back).sheet == begin_sheet(frame)
    assert fold(frame, log + back + forth).sheet == whole


@given(st.lists(BODIES.filter(lambda body: not isinstance(body, e.STEERING)), max_size=25))
def test_undoing_step_by_step_leaves_a_blank_sheet_and_redoing_all_restores_it(bodies):
    """As Undo and Redo of the page: each names the step that the log offers."""
    frame = a_frame(riders=" ".join(RIDERS))
    log = [Logged(seq, body) for seq, body in enumerate(bodies, start=1)]
    whole = fold(frame, log)
    steps = seqs(whole.undoable(None))
    for kind in (e.Undo, e.Redo):
        while step := next(now(frame, log, kind), None):
            *also, last = (entry.seq for entry in step)
            log.append(Logged(len(log) + 1, kind(last, tuple(also))))
        if kind is e.Undo:
            assert fold(frame, log).sheet == begin_sheet(frame)
    assert fold(frame, log).sheet == whole.sheet
    assert seqs(fold(frame, log).undoable(None)) == steps


def now(frame: Frame, log: Sequence[Logged], kind: type[e.EntryBody]) -> Iterator[Sequence[Logged]]:
    read = fold(frame, log)
    return read.undoable(None) if kind is e.Undo else read.redoable(None)


@given(BODIES)
def test_an_entry_is_read_as_it_was_written(body):
    assert e.read(e.write(body)) == body
    assert e.load(e.dump(body)) == body


@given(st.text() | st.binary())
def test_anything_else_is_no_entry(text):
    with pytest.raises(e.Unreadable):
        e.read(text)
