"""Hidden hands: nothing of another seat's reaches a page, a part of it, the replay or the log before it is shown to all."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

import games
from tests.factory import a_user
from tests.play.rides import NOW
from tests.play.secret_game import SecretBoard, Secrets
from tourmanager.accounts.models import User
from tourmanager.play import boards, loop
from tourmanager.play.look import Look
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.position import position
from tourmanager.play.starting import RidePlan, SeatPlan, start
from tourmanager.web.jerseys import Mark

pytestmark = pytest.mark.django_db
# numbers that stand nowhere else on a page
HANDS = {0: (4711, 4712, 4713), 1: (5751, 5752, 5753), 2: (7971, 7972, 7973)}
OTHER_HANDS = {0: (4711, 4712, 4713), 1: (6361, 6362, 6363), 2: (8681, 8682, 8683)}


@pytest.fixture(autouse=True)
def _played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "secrets", Secrets())
    monkeypatch.setitem(boards.BOARDS, "secrets", SecretBoard())


@pytest.fixture
def host() -> User:
    return a_user()


def dealt(host: User, kinds: tuple[str, ...], hands: dict[int, tuple[int, ...]] = HANDS) -> Ride:
    teams = "abc"[: len(kinds)]
    marks = {letter: Mark(letter, 0, letter, "", f"Team {letter}", letter, "#123456", "plain") for letter in teams}
    riders = {f"{letter}1": marks[letter] for letter in teams}
    seats = [SeatPlan(kind, "random") for kind in kinds]
    plan = RidePlan("Secrets", "secrets", {"seats": len(kinds)}, Look(marks, riders), seats, dice=Ride.Dice.TABLE)
    ride = loop.begin(ride=start(plan, by=host, at=NOW), at=NOW)
    draw = tuple(card for seat in range(len(kinds)) for card in hands[seat])
    return loop.throw(ride=ride, draw=draw, token="deal-token", base=0, at=NOW)


def seated(ride: Ride, number: int) -> Client:
    client = Client()
    seat = ride.seats.get(number=number)
    assert client.post(reverse("play:join", args=[ride.slug, seat.key]), {"player": f"Player {number}"}).status_code == 302
    return client


def shown(client: Client, ride: Ride, query: str = "", part: bool = False) -> str:
    response = client.get(ride.get_absolute_url() + query, headers={"HX-Request": "true"} if part else {})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return response.content.decode()


def cards(text: str, of: int, hands: dict[int, tuple[int, ...]] = HANDS) -> set[int]:
    """Those cards of a hand that stand in the text as whole numbers."""
    return {card for card in hands[of] if re.search(rf"(?<![\w.#-]){card}(?![\w.-])", text)}


def everywhere(client: Client, ride: Ride) -> Iterator[str]:
    yield shown(client, ride)
    yield shown(client, ride, part=True)
    for query in ("?open=1", "?open=0", "?open=2"):
        yield shown(client, ride, query, part=True)
    for at in ("0", "1", "2", "9"):
        yield client.get(reverse("play:replay", args=[ride.slug]) + f"?at={at}").content.decode()
    yield client.get(reverse("play:log", args=[ride.slug])).content.decode()


def test_each_device_sees_its_own_hand_and_no_other():
    ride = dealt(a_user(), ("link", "link", "bot"))
    for number in (0, 1):
        client = seated(ride, number)
        assert cards(shown(client, ride), number) == set(HANDS[number])
        for text in everywhere(client, ride):
            for other in {0, 1, 2} - {number}:
                assert not cards(text, other)


def test_who_watches_sees_no_hand():
    ride = dealt(a_user(), ("link", "link", "bot"))
    for text in everywhere(Client(), ride):
        assert not any(cards(text, number) for number in HANDS)


def test_who_began_the_stage_sees_no_hand_that_is_not_his(host: User):
    ride = dealt(host, ("link", "link", "link"))
    client = Client()
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    for text in everywhere(client, ride):
        assert not any(cards(text, number) for number in HANDS)


def test_a_page_does_not_change_with_what_is_hidden_from_it():
    """The same hand of one's own, other hands of the others: the same page but for tokens and addresses."""
    pages = []
    for hands in (HANDS, OTHER_HANDS):
        ride = dealt(a_user(), ("link", "link", "link"), hands)
        client = seated(ride, 0)
        loop.answer(ride=ride, seat=1, text=f"lay {hands[1][0]}", token="first-lay", base=position(ride).seq, at=NOW)
        text = shown(client, ride, part=True)
        pages.append(re.sub(r"secrets-[a-z]{12}|value=\"[\w-]{24,70}\"", "", text))
    assert pages[0] == pages[1]


def test_two_at_one_device_have_a_curtain_between_them(host: User):
    ride = dealt(host, ("here", "here"))
    client = Client()
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    closed = shown(client, ride)
    assert "show my cards" in closed
    assert not cards(closed, 0)
    assert not cards(closed, 1)
    opened = shown(client, ride, "?open=0", part=True)
    assert cards(opened, 0) == set(HANDS[0])
    assert not cards(opened, 1)
    loop.answer(ride=ride, seat=0, text="lay 4711", token="lay-eleven", base=position(ride).seq, at=NOW)
    assert not cards(shown(client, ride, "?open=0", part=True), 1), "the other's hand stays behind the curtain"


def test_what_others_have_chosen_meanwhile_makes_no_answer_stale():
    ride = dealt(a_user(), ("link", "link", "link"))
    base = position(ride).seq
    for seat, card in ((2, 7971), (0, 4711), (1, 5751)):
        loop.answer(ride=ride, seat=seat, text=f"lay {card}", token=f"lay-by-{seat}", base=base, at=NOW)
    assert position(ride).state.sums == [4711, 5751, 7971]


def test_the_log_is_given_out_when_the_stage_is_over():
    ride = dealt(a_user(), ("link", "link"))
    address = reverse("play:log", args=[ride.slug])
    assert Client().get(address).status_code == 403
    for n in range(3):
        for seat in (0, 1):
            loop.answer(ride=ride, seat=seat, text=f"lay {HANDS[seat][n]}", token=f"lay-{n}-{seat}", base=position(ride).seq, at=NOW)
    response = Client().get(address)
    assert response.status_code == 200
    assert b"0 lay 4711" in response.content


def test_a_seat_that_left_is_ridden_by_a_bot_and_comes_back():
    ride = dealt(a_user(), ("link", "link"))
    client = seated(ride, 0)
    assert client.post(reverse("play:leave", args=[ride.slug, 0])).status_code == 302
    assert ride.seats.get(number=0).kind == RideSeat.Kind.BOT
    assert not cards(shown(client, ride), 0)
    again = client.post(reverse("play:join", args=[ride.slug, ride.seats.get(number=0).key]), {"player": "Ann"})
    assert again.status_code == 302
    assert cards(shown(client, ride), 0) == set(HANDS[0])
