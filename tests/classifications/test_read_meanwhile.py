"""What is read while somebody taps is shown once, and not kept for the state before the tap."""

import pytest
from django.test import Client

from tests.factory import a_tour, a_user
from tests.race import say
from tourmanager.classifications import reading
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def tour(monkeypatch) -> Tour:
    """A tour with one tap; another comes while the stage on the road is read the next time."""
    director = a_user()
    tour = a_tour(by=director, stages=2, teams=2)
    say(tour.stages.get(number=1), "place s1 a1", by=director)
    running_of = reading.running_of

    def with_a_tap_before(*given):
        monkeypatch.setattr(reading, "running_of", running_of)
        say(tour.stages.get(number=1), "place s1 b1", by=director)
        return running_of(*given)

    monkeypatch.setattr(reading, "running_of", with_a_tap_before)
    tour.refresh_from_db()
    return tour


def test_a_race_read_while_a_tap_comes_does_not_belong_together(tour):
    race = reading.read_race(tour, reading.NOW, kept=True)
    assert race.running is not None
    assert race.running.result.passages[0].riders == ("a1", "b1")
    assert not race.settled
    tour.refresh_from_db()
    assert reading.read_race(tour, reading.NOW, kept=True).settled


def test_after_a_restore_the_page_shows_what_is_restored(tour):
    """The revision is one of before: a part kept under it would be shown again."""
    before = tour.revision
    address, asks = f"/tours/{tour.slug}/virtual/s1/", {"headers": {"HX-Request": "true"}}
    assert "Anna Brick" in Client().get(address, **asks).content.decode()
    tour.stages.get(number=1).entries.filter(seq=2).delete()
    Tour.objects.filter(pk=tour.pk).update(revision=before)
    assert "Anna Brick" not in Client().get(address, **asks).content.decode()
