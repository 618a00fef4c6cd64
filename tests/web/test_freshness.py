"""There is one way in which a page asks whether it has changed."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import RequestFactory

from tests.factory import NOW, a_user
from tests.following import version_of
from tests.hostile import BACKEND
from tests.play.rides import a_ride
from tourmanager.play.seats.changes import leave_seat
from tourmanager.web.freshness import answer_unchanged, asking
from tourmanager.web.templatetags.freshness import follow

ROOT = Path(settings.BASE_DIR)
OTHER_WAYS = {
    "tourmanager/**/*.py": r"status=(?:204|304)|If-None-Match|ETag|get_conditional_response"
    r"|[\"']HX-(?:Redirect|Refresh|Location|Trigger|Replace-Url|Push-Url)[\"']"
    r"|headers(?:\.get\(|\[)[\"']HX-",
    "templates/**/*.html": r"hx-trigger=\"[^\"]*every |If-None-Match|[?;]seen=",
    "static/**/*.js": r"If-None-Match|\b304\b",
}


def test_the_address_says_which_version_is_shown():
    assert asking("/tours/giro/", "3.1") == "/tours/giro/?seen=3.1"
    assert asking("/tours/giro/?stage=2&seen=3.1", "3.2") == "/tours/giro/?seen=3.2&stage=2"
    assert asking("/tours/giro/?q=a%26b", "é") == "/tours/giro/?seen=%C3%A9&q=a%26b"
    assert asking("/rides/x/", "1", open=-1, zoom="race") == "/rides/x/?seen=1&open=-1&zoom=race"


def test_an_element_asks_every_so_often():
    assert (
        follow("/rides/x/?a=1", "2", 5) == 'hx-get="/rides/x/?seen=2&amp;a=1" hx-trigger="every 5s"'
    )
    assert 'hx-trigger="every 9s, logged from:body"' in follow("/", "2", 9, also="logged from:body")


@pytest.mark.parametrize(
    ("query", "status"), [("seen=7", 204), ("seen=6", 0), ("seen=", 0), ("", 0)]
)
def test_what_is_shown_already_is_not_sent_again(query, status):
    answer = answer_unchanged(RequestFactory().get(f"/?{query}"), "7")
    assert (answer.status_code if answer else 0) == status


@pytest.mark.parametrize("files", OTHER_WAYS)
def test_no_page_asks_or_answers_in_another_way(files):
    # programs that ask the API know HTTP's own way
    ours = ("tourmanager/web/freshness.py", "tourmanager/api/", "static/js/htmx")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted(ROOT.glob(files))
        if not str(path.relative_to(ROOT)).startswith(ours) and "vendor" not in path.parts
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(OTHER_WAYS[files], line)
    ]
    assert found == []


@pytest.mark.django_db
def test_the_page_behind_the_link_of_a_seat_asks_in_the_same_way(client):
    """It waits for a player who was asked to hand the seat over."""
    ride = a_ride("here link", by=a_user("dora"))
    seat, htmx = ride.seats.get(number=1), {"HX-Request": "true"}
    address = f"/rides/{ride.slug}/join/{seat.key}/"
    client.force_login(a_user("eve"), backend=BACKEND)
    known = version_of(client.get(ride.get_absolute_url()))
    assert client.get(address, known, headers=htmx).status_code == 204
    assert client.get(address, known).status_code == 200, "who opens it gets the page"
    leave_seat(seat, "steady", NOW)
    assert client.get(address, known, headers=htmx).status_code == 200
