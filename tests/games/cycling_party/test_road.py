"""Setting up, units, throws and moves: the junior rules that a table plays by."""

import msgspec
import pytest

from games.cycling_party.course import course
from games.cycling_party.groups import units_now
from games.cycling_party.setup import Setup, StageSetup, example, problems
from games.cycling_party.state import UNIT_NAMES
from games.engine import BadSetup
from tests.games.cycling_party.race import GAME, PLAIN, Race, race


def changed(setup: Setup, **changes: object) -> dict[str, object]:
    return GAME.write_setup(msgspec.structs.replace(setup, **changes))


def drawn(now: Race) -> list[tuple[str, int, str]]:
    course_of = now.state.course
    return [
        (
            UNIT_NAMES[unit.kind],
            unit.squares[0],
            " ".join(course_of.names[rider] for rider in course_of.riders(unit.riders)),
        )
        for unit in units_now(now.state)
    ]


@pytest.mark.rule("CP-J-001", "CP-J-008")
def test_two_to_six_teams_race():
    assert [example("junior", seats).teams[-1] for seats in range(2, 7)] == [
        "blue",
        "green",
        "black",
        "purple",
        "orange",
    ]
    for seats in (1, 7):
        with pytest.raises(BadSetup):
            GAME.read_setup(
                {
                    "version": "junior",
                    "stage": {"length": 60},
                    "teams": "red blue green black purple orange white".split()[:seats],
                }
            )


@pytest.mark.rule("CP-J-002")
def test_all_teams_have_five_or_all_have_six_riders():
    five, six = (GAME.start(example("junior", 3, riders)) for riders in (5, 6))
    assert [state.active.bit_count() for state in (five, six)] == [15, 18]
    for riders in (4, 7):
        with pytest.raises(BadSetup, match="5 or 6 riders"):
            GAME.read_setup(
                {
                    "version": "junior",
                    "stage": {"length": 60},
                    "teams": ["red", "blue"],
                    "riders": riders,
                }
            )


@pytest.mark.rule("CP-J-006")
def test_each_version_contains_the_one_before():
    tokens = {"red": {"bottle": 0}, "blue": {"bottle": 0}}
    answers = [
        set(
            race("30: red2 blue1, 20: red1", version, tokens=tokens).passes_to("red").legal
            if version == "master"
            else _window(version)
        )
        for version in ("junior", "senior", "master")
    ]
    assert answers[0] < answers[1] <= answers[2]


def _window(version: str) -> list[str]:
    now = race(
        "30: red2 blue1, 20: red1", version, tokens={"red": {"bottle": 0}, "blue": {"bottle": 0}}
    )
    while now.phase == "withdrawals":
        now.say("pass")
    return now.legal


@pytest.mark.rule("CP-J-005", "CP-J-010", "CP-J-012")
def test_in_the_junior_version_players_choose_length_and_mountain_squares_freely():
    road = course(
        GAME.read_setup(
            {
                "version": "junior",
                "stage": {"length": 97, "passes": [[20, 20], [21, 60]]},
                "teams": ["red", "blue"],
            }
        )
    )
    assert [road.mountain[square] for square in (19, 20, 21, 60, 61)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert road.end == 97


@pytest.mark.rule("CP-J-010", "CP-M-046")
@pytest.mark.parametrize(
    ("code", "stage", "version"),
    [
        ("E_LENGTH", {"length": 12}, "junior"),
        ("E_LENGTH", {"length": 301}, "junior"),
        ("E_PASS_RANGE", {"length": 60, "passes": [[50, 61]]}, "junior"),
        ("E_PASS_RANGE", {"length": 60, "passes": [[50, 40]]}, "junior"),
        ("E_PASS_OVERLAP", {"length": 60, "passes": [[20, 30], [30, 40]]}, "junior"),
        ("E_PASS_LENGTH", {"length": 60, "type": "flat", "passes": [[20, 30, "hill"]]}, "senior"),
        ("E_PASS_LENGTH", {"length": 60, "type": "flat", "passes": [[20, 30]]}, "senior"),
        (
            "E_PASS_TOUCH",
            {"length": 60, "type": "flat", "passes": [[20, "hill"], [23, "hill"]]},
            "senior",
        ),
        ("E_TYPE", {"length": 60}, "senior"),
        ("E_IS_DUP", {"length": 60, "type": "flat", "sprints": [20, 20]}, "master"),
        (
            "E_IS_FLAT",
            {"length": 60, "type": "flat", "passes": [[20, "hill"]], "sprints": [21]},
            "master",
        ),
        ("E_IS_COUNT", {"length": 60, "type": "flat", "sprints": [21]}, "senior"),
    ],
)
def test_a_stage_that_cannot_be_raced_is_refused_with_its_code(code, stage, version):
    with pytest.raises(BadSetup, match=code):
        GAME.read_setup({"version": version, "stage": stage, "teams": ["red", "blue"]})


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        7,
        {},
        {"version": "expert"},
        {"version": "junior", "stage": {"length": "far"}, "teams": ["red", "blue"]},
    ],
)
def test_what_is_no_setup_is_refused(data):
    with pytest.raises(BadSetup):
        GAME.read_setup(data)


@pytest.mark.parametrize("passes", [[["hill", 20]], [[20]], [[20, "mont"]], [[20, 30, 40]]])
def test_what_is_no_pass_is_refused(passes):
    with pytest.raises(BadSetup, match="A pass is"):
        GAME.read_setup(
            {
                "version": "junior",
                "stage": {"length": 60, "passes": passes},
                "teams": ["red", "blue"],
            }
        )


def test_teams_need_different_plain_names_and_only_known_riders_are_absent():
    for wrong in (
        {"teams": ["red", "red"]},
        {"teams": ["Red", "blue"]},
        {"teams": ["red", "blue"], "absent": ["red7"]},
    ):
        with pytest.raises(BadSetup):
            GAME.read_setup({"version": "junior", "stage": {"length": 60}, **wrong})


def test_an_example_of_every_version_can_be_raced():
    for version in GAME.versions:
        assert not list(problems(example(version, 6)))


@pytest.mark.rule("CP-J-004")
def test_a_square_is_a_kilometre_and_only_passes_make_it_a_mountain():
    road = course(Setup(version="junior", stage=StageSetup(60), teams=("red", "blue")))
    assert road.end == 60
    assert not any(road.mountain)


@pytest.mark.rule("CP-J-011", "CP-J-014", "CP-J-017", "CP-J-018")
def test_all_start_on_the_start_hexagon_and_any_number_may_share_a_square():
    state = GAME.start(example("senior", 6, 6))
    assert set(state.square) == {0}
    told = GAME.apply(state, -1, (3, 3) * 36)
    assert set(state.square) == {6}
    assert [event.kind for event in told] == ["opening", "turn"]


@pytest.mark.rule("CP-J-026")
def test_every_throw_names_its_rider():
    now = race("30: red1 red4 blue1 green1 black1", "junior")
    while now.phase != "peloton":
        now.say("pass")
    assert now.legal == ["pass", "pass unit", "pass turn", "throw red1", "throw red4"]


@pytest.mark.rule("CP-J-027", "CP-J-032")
def test_a_rider_on_the_flat_is_in_a_peloton_a_paceline_or_alone_whatever_his_team():
    assert drawn(race("30: red1, 25: red2 red3, 20: red4 red5 red6 blue1 blue2")) == [
        ("breakaway", 30, "red1"),
        ("paceline", 25, "red2 red3"),
        ("peloton", 20, "red4 red5 red6 blue1 blue2"),
    ]


@pytest.mark.rule("CP-J-041")
def test_who_leaves_a_peloton_moves_at_once():
    now = race("30: red1 blue1 green1 black1 purple1", "junior")
    while now.phase != "peloton":
        now.say("pass")
    now.say("throw red1").dice(6, 6)
    assert now.at("red1", "blue1") == [42, 30]


@pytest.mark.rule("CP-J-054", "CP-J-052", "CP-J-045")
def test_behind_a_pass_the_flat_rules_apply_again():
    stage = {"len": 120, "passes": [[40, 45]]}
    now = race("45: red1, 10: blue1", "junior", stage).passes()
    assert now.throw == (6,)
    now.dice(4).passes().dice(1, 1).passes()
    assert (now.at("red1"), now.throw) == ([49], (6, 6))


@pytest.mark.rule("CP-J-057", "CP-J-058")
def test_a_sprint_token_is_paid_before_the_throw():
    now = race("30: red2, 20: blue1", "junior")
    while now.phase == "withdrawals":
        now.say("pass")
    now.say("sprint red2 d20")
    assert (now.throw, now.state.sprints[0]) == ((20,), 0)


@pytest.mark.rule("CP-J-064", "CP-J-061")
def test_the_bottle_limits_hold_for_each_turn_and_begin_anew_with_the_next():
    now = race("30: red1 red4, 20: blue1", "master").say("bottle red1", "bottle red1")
    assert [text for text in now.legal if text.startswith("bottle")] == ["bottle red4"]
    now.say("bottle red4")
    assert now.asked == "red"
    assert not [text for text in now.legal if text.startswith("bottle")]
    assert now.state.bottles[0] == 2


@pytest.mark.rule("CP-J-003", "CP-J-072")
def test_a_long_plain_stage_is_won_by_whoever_is_furthest():
    now = race("150: red1, 149: blue1", "senior", PLAIN).passes().dice(1, 2).passes().dice(6, 5)
    now.passes()
    assert GAME.outcome(now.state).winner == "blue1"
