"""The page "Stages": what to know of each, and what to lay on the board."""

import pytest
from django.urls import reverse

from tests.factory import a_tour, a_user
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
    assert [sheet.current for sheet in response.context["current_first"]] == [
        True,
        False,
        False,
        False,
    ]


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


def test_the_longest_tour_takes_no_more_queries_than_the_shortest(
    client, django_assert_max_num_queries
):
    ada = a_user()
    client.force_login(ada)
    tour = a_tour(by=ada, stages=21, teams=6, riders=6)
    with django_assert_max_num_queries(12):
        page(client, tour, "stages")


def test_no_tour_no_page(client):
    assert client.get(reverse("tours:stages", args=["nowhere"])).status_code == 404
