"""A stage of a Grand Tour in the browser's hands: who sits where, what is offered, and what is
recorded in the end.
"""

import re

import pytest
from django.test import Client

from tests.factory import a_user
from tests.grand_tours import ROADS, a_grand_tour, stage_number
from tests.play.rides import ride_on
from tests.race import tap
from tourmanager.play.models import Ride
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import MUSCLE, PELOTON
from tourmanager.tours.models import Stage

pytestmark = pytest.mark.django_db
BOTS = {"seat_0": "bot:steady", "seat_1": "bot:random", "pace": "0"}


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def directed(client):
    """A tour of two players with both kinds of dummy teams, and the pages as its director
    has them.
    """
    director = a_user("dora")
    client.force_login(director)
    tour = a_grand_tour(*ROADS[:2], players=2, dummies=(PELOTON, MUSCLE), by=director)
    return client, tour, f"/tours/{tour.slug}/stages/1/digital/"


def test_the_page_asks_for_seats_of_players_and_for_cards_not_for_dice(directed):
    client, _, address = directed
    said = words(client.get(address))
    assert "plays with real cards" in said
    assert "Dice" not in said
    assert "Peloton Team" not in said
    assert "where everybody stands" not in said


def test_it_is_ridden_and_its_result_is_recorded(directed):
    client, tour, address = directed
    assert client.post(address, BOTS | {"seat_0": "here"}).status_code == 302
    client.post(f"/rides/{Ride.objects.get().slug}/begin/")
    ride = ride_on(Ride.objects.get())
    assert ride.state == Ride.State.OVER
    review = client.get(f"/rides/{ride.slug}/result/")
    assert review.status_code == 200
    client.post(f"/rides/{ride.slug}/result/")
    first = stage_number(tour, 1)
    assert first.state == Stage.State.ENDED
    assert stage_number(tour, 2).state == Stage.State.ACTIVE
    assert verify(tour).problems == []
    assert client.get(f"/tours/{tour.slug}/classifications/").status_code == 200


def test_who_has_real_cards_is_said_in_the_setup(directed):
    client, _, address = directed
    client.post(
        address,
        {"seat_0": "here", "real_0": "on", "seat_1": "bot:steady", "real_1": "on", "pace": "0"},
    )
    assert Ride.objects.get().setup["real"] == ["r"]  # no bot has


def test_nothing_is_offered_that_the_game_has_not(directed):
    client, _, address = directed
    client.post(address, {"seat_0": "here", "seat_1": "bot:steady", "pace": "0"})
    ride = Ride.objects.get()
    client.post(f"/rides/{ride.slug}/begin/")
    assert "For the board" not in words(client.get(f"/rides/{ride.slug}/"))
    assert client.get(f"/rides/{ride.slug}/set-up/").status_code == 404
    client.post(f"/rides/{ride.slug}/table/")
    ride.refresh_from_db()
    assert ride.state == Ride.State.RIDING


def test_a_stage_begun_at_the_table_says_that_it_goes_on_there(directed):
    client, tour, address = directed
    tap(stage_number(tour, 1), e.Arrive(("r1",), square=2))
    for page in (address, f"{address}situation/"):
        assert "goes on there" in words(client.get(page))
    assert client.post(address, BOTS).status_code == 422
    assert client.post(f"{address}situation/", BOTS).status_code == 422
    assert not Ride.objects.exists()


def test_only_a_director_begins_one(directed):
    client, _, address = directed
    client.force_login(a_user("eve"))
    assert client.get(address).status_code == 403
    assert client.post(address, BOTS).status_code == 403


@pytest.mark.rule("FR-010", "FR-P-003")
def test_who_follows_the_tour_finds_the_stage_that_is_being_ridden(directed):
    client, tour, address = directed
    stranger, htmx = Client(), {"HX-Request": "true"}
    assert stranger.get(f"{address}watch/", headers=htmx).status_code == 204
    assert stranger.get(f"{address}watch/").url == f"/tours/{tour.slug}/stages/1/"
    client.post(address, BOTS | {"seat_0": "here"})
    ride = Ride.objects.get().get_absolute_url()
    assert (
        f'hx-get="{address}watch/"'
        in stranger.get(f"/tours/{tour.slug}/stages/1/").content.decode()
    )
    assert f'href="{ride}"' in stranger.get(f"{address}watch/", headers=htmx).content.decode()
    assert stranger.get(f"{address}watch/").url == ride


def test_whoever_has_the_link_sees_the_road_as_it_lies(client):
    tour = a_grand_tour("peloton-7", players=2, breakaway=True)
    address = f"/tours/{tour.slug}/stages/1/road/"
    page, part = client.get(address), client.get(address, headers={"HX-Request": "true"})
    for response in (page, part):
        assert "<svg" in response.content.decode()
        assert "before the first round" in words(response)
    assert "<html" not in part.content.decode()
    assert "squares to the finish line" in words(client.get(f"/tours/{tour.slug}/stages/"))


def test_a_road_of_unknown_tiles_is_said_and_one_without_tiles_has_no_page(client):
    tour = a_grand_tour(ROADS[0])
    tour.stages.update(course={"tiles": "a b 0 u"})
    assert "There is no tile" in words(client.get(f"/tours/{tour.slug}/stages/1/road/"))
    tour.stages.update(course={})
    assert client.get(f"/tours/{tour.slug}/stages/1/road/").status_code == 404
    assert client.get(f"/tours/{tour.slug}/stages/9/road/").status_code == 404
