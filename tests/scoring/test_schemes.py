"""The schemes that ship, each against its own rules, and what is wrong with one that does not."""

from collections.abc import Sequence

import pytest

from tests.scoring.race import names, stage, tie_words, words
from tourmanager.scoring.result import Arrival, Passage, Penalty, StageResult, Starter
from tourmanager.scoring.scheme import (
    SchemeError,
    dump_scheme,
    read_scheme,
    read_toml,
    scheme,
    scheme_keys,
)
from tourmanager.scoring.standings import history, standings
from tourmanager.scoring.tables import Standings
from tourmanager.web import labels

UCI, FLAMME, WHEEL = (
    scheme("uci_stage_race"),
    scheme("flamme_rouge_grand_tour"),
    scheme("pace_wheel_tour"),
)
EVERYBODY = [
    Starter(f"{team}{number}", team, ("youth",) if number == 3 else ())
    for team in "abc"
    for number in (1, 2, 3, 4)
]


def uci(*stages: StageResult) -> Standings:
    riders = {arrival.rider for stage in stages for arrival in stage.arrivals}
    return standings(stages, [starter for starter in EVERYBODY if starter.rider in riders], UCI)


def trial(number: int, arrivals: str, kind: str = "itt") -> StageResult:
    """ "a1 600.380, b1 601.20": seconds and their fraction."""
    came = []
    for each in arrivals.split(","):
        rider, time = each.split()
        whole, _, fraction = time.partition(".")
        came.append(Arrival(rider, int(whole), fraction=int(fraction.ljust(3, "0") or 0)))
    return StageResult(number, "flat", (), tuple(came), kind=kind)  # type: ignore[arg-type]


def decided(now: Standings, key: str, who: str) -> str:
    return next(tie_words(row, UCI) for row in now.classifications[key].rows if row.who == who)


def test_ours_can_be_written_down_and_read_again() -> None:
    for key in scheme_keys():
        assert read_scheme(dump_scheme(scheme(key))) == scheme(key)


def test_finish_bonuses_are_ten_six_and_four_seconds_and_three_two_one_at_sprints() -> None:
    now = uci(stage(1, "a1 100, b1 100, c1 100, a2 100", lines=("s a2 c1 b1 a1",)))
    assert {row.who: row.figure for row in now.classifications["individual"].rows} == {
        "a1": 90,
        "b1": 93,
        "c1": 94,
        "a2": 97,
    }


def test_time_trials_give_no_bonus_and_their_fractions_split_the_level() -> None:
    now = uci(
        trial(1, "a1 600.900, b1 601.100"),
        stage(2, "b1 109, a1 106, c1 109"),
        trial(3, "b1 50.000, a1 50.100"),
    )
    assert [(row.who, row.figure) for row in now.classifications["individual"].rows] == [
        ("b1", 750),
        ("a1", 750),
    ]
    words = "lower sum of the fractions of a second in individual time trials: 0.100 against 1.000"
    assert decided(now, "individual", "a1") == words


def test_level_in_general_goes_by_places_without_team_trials_then_by_the_last_stage() -> None:
    road = stage(1, "a1 110, b1 106, c1 104, a2 100")  # 100 each after bonuses
    now = uci(road, trial(2, "b1 60, a1 60, c1 60, a2 60", "ttt"))
    assert names(now.classifications["individual"].rows) == "a1 b1 c1 a2"
    assert decided(now, "individual", "b1") == "lower sum of stage places: 1 against 2"
    now = uci(stage(1, "a1 10, b1 6"), stage(2, "b1 14, a1 10"))
    assert decided(now, "individual", "a1") == "better place on stage 2: 1st against 2nd"


def test_level_on_points_goes_by_stage_wins_then_sprints_won_then_the_general_classification() -> (
    None
):
    first = StageResult(
        1,
        "flat",
        (),
        (Arrival("a1", 9), Arrival("b1", 9), Arrival("c1", 9)),
        finish_paid={"regularity": {"a1": 20, "b1": 20}},
    )
    assert decided(uci(first), "regularity", "b1") == "more stage wins: 1 against 0"
    sprints = (
        Passage("s1", "Sprint 1", "is", ("b1", "c1"), (10, 20)),
        Passage("s2", "Sprint 2", "is", ("a2", "b1"), (0, 10)),
    )
    second = StageResult(
        1,
        "flat",
        sprints,
        (Arrival("a1", 9), Arrival("c1", 9), Arrival("b1", 9)),
        finish_paid={"regularity": {}},
    )
    assert decided(uci(second), "regularity", "c1") == "more intermediate sprints won: 1 against 0"
    third = StageResult(
        1,
        "flat",
        (),
        (Arrival("a1", 9), Arrival("c1", 9), Arrival("b1", 9)),
        finish_paid={"regularity": {"b1": 4, "c1": 4}},
    )
    assert (
        decided(uci(third), "regularity", "b1")
        == "better general classification place: 2nd against 3rd"
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("hc b1", "first a1 a1 a1"), ""),
        (("first b1", "second a1", "second a1"), "more wins on first category passes: 1 against 0"),
        (("third b1", "hill a1", "hill a1"), "more wins on third category passes: 1 against 0"),
        (("third c1 b1", "hill a1"), "more wins on fourth category passes: 1 against 0"),
    ],
)
def test_level_in_the_mountains_goes_by_first_places_from_the_hardest_climb_down(
    lines: tuple[str, ...], words: str
) -> None:
    now = uci(stage(1, "a1 9, b1 9, c1 9", "high", lines))
    rows = [row for row in now.classifications["mountain"].rows if row.who in ("a1", "b1")]
    assert tie_words(rows[1], UCI) == words


def test_a_team_s_day_is_its_three_best_times_then_places_then_the_best_place() -> None:
    now = uci(stage(1, "a1 10, b1 10, b2 10, a2 10, b3 10, a3 10, c1 10, c2 10, c3 10, a4 90"))
    day = now.days[0].teams
    assert [(row.who, row.figure, tie_words(row, UCI)) for row in day] == [
        ("b", 30, ""),
        ("a", 30, "lower sum of the three places: 10 against 11"),
        ("c", 30, "lower sum of the three places: 11 against 24"),
    ]


def test_bonuses_and_riders_penalties_leave_the_team_alone_and_team_seconds_do_not() -> None:
    penalties = (Penalty("a1", 20), Penalty("a", 15, "team_seconds", "drafting"))
    now = standings(
        [_with(stage(1, "a1 10, a2 10, a3 10, b1 12, b2 12, b3 12"), penalties)], EVERYBODY, UCI
    )
    assert [(row.who, row.figure) for row in now.classifications["teams"].rows] == [
        ("b", 36),
        ("a", 45),
    ]
    parts = now.classifications["teams"].parts("a")
    assert [(part.amount, labels.note(part)) for part in parts] == [
        (10, ""),
        (10, ""),
        (10, ""),
        (15, "drafting"),
    ]


def _with(result: StageResult, penalties: Sequence[Penalty]) -> StageResult:
    return StageResult(
        result.number, result.type, result.passages, result.arrivals, penalties=tuple(penalties)
    )


def test_team_classification_ties_go_by_stages_won_then_seconds_then_the_best_rider() -> None:
    first, second = (
        "a1 10, a2 10, a3 10, b1 11, b2 11, b3 11",
        "b1 10, b2 10, b3 10, a1 11, a2 11, a3 11",
    )
    now = uci(stage(1, first), stage(2, second))
    assert (
        decided(now, "teams", "a")
        == "better general classification place of its best rider: 1st against 2nd"
    )
    third = "c1 1, c2 1, c3 1, "
    now = uci(
        stage(1, third + first),
        stage(2, third + first.replace("11", "12")),
        stage(3, third + second.replace("11", "13")),
    )
    assert decided(now, "teams", "b") == "more 2nd places in stage rankings: 2 against 1"


def test_in_a_team_time_trial_the_fourth_time_is_the_team_s_and_the_dropped_keep_theirs() -> None:
    five = [Starter(f"a{number}", "a") for number in range(1, 6)]
    now = standings([trial(1, "a1 50, a2 51, a3 52, a4 53, a5 80", "ttt")], five, UCI)
    assert {row.who: row.figure for row in now.classifications["individual"].rows} == {
        "a1": 53,
        "a2": 53,
        "a3": 53,
        "a4": 53,
        "a5": 80,
    }
    assert now.classifications["teams"].rows[0].figure == 53
    assert [part.counted for part in now.classifications["teams"].parts("a")] == [
        False,
        False,
        False,
        True,
        False,
    ]


def test_marked_riders_have_a_classification_and_the_next_wears_what_the_leader_cannot() -> None:
    now = uci(stage(1, "a3 10, b3 11, a1 12, c1 13", lines=("third a3 b3",)))
    assert names(now.classifications["youth"].rows) == "a3 b3"
    worn = {
        jersey.colour: (jersey.leader, jersey.wearer, jersey.stands_in_for)
        for jersey in now.jerseys
    }
    assert worn == {
        "yellow": ("a3", "a3", None),
        "green": ("a3", "b3", "a3"),
        "dots": ("a3", None, None),  # nobody is left who has points and wears nothing
        "white": ("a3", None, None),
    }


def test_who_is_out_is_in_no_later_table_and_keeps_what_he_had_before() -> None:
    second = StageResult(
        2, "flat", (), (Arrival("b1", 10), Arrival("a1", 300)), statuses={"a1": "otl"}
    )
    course = history([stage(1, "a1 10, b1 20"), second], EVERYBODY[:1] + EVERYBODY[4:5], UCI)
    assert names(course[0].classifications["individual"].rows) == "a1 b1"
    assert names(course[1].classifications["individual"].rows) == "b1"
    assert names(course[1].days[1].riders) == "b1"


def test_a_blank_time_is_never_zero() -> None:
    now = uci(
        stage(1, "a1 10, b1 20"),
        StageResult(2, "flat", (), (Arrival("b1", None), Arrival("a1", 10))),
    )
    assert names(now.classifications["individual"].rows) == "a1"
    assert {row.who: row.figure for row in now.classifications["regularity"].rows} == {
        "a1": 80,
        "b1": 80,
    }


def test_a_penalty_counts_until_it_is_cancelled_and_stays_visible() -> None:
    road = stage(1, "a1 100, b1 100")
    fined = uci(_with(road, [Penalty("a1", 20, reason="feeding")]))
    assert {row.who: row.figure for row in fined.classifications["individual"].rows} == {
        "b1": 94,
        "a1": 110,
    }
    assert labels.note(fined.classifications["individual"].parts("a1")[-1]) == "feeding"
    forgiven = uci(_with(road, [Penalty("a1", 20, reason="feeding", cancelled="video seen")]))
    assert {row.who: row.figure for row in forgiven.classifications["individual"].rows} == {
        "a1": 90,
        "b1": 94,
    }
    last = forgiven.classifications["individual"].parts("a1")[-1]
    assert (last.amount, last.counted, labels.note(last)) == (20, False, "cancelled: video seen")


def test_points_can_be_taken_in_one_classification() -> None:
    now = uci(
        _with(stage(1, "a1 10, b1 20"), [Penalty("a1", 25, "points", "sprint", "regularity")])
    )
    assert {row.who: row.figure for row in now.classifications["regularity"].rows} == {
        "a1": 25,
        "b1": 30,
    }
    assert sum(part.amount for part in now.classifications["regularity"].parts("a1")) == 25


@pytest.mark.parametrize(
    ("counts", "times", "points"),
    [("all", 10 + 20 - 20, 100), ("points", 0, 100), ("nothing", 0, 50)],
)
def test_a_neutralised_stage_counts_for_points_only_and_a_cancelled_one_for_nothing(
    counts: str, times: int, points: int
) -> None:
    second = StageResult(2, "flat", (), (Arrival("a1", 20), Arrival("b1", 20)), counts=counts)  # type: ignore[arg-type]
    now = uci(stage(1, "a1 10, b1 10"), second)
    assert now.classifications["individual"].rows[0].figure == times
    assert now.classifications["regularity"].rows[0].figure == points


def test_nobody_leaves_the_race_by_not_arriving_on_a_stage_that_does_not_count() -> None:
    stopped = StageResult(2, "flat", (), (), statuses={"b1": "dnf"}, counts="nothing")
    now = uci(stage(1, "a1 10, b1 10, c1 10"), stopped)
    assert names(now.classifications["individual"].rows) == "a1 c1"


def test_half_stages_are_told_by_their_names() -> None:
    morning = StageResult(3, "flat", (), (Arrival("a1", 10), Arrival("b1", 10)), label="3a")
    now = uci(morning)
    assert now.days[0].called == "3a"
    assert words(now.classifications["individual"].parts("a1"), UCI) == [
        "Stage 3a: 1st",
        "Stage 3a, finish: 1st, time bonus",
    ]


# -- Flamme Rouge


def grand_tour(number: int, rounds: Sequence[dict[str, float]]) -> StageResult:
    """Rounds as riders past the line: squares, with .1 for the left lane. Riders on squares next to
    each other are one bunch.
    """
    arrivals = []
    for nth, crossed in enumerate(rounds):
        front, before = 0, 0
        for rider, at in sorted(crossed.items(), key=lambda one: (-int(one[1]), one[1])):
            square = int(at)
            if not before or before - square > 1:
                front = square
            before = square
            arrivals.append(Arrival(rider, 600 + 60 * nth - 10 * front))
    return StageResult(number, "flat", (), tuple(arrivals))


def flamme(*stages: Sequence[dict[str, float]]) -> list[Standings]:
    starters = [Starter(f"{team}{rider}", team) for team in "rbgk" for rider in "SR"]
    named = {rider for rounds in stages for crossed in rounds for rider in crossed}
    results = [grand_tour(number, rounds) for number, rounds in enumerate(stages, 1)]
    return history(results, [starter for starter in starters if starter.rider in named], FLAMME)


@pytest.mark.rule("FR-T-003", "FR-T-010", "FR-T-011", "FR-T-012", "FR-T-013")
def test_bunches_an_empty_round_and_bonuses() -> None:
    now = flamme([{"rS": 4.0, "bR": 3.0, "gS": 1.0}, {"kS": 2.0, "rR": 1.0}, {}, {"bS": 1.0}], [])[
        0
    ]
    general = now.classifications["individual"].rows
    assert {row.who: row.gap for row in general} == {
        "rS": 0,
        "bR": 0,
        "gS": 40,
        "kS": 90,
        "rR": 90,
        "bS": 220,
    }
    assert {player.team: player.points for player in now.players if player.points} == {
        "r": 3,
        "b": 2,
        "g": 1,
    }


@pytest.mark.rule("FR-T-002", "FR-T-003", "FR-T-004", "FR-T-020", "FR-T-021", "FR-T-023")
def test_two_stages_equal_times_equal_points() -> None:
    course = flamme(
        [{"rS": 3.0, "bS": 2.0}, {"gS": 4.0, "rR": 3.0, "bR": 1.0}, {"gR": 1.0}],
        [{"gS": 2.0}, {"bS": 5.0, "rR": 4.0}, {"rS": 2.0, "gR": 2.1, "bR": 1.0}],
    )
    assert names(course[0].classifications["individual"].rows) == "rS bS gS rR bR gR"
    assert [row.gap for row in course[0].classifications["individual"].rows] == [
        0,
        0,
        60,
        60,
        90,
        150,
    ]
    assert {player.team: player.points for player in course[0].players} == {"r": 3, "b": 2, "g": 1}
    assert {row.who: row.gap for row in course[1].classifications["individual"].rows} == {
        "bS": 0,
        "gS": 30,
        "rR": 70,
        "rS": 100,
        "bR": 190,
        "gR": 250,
    }
    assert [
        (player.team, player.points, player.sources["stage"]) for player in course[1].players
    ] == [
        ("b", 7, 4),
        ("g", 6, 4),
        ("r", 5, 4),
    ]


@pytest.mark.rule("FR-T-005")
def test_dummies_that_do_not_score_are_not_classified_and_places_close_up() -> None:
    data = dump_scheme(FLAMME) | {"unscored": ["dummy"]}
    starters = [Starter("k1", "k", ("dummy",)), Starter("r1", "r"), Starter("b1", "b")]
    now = standings([stage(1, "k1 10, r1 10, b1 10")], starters, read_scheme(data), over=False)
    assert {player.team: player.points for player in now.players} == {"r": 3, "b": 2}
    assert {row.who: row.figure for row in now.classifications["individual"].rows} == {
        "r1": 0,
        "b1": 0,
    }


@pytest.mark.rule("FR-T-015")
def test_a_rider_in_the_worst_corner_stays_in_the_tour_and_out_of_the_general() -> None:
    data = dump_scheme(FLAMME)
    data["classifications"][0]["gap_cap"] = 500
    starters = [Starter("r1", "r"), Starter("b1", "b")]
    course = history(
        [stage(1, "r1 10, b1 510"), stage(2, "b1 10, r1 600")], starters, read_scheme(data)
    )
    assert names(course[0].classifications["individual"].rows) == "r1"
    assert names(course[1].classifications["individual"].rows) == "r1"
    assert {player.team: player.sources["stage"] for player in course[1].players} == {
        "r": 3 + 2,
        "b": 2 + 3,
    }


# -- Pace Wheel


@pytest.mark.rule("PW-M-020", "PW-M-021", "PW-M-022")
def test_alone_a_group_of_two_and_one_a_turn_later() -> None:
    result = StageResult(
        1,
        "flat",
        (),
        (Arrival("A1", 600), Arrival("B1", 615), Arrival("C1", 615), Arrival("D1", 675, turn=1)),
    )
    now = standings(
        [result], [Starter(rider, rider[0]) for rider in ("A1", "B1", "C1", "D1")], WHEEL
    )
    assert {row.who: row.figure for row in now.classifications["individual"].rows} == {
        "A1": 0,
        "B1": 1,
        "C1": 1,
        "D1": 4,
    }


@pytest.mark.rule("PW-M-021")
def test_in_the_winner_s_own_group_all_others_get_one() -> None:
    now = standings(
        [stage(1, "a1 600, b1 600, c1 600, d1 610")],
        [Starter(f"{team}1", team) for team in "abcd"],
        WHEEL,
    )
    assert {row.who: row.figure for row in now.classifications["individual"].rows} == {
        "a1": 0,
        "b1": 1,
        "c1": 1,
        "d1": 3,
    }


@pytest.mark.rule("PW-M-023", "PW-M-024")
def test_fewest_points_win_then_more_stage_wins_then_the_last_stage() -> None:
    starters = [Starter(f"{team}1", team) for team in "abc"]
    now = standings(
        [
            stage(1, "a1 10, b1 20, c1 30"),
            stage(2, "b1 10, c1 20, a1 30"),
            stage(3, "c1 10, b1 20, a1 30"),
        ],
        starters,
        WHEEL,
    )
    assert [(row.who, row.figure) for row in now.classifications["individual"].rows] == [
        ("b1", 2),
        ("c1", 3),
        ("a1", 4),
    ]
    now = standings([stage(1, "a1 10, b1 20"), stage(2, "b1 10, a1 20")], starters[:2], WHEEL)
    assert decided(now, "individual", "a1") == "better place on stage 2: 1st against 2nd"
    now = standings(
        [
            stage(1, "c1 10, a1 20, b1 30"),
            stage(2, "a1 10, b1 20, c1 30"),
            stage(3, "b1 10, a1 10, c1 90"),
        ],
        starters,
        WHEEL,
    )
    assert now.classifications["individual"].rows[0].who == "a1"


@pytest.mark.rule("PW-M-010", "PW-M-013")
def test_climbers_get_five_three_two_one_and_share_the_place_where_first_places_are_equal() -> None:
    starters = [Starter(f"{team}1", team) for team in "abcde"]
    now = standings(
        [stage(1, "a1 1, b1 2, c1 3, d1 4, e1 5", lines=("hill b1 a1 c1 d1 e1", "hc a1 b1"))],
        starters,
        WHEEL,
    )
    assert [(row.rank, row.who, row.figure) for row in now.classifications["mountain"].rows] == [
        (1, "b1", 8),
        (1, "a1", 8),
        (3, "c1", 2),
        (4, "d1", 1),
    ]
    assert now.jerseys[1].shared == ("b1", "a1")


# -- what is no scheme


def wrong(change: object) -> list[tuple[str, str]]:
    data = dump_scheme(UCI)
    change(data)  # type: ignore[operator]
    with pytest.raises(SchemeError) as refused:
        read_scheme(data)
    return [(fault.path, fault.text) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("change", "path", "text"),
    [
        (
            lambda data: data["classifications"][1]["tie_breaks"].append("luck"),
            "classifications[1].tie_breaks[3]",
            "cannot break ties here",
        ),
        (
            lambda data: data["classifications"][1]["tie_breaks"].append("general"),
            "classifications[1].tie_breaks[3]",
            "stands there twice",
        ),
        (
            lambda data: data["classifications"][0].update(key="gc"),
            "classifications",
            "has to be the general classification",
        ),
        (
            lambda data: data["classifications"][2].update(colour="green"),
            "classifications[2].colour",
            "is taken by a classification above",
        ),
        (
            lambda data: data["classifications"][2].update(colour="plaid"),
            "classifications[2].colour",
            "is no colour of a jersey",
        ),
        (
            lambda data: data["classifications"][2]["lines"].update(col=[1]),
            "classifications[2].lines.col",
            "there is no such line",
        ),
        (
            lambda data: data["classifications"][1]["finish"].update(steep=[1]),
            "classifications[1].finish.steep",
            "no such type of stage",
        ),
        (
            lambda data: data["classifications"][0].update(finish={"flat": [1]}),
            "classifications[0].finish",
            "pays points",
        ),
        (
            lambda data: data["manager_points"]["points"].update(luck=[1]),
            "manager_points.points.luck",
            "there is no such classification",
        ),
        (
            lambda data: data["bonus"]["lines"].update(col=[1]),
            "bonus.lines.col",
            "there is no such line",
        ),
        (lambda data: data["bonus"].update(finish=[-1]), "bonus.finish[0]", "Expected `int` >= 0"),
        (
            lambda data: data["classifications"][3].update(by="luck"),
            "classifications[3].by",
            "Invalid enum value",
        ),
        (
            lambda data: data["classifications"][3].update(jersey="x"),
            "classifications[3]",
            "unknown field `jersey`",
        ),
        (lambda data: data["categories"].pop("hc"), "categories", 'the name of "hc" is missing'),
        (
            lambda data: data.update(manager_points={"points": {}, "at_end": ["teams"]}),
            "manager_points.at_end[0]",
            "pays no points",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_path(change: object, path: str, text: str) -> None:
    found = wrong(change)
    assert any(where == path and text in said for where, said in found), found


def test_what_is_no_toml_is_said() -> None:
    with pytest.raises(SchemeError, match="not TOML"):
        read_toml("classifications = [")


@pytest.mark.rule("FR-T-020")
def test_only_times_are_shown_behind_the_best() -> None:
    data = dump_scheme(scheme("cycling_party_master"))
    points = next(each for each in data["classifications"] if each["by"] == "points")
    points["from_best"] = True
    with pytest.raises(SchemeError, match="only times are shown behind the best"):
        read_scheme(data)
    assert scheme("flamme_rouge_grand_tour").general.from_best
