"""An entry that says one thing twice is not recorded."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_tour, a_user
from tourmanager.results.models import Entry


@pytest.mark.django_db
def test_an_entry_with_two_turns_is_refused(client: Client) -> None:
    director = a_user("dora")
    tour = a_tour(by=director)
    client.force_login(director)
    tap = {"entry": '{"do":"turn","turn":1,"turn":2}', "token": "t1"}
    answer = client.post(
        reverse("results:record", args=[tour.slug, 1]), tap, headers={"X-Tap": "1"}
    )
    assert answer.status_code == 400
    assert not Entry.objects.exists()
