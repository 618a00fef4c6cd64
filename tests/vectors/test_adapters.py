"""Adapters honour what a vector says or refuse it: nothing of a vector is passed over."""

from typing import Any

import pytest

from tests.vectors.app_kind import Table, app
from tests.vectors.board import Board
from tests.vectors.engine_kinds import turn, units
from tests.vectors.table_acts import carry_out

HIGH = {"len": 150, "type": "high", "passes": [[60, "hc"]]}
FLAT = {"len": 150, "type": "flat"}
ROSTER = {"red": ["a", "b", "c", "d", "e"], "blue": ["f", "g", "h", "i", "j"]}


def board(at: dict[int, Any], stage: dict[str, Any] = FLAT, **more: Any) -> Board:
    return Board({"version": "senior", "stage": stage, "at": at, **more})


@pytest.mark.rule("CP-S-007")
def test_a_climber_who_is_pulled_along_counts_no_magic_five() -> None:
    act = {
        "unit": "mountain",
        "riders": ["red1", "red5"],
        "pool": [6, 5],
        "assign": {"red5": 6, "red1": 5},
    }
    for marks in ({"magic": True}, {"pull": ["red1"]}):
        assert carry_out(board({70: ["red1", "red5"]}, HIGH), act | marks) == ""
    assert "magic five" in carry_out(
        board({70: ["red1", "red5"]}, HIGH), act | {"magic": True, "pull": ["red1"]}
    )


@pytest.mark.rule("CP-D-007")
def test_a_paceline_is_named_in_the_order_in_which_it_throws() -> None:
    act = {"unit": "paceline", "dice": {"red1": [3, 4], "blue1": [2, 4]}}
    assert carry_out(board({30: ["red1", "blue1"]}), act | {"riders": ["red1", "blue1"]}) == ""
    assert "speaking order" in carry_out(
        board({30: ["red1", "blue1"]}), act | {"riders": ["blue1", "red1"]}
    )
    vector = {"version": "senior", "stage": FLAT, "at": {30: ["red1", "blue1"]}}
    for riders, right in ((["red1", "blue1"], True), (["blue1", "red1"], False)):
        expected, got = units(vector | {"expect": [["paceline", 30, riders]]})
        assert (expected == got) == right


def test_dice_of_riders_who_are_not_in_the_unit_are_refused() -> None:
    act = {"unit": "breakaway", "riders": ["red1"], "dice": {"red1": [3, 4], "blue1": [2, 4]}}
    assert "blue1: not in this unit" in carry_out(board({30: ["red1"], 20: ["blue1"]}), act)


def test_tokens_of_a_team_that_is_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="orange: a team that is not there"):
        board({30: ["red1", "blue1"]}, tokens={"orange": {"bottle": 0}})


def test_a_field_of_an_act_that_nobody_reads_is_refused() -> None:
    vector = {
        "version": "senior",
        "stage": FLAT,
        "at": {30: ["red1", "blue1"]},
        "expect": {"at": {}},
    }
    with pytest.raises(ValueError, match="botle"):
        turn(vector | {"acts": [{"botle": "red1"}]})


def steps(*more: dict[str, Any]) -> dict[str, Any]:
    begin = [
        {"cmd": "personalise", "roster": ROSTER},
        {"cmd": "start", "name": "T1", "stages": 1},
        {"cmd": "points"},
        {"cmd": "stages"},
    ]
    return {"steps": [*begin, *more]}


@pytest.mark.django_db
class TestApp:
    @pytest.mark.parametrize(("last", "right"), [("j", True), ("x", False)])
    def test_the_roster_is_compared_at_whatever_step_names_it(self, last: str, right: bool) -> None:
        riders = {**ROSTER, "blue": ["f", "g", "h", "i", last]}
        expected, got = app(
            steps({"cmd": "teams", "teams": ["red", "blue"], "state": "stage 1", "riders": riders})
        )
        assert (expected == got) == right

    def test_a_team_that_is_not_there_is_refused_by_the_page(self) -> None:
        expected, got = app(
            steps(
                {"cmd": "teams", "teams": ["red", "ghost"], "ok": False, "state": "draft_teams"},
                {"cmd": "personalise", "roster": {}, "delete": ["ghost"], "ok": False},
                {"cmd": "record", "what": ["is"], "ok": False},
                {"cmd": "erase", "name": "ghost", "ok": False},
            )
        )
        assert expected == got

    def test_in_a_finished_tour_every_kind_of_entry_is_tried_and_the_tour_opens_on_its_points(
        self,
    ) -> None:
        table = Table()
        for step in steps(
            {"cmd": "teams", "teams": ["red", "blue"]},
            {"cmd": "record", "what": ["is", "passes", "arrivals"]},
        )["steps"]:
            assert table.do(**step)
        assert table.do("end_stage")
        assert table.state == "finished"
        before = table.taps
        assert not table.do("record", what=["is", "passes", "arrivals"])
        assert table.taps == before + 3
        table.tour.stages.update(state="active")
        assert table.state != "finished"
