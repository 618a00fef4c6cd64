"""A ride of a game that this server does not know is refused in words, on each of its pages."""

import pytest
from django.test import Client

from tests.factory import a_tour
from tests.play.rides import a_ride
from tourmanager.play.models import Ride
from tourmanager.tours.checks import check_games

pytestmark = pytest.mark.django_db
PAGES = ("", "replay/", "log/", "result/", "seats/", "throws/", "set-up/", "rules/R-1/", "talk/")


@pytest.fixture
def ride() -> Ride:
    found = a_ride("here bot")
    Ride.objects.filter(pk=found.pk).update(game="curling")
    return Ride.objects.get(pk=found.pk)


@pytest.mark.parametrize("page", PAGES)
def test_each_page_says_that_the_game_is_not_known(client: Client, ride: Ride, page: str):
    client.force_login(ride.owner)
    answer = client.get(f"{ride.get_absolute_url()}{page}")
    assert answer.status_code == 409
    assert "does not know the game “curling”" in answer.content.decode()


def test_the_list_of_rides_still_opens(client: Client, ride: Ride):
    client.force_login(ride.owner)
    page = client.get("/rides/")
    assert page.status_code == 200
    assert "unknown game “curling”" in page.content.decode()


def test_no_single_stage_is_offered_of_a_game_that_nobody_knows(client: Client, ride: Ride):
    client.force_login(ride.owner)
    assert client.get("/rides/new/curling/").status_code == 404


def test_start_up_names_single_rides_of_it(ride: Ride):
    (warning,) = check_games(databases=["default"])
    assert f"“curling”. It cannot open the single stage “{ride.name}”." in warning.msg


def test_start_up_counts_a_ride_of_a_stage_with_its_tour(ride: Ride):
    Ride.objects.filter(pk=ride.pk).update(stage=a_tour().stages.first())
    assert check_games(databases=["default"]) == []
