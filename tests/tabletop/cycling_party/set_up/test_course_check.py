"""A stage that cannot be raced is refused in words, with its figures, where it occurs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourmanager.tabletop.cycling_party.set_up.course import count_hexagons, lines_on_road
from tourmanager.tabletop.cycling_party.set_up.course_check import check, errors
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPES


def plan(length, type_, passes=(), sprints=()):
    return StagePlan(type=type_, length=length, passes=list(passes), sprints=list(sprints))


def good():
    return plan(
        150,
        "high",
        [PassPlan(40, "second"), PassPlan(62, "first"), PassPlan(95, "hc")],
        [15, 24, 33],
    )


def codes(stage, version="master"):
    return {problem.code for problem in check(stage, version)}


def found(stage, code, version="master"):
    return next(problem for problem in check(stage, version) if problem.code == code)


@pytest.mark.rule("CP-M-046", "CP-M-006")
def test_a_correct_stage_has_no_problems():
    assert check(good()) == []


@pytest.mark.rule("CP-M-046", "CP-S-002")
def test_an_overlap_is_said_with_both_passes_and_their_kilometres():
    problem = found(
        plan(
            150,
            "low",
            [PassPlan(30, "third"), PassPlan(37, "second"), PassPlan(70, "hill")],
            [15, 18, 21, 24],
        ),
        "E_PASS_OVERLAP",
    )
    assert (
        problem.text
        == "Pass 2 (second category, km 37–52) overlaps pass 1 (third category, km 30–37)."
    )
    assert problem.where == ("passes", 1, "start")
    assert problem.severity == "error"


@pytest.mark.rule("CP-M-046")
def test_where_speaks_of_the_plan_and_the_words_of_the_road():
    problem = found(
        plan(150, "low", [PassPlan(37, "second"), PassPlan(30, "third"), PassPlan(70, "hill")]),
        "E_PASS_OVERLAP",
    )
    assert problem.text.startswith("Pass 2 (second")
    assert problem.where == ("passes", 0, "start")


@pytest.mark.rule("CP-M-046")
def test_a_short_pass_within_a_long_one_overlaps_though_another_lies_between():
    stage = plan(150, "high", [PassPlan(40, "hc"), PassPlan(45, "hill"), PassPlan(60, "hill")])
    assert [p.where for p in check(stage) if p.code == "E_PASS_OVERLAP"] == [
        ("passes", 1, "start"),
        ("passes", 2, "start"),
    ]


@pytest.mark.rule("CP-M-046", "CP-J-018")
@pytest.mark.parametrize("version", ["junior", "senior", "master"])
def test_twelve_kilometres_could_end_with_the_opening_throw(version):
    assert "E_LENGTH" in codes(plan(12, "flat"), version)
    assert "E_LENGTH" not in codes(plan(13, "flat"), version)


@pytest.mark.rule("CP-M-046")
def test_a_pass_beyond_the_finish_says_where_the_finish_is():
    stage = good()
    stage.passes[2] = PassPlan(130, "hc")
    problem = found(stage, "E_PASS_RANGE")
    assert problem.text == "Pass 3 (hors category, km 130–161) goes beyond the finish at km 150."
    assert problem.where == ("passes", 2, "start")


@pytest.mark.rule("CP-J-012", "CP-M-046")
def test_passes_of_the_junior_version_may_have_any_length_and_touch():
    assert codes(plan(150, None, [(50, 60), (61, 64)]), "junior") == set()
    assert codes(plan(150, None, [(50, 60), (60, 64)]), "junior") == {"E_PASS_OVERLAP"}
    assert codes(plan(150, None, [(60, 50)]), "junior") == {"E_PASS_RANGE"}


@pytest.mark.rule("CP-S-003")
def test_every_stage_has_three_or_four_passes():
    flat = [PassPlan(60 + 10 * n, "hill") for n in range(5)]
    for n in range(6):
        assert ("E_PASS_COUNT" in codes(plan(150, "flat", flat[:n]), "senior")) == (n not in (3, 4))


@pytest.mark.rule("CP-S-001", "CP-S-004")
@pytest.mark.parametrize(
    ("type_", "fitting"),
    [
        ("flat", "hill third"),
        ("low", "third second"),
        ("medium", "second first"),
        ("high", "first hc"),
    ],
)
def test_the_hardest_pass_fits_the_type(type_, fitting):
    for category in CATEGORIES:
        stage = plan(
            150, type_, [PassPlan(60, "hill"), PassPlan(70, "hill"), PassPlan(80, category)]
        )
        assert ("W_TYPE" in codes(stage)) == (category not in fitting.split())


@pytest.mark.rule("CP-M-005")
@pytest.mark.parametrize(("type_", "right"), [("flat", 5), ("low", 4), ("medium", 3), ("high", 3)])
def test_the_type_says_how_many_intermediate_sprints(type_, right):
    for n in range(7):
        assert ("E_IS_COUNT" in codes(plan(150, type_, [], [20 + i for i in range(n)]))) == (
            n != right
        )


@pytest.mark.rule("CP-M-005", "CP-M-006")
def test_a_sprint_lies_on_a_flat_square_of_its_own_in_the_first_half():
    stage = good()
    stage.sprints = [15, 15, 40]
    assert found(stage, "E_IS_DUP").where == ("sprints", 1)
    assert (
        found(stage, "E_IS_FLAT").text
        == "The intermediate sprint on km 40 lies on pass 1 (second category, km 40–55): it must be"
        " on the flat."
    )
    assert found(stage, "E_IS_FLAT").where == ("sprints", 2)
    stage.sprints = [15, 24, 75]
    stage.passes[1].start = 90
    assert "W_IS_LATE" not in codes(stage)
    stage.sprints[2] = 76
    assert found(stage, "W_IS_LATE").where == ("sprints", 2)
    stage.sprints[2] = 150
    assert "E_IS_FLAT" in codes(stage)
    stage.sprints[2] = 0
    assert "E_IS_FLAT" in codes(stage)


@pytest.mark.rule("CP-J-019", "CP-M-046")
def test_the_opening_throw_stays_on_the_flat():
    stage = good()
    stage.sprints, stage.passes[0] = [60, 59, 58], PassPlan(12, "second")
    assert "W_OPENING" in codes(stage)
    stage.passes[0].start = 13
    assert "W_OPENING" not in codes(stage)


@pytest.mark.rule("CP-M-046")
def test_nine_flat_squares_lie_before_the_finish():
    stage = good()
    stage.passes[2].start = 150 - 9 - 31
    assert check(stage) == []
    stage.passes[2].start += 1
    assert found(stage, "W_RUN_IN").text.startswith(
        "Pass 3 (hors category, km 111–142) leaves 8 flat squares"
    )
    stage.passes[2].start = 150 - 31
    assert "leaves no flat square" in found(stage, "W_RUN_IN").text
    assert errors(check(stage)) == []


@pytest.mark.rule("CP-J-016", "CP-J-004")
def test_one_box_lays_150_km():
    assert count_hexagons(150) == 54
    assert check(good()) == []
    longer = good()
    longer.length = 153
    assert codes(longer) == {"W_BOARD"}
    assert "55 hexagons" in found(longer, "W_BOARD").text
    longer.length = 151
    assert codes(longer) == {"W_BOARD", "W_HEX"}


def test_more_than_300_km_and_unknown_words_are_refused_plainly():
    assert "at most 300 km" in found(plan(301, "flat"), "E_TOO_LONG").text
    assert found(plan(150, "alpine"), "E_TYPE").where == ("type",)
    assert found(plan(150, "flat", [PassPlan(60, "hors")]), "E_CATEGORY").where == (
        "passes",
        0,
        "category",
    )


def test_errors_come_before_warnings():
    severities = [
        p.severity
        for p in check(plan(121, "flat", [PassPlan(10, "hill"), PassPlan(50, "hc")], [20, 20, 90]))
    ]
    assert severities == sorted(severities)
    assert {"error", "warning"} == set(severities)


def test_lines_are_named_in_road_order():
    stage = plan(150, "low", [PassPlan(62, "second"), PassPlan(40, "third")], [33, 15])
    assert [tuple(line) for line in lines_on_road(stage)] == [
        ("s1", "sprint", "is", None, 15, "Sprint 1"),
        ("s2", "sprint", "is", None, 33, "Sprint 2"),
        ("p1", "pass", "third", 40, 47, "Pass 1"),
        ("p2", "pass", "second", 62, 77, "Pass 2"),
    ]


anything = st.integers() | st.integers(-5, 320)
words = st.sampled_from(CATEGORIES) | st.text()


@given(
    st.builds(
        StagePlan,
        type=st.sampled_from(TYPES) | st.text() | st.none(),
        length=anything,
        passes=st.lists(
            st.builds(PassPlan, anything, words)
            | st.tuples(anything, anything)
            | st.tuples(anything, anything, words)
        ),
        sprints=st.lists(anything),
    ),
    st.sampled_from(["junior", "senior", "master"]),
)
def test_whatever_a_plan_holds_the_check_answers_in_words(stage, version):
    for problem in check(stage, version):
        assert problem.text[0].isupper() or problem.text[0].isdigit()
        assert problem.text.endswith(".")
        assert len(problem.text) < 250
        match problem.where:
            case ("passes", index, "start" | "category"):
                assert index < len(stage.passes)
            case ("sprints", index):
                assert index < len(stage.sprints)
            case where:
                assert where in [("length",), ("type",), ("passes",), ("sprints",)]
    assert len(lines_on_road(stage)) == len(stage.passes) + len(stage.sprints)
