"""The pages "Stages" and "Riders": what to lay on the board, and who rides in which role."""

import pytest
from django.urls import reverse

from tests.factory import a_tour, a_user
from tourmanager.riders.models import ROLES
from tourmanager.tours import riders_view
from tourmanager.tours.models import Stage

pytestmark = pytest.mark.django_db


def page(client, tour, name, **query):
    response = client.get(reverse(f"tours:{name}", args=[tour.slug]), query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def race_stage(tour, number):
    tour.stages.filter(number__lt=number).update(state=Stage.State.ENDED)
    tour.stages.filter(number=number).update(state=Stage.State.ACTIVE)


@pytest.mark.rule("CP-APP-022")
def test_the_current_stage_stands_first_and_the_others_follow_in_order(client):
    tour = a_tour(stages=4)
    race_stage(tour, 3)
    response = client.get(reverse("tours:stages", args=[tour.slug]))
    assert [sheet.stage.number for sheet in response.context["current_first"]] == [3, 1, 2, 4]
    assert [sheet.current for sheet in response.context["current_first"]] == [True, False, False, False]


@pytest.mark.rule("CP-APP-022")
def test_after_the_last_stage_the_last_one_is_shown_first(client):
    tour = a_tour(stages=3)
    tour.stages.update(state=Stage.State.ENDED)
    response = client.get(reverse("tours:stages", args=[tour.slug]))
    assert [sheet.stage.number for sheet in response.context["current_first"]] == [3, 1, 2]


@pytest.mark.rule("CP-APP-022", "CP-M-019", "CP-M-030", "CP-S-006")
def test_a_stage_shows_what_to_know_and_what_to_lay(client):
    shown = page(client, a_tour(stages=2), "stages")
    assert "flat, 150 km" in shown
    assert "high mountain, 150 km" in shown
    assert "35 · 25 · 15 · 10 · 5" in shown  # an hors-category pass
    assert "100 · 80 · 60 · 40 · 30 · 25 · 20 · 15 · 10 · 5" in shown  # regularity on the flat
    assert "95–126" in shown
    assert "2 double throws" in shown
    assert "54: 50 of road, 4 behind the finish. One box has them (54)." in shown
    assert "50 km to go" in shown
    assert "hexagon 34, square 1" in shown  # km 100
    assert "55–60 s" in shown


@pytest.mark.rule("CP-J-016")
def test_a_stage_one_box_cannot_lay_says_how_many_hexagons_are_missing(client):
    tour = a_tour(stages=1)
    tour.stages.update(length=180)
    assert "10 hexagons more than one box has (54)." in page(client, tour, "stages")


@pytest.mark.rule("CP-APP-023", "CP-S-005", "CP-APP-029")
def test_everybody_may_look_up_riders_and_what_their_roles_may_do(client):
    shown = page(client, a_tour(teams=6, riders=6), "riders")
    assert shown.count("<section") == 6
    for name in ("Anna Azure", "Fay Fuchsia", "lanterne rouge", "Double throws", "<kbd>b4</kbd>"):
        assert name in shown


@pytest.mark.rule("CP-APP-023")
def test_the_manager_of_a_team_is_named(client):
    tour = a_tour(teams=2)
    tour.teams.filter(letter="a").update(manager="Ada <Lovelace>")
    shown = page(client, tour, "riders")
    assert "managed by <b>Ada &lt;Lovelace&gt;</b>" in shown


def test_riders_are_found_without_accents_and_case(client):
    tour = a_tour()
    rider = tour.teams.first().riders.first()
    rider.name = "Zoë Żółć-Åberg"
    rider.save()
    for search in ("zoe", "ABERG", "zoë azure", "climber åberg", "a1"):
        assert "Zoë" in page(client, tour, "riders", q=search)
    assert page(client, tour, "riders", q="sprinter").count("<kbd>") == 2
    assert "No rider of this tour matches “nobody”." in page(client, tour, "riders", q="nobody")
    assert "<script>" not in page(client, tour, "riders", q="<script>")


@pytest.mark.rule("CP-M-045")
def test_a_rider_out_of_the_race_is_marked_so(client, monkeypatch):
    tour = a_tour()
    assert "out of the race" not in page(client, tour, "riders")
    monkeypatch.setattr(riders_view, "find_out", lambda of: {"b2"} if of == tour else ())
    shown = page(client, tour, "riders")
    assert shown.count("out of the race") == 1
    assert "out of the race" in page(client, tour, "riders", q="b2")


def test_the_longest_tour_takes_no_more_queries_than_the_shortest(client, django_assert_max_num_queries):
    ada = a_user()
    client.force_login(ada)
    tour = a_tour(by=ada, stages=21, teams=6, riders=6)
    for name in ("stages", "riders"):
        with django_assert_max_num_queries(12):
            page(client, tour, name)


def test_no_tour_no_page(client):
    for name in ("stages", "riders"):
        assert client.get(reverse(f"tours:{name}", args=["nowhere"])).status_code == 404


def test_every_role_says_what_it_may_do():
    assert set(riders_view.ROLE_MAY) == set(ROLES)
