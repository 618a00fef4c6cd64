"""The front page: Start, Load, Personalise, for everybody; and the frame of a tour's pages."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_full_roster, a_tour, a_user
from tourmanager.riders.models import Rider
from tourmanager.tours.models import Director, Draft

pytestmark = pytest.mark.django_db


def words(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", response.content.decode()))


@pytest.mark.rule("CP-APP-001")
def test_the_main_menu_offers_start_load_and_personalise_to_everybody(client: Client) -> None:
    a_full_roster(2)
    for _ in range(2):
        page = client.get("/")
        assert re.findall(r"<h2[^>]*>.*?</svg> (\w+)</h2>", page.content.decode(), re.DOTALL) == [
            "Start",
            "Load",
            "Personalise",
        ]
        for name in ("tours:start", "tours:load", "riders:teams"):
            assert f'href="{reverse(name)}"' in page.content.decode()
        client.force_login(a_user())


@pytest.mark.rule("CP-APP-004")
def test_on_first_use_the_menu_sends_to_personalise(client: Client) -> None:
    assert "There are no teams yet. Begin with Personalise" in words(client.get("/"))


@pytest.mark.rule("CP-APP-006")
def test_with_fewer_than_two_complete_teams_start_leads_to_personalise_and_says_why(
    client: Client,
) -> None:
    _, second = a_full_roster(2, riders=5)
    Rider.objects.filter(team=second, number=3).delete()
    page = client.get("/")
    needs = "A tour of Cycling Party needs at least two teams with riders 1 to 5; one is ready"
    assert needs in words(page)
    assert "Start a tour" not in words(page)
    assert "Other games can start at once." in words(page)
    Rider.objects.create(team=second, number=3, name="Back again", role="rouleur")
    assert "Start a tour" in words(client.get("/"))


def test_the_menu_tells_what_the_games_of_this_server_lack(client: Client, settings) -> None:
    settings.GAME_ROOMS = [room for room in settings.GAME_ROOMS if "cycling_party" not in room]
    said = words(client.get("/"))
    assert "Start a tour" in said
    assert "riders 1 to 5" not in said
    assert "There are no teams yet" not in said
    settings.GAME_ROOMS = ["tourmanager.tabletop.cycling_party.room"]
    said = words(client.get("/"))
    assert "There are no teams yet. Begin with Personalise" in said
    assert "none is ready so far" in said
    assert "Other games" not in said
    assert "Start a tour" not in said


@pytest.mark.rule("CP-APP-002", "CP-APP-029")
def test_a_director_finds_his_tours_and_anybody_those_to_look_at(client: Client) -> None:
    anna = a_user("anna")
    mine, _, quiet = (a_tour(name=name) for name in ("Mine", "Listed", "Quiet"))
    Director.objects.get_or_create(tour=mine, user=anna, defaults={"added_at": NOW})
    for tour in (mine, quiet):
        tour.listed = False
        tour.save()
    said = words(client.get("/"))
    assert "Listed under way, 0 of 2 stages ended" in said
    assert "Mine" not in said
    assert "Quiet" not in said
    client.force_login(anna)
    said = words(client.get("/"))
    assert said.index("Mine") < said.index("Others, to look at") < said.index("Listed")
    assert "Quiet" not in said


def test_what_was_erased_or_put_away_is_not_on_the_menu(client: Client) -> None:
    anna = a_user("anna")
    for name, field in (("Erased", "erased_at"), ("Archived", "archived_at")):
        tour = a_tour(by=anna, name=name)
        setattr(tour, field, NOW)
        tour.save()
    client.force_login(anna)
    said = words(client.get("/"))
    assert "Erased" not in said
    assert "Archived" not in said


@pytest.mark.rule("CP-APP-003")
def test_a_draft_is_offered_again_under_start_to_who_began_it(client: Client) -> None:
    a_full_roster(2)
    anna = a_user("anna")
    draft = Draft.objects.create(
        owner=anna, game="cycling_party", data={"name": "Grand Tour of May"}
    )
    assert "Grand Tour of May" not in words(client.get("/"))
    client.force_login(anna)
    page = client.get("/")
    start = page.content.decode().split('id="load"')[0]
    assert "Grand Tour of May" in start
    assert f"/tours/new/cycling_party/{draft.pk}/" in start


def test_a_draft_that_cannot_be_read_does_not_close_the_menu(client: Client) -> None:
    anna = a_user("anna")
    for data in ({}, {"players": "many"}, [], None, 7):
        Draft.objects.create(
            owner=anna, game="cycling_party", data=data if data is not None else {}
        )
    client.force_login(anna)
    assert client.get("/").status_code == 200


def test_the_menu_asks_the_database_as_often_with_many_tours_as_with_few(
    client: Client, django_assert_max_num_queries
) -> None:
    a_full_roster(3)
    anna = a_user("anna")
    client.force_login(anna)
    for number in range(6):
        a_tour(by=anna, name=f"Anna {number}")
        a_tour(name=f"Other {number}")
        Draft.objects.create(owner=anna, game="cycling_party", data={"name": f"Draft {number}"})
    with django_assert_max_num_queries(8):  # one of them: what waits for her word
        client.get("/")


def test_a_visitor_is_shown_the_doors(client: Client, settings) -> None:
    assert reverse("accounts:sign_up") in client.get("/").content.decode()
    settings.SIGN_UP_OPEN = False
    page = client.get("/").content.decode()
    assert reverse("accounts:sign_up") not in page
    assert reverse("accounts:sign_in") in page


class TestTourBar:
    TABS = ("Stage", "Tokens", "Stages", "Riders", "Classifications", "Cycling Party")

    def tabs(self, page: str) -> list[str]:
        return re.findall(
            r"<a [^>]*>\s*([^<]+?)\s*</a>", page.split('aria-label="Tour"')[1].split("</nav>")[0]
        )

    @pytest.mark.rule("CP-APP-021", "CP-APP-022", "CP-APP-023", "CP-APP-024", "CP-APP-025")
    def test_the_options_are_always_at_hand_and_the_current_one_is_marked(
        self, client: Client
    ) -> None:
        anna = a_user("anna")
        tour = a_tour(by=anna)
        client.force_login(anna)
        page = client.get(reverse("results:riders", args=[tour.slug])).content.decode()
        assert self.tabs(page) == [*self.TABS, "Settings"]
        assert re.findall(r'aria-current="page">\s*(\w+)\s*<', page) == ["Riders"]
        assert "read only" not in page

    @pytest.mark.rule("CP-APP-029")
    def test_who_only_looks_is_told_so_and_may_sign_in(self, client: Client) -> None:
        tour = a_tour()
        address = reverse("results:riders", args=[tour.slug])
        page = client.get(address).content.decode()
        assert self.tabs(page) == list(self.TABS)
        assert "read only" in page
        assert f"{reverse('accounts:sign_in')}?next={address.replace('/', '%2F')}" in page
