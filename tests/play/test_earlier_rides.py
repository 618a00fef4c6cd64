"""A stage of a tour that is begun again after its ride was closed: everybody who follows the tour
is told.
"""

import re

import pytest
from django.test import Client

from tests.factory import a_tour, a_user
from tests.grand_tours import ROADS, a_grand_tour
from tests.play.rides import NOW, ride_on, say
from tests.race import active_stage
from tourmanager.play.models import Ride, Step
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import read_stage
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
BOTS = {"seat_0": "here", "seat_1": "bot:steady", "dice": "app", "pace": "0"}
PART = {"HX-Request": "true"}


def words(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def director(client: Client):
    user = a_user("dora")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


@pytest.fixture(params=["cycling_party", "flamme_rouge"])
def tour(request: pytest.FixtureRequest, director) -> Tour:
    if request.param == "flamme_rouge":
        return a_grand_tour(*ROADS[:2], players=2, by=director)
    return a_tour(stages=2, teams=2, riders=5, by=director)


def begun(client: Client, tour: Tour) -> Ride:
    assert client.post(f"/tours/{tour.slug}/stages/1/digital/", BOTS).status_code == 302
    ride = Ride.objects.get(state=Ride.State.SEATING)
    client.post(f"{ride.get_absolute_url()}begin/")
    ride.refresh_from_db()
    return ride


def answered(ride: Ride, times: int) -> None:
    for _ in range(times):
        ride.refresh_from_db()
        say(ride)


def test_a_closed_ride_stands_on_the_stage_and_in_the_provenance(client: Client, tour: Tour):
    stage, watch = active_stage(tour), f"/tours/{tour.slug}/stages/1/digital/watch/"
    turn = "round" if tour.game == "flamme_rouge" else "turn"
    first = begun(client, tour)
    answered(first, 4)
    assert "closed without a result" not in words(Client().get(watch, headers=PART))
    client.post(f"{first.get_absolute_url()}close/")
    second = begun(client, tour)
    client.post(f"{second.get_absolute_url()}close/")
    assert Step.objects.filter(ride=first).exists(), "its log is kept"
    for who in (client, Client()):
        said = words(who.get(watch, headers=PART))
        assert "2 earlier rides of this stage were closed without a result" in said
        closed = rf"\d+ \w{{3}} 20\d\d, \d\d:\d\d: closed by dora (in|before the first) {turn}"
        assert len(re.findall(closed, said)) == 2, said
        assert "nobody had arrived" in said or "before the first" in said
    assert "closed by dora" in words(client.get(f"/tours/{tour.slug}/stages/1/digital/"))
    assert "dora closed this stage without a result" in words(
        Client().get(first.get_absolute_url())
    )
    third = ride_on(begun(client, tour))
    assert "2 earlier rides" in words(client.get(f"{third.get_absolute_url()}result/"))
    client.post(f"{third.get_absolute_url()}result/")
    stage.refresh_from_db()
    assert stage.state == "ended"
    page = f"/tours/{tour.slug}/stages/1/"
    for who in (client, Client()):
        said = words(who.get(page))
        assert "2 earlier rides of this stage were closed without a result" in said
        assert watch in who.get(page).content.decode(), "the list is loaded by the page"
        assert "2 earlier rides" in words(who.get(watch, headers=PART))
    assert verify(tour).problems == []
    again = import_tour(export(tour), by=a_user("another"), at=NOW, name="As it came back")
    assert read_stage(again.stages.get(number=1)).log.sheet.digital.earlier == 2


def test_a_ride_that_ended_is_listed_when_another_one_took_its_place(client: Client, tour: Tour):
    watch = f"/tours/{tour.slug}/stages/1/digital/watch/"
    ended = ride_on(begun(client, tour))
    assert ended.state == Ride.State.OVER
    assert client.get(watch, headers=PART).status_code == 204, "it may still be recorded"
    begun(client, tour)
    assert "ridden to its end, but the result was not recorded" in words(
        client.get(watch, headers=PART)
    )


def test_a_ride_closed_before_it_began_drew_nothing(client: Client, tour: Tour):
    client.post(f"/tours/{tour.slug}/stages/1/digital/", BOTS)
    client.post(f"{Ride.objects.get().get_absolute_url()}close/")
    watch = f"/tours/{tour.slug}/stages/1/digital/watch/"
    assert client.get(watch, headers=PART).status_code == 204
