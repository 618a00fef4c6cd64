"""The page "Riders": who rides in which role, and who is out."""

import pytest
from django.urls import reverse

from tests.factory import a_tour, a_user
from tests.race import log_stage
from tourmanager.riders.models import ROLES
from tourmanager.tabletop.cycling_party.table.game import MAY

pytestmark = pytest.mark.django_db


def page(client, tour, **query):
    response = client.get(reverse("results:riders", args=[tour.slug]), query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.mark.rule("CP-APP-023", "CP-S-005", "CP-APP-029")
def test_everybody_may_look_up_riders_and_what_their_roles_may_do(client):
    shown = page(client, a_tour(teams=6, riders=6))
    assert shown.count("<section") == 6
    for name in ("Anna Azure", "Fay Fuchsia", "lanterne rouge", "Double throws", "<kbd>b4</kbd>"):
        assert name in shown


@pytest.mark.rule("CP-APP-023")
def test_the_manager_of_a_team_is_named(client):
    tour = a_tour(teams=2)
    tour.teams.filter(letter="a").update(manager="Ada <Lovelace>")
    shown = page(client, tour)
    assert "managed by <b>Ada &lt;Lovelace&gt;</b>" in shown


def test_riders_are_found_without_accents_and_case(client):
    tour = a_tour()
    rider = tour.teams.first().riders.first()
    rider.name = "Zoë Żółć-Åberg"
    rider.save()
    for search in ("zoe", "ABERG", "zoë azure", "climber åberg", "a1"):
        assert "Zoë" in page(client, tour, q=search)
    assert page(client, tour, q="sprinter").count("<kbd>") == 2
    assert "No rider of this tour matches “nobody”." in page(client, tour, q="nobody")
    assert "<script>" not in page(client, tour, q="<script>")


@pytest.mark.rule("CP-M-045")
def test_a_rider_out_of_the_race_is_marked_so(client):
    tour = a_tour()
    assert "out of the race" not in page(client, tour)
    log_stage(tour, "a1 0:10", out="b2")
    shown = page(client, tour)
    assert shown.count("out of the race") == 1
    assert "out of the race" in page(client, tour, q="b2")


def test_the_riders_take_a_few_queries_however_many_there_are(
    client, django_assert_max_num_queries
):
    ada = a_user()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    tour = a_tour(by=ada, stages=21, teams=6, riders=6)
    with django_assert_max_num_queries(12):
        page(client, tour)


def test_no_tour_no_riders(client):
    assert client.get(reverse("results:riders", args=["nowhere"])).status_code == 404


def test_every_role_says_what_it_may_do():
    assert set(MAY) == set(ROLES)
