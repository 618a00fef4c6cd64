"""What the pages of a digital stage say to whom."""

import pytest
from django.test import Client
from django.urls import reverse

from games.notation import read_draw
from tests.factory import a_tour, a_user
from tests.play.rides import NOW, a_ride, ride_on, say, token, where
from tourmanager.accounts.models import User
from tourmanager.play.log import loop
from tourmanager.play.models import Ride

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def host() -> User:
    return a_user()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def send(client: Client, ride: Ride, what: str, **fields: object):
    at = where(ride)
    usual = {"token": token() + "-of-a-page", "base": at.seq, "seat": (at.waits_for() or (0,))[0]}
    return client.post(reverse(f"play:{what}", args=[ride.slug]), {**usual, **fields}, headers=HTMX)


def test_what_is_not_legal_is_refused_with_the_rule(host: User):
    ride = a_ride("here here", by=host)
    before = where(ride).seq
    response = send(
        signed_in(host),
        ride,
        "answer",
        answer="sprint a2 3d6" if where(ride).waits_for() == (1,) else "sprint b2 3d6",
    )
    assert response.status_code == 422
    assert "may not choose" in response.content.decode()
    assert "(rule CP-" in response.content.decode()
    assert where(ride).seq == before


def test_who_only_watches_is_shown_who_is_waited_for_and_nothing_to_press(host: User):
    ride = a_ride("here bot", by=host)
    page = Client().get(ride.get_absolute_url()).content.decode()
    assert "Waiting for" in page
    assert 'name="answer"' not in page
    assert send(Client(), ride, "answer", answer="pass").status_code == 403


@pytest.mark.parametrize(
    "fields",
    [{"answer": ""}, {"seat": "x"}, {"base": "-1"}, {"token": "two words"}, {"answer": "x" * 501}],
)
def test_what_cannot_be_read_is_refused_in_words(host: User, fields: dict[str, str]):
    ride = a_ride("here here", by=host)
    before = where(ride).seq
    response = send(signed_in(host), ride, "answer", **{"answer": "pass", **fields})
    assert response.status_code == 400
    assert "could not be read" in response.content.decode()
    assert where(ride).seq == before


def test_an_unchanged_page_is_not_drawn_again(host: User):
    ride = a_ride("here here", by=host)
    client = signed_in(host)
    seen = client.get(ride.get_absolute_url()).context["seen"]
    assert client.get(ride.get_absolute_url(), {"seen": seen}, headers=HTMX).status_code == 204
    say(ride)
    assert client.get(ride.get_absolute_url(), {"seen": seen}, headers=HTMX).status_code == 200


def test_only_the_host_seats_people_begins_and_closes(host: User):
    ride = a_ride("here link", by=host, begun=False)
    stranger = signed_in(a_user())
    for page in ("begin", "close", "correct"):
        assert stranger.post(reverse(f"play:{page}", args=[ride.slug])).status_code == 403
    assert stranger.get(reverse("play:seats", args=[ride.slug])).status_code == 403
    assert signed_in(host).post(reverse("play:begin", args=[ride.slug])).status_code == 302
    ride.refresh_from_db()
    assert ride.state == Ride.State.RIDING


def test_the_link_of_a_seat_is_on_no_page_of_anybody_else(host: User):
    ride = a_ride("here link", by=host)
    key = ride.seats.get(number=1).key
    assert key in signed_in(host).get(reverse("play:seats", args=[ride.slug])).content.decode()
    for client in (Client(), signed_in(a_user())):
        for page in ("ride", "replay", "throws", "set_up"):
            assert key not in client.get(reverse(f"play:{page}", args=[ride.slug])).content.decode()


def test_the_seed_is_secret_until_the_stage_is_over(host: User):
    ride = a_ride("here bot", by=host, road={"length": 20, "type": "flat"})
    throws = reverse("play:throws", args=[ride.slug])
    running = signed_in(host).get(throws).content.decode()
    assert ride.commitment in running
    assert ride.seed not in running
    ride_on(ride)
    over = Client().get(throws).content.decode()
    assert ride.seed in over
    assert "agree" in over


def test_a_rule_is_told_and_an_unknown_one_is_not_found(host: User):
    ride = a_ride("here bot", by=host)
    assert (
        "bottle"
        in Client().get(reverse("play:rule", args=[ride.slug, "CP-J-063"])).content.decode().lower()
    )
    assert Client().get(reverse("play:rule", args=[ride.slug, "CP-J-999"])).status_code == 404


def test_a_stage_that_is_over_is_ridden_again_with_other_dice(host: User):
    ride = ride_on(a_ride("here bot", by=host, road={"length": 20, "type": "flat"}))
    assert signed_in(host).post(reverse("play:again", args=[ride.slug])).status_code == 422
    for _ in range(2):
        response = signed_in(host).post(
            reverse("play:again", args=[ride.slug]), {"token": "one-press"}
        )
        other = Ride.objects.exclude(pk=ride.pk).get()
        assert response.url == other.get_absolute_url(), "pressed twice it is one ride"
    assert (other.setup, other.seed == ride.seed) == (ride.setup, False)


class TestStarting:
    def fields(self, **changes: str) -> dict[str, str]:
        usual = {
            "version": "master",
            "road": "flat",
            "riders": "6",
            "dice": "app",
            "pace": "0",
            "seat_0": "here",
            "seat_1": "bot:steady",
            "token": token(),
        }
        return usual | changes

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"road": "own"}, "Say how long the road is"),
            ({"road": "own", "length": "12"}, "13"),
            ({"road": "own", "length": "80", "passes": "60 steep"}, "is no pass"),
            (
                {"road": "own", "length": "80", "type": "flat", "passes": "70 hc"},
                "does not lie on the road",
            ),
            (
                {"road": "own", "length": "80", "type": "flat", "sprints": "x"},
                "Sprints are kilometres",
            ),
            ({"seat_1": "bot:genius"}, "Choose who sits there"),
            ({"seat_1": ""}, "This field is required"),
        ],
    )
    def test_what_cannot_be_ridden_is_refused_in_words_and_nothing_typed_is_lost(
        self, host: User, changes: dict[str, str], words: str
    ):
        response = signed_in(host).post(
            reverse("play:new", args=["cycling_party"]),
            self.fields(passes="", **changes)
            if "passes" not in changes
            else self.fields(**changes),
        )
        assert response.status_code == 422
        page = response.content.decode()
        assert words in page
        assert "E_" not in page
        assert not Ride.objects.exists()
        if "length" in changes:
            assert f'value="{changes["length"]}"' in page

    @pytest.mark.parametrize("version", ["junior", "senior", "master"])
    @pytest.mark.parametrize("road", ["junior", "flat", "high", "own"])
    def test_every_version_rides_on_every_road(self, host: User, version: str, road: str):
        own = (
            {"length": "90", "type": "low", "passes": "30 2, 60-67 third", "sprints": "15, 20"}
            if road == "own"
            else {}
        )
        response = signed_in(host).post(
            reverse("play:new", args=["cycling_party"]),
            self.fields(version=version, road=road, **own),
        )
        assert response.status_code == 302, response.content.decode()
        assert signed_in(host).get(response.url).status_code == 200

    def test_a_stranger_signs_in_first(self):
        assert Client().get(reverse("play:new", args=["cycling_party"])).status_code == 302


def test_a_link_that_was_given_before_no_longer_takes_a_seat_that_went_to_somebody_else(host: User):
    ride = a_ride("here link", by=host)
    old = ride.seats.get(number=1).key
    change = {"number": "1", "who": "here", "player": "Bea"}
    assert signed_in(host).post(reverse("play:seats", args=[ride.slug]), change).status_code == 302
    assert (
        Client().post(reverse("play:join", args=[ride.slug, old]), {"player": "Ann"}).status_code
        == 404
    )
    assert ride.seats.get(number=1).player == "Bea"


def test_the_last_throw_of_a_stage_that_is_ridden_once_more_stays(host: User):
    """One ride of a stage at a time: a mistyped die of the earlier one would make a second."""
    tour = a_tour(stages=1, by=host)
    stage = tour.stages.get(number=1)
    first = a_ride("here here", by=host, stage=stage, dice="table", riders=5)
    throw(first, "1 2 " * 10)
    Ride.objects.filter(pk=first.pk).update(state=Ride.State.OVER)
    a_ride("here here", by=host, stage=stage, dice="table", riders=5)
    last = where(first).steps[-1]
    response = signed_in(host).post(
        reverse("play:correct", args=[first.slug]),
        {"token": "once-more", "seq": last.seq},
        headers=HTMX,
    )
    assert response.status_code == 422
    assert "being ridden once more" in response.content.decode()
    assert where(first).steps[-1] == last


def throw(ride: Ride, dice: str) -> None:
    loop.throw(ride=ride, draw=read_draw(dice.strip()), token=token(), base=where(ride).seq, at=NOW)


def test_a_ride_that_went_on_at_the_table_is_said_to_be_continued_there(host: User):
    ride = a_ride("here bot", by=host)
    Ride.objects.filter(pk=ride.pk).update(state=Ride.State.LEFT)
    ride.refresh_from_db()
    assert ride.get_state_display() == "Continued at the table"
    assert "continued at the table" in signed_in(host).get("/rides/").content.decode()
