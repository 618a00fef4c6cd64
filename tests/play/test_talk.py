"""The talk box: an option of a tour, written by who sits in the stage, read by whoever watches."""

from datetime import timedelta

import pytest

from tests.factory import NOW, a_user
from tests.grand_tours import ROADS, a_digital_stage, a_grand_tour
from tourmanager.play.models import TalkLine
from tourmanager.play.talk import box as talks

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting(client):
    """The host at one device has both seats of a stage whose tour has a talk box."""
    director = a_user("dora")
    client.force_login(director)
    tour = a_grand_tour(*ROADS[:2], players=2, options={"talk": "on"}, by=director)
    ride = a_digital_stage(tour, by=director)
    ride.seats.filter(number=1).update(player="Bea")
    return client, ride


def write(client, ride, text, token="t1", seat=0, **more):
    return client.post(
        f"/rides/{ride.slug}/talk/", {"text": text, "token": token, "seat": seat}, **more
    )


@pytest.mark.rule("FR-T-035")
def test_a_seat_says_a_line_and_everybody_reads_it(sitting, client):
    client, ride = sitting
    assert write(client, ride, "I stay <b>behind</b> you").status_code == 302
    write(client, ride, "I do not believe you", "t2", seat=1)
    client.logout()
    page = client.get(f"/rides/{ride.slug}/").content.decode()
    assert "I stay &lt;b&gt;behind&lt;/b&gt; you" in page
    assert "<b>Bea</b> I do not believe you" in page
    assert 'name="text"' not in page  # who watches reads along


def test_the_lines_come_when_there_are_new_ones(sitting):
    client, ride = sitting
    script = {"headers": {"HX-Request": "true"}}
    assert client.get(f"/rides/{ride.slug}/talk/?seen=0.0", **script).status_code == 204
    write(client, ride, "Now!")
    part = client.get(f"/rides/{ride.slug}/talk/?seen=0.0", **script)
    assert "Now!" in part.content.decode()
    assert "<form" not in part.content.decode()  # whoever is writing is left alone


def test_a_tap_sent_twice_is_one_line(sitting):
    client, ride = sitting
    for _ in range(2):
        write(client, ride, "Once")
    assert TalkLine.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [("  ", "could not be read"), ("x" * 201, "too long"), ("a\u202eb", "cannot be written")],
)
def test_what_is_no_line_is_refused_and_kept_in_its_field(sitting, text, said):
    client, ride = sitting
    response = write(client, ride, text, headers={"HX-Request": "true"})
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not TalkLine.objects.exists()


def test_nobody_talks_without_a_seat(sitting):
    client, ride = sitting
    assert write(client, ride, "Me too", seat=17).status_code == 422
    client.force_login(a_user("eve"))
    assert write(client, ride, "Me too").status_code == 403
    assert not TalkLine.objects.exists()


def test_who_talks_too_much_waits(sitting):
    client, ride = sitting
    answers = [
        write(client, ride, f"Line {number}", f"t{number}").status_code
        for number in range(talks.AT_ONCE + 1)
    ]
    assert answers == [302] * talks.AT_ONCE + [429]
    TalkLine.objects.update(at=NOW - timedelta(hours=1))
    assert write(client, ride, "Later", "later").status_code == 302


def test_the_host_closes_it_and_what_was_said_stays(sitting):
    client, ride = sitting
    write(client, ride, "Last words")
    client.post(f"/rides/{ride.slug}/talk/close/", {"closed": "1"})
    assert write(client, ride, "More", "t2").status_code == 422
    page = client.get(f"/rides/{ride.slug}/").content.decode()
    assert "Last words" in page
    assert "has closed the talk box" in page
    client.post(f"/rides/{ride.slug}/talk/close/", {"closed": "0"})
    assert write(client, ride, "More", "t3").status_code == 302
    client.force_login(a_user("eve"))
    assert client.post(f"/rides/{ride.slug}/talk/close/", {"closed": "1"}).status_code == 403


def test_a_tour_without_the_option_has_no_talk_box(client):
    director = a_user("dora")
    client.force_login(director)
    tour = a_grand_tour(ROADS[0], players=2, by=director)
    ride = a_digital_stage(tour, by=director)
    assert 'id="talk"' not in client.get(f"/rides/{ride.slug}/").content.decode()
    assert client.get(f"/rides/{ride.slug}/talk/").status_code == 404
    assert write(client, ride, "Hello?").status_code == 404
