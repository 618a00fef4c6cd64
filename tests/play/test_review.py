"""The page of the result: everybody may look, a director records, and it says what was done."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tests.hostile import BACKEND
from tests.play.rides import a_ride, ride_on
from tests.race import active_stage, log_stage
from tourmanager.play.log import loop
from tourmanager.play.models import Ride
from tourmanager.play.start.create import start
from tourmanager.play.start.from_tour import look_of, setup_of
from tourmanager.play.start.plan import RidePlan, SeatPlan
from tourmanager.results.log.reading import read_stage
from tourmanager.tours.models import Stage

pytestmark = pytest.mark.django_db


def ridden(stage: Stage, by, turns: int = 10_000) -> Ride:
    """A stage of a tour ridden by bots, as far as so many steps."""
    reading = read_stage(stage)
    seats = [SeatPlan("bot") for _ in reading.field.teams]
    ride = start(
        RidePlan("Stage", "cycling_party", setup_of(stage), look_of(reading), seats, stage=stage),
        by=by,
        at=NOW,
    )
    Ride.objects.filter(pk=ride.pk).update(seed="always the same")
    loop.begin(ride=ride, at=NOW)
    Ride.objects.filter(pk=ride.pk).update(runner="test")
    while turns > 0:
        ride, more = loop.go_on(ride, NOW, 60, min(turns, 2000), runner="test")
        turns -= 2000
        if not more:
            break
    return ride


@pytest.fixture
def director():
    return a_user()


@pytest.fixture
def tour(director):
    return a_tour(stages=2, by=director)


@pytest.fixture
def over(tour, director) -> Ride:
    return ridden(active_stage(tour), director)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def page(client: Client, ride: Ride) -> str:
    return client.get(reverse("play:review", args=[ride.slug])).content.decode()


def test_the_director_looks_records_and_comes_to_the_classifications(over, tour, director):
    client = signed_in(director)
    shown = page(client, over)
    assert "Record and end the stage" in shown
    assert "Sprint 5" in shown
    response = client.post(reverse("play:review", args=[over.slug]))
    assert response.url == f"/tours/{tour.slug}/stages/1/end-of-stage/"
    assert active_stage(tour).number == 2
    again = page(client, over)
    assert "Recorded in" in again
    assert "Record and end" not in again
    assert client.post(reverse("play:review", args=[over.slug])).status_code == 302


def test_everybody_else_only_looks(over):
    for client in (Client(), signed_in(a_user())):
        shown = page(client, over)
        assert "a director of the tour does that" in shown
        assert "Record and end" not in shown
    assert signed_in(a_user()).post(reverse("play:review", args=[over.slug])).status_code == 403
    assert "/account/sign-in/" in Client().post(reverse("play:review", args=[over.slug])).url


def test_what_stands_in_the_way_is_said_before_and_after_the_press(over, tour, director):
    log_stage(tour)
    client = signed_in(director)
    assert "Stage 1 has ended." in page(client, over)
    response = client.post(reverse("play:review", args=[over.slug]))
    assert response.status_code == 409
    assert "Stage 1 has ended." in response.content.decode()
    over.refresh_from_db()
    assert over.recorded_at is None


def test_the_page_of_the_stage_says_that_it_was_ridden_digitally(over, tour, director):
    signed_in(director).post(reverse("play:review", args=[over.slug]))
    for client in (Client(), signed_in(director)):
        shown = client.get(f"/tours/{tour.slug}/stages/1/").content.decode()
        assert "Ridden digitally" in shown
        assert reverse("play:replay", args=[over.slug]) in shown
    signed_in(director).post(f"/tours/{tour.slug}/stages/1/reopen/", {"token": "reopen-stage-1"})
    assert (
        "Ridden digitally"
        in signed_in(director).get(f"/tours/{tour.slug}/stages/1/").content.decode()
    )


@pytest.mark.parametrize("version", ["junior", "master"])
def test_a_single_stage_is_looked_at_and_ridden_again(version, director):
    ride = ride_on(a_ride("here here", by=director, version=version))
    shown = page(signed_in(director), ride)
    assert "Ride it again" in shown
    assert "Record" not in shown
    assert (">Square</th>" in shown) == (version == "junior")  # which measures no times
    assert "Ride it again" not in page(Client(), ride)
    assert signed_in(director).post(reverse("play:review", args=[ride.slug])).status_code == 409


def test_there_is_no_result_before_the_end(director):
    ride = a_ride("here here", by=director)
    assert Client().get(reverse("play:review", args=[ride.slug])).url == ride.get_absolute_url()
