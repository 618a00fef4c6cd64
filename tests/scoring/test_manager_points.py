"""Cycling Party points: who would win if the tour stopped now."""

import pytest

from tests.scoring.race import LEVEL, SCHEME, after, course_of, stage, tie_words
from tourmanager.scoring.manager_points import paying_sources, total_in_play
from tourmanager.scoring.result import Starter
from tourmanager.scoring.standings import standings
from tourmanager.web import labels

SIX = "a1 10, b1 11, a2 12, b2 13, a3 14, b3 15"


@pytest.mark.rule("CP-M-054")
def test_the_players_scale_decides_what_each_place_is_worth() -> None:
    scale = {"stage": [7, 2], "individual": [1] * 6, "teams": [4]}
    players = after(stage(1, SIX, lines=("hc b1", "s b2")), scale=scale).players
    assert [(player.team, player.sources) for player in players] == [
        ("a", {"stage": 7, "individual": 3, "teams": 4}),
        ("b", {"stage": 2, "individual": 3, "teams": 0}),
    ]


@pytest.mark.rule("CP-M-055")
def test_the_default_scale_pays_by_place_in_every_classification() -> None:
    player = after(stage(1, SIX, lines=("hc a1 b1", "s b2 a2"))).players[0]
    assert player.team == "a"
    assert player.sources == {
        "stage": 5,
        "individual": 20 + 10 + 5,
        "mountain": 10,
        "is": 4,
        "regularity": 10 + 4 + 1,
        "teams": 10,
    }
    assert player.points == sum(player.sources.values()) == 79


@pytest.mark.rule("CP-M-056")
def test_points_of_all_riders_of_a_team_add_up_and_name_whom_they_come_from() -> None:
    player = after(stage(1, SIX), stage(2, SIX)).players[0]
    told = [
        (source, part.stage, labels.part(part, SCHEME), part.amount, part.who)
        for source, part in player.parts
    ]
    assert told[:4] == [
        ("stage", 1, "Stage 1: 1st", 5, "a1"),
        ("stage", 2, "Stage 2: 1st", 5, "a1"),
        ("individual", 2, "Individual: 1st", 20, "a1"),
        ("individual", 2, "Individual: 3rd", 10, "a2"),
    ]
    assert told[-1] == ("teams", 2, "Teams: 1st", 10, "")
    assert sum(amount for *_, amount, _ in told) == player.points


@pytest.mark.rule("CP-M-056")
def test_stage_points_stay_while_points_of_classifications_follow_the_standings_of_the_moment() -> (
    None
):
    course = course_of(stage(1, SIX), stage(2, "b1 1, b2 2, b3 3, a1 50, a2 51, a3 52"))
    assert [
        {player.team: (player.sources["stage"], player.sources["teams"]) for player in now.players}
        for now in course
    ] == [
        {"a": (5, 10), "b": (0, 6)},
        {"a": (5, 6), "b": (5, 10)},
    ]


@pytest.mark.rule("CP-M-056", "CP-M-041")
def test_a_rider_who_goes_out_leaves_his_stage_wins_to_his_manager_and_his_places_to_others() -> (
    None
):
    player = after(stage(1, "a1 1, b1 2", lines=("hc a1 b1",)), stage(2, "b1 2", out="a1")).players
    assert {one.team: one.sources for one in player} == {
        "a": {"stage": 5, "individual": 0, "mountain": 0, "is": 0, "regularity": 0, "teams": 0},
        "b": {"stage": 5, "individual": 20, "mountain": 10, "is": 0, "regularity": 10, "teams": 0},
    }


@pytest.mark.rule("CP-M-057")
def test_equal_points_are_split_by_stage_wins_then_by_the_best_rider() -> None:
    scale = {"stage": [5, 5], "individual": []}
    by_wins = after(stage(1, "a1 9, b1 1, c1 9"), scale=scale).players
    assert [(player.team, player.points, tie_words(player)) for player in by_wins[:2]] == [
        ("a", 5, ""),
        ("b", 5, "more stage wins: 1 against 0"),
    ]
    by_rider = after(stage(1, "a1 1, b1 1"), stage(2, "b1 1, a1 5"), scale=scale).players
    assert [player.team for player in by_rider] == ["b", "a"]
    assert (
        tie_words(by_rider[1])
        == "better placed best rider in the individual classification: 1st against 2nd"
    )


@pytest.mark.rule("CP-M-057")
def test_managers_level_on_everything_share_the_victory() -> None:
    players = after(
        stage(1, "a1 1, b1 2, c1 9"),
        stage(2, "b1 1, a1 2, c1 3"),
        stage(3, "c1 1", out="a1 b1"),
        scale={"stage": [5]},
    ).players
    assert [(player.team, player.rank, player.points) for player in players] == [
        ("c", 1, 5),
        ("a", 2, 5),
        ("b", 2, 5),
    ]
    assert (
        tie_words(players[1])
        == "better placed best rider in the individual classification: 1st against none"
    )
    assert tie_words(players[2]) == LEVEL


@pytest.mark.rule("CP-M-057")
def test_ranks_gained_and_lost_are_told() -> None:
    course = course_of(
        stage(1, SIX), stage(2, "b1 1, b2 2, b3 3, a1 50, a2 51, a3 52", "flat", ("hc b1", "s b1"))
    )
    assert [[(player.team, player.change) for player in now.players] for now in course] == [
        [("a", None), ("b", None)],
        [("b", 1), ("a", -1)],
    ]


@pytest.mark.rule("CP-APP-026")
def test_before_the_first_stage_has_ended_all_have_nothing() -> None:
    players = standings([], [Starter("a1", "a"), Starter("b1", "b")], SCHEME).players
    assert [(player.team, player.rank, player.points, tie_words(player)) for player in players] == [
        ("a", 1, 0, ""),
        ("b", 1, 0, ""),
    ]
    assert all(player.sources == dict.fromkeys(paying_sources(SCHEME), 0) for player in players)


@pytest.mark.rule("CP-APP-009")
def test_the_points_in_play_count_a_stage_victory_once_a_stage() -> None:
    assert total_in_play(SCHEME, 5) == 25 + 66 + 23 + 23 + 13 + 20
    assert total_in_play(SCHEME.with_manager_points({"stage": [3, 1], "teams": []}), 21) == 84
