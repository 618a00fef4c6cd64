"""A Grand Tour is set up on one page: what is entered is kept, right or wrong; what cannot be raced
is said where it stands.
"""

import re

import pytest

from tests.factory import NOW, a_user
from tests.grand_tours import a_grand_tour, stage_number
from tourmanager.tabletop.flamme_rouge.models import Design
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.entered import (
    apply_button,
    count,
    merge_form,
    move_stage,
    repeat_tour,
    usual_tour,
    with_stage,
    without_stage,
)
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import MUSCLE, PELOTON
from tourmanager.tours.models import Draft, Tour

MINE = "a b c f i m e t K G L H J s d o p R Q N U"


def sources(entered):
    return [entered[f"stage-{index}-source"] for index in range(count(entered, "stages"))]


def test_stages_change_places_with_all_that_was_said_of_them():
    entered = usual_tour() | {"stage-0-breakaway": "on"}
    changed = apply_button(entered, "down-0")
    assert sources(changed) == ["le-col-du-ballon", "firenze-milano", "la-haute-montagne"]
    assert changed.get("stage-1-breakaway") == "on"
    assert "stage-0-breakaway" not in changed
    assert apply_button(changed, "up-1") == entered
    assert move_stage(entered, 0, -1) == entered


def test_a_stage_is_taken_out_and_another_comes_at_the_end():
    entered = without_stage(usual_tour(), 0)
    assert sources(entered) == ["le-col-du-ballon", "la-haute-montagne"]
    assert "stage-2-source" not in entered
    assert len(sources(with_stage(entered))) == 3
    assert apply_button(entered, "drop-7") == entered
    assert apply_button(entered, "drop-x") == entered


def test_fewer_players_lose_nothing_that_was_entered_for_more():
    before = usual_tour() | {"players": "5", "team-4-player": "Emma"}
    fewer = merge_form({"players": "2", "team-0-name": "Red", "name": "Tour"}, before)
    assert fewer["team-4-player"] == "Emma"
    assert (fewer["name"], count(fewer, "players")) == ("Tour", 2)


def test_only_fields_of_the_form_are_kept():
    kept = merge_form(
        {"name": "x" * 999, "team-99-name": "A", "stage-3-colour": "B", "evil": "C"}, {}
    )
    assert set(kept) == {"name", "stages", "ending"}
    assert len(kept["name"]) == 300


pytestmark = pytest.mark.django_db


@pytest.fixture
def setting(client):
    """A director with a draft just begun."""
    user = a_user("dora")
    client.force_login(user)
    address = client.post("/tours/new/flamme_rouge/").url
    return client, address, user


def fields(**changes):
    found = {
        name: text for name, text in usual_tour().items() if name not in ("stages", "ending")
    } | {"name": "Giro"}
    return found | {name.replace("__", "-"): text for name, text in changes.items()}


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.rule("FR-T-001")
def test_three_players_on_three_stages(setting):
    client, address, user = setting
    response = client.post(
        address, fields(do="create", team__1__player="Bea", traits="on", gap_cap="500")
    )
    tour = Tour.objects.get()
    assert response.url == tour.get_absolute_url()
    assert (tour.name, tour.game, list(tour.directors.all())) == ("Giro", "flamme_rouge", [user])
    assert [stage.course["key"] for stage in tour.stages.order_by("number")] == [
        "firenze-milano",
        "le-col-du-ballon",
        "la-haute-montagne",
    ]
    assert [team.player for team in tour.teams.all()] == ["Red", "Bea", "Green"]
    assert [(rider.number, rider.role) for rider in tour.teams.first().riders.all()] == [
        (1, "sprinteur"),
        (2, "rouleur"),
    ]
    assert tour.options == {"traits": "on"}
    assert tour.rules["classifications"][0]["gap_cap"] == 500
    assert not Draft.objects.exists()


@pytest.mark.rule("FR-133")
def test_the_road_of_a_stage_is_kept_with_its_length_and_lines(setting):
    client, address, _ = setting
    client.post(address, fields(do="create"))
    stage = stage_number(Tour.objects.get(), 3)
    assert stage.length == 74
    lines = stage.lines.order_by("km").values_list("key", "category", "start", "km")
    assert list(lines) == [("s1", "is", None, 34), ("p1", "second", 36, 43), ("p2", "hc", 62, 74)]


@pytest.mark.rule("FR-P-003", "FR-P-008", "FR-P-062", "FR-T-005")
def test_dummy_teams_count_for_the_side_and_need_not_be_classified(setting):
    client, address, _ = setting
    given = fields(do="create", peloton="on", muscle="1", stage__0__source="peloton-7")
    del given["classified"]
    client.post(address, given)
    tour = Tour.objects.get()
    first = stage_number(tour, 1)
    assert first.course["tiles"].startswith("1* ")  # the large side for five teams
    assert first.course["name"] == "Peloton stage 7"
    assert [team.name for team in tour.teams.all()] == [
        "Red",
        "Blue",
        "Green",
        "Peloton Team",
        "Muscle Team",
    ]
    assert [grand_tours.mark_of(team) for team in grand_tours.plan_of(tour).teams] == [
        "",
        "",
        "",
        PELOTON,
        MUSCLE,
    ]
    assert tour.rules["unscored"] == [PELOTON, MUSCLE]


@pytest.mark.rule("FR-P-080")
def test_nine_riders_for_themselves(setting):
    client, address, _ = setting
    client.post(address, fields(do="create", players="9"))
    tour = Tour.objects.get()
    assert [team.riders.count() for team in tour.teams.all()] == [1] * 9
    assert tour.game_data == {"riders_per_team": 1}


def test_a_stage_of_ones_own_and_one_by_its_code(setting):
    client, address, user = setting
    design = Design.objects.create(
        owner=user, name="Home", tiles=MINE, created_at=NOW, changed_at=NOW
    )
    code = "abcgiDHqntmKOLrepJsfu"
    client.post(
        address,
        fields(
            do="create",
            stage__0__source=f"own-{design.pk}",
            stage__1__source="code",
            stage__1__code=code,
        ),
    )
    first, second, _ = Tour.objects.get().stages.order_by("number")
    assert (first.course["name"], first.course["tiles"]) == ("Home", MINE)
    assert second.course["tiles"].replace(" ", "") == code


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "Give the tour a name"),
        ({"stage__0__source": "code", "stage__0__code": "zz9"}, "There is no tile"),
        ({"stage__0__source": "own-77"}, "not among yours"),
        ({"stage__0__source": "code", "stage__0__code": "abcb"}, "only one tile b"),
        ({"version": "base", "peloton": "on"}, "come with Peloton"),
        ({"version": "base", "stage__1__source": "peloton-8"}, "comes with the Peloton expansion"),
        ({"players": "5", "muscle": "3"}, "6 teams race at most"),
        ({"players": "8", "peloton": "on"}, "no dummy team"),
        ({"players": "5", "traits": "on"}, "up to 4 players"),
        ({"players": "1"}, "dummy teams"),
        ({"team__1__name": "red"}, "Another team is called so"),
        ({"team__1__colour": "red"}, "Another team wears it"),
        ({"team__0__handicap": "99"}, "less than or equal to 30"),
        ({"gap_cap": "-4"}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_raced_is_said_and_nothing_is_lost(setting, changes, said):
    client, address, _ = setting
    response = client.post(address, fields(do="create", team__2__player="Chiara", **changes))
    assert response.status_code == 422
    assert said in words(response)
    assert not Tour.objects.exists()
    assert Draft.objects.get().data["team-2-player"] == "Chiara"
    assert ('value="Chiara"' in client.get(address).content.decode()) == (
        changes.get("players") != "1"
    )


def test_a_name_that_is_taken_is_said(setting):
    client, address, _ = setting
    a_grand_tour(name="Giro")
    response = client.post(address, fields(do="create"))
    assert response.status_code == 422
    assert "There is already a tour of this name" in words(response)


def test_what_is_entered_is_kept_without_asking(setting):
    client, address, _ = setting
    response = client.post(
        address,
        fields(name="", stage__0__source="code", stage__0__code="?"),
        headers={"HX-Request": "true"},
    )
    assert response.status_code == 200
    assert "That is no code of a stage" in words(response)
    assert "Give the tour a name" not in words(client.get(address))
    assert Draft.objects.get().data["stage-0-code"] == "?"


def test_the_tour_is_created_once(setting):
    client, address, _ = setting
    ending = Draft.objects.get().data["ending"]
    first = client.post(address, fields(do="create", ending=ending))
    assert client.post(address, fields(do="create", ending=ending)).url == first.url
    assert Tour.objects.count() == 1


def test_a_draft_is_its_owners_alone_and_of_its_game(setting):
    client, address, _ = setting
    pk = Draft.objects.get().pk
    assert client.get(f"/tours/new/cycling_party/{pk}/tour/").status_code == 404
    client.force_login(a_user("eve"))
    assert client.get(address).status_code == 404
    assert client.post(address, fields(do="create")).status_code == 404
    client.logout()
    assert client.get(address).url.startswith("/account/")


def test_start_lists_it_and_throws_it_away(setting):
    client, address, _ = setting
    client.post(address, fields())
    page = client.get("/tours/new/")
    assert "Giro" in words(page)
    assert address in page.content.decode()
    client.post(f"/tours/new/flamme_rouge/delete/{Draft.objects.get().pk}/")
    assert not Draft.objects.exists()


def test_a_tour_is_run_again_with_all_it_was(setting):
    client, _, user = setting
    Draft.objects.all().delete()
    tour = a_grand_tour(
        "peloton-7",
        players=2,
        dummies=(PELOTON, MUSCLE),
        breakaway=True,
        unscored=True,
        options={"handicap": "2 0", "talk": "on"},
        by=user,
    )
    plan = grand_tours.plan_of(tour)
    old = client.post(f"/tours/{tour.slug}/again/")
    assert (old.status_code, old.url) == (308, f"/tours/{tour.slug}/duplicate/")
    address = client.post(old.url).url
    page = client.get(address).content.decode()
    assert re.findall(r'name="(team-\d-name|name)" value="([^"]*)"', page) == [
        ("name", f"{plan.name} (2)"),
        ("team-0-name", "Red"),
        ("team-1-name", "Blue"),
    ]
    client.post(
        address,
        {name: text for name, text in Draft.objects.get().data.items() if text} | {"do": "create"},
    )
    again = grand_tours.plan_of(Tour.objects.exclude(pk=tour.pk).get())
    assert again.name == f"{plan.name} (2)"
    assert again.options == plan.options
    assert [stage.road.tiles for stage in again.stages] == [
        stage.road.tiles for stage in plan.stages
    ]
    assert [grand_tours.mark_of(team) for team in again.teams] == [
        grand_tours.mark_of(team) for team in plan.teams
    ]
    assert again.rules["unscored"] == plan.rules["unscored"]
    assert repeat_tour(plan, "x")["team-0-handicap"] == "2"
