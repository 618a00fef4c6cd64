"""Start, step by step, as a browser without a script would walk it."""

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factory import a_full_roster, a_tour, a_user
from tests.tabletop.cycling_party.set_up.conftest import TOUR, Setup
from tourmanager.riders.models import Rider, Team
from tourmanager.scoring.scheme import scheme
from tourmanager.tours.models import Draft, Stage, Tour

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return response.content.decode()


@pytest.mark.rule("CP-APP-001", "CP-APP-006")
def test_without_two_complete_teams_start_leads_to_personalise_and_says_why(client):
    a_full_roster(1)
    page = text(client.get("/tours/new/"))
    assert "two complete teams" in page
    assert "Set up a new tour" not in page
    response = client.post("/tours/new/cycling_party/", follow=True)
    assert response.redirect_chain == [("/teams/", 302)]
    assert "two complete teams" in text(response)
    assert not Draft.objects.exists()


@pytest.mark.rule("CP-APP-006")
def test_a_team_without_its_sprinter_does_not_count(client):
    a_full_roster(2)
    Rider.objects.filter(team__name="Brick", role="sprinter").delete()
    assert client.post("/tours/new/cycling_party/").url == "/teams/"


@pytest.mark.rule("CP-M-004", "CP-APP-029")
def test_a_stranger_signs_in_before_he_starts_a_tour(setup):
    setup.client.logout()
    for url in ("/tours/new/", setup.url("tour")):
        assert setup.client.get(url).url.startswith("/account/")
    assert setup.client.post("/tours/new/", TOUR).status_code == 405, "nothing is sent there"
    assert setup.client.post(setup.url("tour"), TOUR).url.startswith("/account/")
    assert setup.draft.name == ""


def test_a_draft_is_its_owners_alone(setup):
    setup.client.force_login(a_user("eve"), backend="django.contrib.auth.backends.ModelBackend")
    assert setup.get("tour").status_code == 404
    assert setup.post("tour", **TOUR).status_code == 404
    assert setup.client.post(f"/tours/new/cycling_party/delete/{setup.pk}/").status_code == 404
    assert setup.draft.name == ""


@pytest.mark.rule("CP-APP-007", "CP-M-058", "CP-APP-003")
def test_four_steps_make_a_tour_with_its_first_stage_active(setup, ada):
    assert setup.post("tour", do="continue", **TOUR).url == setup.url("points")
    assert setup.post("points", do="continue").url == setup.url("stages")
    assert setup.post("stages", do="continue").url == setup.url("teams")
    assert not Tour.objects.exists()
    response = setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    tour = Tour.objects.get()
    assert response.url == tour.get_absolute_url()
    assert setup.client.get(response.url).url == f"/tours/{tour.slug}/stages/1/"
    assert [stage.state for stage in tour.stages.all()] == [
        Stage.State.ACTIVE,
        Stage.State.PENDING,
        Stage.State.PENDING,
    ]
    assert list(tour.directors.all()) == [ada]
    assert not Draft.objects.exists()


@pytest.mark.rule("CP-APP-007")
@pytest.mark.parametrize("step", ["points", "stages", "teams"])
def test_no_step_is_skipped(setup, step):
    assert setup.get(step).url == setup.url("tour")
    assert setup.post(step, do="continue").status_code == 409
    response = setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert response.status_code == 409
    assert "The tour comes first" in text(response)
    assert not Tour.objects.exists()


@pytest.mark.rule("CP-APP-003", "CP-APP-008")
def test_a_draft_is_offered_again_and_is_no_tour(setup):
    setup.to("stages")
    assert "Lap of Honour" in text(setup.client.get("/tours/new/"))
    assert "Lap of Honour" not in text(setup.client.get("/tours/"))
    assert not Tour.objects.exists()


@pytest.mark.rule("CP-APP-008")
def test_another_device_goes_on_where_the_first_one_was_left(setup, ada):
    setup.to("stages")
    phone = Client()
    phone.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    assert setup.url("stages") in phone.get("/tours/new/").content.decode()
    assert 'value="Lap of Honour"' in phone.get(setup.url("tour")).content.decode()


@pytest.mark.rule("CP-APP-008")
def test_back_keeps_what_was_entered(setup):
    setup.to("points")
    assert setup.post("points", do="back", individual=["9", "3"]).url == setup.url("tour")
    assert setup.draft.scale["individual"] == [9, 3]
    setup.post("points", do="continue")
    assert setup.post("stages", do="back", **setup.open(1, length=144)).url == setup.url("points")
    assert setup.draft.stages[0].plan.length == 144
    setup.post("stages", do="continue")
    team = setup.teams[0]
    assert setup.post("teams", do="back", **setup.picked(team)).url == setup.url("stages")
    setup.post("teams", do="back", **setup.picked(team, **{f"manager-{team.pk}": "Jo"}))
    assert (setup.draft.seats[0].team, setup.draft.seats[0].manager) == (str(team.pk), "Jo")


@pytest.mark.rule("CP-APP-008")
def test_a_field_is_kept_as_soon_as_it_is_entered_right_or_not(setup):
    assert setup.keep("tour", **(TOUR | {"name": "", "players": "5"})).status_code == 200
    assert (setup.draft.players, setup.draft.name, setup.draft.accepted) == (5, "", 0)
    setup.keep("tour", **(TOUR | {"character": "nonsense", "stage_count": "21"}))
    assert (setup.draft.stage_count, setup.draft.character) == (21, "medium")


@pytest.mark.rule("CP-APP-008", "CP-M-048")
def test_the_name_is_taken_once_whatever_its_capitals(setup):
    a_tour(name="LAP OF HONOUR")
    response = setup.post("tour", do="continue", **TOUR)
    assert response.status_code == 422
    assert "There is already a tour of this name" in text(response)
    assert setup.draft.step == "tour"
    assert "There is already a tour of this name" in text(setup.keep("tour", **TOUR))


@pytest.mark.rule("CP-M-048", "CP-APP-008")
def test_a_new_draft_has_five_stages_five_riders_and_the_usual_points(setup):
    draft = setup.draft
    assert (draft.stage_count, draft.riders) == (5, 5)
    assert draft.scale == scheme("cycling_party_master").manager_points.points


@pytest.mark.rule("CP-APP-008")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stage_count", "0"),
        ("stage_count", "22"),
        ("players", "1"),
        ("players", "7"),
        ("riders", "4"),
        ("character", "hilly"),
        ("name", ""),
    ],
)
def test_characteristics_that_cannot_be_are_refused(setup, field, value):
    assert setup.post("tour", do="continue", **(TOUR | {field: value})).status_code == 422
    assert setup.draft.step == "tour"


@pytest.mark.rule("CP-APP-008")
def test_house_rules_are_chosen_with_the_characteristics(setup):
    setup.to("teams", **{"option-mountain_attack_rounding": "down", "option-board_limit": "on"})
    assert setup.draft.options == {"mountain_attack_rounding": "down"}
    setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert Tour.objects.get().options == {"mountain_attack_rounding": "down"}


@pytest.mark.rule("CP-APP-009", "CP-M-054", "CP-M-055")
def test_points_are_edited_by_place_and_the_total_in_play_is_shown(setup):
    setup.to("points")
    assert 3 * 5 + 66 + 23 + 23 + 13 + 20 == 160
    assert ">160</strong> in play" in text(setup.get("points"))
    response = setup.keep("points", individual=["10", "5"], stage=["6", "0"])
    assert setup.draft.scale["individual"] == [10, 5]
    assert "6 a stage, 3 stages: <strong>18</strong>" in text(response)
    setup.post("points", do="continue")
    assert setup.draft.scale["stage"] == [6, 0]


@pytest.mark.rule("CP-APP-009", "CP-M-055")
def test_places_come_and_go_and_the_standard_comes_back(setup):
    setup.to("points")
    setup.post("points", do="add-teams")
    assert setup.draft.scale["teams"] == [10, 6, 3, 1, 1]
    for _ in range(6):
        setup.post("points", do="drop-teams")
    assert setup.draft.scale["teams"] == []
    setup.post("points", do="add-teams")
    setup.post("points", do="standard")
    assert setup.draft.scale == scheme("cycling_party_master").manager_points.points


@pytest.mark.rule("CP-M-055")
@pytest.mark.parametrize(
    ("points", "words"),
    [
        (["1", "2"], "more than place 1"),
        (["-1"], "whole number"),
        (["x"], "whole number"),
        ([str(2**40)], "whole number"),
    ],
)
def test_points_that_rise_or_are_no_numbers_hold_the_step_up(setup, points, words):
    setup.to("points")
    response = setup.post("points", do="continue", individual=points)
    assert response.status_code == 422
    assert words in text(response)
    assert setup.draft.step == "points"


@pytest.mark.rule("CP-APP-010", "CP-M-047")
def test_the_model_tour_is_proposed_with_every_feature_of_its_stages(setup):
    setup.to("stages")
    page = text(setup.get("stages"))
    assert page.count("stage-card") == 3
    assert "km need" in text(setup.get("stages", "?stage=2"))
    assert not any(setup.draft.course_problems())


@pytest.mark.rule("CP-APP-010", "CP-M-047")
def test_every_feature_of_a_stage_can_be_changed(setup):
    setup.to("stages")
    changes = {
        "type": "low",
        "length": 138,
        "start": [50, 70, 90],
        "category": ["third", "third", "second"],
        "sprint": [15, 23, 31, 39],
    }
    setup.post("stages", do="close", **setup.open(2, **changes))
    plan = setup.draft.stages[1].plan
    assert msgspec.to_builtins(plan) == {
        "type": "low",
        "length": 138,
        "passes": [
            {"start": 50, "category": "third"},
            {"start": 70, "category": "third"},
            {"start": 90, "category": "second"},
        ],
        "sprints": [15, 23, 31, 39],
        "kind": "road",
        "label": "",
    }


@pytest.mark.rule("CP-APP-010")
def test_continue_is_refused_while_a_stage_has_an_error_and_says_where(setup):
    setup.to("stages")
    wrong = setup.open(2, start=[50, 52, 90], category=["third", "third", "second"])
    response = setup.post("stages", do="continue", **wrong)
    assert response.status_code == 422
    assert "Stage 2 breaks a rule" in text(response)
    assert "overlaps pass 1" in text(response)
    assert setup.draft.step == "stages"
    assert setup.get("teams").url == setup.url("stages")
    assert setup.post("teams", do="accept", **setup.picked(*setup.teams[:2])).status_code == 409
    assert not Tour.objects.exists()


@pytest.mark.rule("CP-APP-010")
def test_a_stage_broken_after_it_was_accepted_shuts_the_teams_again(setup):
    setup.to("teams")
    setup.keep("stages", **setup.open(1, start=[], category=[]))
    assert setup.draft.step == "stages"
    assert setup.post("teams", do="accept", **setup.picked(*setup.teams[:2])).status_code == 409


@pytest.mark.rule("CP-APP-010")
def test_a_warning_does_not_hold_anybody_up(setup):
    setup.to("stages")
    response = setup.keep("stages", **setup.open(1, length=setup.draft.stages[0].plan.length + 1))
    assert "not a multiple of 3" in text(response)
    assert setup.post("stages", do="continue").url == setup.url("teams")


@pytest.mark.rule("CP-APP-010", "CP-S-002")
def test_the_profile_the_end_of_a_pass_and_the_hexagons_follow_what_is_entered(setup):
    setup.to("stages")
    response = text(
        setup.keep(
            "stages",
            **setup.open(1, length=168, start=[50, 70, 90], category=["third", "third", "second"]),
        )
    )
    assert "<svg" in response
    assert "to km 57" in response
    assert "60 hexagons" in response
    assert "6 too few" in response
    assert "<form" not in response  # the fields stay as they are under the fingers


@pytest.mark.rule("CP-APP-010")
def test_passes_and_sprints_are_added_where_there_is_room_and_removed(setup):
    setup.to("stages")
    setup.keep("stages", do="drop-pass-0", **setup.open(1))
    setup.keep("stages", do="drop-sprint-0", **setup.open(1))
    before = setup.draft.stages[0].plan
    setup.keep("stages", do="add-pass", **setup.open(1))
    setup.keep("stages", do="add-sprint", **setup.open(1))
    after = setup.draft.stages[0].plan
    assert len(after.passes) == len(before.passes) + 1
    assert len(after.sprints) == len(before.sprints) + 1
    assert not [
        problem.code
        for problem in setup.draft.course_problems()[0]
        if problem.severity == "error" and "IS_COUNT" not in problem.code
    ]


@pytest.mark.rule("CP-APP-010")
def test_a_stage_has_no_more_than_four_passes(setup):
    setup.to("stages")
    for _ in range(4):
        setup.keep("stages", do="add-pass", **setup.open(1))
    assert len(setup.draft.stages[0].plan.passes) == 4


@pytest.mark.rule("CP-APP-010")
def test_stages_change_places(setup):
    setup.to("stages")
    first, second, third = (stage.plan for stage in setup.draft.stages)
    setup.post("stages", do="down-1")
    setup.post("stages", do="up-3")
    assert [stage.plan for stage in setup.draft.stages] == [second, third, first]
    setup.post("stages", do="up-1")
    assert [stage.plan for stage in setup.draft.stages] == [second, third, first]


@pytest.mark.rule("CP-APP-010", "CP-M-047")
def test_one_stage_or_all_are_proposed_again_and_can_be_taken_back(setup):
    setup.to("stages")
    first, second, third = (stage.plan for stage in setup.draft.stages)
    setup.post("stages", do="propose-2")
    anew = [stage.plan for stage in setup.draft.stages]
    assert (anew[0], anew[2]) == (first, third)
    assert anew[1] != second
    assert anew[1].type == second.type
    seed = setup.draft.seed
    setup.post("stages", do="propose-all")
    assert setup.draft.seed != seed
    setup.post("stages", do="undo")
    assert [stage.plan for stage in setup.draft.stages] == anew


@pytest.mark.rule("CP-APP-008", "CP-APP-010")
def test_another_number_of_stages_keeps_those_changed_by_hand_and_says_so(setup):
    setup.to("stages")
    # no proposal has a length that cannot be laid
    setup.keep("stages", **setup.open(3, length=146))
    own = setup.draft.stages[2].plan
    response = setup.client.post(
        setup.url("tour"),
        TOUR | {"do": "continue", "stage_count": "6", "character": "flat"},
        follow=True,
    )
    assert "Stage 3 stays as you made it" in text(response)
    assert len(setup.draft.stages) == 6
    assert setup.draft.stages[2].plan == own
    response = setup.client.post(
        setup.url("tour"), TOUR | {"do": "continue", "stage_count": "2"}, follow=True
    )
    assert "Stage 3, which you changed, is stage 2 now" in text(response)
    assert [stage.plan for stage in setup.draft.stages][1] == own


@pytest.mark.rule("CP-APP-008")
def test_going_through_the_first_step_again_changes_no_stage(setup):
    setup.to("stages")
    before = setup.draft.stages
    setup.post("tour", do="continue", **(TOUR | {"name": "Another name"}))
    assert setup.draft.stages == before


@pytest.mark.rule("CP-APP-012", "CP-M-011")
def test_the_mountain_attacks_of_the_tour_are_shown_and_kept(setup):
    setup.to("stages", character="high", stage_count="5")
    passes = sum(
        item.category == "hc" for stage in setup.draft.stages for item in stage.plan.passes
    )
    assert f"each team has {(passes + 1) // 2} mountain attack" in text(setup.get("stages"))
    setup.post("stages", do="continue")
    setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert Tour.objects.get().game_data["mountain_attacks"] == (passes + 1) // 2


@pytest.mark.rule("CP-APP-011")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_there_are_as_many_teams_as_players(setup, count):
    setup.to("teams")
    response = setup.post("teams", do="accept", **setup.picked(*setup.teams[:count]))
    assert response.status_code == 422
    assert "2 players need 2 teams" in text(response)
    assert not Tour.objects.exists()


@pytest.mark.rule("CP-APP-011")
def test_a_team_picked_twice_is_one_team(setup):
    setup.to("teams")
    assert (
        setup.post("teams", do="accept", **setup.picked(setup.teams[0], setup.teams[0])).status_code
        == 422
    )


@pytest.mark.rule("CP-APP-011")
def test_an_incomplete_team_cannot_start(setup):
    setup.to("teams")
    Rider.objects.filter(team=setup.teams[1], role="rouleur").delete()
    response = setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert response.status_code == 422
    assert "Brick has no rouleur" in text(response)


@pytest.mark.rule("CP-APP-011", "CP-APP-005")
def test_teams_start_with_their_riders_roles_and_players(setup):
    setup.to("teams")
    azure, brick = setup.teams[:2]
    riders = {role: rider for rider in azure.riders.all() for role in [rider.role]}
    line = [
        riders[role].pk
        for role in ("climber", "sprinter", "rouleur", "flat_domestique", "mountain_domestique")
    ]
    setup.keep("teams", **setup.picked(azure, brick))
    swapped = [line[1], *line[1:]]  # the sprinter is put in the climber's place
    data = setup.picked(
        azure,
        brick,
        **{f"rider-{azure.pk}": swapped, f"was-{azure.pk}": line, f"manager-{azure.pk}": " Jo "},
    )
    setup.post("teams", do="accept", **data)
    team = Tour.objects.get().teams.get(name="Azure")
    assert team.manager == "Jo"
    assert [(rider.number, rider.role, rider.name) for rider in team.riders.all()][:2] == [
        (1, "climber", "Bea Azure"),
        (2, "sprinter", "Anna Azure"),
    ]
    assert team.riders.count() == 5


@pytest.mark.rule("CP-APP-011")
def test_a_sixth_rider_is_in_reserve_and_may_take_a_role(setup):
    setup.to("teams")
    azure, brick = setup.teams[:2]
    setup.keep("teams", **setup.picked(azure, brick))
    assert "In reserve: Fay Azure" in " ".join(text(setup.get("teams")).split())
    line = [rider.pk for rider in azure.riders.order_by("number")]
    data = setup.picked(
        azure, brick, **{f"rider-{azure.pk}": [line[5], *line[1:5]], f"was-{azure.pk}": line[:5]}
    )
    setup.post("teams", do="accept", **data)
    assert Tour.objects.get().teams.get(name="Azure").riders.get(role="climber").name == "Fay Azure"


@pytest.mark.rule("CP-APP-011")
def test_nobody_rides_in_two_roles(setup):
    setup.to("teams")
    azure, brick = setup.teams[:2]
    setup.keep("teams", **setup.picked(azure, brick))
    same = [azure.riders.first().pk] * 5
    response = setup.post(
        "teams", do="accept", **setup.picked(azure, brick, **{f"rider-{azure.pk}": same})
    )
    assert response.status_code == 422
    assert "rides in two roles" in text(response)


@pytest.mark.rule("CP-APP-011")
def test_with_six_riders_every_team_needs_six(setup):
    setup.to("teams", riders="6")
    Rider.objects.filter(team=setup.teams[1], number=6).delete()
    assert "no lanterne rouge" in text(setup.get("teams"))
    setup.post("teams", do="accept", **setup.picked(setup.teams[0], setup.teams[2]))
    assert [team.riders.count() for team in Tour.objects.get().teams.all()] == [6, 6]


def test_teams_in_the_same_jersey_are_warned_of(setup):
    setup.to("teams")
    Team.objects.filter(pk=setup.teams[1].pk).update(
        colour=setup.teams[0].colour, pattern=setup.teams[0].pattern
    )
    assert "wear the same jersey" in text(
        setup.keep("teams", do="pick", **setup.picked(*setup.teams[:2]))
    )


@pytest.mark.rule("CP-APP-005")
def test_the_tour_starts_with_the_roster_of_the_moment_it_is_created(setup):
    setup.to("teams")
    setup.keep("teams", **setup.picked(*setup.teams[:2]))
    Rider.objects.filter(team=setup.teams[0], number=1).update(name="New Climber")
    setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert Tour.objects.get().teams.get(name="Azure").riders.get(number=1).name == "New Climber"


@pytest.mark.rule("CP-APP-005")
def test_a_team_deleted_meanwhile_is_left_out_and_said(setup):
    setup.to("teams")
    setup.keep("teams", **setup.picked(*setup.teams[:2]))
    setup.teams[0].delete()
    response = setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert response.status_code == 422
    assert "not in the roster any more" in text(response)


def test_accepting_twice_creates_one_tour_and_leads_to_it_both_times(setup):
    setup.to("teams")
    data = setup.picked(*setup.teams[:2], do="accept", ending=setup.draft.ending)
    first = setup.client.post(setup.url("teams"), data)
    second = setup.client.post(setup.url("teams"), data)
    assert Tour.objects.count() == 1
    assert first.url == second.url


def test_a_name_taken_meanwhile_is_said_at_the_end(setup):
    setup.to("teams")
    a_tour(name="lap of honour")
    response = setup.post("teams", do="accept", **setup.picked(*setup.teams[:2]))
    assert response.status_code == 422
    assert "There is already a tour of this name" in text(response)
    assert Tour.objects.count() == 1


def test_a_draft_can_be_thrown_away(setup):
    assert setup.client.get(f"/tours/new/cycling_party/delete/{setup.pk}/").status_code == 405
    setup.client.post(f"/tours/new/cycling_party/delete/{setup.pk}/")
    assert not Draft.objects.exists()
    assert setup.get("tour").status_code == 404


@pytest.mark.parametrize("step", ["tour", "points", "stages", "teams"])
def test_a_page_asks_the_same_number_of_questions_however_much_there_is(
    setup, step, django_assert_max_num_queries
):
    setup.to("teams", stage_count="21", players="4")
    setup.keep("teams", **setup.picked(*setup.teams))
    with django_assert_max_num_queries(6):
        assert setup.get(step, "?stage=3").status_code == 200


def test_teams_of_one_name_are_told_apart_by_their_owners(client):
    setup = Setup(client).to("teams")
    bea = a_user("bea", first_name="Bea", last_name="Blanc")
    other = a_full_roster(1, by=bea)[0]
    page = setup.get("teams").content.decode()
    assert page.count("by Bea Blanc") == 1
    assert page.count("without an owner") == 1, "only the two Azures say whose they are"
    answer = setup.post("teams", do="pick", teams="1", team=[other.pk, setup.teams[1].pk])
    assert answer.status_code == 302
    assert setup.draft.seats[0].team == str(other.pk), "a team of somebody else may be picked"
