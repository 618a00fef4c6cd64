"""The five classifications: what counts, and their ties criterion by criterion, with the words that
say so.
"""

import pytest

from tests.scoring.race import (
    LEVEL,
    SCHEME,
    after,
    course_of,
    figures,
    names,
    of,
    parts,
    row,
    stage,
    start_list,
    tie_words,
    words,
)
from tourmanager.scoring.scheme import dump_scheme, read_scheme
from tourmanager.scoring.standings import standings

SIX = "a1 10, b1 11, a2 12, b2 13, a3 14, b3 15"


@pytest.mark.rule("CP-M-033")
def test_the_five_classifications_sum_times_and_points() -> None:
    now = after(
        stage(1, SIX, lines=("s a2 b2 a1", "hc b1 a1")),
        stage(2, SIX, "high", lines=("s b2 a2", "third b1")),
    )
    assert figures(now, "individual") == {
        "a1": 20,
        "b1": 22,
        "a2": 24,
        "b2": 26,
        "a3": 28,
        "b3": 30,
    }
    assert figures(now, "mountain") == {"b1": 40, "a1": 25}
    assert figures(now, "is") == {"a2": 8, "b2": 8, "a1": 1}
    assert figures(now, "regularity") == {
        "a1": 130,
        "b1": 100,
        "a2": 75,
        "b2": 50,
        "a3": 35,
        "b3": 25,
    }
    assert figures(now, "teams") == {"a": 72, "b": 78}


@pytest.mark.rule("CP-M-034")
def test_individual_ties_are_split_by_the_sum_of_places_then_by_the_latest_stage() -> None:
    now = after(stage(1, "a1 10, b1 10, a2 10"), stage(2, "b1 10, a2 10, a1 10"))
    assert names(of(now, "individual").rows) == "b1 a1 a2"
    assert tie_words(row(now, "individual", "a1")) == "lower sum of stage places: 3 against 4"
    now = after(stage(1, "a1 10, b1 10"), stage(2, "b1 10, a1 10"))
    assert names(of(now, "individual").rows) == "b1 a1"
    assert tie_words(row(now, "individual", "a1")) == "better place on stage 2: 1st against 2nd"
    assert tie_words(row(now, "individual", "b1")) == ""


@pytest.mark.rule("CP-M-035")
@pytest.mark.parametrize(
    ("passes", "order", "decided"),
    [
        (
            ("hc b1", "first a1", "second c1 d1 a1", "third a1"),
            "b1 a1",
            "more wins on hors category passes: 1 against 0",
        ),
        (
            ("first b1", "first c1 a1", "third a1"),
            "b1 a1",
            "more wins on first category passes: 1 against 0",
        ),
        (
            ("second b1", "second c1 a1", "third a1"),
            "b1 a1",
            "more wins on second category passes: 1 against 0",
        ),
        (
            ("third c1 b1", "third b1", "third c1 a1", "second d1 c1 a1"),
            "b1 a1",
            "more wins on third category passes: 1 against 0",
        ),
        (("first b1", "first a1"), "a1 b1", "better individual place: 1st against 2nd"),
    ],
)
def test_mountain_ties_go_by_wins_from_the_hardest_category_down_then_individual_place(
    passes: tuple[str, ...], order: str, decided: str
) -> None:
    rows = [
        row
        for row in of(after(stage(1, "a1 1, b1 2, c1 3, d1 4", "high", passes)), "mountain").rows
        if row.who in ("a1", "b1")
    ]
    assert len({row.figure for row in rows}) == 1
    assert names(rows) == order
    assert tie_words(rows[1]) == decided


@pytest.mark.rule("CP-M-036")
def test_regularity_ties_go_by_stage_wins_then_individual_place() -> None:
    now = after(
        stage(1, "a1 9, b1 9, c1 9, d1 9", "high"), stage(2, "c1 0, b1 0, d1 0, a1 60", "high")
    )
    assert (names(of(now, "individual").rows[:2]), names(of(now, "regularity").rows)) == (
        "c1 b1",
        "c1 a1 b1 d1",
    )
    assert tie_words(row(now, "regularity", "b1")) == "more stage wins: 1 against 0"
    now = after(stage(1, "c1 9, a1 9, b1 9", "high"), stage(2, "c1 0, b1 0, a1 60", "high"))
    assert names(of(now, "regularity").rows) == "c1 b1 a1"
    assert tie_words(row(now, "regularity", "a1")) == "better individual place: 2nd against 3rd"


@pytest.mark.rule("CP-M-037")
def test_sprint_ties_go_by_sprints_won_then_individual_place() -> None:
    now = after(stage(1, "a1 1, b1 2, c1 3", lines=("s b1 c1", "s c1 a1", "s c1 a1 b1")))
    assert figures(now, "is") == {"c1": 13, "b1": 6, "a1": 6}
    assert names(of(now, "is").rows) == "c1 b1 a1"
    assert tie_words(row(now, "is", "a1")) == "more intermediate sprints won: 1 against 0"
    now = after(stage(1, "a1 1, b1 2, c1 3", lines=("s b1", "s a1")))
    assert names(of(now, "is").rows) == "a1 b1"
    assert tie_words(row(now, "is", "b1")) == "better individual place: 1st against 2nd"


@pytest.mark.rule("CP-M-031")
def test_a_team_s_time_is_the_sum_of_its_three_best_times_not_of_its_first_three_places() -> None:
    now = after(stage(1, "a1 10, a2 20, a3 60, a4 30, b1 40, b2 40, b3 40"))
    assert figures(now, "teams") == {"a": 60, "b": 120}
    assert [(part.who, part.amount, part.counted) for part in parts(now, "teams", "a")] == [
        ("a1", 10, True),
        ("a2", 20, True),
        ("a4", 30, True),
        ("a3", 60, False),
    ]


@pytest.mark.rule("CP-M-032")
def test_a_team_with_fewer_than_three_on_a_stage_leaves_the_team_classification_for_good() -> None:
    course = course_of(
        stage(1, SIX),
        stage(2, "b1 1, a1 2, b2 3, a2 4, b3 5", out="a3"),
        stage(3, "b1 1, a1 2, b2 3, a2 4, b3 5"),
    )
    assert [names(of(now, "teams").rows) for now in course] == ["a b", "b", "b"]
    assert [names(day.teams) for day in course[-1].days] == ["a b", "b", "b"]


@pytest.mark.rule("CP-M-038")
@pytest.mark.parametrize(
    ("arrivals", "order", "decided"),
    [
        ("a1 10, b1 11, a2 12, b2 13, a3 14, b3 15", "a b", ""),
        (
            "a1 10, b1 12, b2 14, a2 14, b3 20, a3 22",
            "b a",
            "lower sum of the three places: 10 against 11",
        ),
        ("a1 9, c1 9, b1 9, b2 9, a2 9, b3 9, a3 9", "a b", "better best place: 1st against 3rd"),
    ],
)
def test_the_team_ranking_of_a_day_goes_by_time_then_the_sum_of_places_then_the_best_place(
    arrivals: str, order: str, decided: str
) -> None:
    teams = after(stage(1, arrivals)).days[0].teams
    assert (names(teams), tie_words(teams[1])) == (order, decided)


@pytest.mark.rule("CP-M-038")
def test_of_team_mates_level_on_time_the_better_placed_counts() -> None:
    now = after(stage(1, "a1 5, a2 6, a3 7, a4 7"))
    assert [
        part.who for part in now.days[0].team_parts(now.days[0].teams[0].who) if part.counted
    ] == ["a1", "a2", "a3"]


@pytest.mark.rule("CP-M-039")
def test_teams_level_on_time_are_split_by_days_won_then_second_places_then_their_best_rider() -> (
    None
):
    a_first, b_first = (
        "a1 1, a2 1, a3 1, b1 1, b2 1, b3 1, c1 9, c2 9, c3 9",
        "b1 1, b2 1, b3 1, a1 1, a2 1, a3 1, c1 9, c2 9, c3 9",
    )
    now = after(stage(1, b_first), stage(2, a_first), stage(3, a_first))
    assert (names(of(now, "teams").rows), tie_words(row(now, "teams", "b"))) == (
        "a b c",
        "more stage rankings won: 2 against 1",
    )
    c_first = "c1 1, c2 1, c3 1, a1 2, a2 2, a3 2, b1 2, b2 2, b3 2"
    now = after(stage(1, a_first), stage(2, b_first), stage(3, c_first))
    assert (names(of(now, "teams").rows), tie_words(row(now, "teams", "b"))) == (
        "a b c",
        "more 2nd places in stage rankings: 2 against 1",
    )
    now = after(stage(1, a_first), stage(2, b_first))
    assert (names(of(now, "teams").rows), tie_words(row(now, "teams", "a"))) == (
        "b a c",
        "better individual place of its best rider: 1st against 2nd",
    )


@pytest.mark.rule("CP-M-040")
def test_riders_without_points_are_not_listed() -> None:
    now = after(
        stage(
            1,
            "a1 1, b1 2, a2 3, b2 4, a3 5, b3 6",
            "high",
            ("hill a1 b1", "third a1 b1 a2 b2", "s b2"),
        )
    )
    assert names(of(now, "mountain").rows) == "a1 b1 a2"
    assert names(of(now, "is").rows) == "b2"
    assert names(of(now, "regularity").rows) == "a1 b1 a2 b2 a3"


@pytest.mark.rule("CP-M-030")
def test_regularity_points_go_by_place_and_type_of_stage() -> None:
    twelve = ", ".join(f"{team}{number} 1" for team in "ab" for number in range(1, 7))
    paid = {
        type: [row.figure for row in of(after(stage(1, twelve, type)), "regularity").rows]
        for type in ("flat", "low", "medium", "high")
    }
    assert paid["flat"] == [100, 80, 60, 40, 30, 25, 20, 15, 10, 5]
    assert paid["low"] == [70, 50, 40, 30, 20, 15, 10, 5]
    assert paid["medium"] == paid["high"] == [30, 20, 15, 10, 5]


@pytest.mark.rule("CP-M-041", "CP-M-045")
def test_a_rider_who_is_out_leaves_every_ranking_and_the_others_move_up_while_his_past_stands() -> (
    None
):
    first = stage(1, SIX, "high", ("hc a1 b1", "s a1 b1"))
    now = after(first, stage(2, "b1 1, b2 1, a2 1, b3 1, a3 1", "high", out="a1"))
    for key in ("individual", "mountain", "is", "regularity"):
        assert "a1" not in names(of(now, key).rows)
        assert of(now, key).leaders == ("b1",)
    assert figures(now, "mountain") == {"b1": 25}  # the second place stays a second place
    assert figures(now, "regularity")["b1"] == 20 + 30
    assert names(now.days[0].riders)[:2] == "a1"
    assert names(now.days[0].teams) == "a b"


@pytest.mark.rule("CP-M-041")
def test_his_team_goes_on_with_the_times_he_rode_for_it() -> None:
    now = after(
        stage(1, "a1 1, a2 2, a3 3, a4 9, b1 5, b2 5, b3 5"),
        stage(2, "b1 5, b2 5, b3 5, a2 6, a3 6, a4 6", out="a1"),
    )
    assert figures(now, "teams") == {"a": 6 + 18, "b": 30}


@pytest.mark.rule("CP-M-020")
def test_a_missing_time_is_not_a_time_of_zero() -> None:
    now = after(stage(1, "a1 50, b1 60"), stage(2, "b1 70"))
    assert figures(now, "individual") == {"b1": 130}
    now = after(stage(1, "a1 50, b1 60"), stage(2, "b1 70"), stage(3, "a1 5, b1 80"))
    assert figures(now, "individual") == {"b1": 210}


@pytest.mark.rule("CP-M-045", "CP-M-041")
def test_who_is_out_neither_arrives_nor_scores_any_more_whatever_later_sheets_say() -> None:
    now = after(stage(1, SIX, out="a1"), stage(2, SIX, lines=("s a1 b1",)))
    assert names(now.days[0].riders) == names(now.days[1].riders) == "b1 a2 b2 a3 b3"
    assert figures(now, "is") == {"b1": 5}


def test_who_is_level_on_everything_shares_the_place() -> None:
    level = after(stage(1, "", out="a1 b1")).players
    assert [(player.team, player.rank, tie_words(player)) for player in level] == [
        ("a", 1, ""),
        ("b", 1, LEVEL),
    ]


def test_every_figure_is_the_sum_of_its_counted_parts_and_says_what_they_were_for() -> None:
    now = after(
        stage(1, SIX, lines=("s a2 b2 a1", "hc b1 a1", "third b1")),
        stage(2, SIX, "low", lines=("second b1 a1",)),
    )
    for classification in now.classifications.values():
        for one in classification.rows:
            assert one.figure == sum(
                part.amount for part in classification.parts(one.who) if part.counted
            )
    assert words(parts(now, "mountain", "a1")) == [
        "Stage 1, Pass 1 (hors category): 2nd",
        "Stage 2, Pass 1 (second category): 2nd",
    ]
    assert words(parts(now, "is", "b2")) == ["Stage 1, Sprint 1: 2nd"]
    assert words(parts(now, "individual", "a2")) == [
        "Stage 1: 3rd",
        "Stage 2: 3rd",
    ]


def test_a_day_lists_what_it_paid_each_rider() -> None:
    day = after(
        stage(1, SIX, lines=("s b2 a2", "hc b1 a1 a3")),
        stage(2, SIX, "high", lines=("s a2 a1", "third b1 a1")),
    ).days[1]
    assert [(one.who, one.figure, one.gap) for one in day.riders[:2]] == [
        ("a1", 10, 0),
        ("b1", 11, 1),
    ]
    assert [(part.source, part.amount) for part in day.paid(day.riders[0].who)] == [
        ("regularity", 30),
        ("mountain", 3),
        ("is", 3),
    ]
    assert {part.stage for one in day.riders for part in day.paid(one.who)} == {2}


def test_gaps_and_changes_of_rank_are_told() -> None:
    course = course_of(stage(1, "a1 10, b1 12, c1 13"), stage(2, "c1 5, b1 5, a1 20"))
    assert [(one.who, one.gap, one.change) for one in of(course[0], "individual").rows] == [
        ("a1", 0, None),
        ("b1", 2, None),
        ("c1", 3, None),
    ]
    assert [(one.who, one.gap, one.change) for one in of(course[1], "individual").rows] == [
        ("b1", 0, 1),
        ("c1", 1, 1),
        ("a1", 13, -2),
    ]
    points = of(course[1], "regularity").rows
    assert [(one.who, one.figure, one.gap) for one in points] == [
        ("c1", 160, 0),
        ("a1", 160, 0),
        ("b1", 160, 0),
    ]


def test_stages_may_come_in_any_order() -> None:
    one, two, three = (
        stage(1, SIX),
        stage(2, "b1 1, a1 2, a2 3, b2 4, a3 5, b3 6", "high"),
        stage(4, SIX, "low"),
    )
    assert after(three, one, two) == after(one, two, three) == course_of(two, three, one)[-1]
    assert after(one, two, three).after == 4


@pytest.mark.rule("CP-M-040")
def test_a_place_that_an_edited_table_pays_nothing_lists_nobody() -> None:
    data = dump_scheme(SCHEME)
    data["classifications"][2]["lines"] = {"is": [0, 3]}
    now = standings(
        [stage(1, SIX, lines=("s a1 b1",))], start_list([stage(1, SIX)]), read_scheme(data)
    )
    assert figures(now, "is") == {"b1": 3}
