"""Seats that change hands in the middle of a stage: by consent, or by a bot that plays the hand
first; told to everybody."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_tour, a_user
from tests.play.rides import NOW, a_ride, token
from tests.tabletop.flamme_rouge.imagined import GAME, a_table, play_on
from tests.tabletop.flamme_rouge.test_secrets import client_of, seated
from tourmanager.accounts.models import User
from tourmanager.play.log import loop
from tourmanager.play.log.reading import last_position
from tourmanager.play.models import Ride, RideSeat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everything_drawn")]
GUEST = 1
NOTICE = re.compile(r'class="warning seat-changed".*?</div>', re.DOTALL)


@pytest.fixture
def host() -> User:
    return a_user("dora")


@pytest.fixture
def ride(host: User) -> Ride:
    """In round 2; the host has no seat of their own, so that no curtain hides what they could
    read."""
    ride = a_table("link link bot", by=host)
    play_on(ride, "energy", 2)
    return ride


@pytest.fixture
def own_ride(host: User) -> Ride:
    """The host rides, too."""
    ride = a_table("here link bot", by=host)
    play_on(ride, "energy", 2)
    loop.answer(
        ride=ride, seat=0, text="draw S", token=token(), base=last_position(ride).seq, at=NOW
    )
    return ride


@pytest.fixture
def guest(ride: Ride) -> Client:
    """Has the second seat on a phone, and has drawn four cards."""
    client = Client()
    key = ride.seats.get(number=GUEST).key
    address = reverse("play:join", args=[ride.slug, key])
    assert client.post(address, {"player": "Gus"}).status_code == 302
    seq = last_position(ride).seq
    loop.answer(ride=ride, seat=GUEST, text="draw S", token=token(), base=seq, at=NOW)
    return client


def page(client: Client, ride: Ride, query: str = "") -> str:
    return client.get(f"{ride.get_absolute_url()}?{query}").content.decode()


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def hand(ride: Ride) -> str:
    """What the guest's seat holds."""
    cards = GAME.view(last_position(ride).state, GUEST)["cards"]
    found: str = cards["blueS"]["hand"] or cards["blueR"]["hand"]
    return found


def sees(client: Client, ride: Ride) -> bool:
    """Whether any page of the ride shows that hand to this browser."""
    at = [f"{ride.get_absolute_url()}?open={seat}&zoom=mine" for seat in ("", 0, 1)]
    at += [reverse(f"play:{name}", args=[ride.slug]) for name in ("replay", "seats", "throws")]
    texts = [client.get(address).content.decode() for address in at]
    return any(f"'hand': '{hand(ride)}'" in text for text in texts)


def change(client: Client, ride: Ride, who: str, number: int = GUEST, player: str = "Dora"):
    data = {"number": number, "who": who, "player": player}
    return client.post(reverse("play:seats", args=[ride.slug]), data)


def answer_wish(client: Client, ride: Ride, what: str, wish: str | None = None):
    data = {"hand_over": what, "wish": wish_of(client, ride) if wish is None else wish}
    return client.post(reverse("play:hand_over", args=[ride.slug, GUEST]), data)


def wish_of(client: Client, ride: Ride) -> str:
    """The wish that the page of this browser shows, "" where it shows none."""
    found = re.search(r'name="wish" value="([^"]+)"', page(client, ride))
    return found[1] if found else ""


def kind(ride: Ride) -> str:
    return str(ride.seats.get(number=GUEST).kind)


def next_hand(ride: Ride) -> None:
    """Persons who are asked choose, the bot plays what Gus was dealt, the cards are turned up."""
    shown = last_position(ride).last_reveal
    for _ in range(40):
        at = last_position(ride)
        if at.last_reveal > shown:
            return
        asked = [seat for seat in at.waits_for() if seat == 0]
        if asked:
            text = GAME.write(at.state, 0, GAME.legal_actions(at.state, 0)[0])
            loop.answer(ride=ride, seat=0, text=text, token=token(), base=at.seq, at=NOW)
        else:
            loop.go_on(ride, NOW, seconds=5)
    raise AssertionError("no cards were turned up")


@pytest.mark.parametrize("who", ["here", "bot:steady"])
def test_the_host_reads_no_hand_by_taking_the_seat(host: User, ride: Ride, guest: Client, who: str):
    assert sees(guest, ride)
    hosting = client_of(host)
    for step in (who, "here", "link", "bot:random", "here"):
        change(hosting, ride, step)
        assert not sees(hosting, ride), f"after {step}"
    link = reverse("play:join", args=[ride.slug, ride.seats.get(number=GUEST).key])
    for client in (hosting, Client()):
        client.get(link)
        client.post(link, {"player": "Dora"})
        assert not sees(client, ride)


class TestConsent:
    def test_the_guest_is_asked_and_agrees(self, host: User, ride: Ride, guest: Client):
        hosting = client_of(host)
        assert change(hosting, ride, "here").status_code == 302
        assert "Gus has been asked" in words(
            hosting.get(f"{ride.get_absolute_url()}seats/").content.decode()
        )
        assert "dora asks for your seat" in words(page(guest, ride))
        assert "asks for your seat" not in words(page(Client(), ride))
        assert (kind(ride), sees(guest, ride)) == ("link", True)
        assert answer_wish(guest, ride, "yes").status_code == 302
        assert (kind(ride), sees(guest, ride)) == ("here", False)
        assert sees(hosting, ride)
        assert "You do not ride for Blue any more" in words(page(guest, ride))
        for who in (hosting, guest, Client()):
            assert "Gus agreed to hand the seat over. Dora rides for Blue now" in words(
                page(who, ride)
            )

    def test_the_guest_keeps_the_seat_and_everybody_hears_of_it(
        self, host: User, ride: Ride, guest: Client
    ):
        change(client_of(host), ride, "here")
        answer_wish(guest, ride, "no")
        assert (kind(ride), sees(guest, ride)) == ("link", True)
        for who in (client_of(host), guest, Client()):
            assert "dora asked for the seat, and Gus kept it" in words(page(who, ride))
        assert "asks for your seat" not in words(page(guest, ride))

    def test_what_is_said_of_a_seat_ends_with_its_last_change(
        self, host: User, ride: Ride, guest: Client
    ):
        change(client_of(host), ride, "here")
        answer_wish(guest, ride, "no")
        change(client_of(host), ride, "bot:steady")
        for who in (client_of(host), guest, Client()):
            said = words(" ".join(NOTICE.findall(page(who, ride))))
            assert "A bot rides for Blue now" in said
            assert "goes on riding" not in said, "true no more"

    def test_who_asks_is_named_as_everywhere(self, host: User, ride: Ride, guest: Client):
        User.objects.filter(pk=host.pk).update(first_name="Dora", last_name="Director")
        change(client_of(host), ride, "here")
        assert "Dora Director asks for your seat" in words(page(guest, ride))

    def test_by_the_link_another_device_asks_and_takes_it_when_agreed(
        self, ride: Ride, guest: Client
    ):
        tablet, key = Client(), ride.seats.get(number=GUEST).key
        link = reverse("play:join", args=[ride.slug, key])
        assert "Ask for this seat" in tablet.get(link).content.decode()
        tablet.post(link, {"player": "Gus on a tablet"})
        assert not sees(tablet, ride)
        assert "has been asked" in words(tablet.get(link).content.decode())
        assert "Gus on a tablet asks for your seat" in words(page(guest, ride))
        answer_wish(guest, ride, "yes")
        tablet.post(link, {"player": "Gus on a tablet"})
        assert sees(tablet, ride)
        assert not sees(guest, ride)

    def test_who_comes_by_the_link_without_a_name_is_stored_as_a_fact(
        self, ride: Ride, guest: Client
    ):
        link = reverse("play:join", args=[ride.slug, ride.seats.get(number=GUEST).key])
        Client().post(link, {"player": " "})
        wish = ride.seats.get(number=GUEST).asked_for
        assert (wish["by"], wish["via"]) == ("", "link")
        assert "Somebody with its link asks for your seat, Blue." in words(page(guest, ride))
        answer_wish(guest, ride, "no")
        ride.refresh_from_db()
        assert "with the link" not in str(ride.reseated)
        told = "somebody with the link asked for the seat, and Gus kept it."
        assert told in words(page(Client(), ride))

    @pytest.mark.parametrize("by", ["somebody with the link", "Somebody with its link"])
    def test_rows_of_earlier_releases_are_worded_alike(self, ride: Ride, by: str):
        row = [last_position(ride).seq, "blue", "kept", "", "refused", by, "Gus", NOW.isoformat()]
        Ride.objects.filter(pk=ride.pk).update(reseated=[row], revision=99)
        told = "somebody with the link asked for the seat, and Gus kept it."
        assert told in words(page(Client(), ride))

    def test_nobody_else_answers_for_the_holder(self, host: User, ride: Ride, guest: Client):
        assert answer_wish(guest, ride, "yes").status_code == 302, (
            "nobody has asked: nothing happens"
        )
        assert kind(ride) == "link"
        change(client_of(host), ride, "here")
        for who in (client_of(host), client_of(a_user()), Client()):
            assert answer_wish(who, ride, "yes").status_code == 403
        for nonsense in ("", "perhaps", "yes\x00", "9" * 20):
            assert answer_wish(guest, ride, nonsense).status_code == 400
        assert kind(ride) == "link"

    def test_who_waits_behind_a_link_is_told_that_it_is_dead(self, host, ride, guest):
        tablet, key = Client(), ride.seats.get(number=GUEST).key
        link = reverse("play:join", args=[ride.slug, key])
        tablet.post(link, {"player": "Ann"})
        change(client_of(host), ride, "here")
        answer_wish(guest, ride, "yes")
        assert tablet.get(link, headers={"HX-Request": "true"}).headers.get("HX-Refresh") == "true"
        assert tablet.get(link).status_code == 404

    def test_nobody_else_leaves_for_the_holder(self, host: User, ride: Ride, guest: Client):
        for who in (client_of(host), client_of(a_user()), Client()):
            for number in (GUEST, 99, 2**40):
                assert who.post(reverse("play:leave", args=[ride.slug, number])).status_code == 403
        assert (kind(ride), sees(guest, ride)) == ("link", True)

    def test_who_agreed_to_one_person_has_not_agreed_to_another(self, host, ride, guest):
        link = reverse("play:join", args=[ride.slug, ride.seats.get(number=GUEST).key])
        Client().post(link, {"player": "Ann"})
        shown = wish_of(guest, ride)
        change(client_of(host), ride, "here")
        for key in (shown, "", "x" * 3000):
            for what in ("yes", "no"):
                assert answer_wish(guest, ride, what, key).status_code == 302
        assert (kind(ride), sees(guest, ride)) == ("link", True)
        assert "dora asks for your seat" in words(page(guest, ride))
        assert wish_of(guest, ride) != shown

    def test_asking_twice_is_one_wish(self, host: User, ride: Ride, guest: Client):
        change(client_of(host), ride, "here")
        shown = wish_of(guest, ride)
        change(client_of(host), ride, "here")
        answer_wish(guest, ride, "yes", shown)
        assert kind(ride) == "here"

    def test_a_second_press_changes_nothing(self, host: User, ride: Ride, guest: Client):
        change(client_of(host), ride, "here")
        answer_wish(guest, ride, "no")
        seat = RideSeat.objects.get(ride=ride, number=GUEST)
        assert answer_wish(guest, ride, "yes").status_code == 302
        assert (kind(ride), seat.key) == ("link", RideSeat.objects.get(pk=seat.pk).key)


class TestSeal:
    def test_a_person_sits_there_when_the_bot_has_played_that_hand(
        self, host: User, ride: Ride, guest: Client
    ):
        hosting, dealt = client_of(host), hand(ride)
        assert change(hosting, ride, "bot:steady").status_code == 302
        refused = change(hosting, ride, "here")
        assert refused.status_code == 422
        assert "the bot plays the cards that Gus was dealt" in words(refused.content.decode())
        next_hand(ride)
        assert change(hosting, ride, "here").status_code == 302
        assert kind(ride) == "here"
        assert hand(ride) != dealt
        assert "rides for Blue now" in words(page(guest, ride))
        assert "You do not ride for Blue any more" in words(page(guest, ride))

    def test_who_held_the_seat_comes_back_at_any_time(self, host: User, ride: Ride, guest: Client):
        hosting = client_of(host)
        change(hosting, ride, "bot:steady")
        key = ride.seats.get(number=GUEST).key
        link = reverse("play:join", args=[ride.slug, key])
        assert link in page(guest, ride)
        assert link not in page(hosting, ride)
        assert hosting.post(link, {"player": "Gus"}).status_code == 422
        assert guest.post(link, {"player": "Gus"}).status_code == 302
        assert (sees(guest, ride), sees(hosting, ride)) == (True, False)
        assert "You do not ride" not in words(page(guest, ride))

    def test_a_seat_that_its_player_left_is_sealed_too(self, host: User, ride: Ride, guest: Client):
        guest.post(reverse("play:leave", args=[ride.slug, GUEST]))
        assert change(client_of(host), ride, "here").status_code == 422
        said = words(page(Client(), ride))
        assert "Gus left the seat. A bot rides for Blue now." in said
        assert "The cards that Gus was dealt stay sealed until the bot has played them." in said

    def test_another_director_gets_no_hand_of_the_device_that_began(
        self, host: User, own_ride: Ride
    ):
        ride = own_ride
        tour, other = a_tour(by=host), a_user("otto")
        tour.directors.add(other, through_defaults={"added_at": NOW})
        Ride.objects.filter(pk=ride.pk).update(stage=tour.stages.first())
        change(client_of(other), ride, "link", number=0)
        seat = ride.seats.get(number=0)
        assert (seat.kind, "otto asks for your seat" in words(page(client_of(host), ride))) == (
            "here",
            True,
        )
        change(client_of(other), ride, "bot:steady", number=0)
        assert change(client_of(other), ride, "link", number=0).status_code == 422
        assert change(client_of(host), ride, "here", number=0).status_code == 302, "their own hand"

    def test_where_the_account_of_the_host_is_gone_nobody_has_its_hands(self, own_ride: Ride):
        ride = own_ride
        Ride.objects.filter(pk=ride.pk).update(owner=None)
        assert "'hand'" not in page(Client(), ride, "open=0")
        said = {"seat": 0, "answer": "play 3", "base": last_position(ride).seq, "token": "t-gone"}
        assert Client().post(reverse("play:answer", args=[ride.slug]), said).status_code == 403


def test_everybody_is_told_who_which_seat_and_when(host: User, ride: Ride, guest: Client):
    change(client_of(host), ride, "bot:steady")
    told = r"At \d\d:\d\d dora took the seat from Gus\. A bot rides for Blue now\. The cards"
    for who in (client_of(host), guest, Client()):
        text = page(who, ride)
        assert re.search(told, words(" ".join(NOTICE.findall(text)))), "beside the question"
        assert re.search(told, words(text.partition('class="ride-board"')[2])), "above the road"
    next_hand(ride)
    assert re.search(told, words(page(Client(), ride))), "and it stays"
    client_of(host).post(reverse("play:close", args=[ride.slug]))
    log = Client().get(reverse("play:log", args=[ride.slug])).content.decode()
    assert re.search(rf"(?m)^# {told}", log)


@pytest.mark.parametrize(
    ("kind", "who"), [("here", "dora rides"), ("link", "anybody with its link")]
)
def test_who_takes_a_seat_does_not_take_the_name_of_its_holder(host: User, kind: str, who: str):
    """The form of the seat holds that name when it is opened."""
    ride = a_ride("here link bot", by=host)
    guest = seated(ride, GUEST)
    RideSeat.objects.filter(ride=ride, number=GUEST).update(player="Gus")
    change(client_of(host), ride, kind if kind == "here" else "bot:steady", player="Gus")
    if kind == "link":
        change(client_of(host), ride, "link", player="Gus")
    said = words(" ".join(NOTICE.findall(page(guest, ride))))
    assert who in said
    assert "Gus rides" not in said
    assert ride.seats.get(number=GUEST).player == {"here": "dora", "link": ""}[kind]


def test_without_hidden_hands_the_seat_is_the_hosts_at_once_and_everybody_is_told(host: User):
    ride = a_ride("here link bot", by=host)
    guest = seated(ride, GUEST)
    change(client_of(host), ride, "here")
    assert kind(ride) == "here"
    for who in (client_of(host), guest, Client()):
        assert "dora took the seat from Player 1. Dora rides for Blue now" in words(page(who, ride))
    assert "You do not ride for Blue any more. Dora does" in words(page(guest, ride))
    assert "sealed" not in words(page(guest, ride))


def test_who_takes_a_seat_by_its_link_without_a_name_is_stored_as_a_fact(host: User):
    ride = a_ride("here link bot", by=host)
    seated(ride, GUEST)
    link = reverse("play:join", args=[ride.slug, ride.seats.get(number=GUEST).key])
    Client().post(link, {"player": ""})
    ride.refresh_from_db()
    assert "with the link" not in str(ride.reseated)
    said = words(" ".join(NOTICE.findall(page(Client(), ride))))
    assert "somebody with the link took the seat from Player 1." in said
