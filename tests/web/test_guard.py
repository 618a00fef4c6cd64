"""How the guard asks for a sign-in: as whoever asks can follow."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_tour, a_user
from tests.hostile import BACKEND
from tourmanager.tours.models import Director

pytestmark = pytest.mark.django_db
SIGN_IN = "/account/sign-in/?next="


def test_who_is_not_signed_in_comes_back_to_the_page():
    tour = a_tour()
    settings = reverse("tours:settings", args=[tour.slug])
    assert Client().get(settings)["Location"] == f"{SIGN_IN}{settings}"
    assert Client().post(settings)["Location"] == f"{SIGN_IN}{settings}"


def test_from_an_address_that_only_takes_forms_they_come_back_to_what_it_is_about():
    tour = a_tour()
    archive = reverse("tours:archive", args=[tour.slug])
    assert Client().post(archive)["Location"] == f"{SIGN_IN}{tour.get_absolute_url()}"


def test_by_htmx_the_whole_page_goes_to_the_sign_in():
    tour = a_tour()
    shown = reverse("schemes:change", args=[tour.slug])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{shown}?part=a"}
    answer = Client().post(shown, headers=headers)
    assert answer["HX-Redirect"].startswith(SIGN_IN)
    assert "part" in answer["HX-Redirect"]
    assert not answer.content


def test_a_script_is_told_by_the_status():
    tour = a_tour()
    record = reverse("results:record", args=[tour.slug, 1])
    assert Client().post(record, headers={"X-Tap": "1"}).status_code == 401


def test_a_tour_is_looked_for_before_who_asks_is():
    """So that an address of nothing is the same for everybody."""
    client = Client()
    assert client.get("/tours/none/settings/").status_code == 404
    client.force_login(a_user("eve"), backend=BACKEND)
    assert client.get("/tours/none/settings/").status_code == 404


def test_who_directs_is_asked_each_time():
    user = a_user("dora")
    tour, client = a_tour(by=user), Client()
    client.force_login(user, backend=BACKEND)
    settings = reverse("tours:settings", args=[tour.slug])
    assert client.get(settings).status_code == 200
    Director.objects.filter(tour=tour).delete()
    assert client.get(settings).status_code == 403
