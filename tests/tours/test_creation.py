import msgspec
import pytest

from tests.factory import NOW, a_plan, a_stage_plan, a_team_plan, a_tour, a_user
from tourmanager.riders.models import Team
from tourmanager.tabletop.cycling_party.set_up.creation import create, mountain_attacks, plan_of
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, TourPlan
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.planning.creation import PlanRefused, choose_letters, link_of
from tourmanager.tours.planning.plan import RiderPlan

pytestmark = pytest.mark.django_db


def refused(plan: TourPlan) -> list[str]:
    with pytest.raises(PlanRefused) as caught:
        create(plan, by=None, at=NOW)
    assert not Tour.objects.exists()
    return [f"{problem.where}: {problem.text}" for problem in caught.value.problems]


@pytest.mark.rule("CP-M-058", "CP-M-059", "CP-APP-003")
def test_a_created_tour_runs_and_its_first_stage_is_the_active_one():
    tour = a_tour(stages=3)
    assert tour.state == Tour.State.ACTIVE
    assert [stage.state for stage in tour.stages.all()] == [
        Stage.State.ACTIVE,
        Stage.State.PENDING,
        Stage.State.PENDING,
    ]


@pytest.mark.rule("CP-M-003", "CP-APP-029")
def test_whoever_creates_a_tour_directs_it():
    ada = a_user("ada")
    assert list(a_tour(by=ada).directors.all()) == [ada]


@pytest.mark.rule("CP-APP-005")
def test_a_tour_holds_its_whole_plan():
    plan = a_plan(stages=4, teams=6, riders=6, options={"mountain_attack_rounding": "down"})
    assert plan_of(create(plan, by=None, at=NOW)) == plan


@pytest.mark.rule("CP-S-002")
def test_lines_are_named_in_road_order_and_a_pass_ends_where_its_category_says():
    stage = a_stage_plan(
        "high",
        passes=[PassPlan(95, "hc"), PassPlan(62, "first"), PassPlan(40, "second")],
        sprints=[31, 15, 23],
    )
    tour = create(msgspec.structs.replace(a_plan(), stages=[stage]), by=None, at=NOW)
    lines = tour.stages.get().lines
    assert [(line.key, line.category, line.km) for line in lines.order_by("km")] == [
        ("s1", "is", 15),
        ("s2", "is", 23),
        ("s3", "is", 31),
        ("p1", "second", 55),
        ("p2", "first", 85),
        ("p3", "hc", 126),
    ]


@pytest.mark.rule("CP-M-011", "CP-APP-012")
@pytest.mark.parametrize(
    ("passes", "up", "down"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (7, 4, 3)]
)
def test_a_team_has_half_as_many_mountain_attacks_as_there_are_hors_category_passes(
    passes, up, down
):
    stages = [a_stage_plan("high") for _ in range(passes)] + [a_stage_plan("flat")]
    assert mountain_attacks(stages) == up
    assert mountain_attacks(stages, "down") == down


@pytest.mark.rule("CP-M-011", "CP-APP-012")
def test_the_number_of_mountain_attacks_is_fixed_when_the_tour_is_created():
    assert a_tour(stages=2).game_data["mountain_attacks"] == 1
    rounded_down = a_tour(stages=2, options={"mountain_attack_rounding": "down"})
    assert rounded_down.game_data["mountain_attacks"] == 0


@pytest.mark.rule("CP-APP-005")
def test_the_roster_cannot_change_a_tour():
    tour = a_tour()
    Team.objects.all().delete()
    assert [len(team.riders.all()) for team in tour.teams.all()] == [5, 5]


def test_each_team_has_a_letter_of_its_own():
    assert choose_letters(["Blue", "Brown", "Black", "b", "Été", "東京"]) == [
        "b",
        "r",
        "l",
        "a",
        "e",
        "c",
    ]


def test_the_link_of_a_tour_cannot_be_guessed():
    assert link_of("Tour d'Été").startswith("tour-dete-")
    assert len({link_of("x") for _ in range(200)}) == 200
    assert len(link_of("").removeprefix("tour-")) >= 10


@pytest.mark.rule("CP-APP-008")
@pytest.mark.parametrize("name", ["GRAND ÉTÉ", "  grand   été "])
def test_two_tours_cannot_have_one_name_whatever_its_capitals(name):
    a_tour(name="Grand Été")
    with pytest.raises(PlanRefused, match="tour of this name"):
        a_tour(name=name)
    assert Tour.objects.count() == 1


def test_the_name_of_an_erased_tour_is_free_again():
    Tour.objects.filter(pk=a_tour(name="Lap").pk).update(erased_at=NOW)
    assert a_tour(name="lap").name == "lap"


@pytest.mark.rule("CP-M-001", "CP-M-048", "CP-M-059")
@pytest.mark.parametrize("stages", [1, 21])
def test_a_tour_has_as_many_stages_as_the_players_want_and_one_of_them_is_active(stages):
    tour = a_tour(stages=stages)
    assert tour.stages.count() == stages
    assert [stage.number for stage in tour.stages.filter(state=Stage.State.ACTIVE)] == [1]


@pytest.mark.rule("CP-M-048")
@pytest.mark.parametrize("stages", [0, 22])
def test_a_tour_has_one_to_twenty_one_stages(stages):
    assert f"Stages: A tour has 1 to 21 stages, not {stages}." in refused(a_plan(stages=stages))


@pytest.mark.rule("CP-APP-011")
@pytest.mark.parametrize("teams", [0, 1, 7])
def test_a_tour_has_two_to_six_teams(teams):
    assert f"Teams: A tour needs 2 to 6 teams, not {teams}." in refused(a_plan(teams=teams))


@pytest.mark.rule("CP-APP-011")
def test_teams_are_different():
    plan = a_plan()
    plan.teams[1].name = "azure"
    assert "Teams: The team Azure is there twice." in refused(plan)


@pytest.mark.rule("CP-APP-011", "CP-S-005")
def test_every_role_is_ridden_once():
    plan = a_plan()
    plan.teams[0].riders[1].role = "climber"
    assert refused(plan) == [
        "Team Azure: 2 riders ride as climber, the leader: one of them needs another role.",
        "Team Azure: Nobody rides as sprinter.",
    ]


@pytest.mark.rule("CP-APP-011")
def test_every_number_is_there_once_and_every_team_has_as_many_riders():
    plan = a_plan()
    plan.teams[0].riders[4].number = 6
    plan.teams[1].riders.append(RiderPlan(6, "Fay Brick", "lanterne_rouge"))
    assert refused(plan) == [
        "Team Azure: The riders need the numbers 1 to 5, each once.",
        "Team Brick: 6 riders, but each team has 5.",
    ]


@pytest.mark.rule("CP-M-055")
@pytest.mark.parametrize(
    ("points", "text"),
    [
        ([5, 6], "Individual: place 2 gives 6, more than place 1 with 5."),
        ([-1], "Individual: points are whole numbers from 0 to 9999."),
        ([2**40], "Individual: points are whole numbers from 0 to 9999."),
        ([1] * 37, "Individual: points for 37 places, but at most 36 riders take part."),
    ],
)
def test_points_are_none_or_more_and_do_not_rise_from_place_to_place(points, text):
    plan = a_plan()
    plan.scale["individual"] = points
    assert refused(plan) == [f"Points: {text}"]


@pytest.mark.rule("CP-M-055")
def test_a_classification_may_give_nothing():
    plan = a_plan()
    plan.scale = {"stage": [0, 0], "individual": []}
    assert create(plan, by=None, at=NOW).scale["teams"] == []


@pytest.mark.rule("CP-APP-010", "CP-M-005")
def test_an_impossible_stage_is_refused_and_one_to_warn_of_is_not():
    plan = a_plan(stages=2)
    plan.stages[1] = a_stage_plan("high", passes=[PassPlan(40, "second"), PassPlan(50, "third")])
    assert [text.split(":")[0] for text in refused(plan)] == ["Stage 2", "Stage 2"]
    plan.stages[1] = a_stage_plan("high", length=151)
    assert create(plan, by=None, at=NOW).stages.count() == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"name": "a\x00b"},
        {"name": "\ud800"},
        {"name": None},
        {"character": "hilly"},
        {"scheme": "nothing"},
        {"scheme": "../../secrets"},
        {"riders_per_team": 7},
        {"riders_per_team": 2**40},
        {"scale": {"laps": [1]}},
        {"seed": "s" * 41},
        {"stages": [a_stage_plan(length=2**31)]},
        {"stages": [a_stage_plan(length=-5)]},
        {"stages": [a_stage_plan("flat", type="hilly")]},
        {"stages": [a_stage_plan(sprints=[2**63])]},
        {"stages": [a_stage_plan(passes=[PassPlan(40, "steep")])]},
        {"stages": [a_stage_plan(passes=[PassPlan(40, "hill")] * 10**5)]},
        {"teams": [a_team_plan("Azure", colour="red"), a_team_plan("Brick")]},
        {"teams": [a_team_plan("Azure", pattern="dots"), a_team_plan("Brick")]},
        {"teams": [a_team_plan("Azure", short_name="LONGER"), a_team_plan("Brick")]},
        {"teams": [a_team_plan("Azure", manager="m" * 41), a_team_plan("Brick")]},
    ],
)
def test_a_plan_that_cannot_be_kept_is_refused_and_nothing_is_written(changes):
    plan = a_plan()
    for name, value in changes.items():
        setattr(plan, name, value)
    assert refused(plan)
