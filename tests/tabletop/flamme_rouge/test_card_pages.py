"""Pages of a stage with cards: the hand of who looks, the curtain, the commentary, the replay, the
result.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_user
from tests.play.rides import token, where
from tests.tabletop.flamme_rouge.cards import a_card_ride, give, until
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def host() -> User:
    return a_user()


def of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def page(client: Client, ride: Ride, query: str = "") -> str:
    response = client.get(ride.get_absolute_url() + query, headers={"HX-Request": "true"})
    assert response.status_code == 200
    return response.content.decode()


def answered(client: Client, ride: Ride, seat: int, text: str, opened: int) -> str:
    fields = {
        "token": token(),
        "base": where(ride).seq,
        "seat": seat,
        "answer": text,
        "open": opened,
    }
    response = client.post(
        reverse("play:answer", args=[ride.slug]), fields, headers={"HX-Request": "true"}
    )
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.rule("FR-047", "FR-111")
def test_the_curtain_stays_open_for_both_hands_of_a_seat_and_is_closed_before_the_next(host: User):
    ride = until(a_card_ride("here here bot", by=host, first="red"), rounds=1)
    client = of(host)
    assert "show my cards" in page(client, ride)
    assert "Draw for the Sprinteur" in page(client, ride, "?open=0")
    first = answered(client, ride, 0, "draw S", 0)
    assert "Red Sprinteur" in first
    assert "card-answer" in first
    cards = re.findall(r'value="(play \w+)"', first)
    second = answered(client, ride, 0, cards[0], 0)
    assert "card-answer" in second, "the hand of the other rider comes at once"
    assert "hand-chosen" in second
    after = answered(client, ride, 0, re.findall(r'value="(play \w+)"', second)[0], 0)
    assert "I am Blue: show my cards" in after
    assert "hand-chosen" not in after
    assert "card-answer" not in after


@pytest.mark.rule("FR-048", "FR-113")
def test_who_waits_sees_what_he_chose_and_nobody_else_does(host: User):
    ride = until(a_card_ride("here link bot", by=host), rounds=1)
    for text in ("draw S", ""):
        give(ride, text, seat=0)
    assert page(of(host), ride).count("hand-chosen") == 1
    assert "hand-chosen" not in page(Client(), ride)
    assert "card chosen" in page(Client(), ride)


def test_the_commentary_leaves_out_what_was_dealt_and_tells_what_was_ridden(host: User):
    ride = until(a_card_ride("here bot bot", by=host), rounds=2)
    told = page(Client(), ride)
    assert "is dealt" not in told
    assert "has their card" not in told
    assert re.search(r"plays (a \d|exhaustion)", told)
    assert "as it was ridden" in told


def test_the_replay_goes_from_round_to_round_in_the_words_of_the_game(host: User):
    ride = until(a_card_ride("here bot bot", by=host), rounds=2)
    address = reverse("play:replay", args=[ride.slug])
    whole = Client().get(f"{address}?at=9999").content.decode()
    assert "A round back" in whole
    assert "Turn" not in re.sub(r"<[^>]*>", "", whole)
    moments = int(re.findall(r"moment \d+ of (\d+)", whole)[0])
    assert moments < len(where(ride).steps) / 2, "nobody wants to step through what was dealt"


@pytest.mark.rule("FR-094", "FR-124")
def test_the_result_says_gaps_bonuses_exhaustion_and_teams(host: User):
    ride = until(
        a_card_ride("here bot bot", by=host, stage="a b d c u", version="peloton", peloton="black")
    )
    outcome = where(ride).game.outcome(where(ride).state)
    shown = of(host).get(reverse("play:review", args=[ride.slug])).content.decode()
    assert "square" in shown
    assert " km" not in shown
    assert shown.count("bonus 10 s") == 2
    assert shown.count("dummy team") == 2
    assert (
        f"exhaustion left {outcome.extras.left[outcome.finish[0].rider]}" in shown
        or outcome.winner.startswith("black")
    )
    assert "Teams, by their better rider" in shown


def test_of_several_who_are_asked_the_device_goes_to_one_who_sits_at_it(host: User):
    ride = until(a_card_ride("link here here", by=host, first="red"), rounds=1)
    shown = page(of(host), ride)
    assert "Red, Blue and Green choose" in shown
    assert "I am Blue: show my cards" in shown
    assert "I am Red" not in shown
    ride.seats.filter(number=0).update(player="Ann")
    waiting = " ".join(re.sub("<[^>]+>", "", page(of(a_user("else")), ride)).split())
    assert re.search(r"Waiting for .*Red \(Ann\), .*Blue, .*Green", waiting)


def test_decks_of_dummy_teams_are_called_by_their_kind(host: User):
    ride = until(
        a_card_ride("here", by=host, version="peloton", peloton="blue", muscle=["green"]), rounds=1
    )
    shown = " ".join(re.sub("<[^>]+>", "", page(of(host), ride)).split())
    assert "Blue Peloton Team" in shown
    assert "Green Sprinteur Muscle Team" in shown


@pytest.mark.rule("FR-P-080")
def test_riders_for_themselves_are_not_ranked_once_more_as_teams(host: User):
    ride = until(a_card_ride("here" + 6 * " bot", by=host, stage="a b d c u", version="peloton"))
    shown = of(host).get(reverse("play:review", args=[ride.slug])).content.decode()
    assert "round" in shown
    assert "better rider" not in shown
