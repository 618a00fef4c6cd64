"""The set-up of every game stands on one floor: one shape of address, one store of drafts."""

import msgspec
import pytest
from django.urls import URLPattern, get_resolver

from tests.factory import a_full_roster, a_tour, a_user
from tests.grand_tours import a_grand_tour
from tourmanager.tabletop.registry import rooms
from tourmanager.tours.contract import check_data, set_up_of, set_ups
from tourmanager.tours.models import Draft
from tourmanager.tours.planning.drafts import describe_draft

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def director(client):
    user = a_user("ada")
    client.force_login(user, backend=BACKEND)
    return user


def routes():
    """Every address that a room of a game brings, with its name."""
    for resolver in get_resolver().url_patterns:
        if getattr(resolver, "namespace", None) in set_ups():
            for pattern in resolver.url_patterns:
                assert isinstance(pattern, URLPattern)
                yield resolver.namespace, str(pattern.pattern), pattern.name


def test_drafts_of_every_game_have_one_shape_of_address():
    named = [(game, route) for game, route, name in routes() if name == "draft"]
    assert {game for game, _ in named} >= {"cycling_party", "flamme_rouge"}
    for game, route in named:
        assert route.startswith(f"tours/new/{game}/")


@pytest.mark.django_db
def test_start_offers_every_game(client, director):
    a_full_roster(2)
    page = client.get("/tours/new/").content.decode()
    for room in rooms():
        assert f'<h2 id="{room.key}">{room.name}</h2>' in page
        assert f'"/tours/new/{room.key}/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["cycling_party", "flamme_rouge"])
def test_a_draft_is_begun_gone_on_with_and_thrown_away(client, director, game):
    a_full_roster(2)
    assert client.get(f"/tours/new/{game}/").url == "/tours/new/"
    first = client.post(f"/tours/new/{game}/").url
    draft = Draft.objects.get()
    assert (draft.game, draft.owner) == (game, director)
    assert first.startswith(f"/tours/new/{game}/{draft.pk}/")
    assert client.get(first).status_code == 200
    assert describe_draft(draft).address == first
    assert first in client.get("/tours/new/").content.decode()
    assert client.post(f"/tours/new/{game}/delete/{draft.pk}/").url == "/tours/new/"
    assert not Draft.objects.exists()


@pytest.mark.django_db
def test_addresses_of_before_lead_on_for_good(client, director):
    of_wizard = Draft.objects.create(owner=director, game="cycling_party", data={})
    moved = {
        f"/drafts/{of_wizard.pk}/stages/?stage=2": (
            f"/tours/new/cycling_party/{of_wizard.pk}/stages/?stage=2"
        ),
        f"/drafts/{of_wizard.pk}/delete/": f"/tours/new/cycling_party/delete/{of_wizard.pk}/",
        "/grand-tours/new/": "/tours/new/flamme_rouge/",
        "/grand-tours/7/": "/tours/new/flamme_rouge/7/",
        "/tours/race/": "/tours/new/race/",
    }
    for before, now in moved.items():
        for answer in (client.get(before), client.post(before)):
            assert (answer.status_code, answer.url) == (308, now)
    assert client.get("/drafts/999/tour/").status_code == 404


@pytest.mark.django_db
def test_a_race_begins_on_its_own_page(client, director):
    page = client.get("/tours/new/race/")
    assert page.status_code == 200
    assert 'type="file"' in page.content.decode()


@pytest.mark.django_db
def test_what_a_game_keeps_is_proved_before_it_is_written():
    tour = a_tour()
    assert tour.game_data == {"character": "long", "riders_per_team": 5, "mountain_attacks": 1}
    check_data(tour, tour.stages.all())
    for wrong in ({}, tour.game_data | {"riders_per_team": 7}, tour.game_data | {"dice": 3}):
        tour.game_data = wrong
        with pytest.raises(msgspec.ValidationError):
            check_data(tour, [])
    grand = a_grand_tour()
    stage = grand.stages.first()
    check_data(grand, [stage])
    stage.course = {"name": "no tiles"}
    with pytest.raises(msgspec.ValidationError):
        check_data(grand, [stage])


@pytest.mark.django_db
def test_a_tour_is_planned_again_by_its_game():
    for tour in (a_tour(), a_grand_tour()):
        set_up = set_up_of(tour)
        plan = set_up.plan_of(tour)
        assert isinstance(plan, set_up.plan)
        assert set_up.problems(plan) == []
