"""Hidden hands: whatever a device is sent stays the same when all that is hidden from it is drawn
anew.
"""

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.engine import CHANCE, Refused
from tests.factory import a_tour, a_user
from tests.play.rides import NOW, seat_of, token
from tests.tabletop.flamme_rouge.imagined import GAME, a_table, forget, imagined, play_on, write_log
from tourmanager.accounts.models import User
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import last_position
from tourmanager.play.log.steps import Said
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.start.create import start
from tourmanager.play.start.plan import RidePlan, StartRefused
from tourmanager.tabletop.flamme_rouge.screen.single import look

PART = {"HX-Request": "true"}
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everything_drawn")]
BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW_EACH_TIME = re.compile(r"\b[0-9A-Za-z]{64}\b|\b[0-9a-f]{24}[a-z]?\b")  # tokens of forms


@pytest.fixture
def host() -> User:
    return a_user()


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def seated(ride: Ride, number: int, client: Client | None = None) -> Client:
    client = client or Client()
    seat = ride.seats.get(number=number)
    assert (
        client.post(
            reverse("play:join", args=[ride.slug, seat.key]), {"player": f"Player {number}"}
        ).status_code
        == 302
    )
    return client


def sent(response: HttpResponse) -> tuple[Any, ...]:
    """All that reaches the browser, but for what is new each time."""
    headers = {
        key: value
        for key, value in response.headers.items()
        if key not in ("Set-Cookie", "Content-Security-Policy")
    }
    return response.status_code, headers, NEW_EACH_TIME.sub("", response.content.decode())


def everywhere(client: Client, ride: Ride, query: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every address of the ride, as this device asks for it, and every kind of answer to what it
    may not do.
    """
    page, at = ride.get_absolute_url(), last_position(ride)
    yield "page", sent(client.get(f"{page}?{query}"))
    for more in ("", "&zoom=mine", "&zoom=road", "&open=99&seen=0"):
        yield f"part {more}", sent(client.get(f"{page}?{query}{more}", headers=PART))
    replay = reverse("play:replay", args=[ride.slug])
    moments = sorted({line.seq for line in at.lines})
    for moment in (*moments[:-8:12], *moments[-8:]):
        yield f"replay at {moment}", sent(client.get(f"{replay}?at={moment}", headers=PART))
    for name in ("log", "throws", "review", "set_up", "seats"):
        yield name, sent(client.get(reverse(f"play:{name}", args=[ride.slug])))
    for what, (name, data) in refused(at, query).items():
        response = client.post(reverse(f"play:{name}", args=[ride.slug]), data, headers=PART)
        assert response.status_code in (400, 403, 409, 422) or "HX-Redirect" in response
        yield what, sent(response)
    assert last_position(ride).seq == at.seq, "what is refused changes nothing"


def refused(at: Position, query: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """What nobody may do now, whatever he holds."""
    own = {"base": at.seq, "token": "a-token-of-mine", "open": query.partition("=")[2]}
    tried = {
        **{
            f"a card nobody has, seat {seat}": ("answer", {"seat": seat, "answer": "keep pirata S"})
            for seat in range(4)
        },
        "nonsense": ("answer", {"seat": 0, "answer": "nonsense"}),
        "of another time": ("answer", {"seat": 2, "answer": "play 7", "base": max(0, at.seq - 40)}),
        "the app's own step": (
            "answer",
            {"seat": 0, "answer": "play 7", "token": f"~{at.steps[-1].seq}"},
        ),
        "no seat": ("answer", {"seat": "x", "answer": "play 7"}),
        "a deal": ("dice", {"dice": "3 4 5 6"}),
        "no deal": ("dice", {"dice": "12"}),
        "another's step": ("undo", {"seq": at.steps[-2].seq}),
        "a throw": ("correct", {"seq": at.seq + 9}),
    }
    return {what: (name, own | data) for what, (name, data) in tried.items()}


def differences(one: tuple[Any, ...], other: tuple[Any, ...]) -> list[str]:
    """Lines that are not the same in both, as they are."""
    if one[:2] != other[:2]:
        return [str(one[:2]), str(other[:2])]
    pairs = zip_longest(one[2].splitlines(), other[2].splitlines(), fillvalue="")
    return [f"{a.strip()} / {b.strip()}" for a, b in pairs if a != b]


# What is asked, where in the stage, how many cards lie face down by then.
MOMENTS = [("bidding", 0, 2), ("energy", 5, 3)]


@pytest.mark.rule("FR-111", "FR-113", "FR-114", "FR-115")
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_address_answers_the_same_whatever_is_hidden_from_the_device(host, moment):
    ride = a_table(
        "here here link link bot", by=host, breakaway=True, peloton="pink", real=["black"]
    )
    devices: list[tuple[str, Client, str, tuple[int, ...]]] = [
        ("host, curtain closed", client_of(host), "", ()),
        ("host, the first seat's turn", client_of(host), "open=0", (0,)),
        ("on another device, asking for others' cards", seated(ride, 2), "open=0", (2,)),
        ("who watches", client_of(a_user()), "open=0", ()),
    ]
    at = play_on(ride, *moment)
    true = {said.seq: said.text for said in at.steps}
    ride.refresh_from_db()
    for who, client, query, own in devices:
        before = dict(everywhere(client, ride, query))
        texts = imagined(at, own)
        assert texts != {seq: true[seq] for seq in texts}
        write_log(ride, texts)
        after = dict(everywhere(client, ride, query))
        write_log(ride, true)
        for address, answer in before.items():
            assert not differences(answer, after[address]), f"{who}: {address}"


def test_the_page_does_change_with_the_hand_that_is_its_own(host):
    """Else the test before this one would hold of empty pages."""
    ride = a_table("link link", by=host)
    client = seated(ride, 0)
    at = play_on(ride, "energy", 1, 1)
    loop.answer(ride=ride, seat=0, text="draw S", token=token(), base=at.seq, at=NOW)
    page = sent(client.get(ride.get_absolute_url()))
    write_log(ride, imagined(last_position(ride), (1,)))
    assert sent(client.get(ride.get_absolute_url())) != page


@pytest.mark.rule("FR-114")
def test_the_log_is_given_out_when_the_stage_is_over(host):
    ride = a_table("here bot", by=host)
    address = reverse("play:log", args=[ride.slug])
    play_on(ride, "energy", 2)
    assert Client().get(address).status_code == 403
    assert client_of(host).get(address).status_code == 403
    play_on(ride)
    response = Client().get(address)
    assert response.status_code == 200
    assert b"deal redS" in response.content


def test_who_is_not_of_the_staff_finds_no_ride_in_the_administration(host):
    ride = a_table("here bot", by=host)
    for path in (
        "/admin/",
        "/admin/play/ride/",
        f"/admin/play/ride/{ride.pk}/change/",
        "/admin/play/step/",
    ):
        assert client_of(host).get(path).status_code in (302, 403, 404)


class TestSeatsAndDevices:
    @pytest.fixture
    def here(self, host) -> Ride:
        ride = a_table("here here", by=host)
        play_on(ride, "energy", 1)
        for seat in (0, 1):
            loop.answer(
                ride=ride,
                seat=seat,
                text="draw S",
                token=token(),
                base=last_position(ride).seq,
                at=NOW,
            )
        return ride

    def hands(self, ride: Ride) -> list[str]:
        at = last_position(ride)
        return [
            GAME.view(at.state, seat)["cards"][f"{team}S"]["hand"]
            for seat, team in enumerate(at.setup.teams)
        ]

    def page(self, client: Client, ride: Ride, query: str = "") -> str:
        return str(client.get(f"{ride.get_absolute_url()}?{query}").content.decode())

    def seen(self, page: str, ride: Ride) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands(ride)) if f"'hand': '{hand}'" in page]

    def test_the_curtain_comes_between_two_at_one_device(self, host, here):
        client = client_of(host)
        closed = self.page(client, here)
        assert "show my cards" in closed
        assert "'hand'" not in closed
        assert self.seen(self.page(client, here, "open=0"), here) == [0]
        for other in (1, 7):  # the other one's turn comes when the first has chosen
            assert "'hand'" not in self.page(client, here, f"open={other}")
        action = GAME.legal_actions(last_position(here).state, 0)[0]
        text = GAME.write(last_position(here).state, 0, action)
        answered = client.post(
            reverse("play:answer", args=[here.slug]),
            {
                "seat": 0,
                "answer": text,
                "base": last_position(here).seq,
                "token": "t-curtain-0",
                "open": "0",
            },
            headers=PART,
        )
        assert self.seen(answered.content.decode(), here) in ([0], [])

    def test_a_seat_taken_by_link_on_the_same_device_has_a_curtain_too(self, host):
        ride = a_table("here link", by=host)
        client = seated(ride, 1, client_of(host))
        play_on(ride, "energy", 1)
        for seat in (0, 1):
            loop.answer(
                ride=ride,
                seat=seat,
                text="draw S",
                token=token(),
                base=last_position(ride).seq,
                at=NOW,
            )
        assert "'hand'" not in self.page(client, ride)
        assert self.seen(self.page(client, ride, "open=0"), ride) == [0]

    def test_a_link_seats_one_device_the_last_that_opened_it(self, host):
        """So whoever sends the link cannot look in unseen."""
        ride = a_table("link link", by=host)
        player = seated(ride, 0)
        play_on(ride, "energy", 1)
        loop.answer(
            ride=ride, seat=0, text="draw S", token=token(), base=last_position(ride).seq, at=NOW
        )
        assert "'hand'" in self.page(player, ride)
        key = ride.seats.get(number=0).key
        curious = client_of(host)
        curious.get(reverse("play:join", args=[ride.slug, key]))
        assert "'hand'" not in self.page(curious, ride)
        assert "'hand'" in self.page(player, ride)
        seated(ride, 0, curious)
        assert "'hand'" not in self.page(curious, ride), "the player is asked first"
        assert "'hand'" in self.page(player, ride)
        assert "'hand'" not in self.page(curious, ride)

    def test_another_director_of_the_tour_sees_no_hand_of_the_device_that_began(self, host):
        tour = a_tour(by=host)
        other = a_user()
        tour.directors.add(other, through_defaults={"added_at": NOW})
        ride = a_table("here link", by=host)
        Ride.objects.filter(pk=ride.pk).update(stage=tour.stages.first())
        play_on(ride, "energy", 1)
        loop.answer(
            ride=ride, seat=0, text="draw S", token=token(), base=last_position(ride).seq, at=NOW
        )
        assert "'hand'" in self.page(client_of(host), ride)
        page = self.page(client_of(other), ride, "open=0")
        assert "Seats" in page
        assert "'hand'" not in page
        answer = {
            "seat": 0,
            "answer": "play 3",
            "base": last_position(ride).seq,
            "token": "t-other-1",
        }
        assert (
            client_of(other).post(reverse("play:answer", args=[ride.slug]), answer).status_code
            == 403
        )

    def test_a_seat_that_is_left_to_a_bot_shows_its_hand_to_nobody(self, host):
        ride = a_table("link link", by=host)
        client = seated(ride, 0)
        play_on(ride, "energy", 1)
        loop.answer(
            ride=ride, seat=0, text="draw S", token=token(), base=last_position(ride).seq, at=NOW
        )
        assert client.post(reverse("play:leave", args=[ride.slug, 0])).status_code == 302
        assert ride.seats.get(number=0).kind == RideSeat.Kind.BOT
        for who in (client, client_of(host)):
            assert "'hand'" not in self.page(who, ride, "open=0")
        link = reverse("play:join", args=[ride.slug, ride.seats.get(number=0).key])
        assert Client().post(link, {"player": "Somebody"}).status_code == 422
        assert "'hand'" in self.page(seated(ride, 0, client), ride)


class TestChoosingAtOnce:
    def answers(self, ride: Ride, order: Callable[[int], int]) -> list[str]:
        """Everybody's first answers until the next round, by whoever that order puts first: what
        was dealt.
        """
        begun = GAME.view(last_position(ride).state, None)["round"]
        while GAME.view((at := last_position(ride)).state, None)["round"] == begun:
            seat = sorted(at.waits_for(), key=order)[0]
            text = GAME.write(at.state, seat, GAME.legal_actions(at.state, seat)[-1])
            loop.answer(ride=ride, seat=seat, text=text, token=token(), base=at.seq, at=NOW)
        return sorted(said.text for said in last_position(ride).steps if said.who == CHANCE)

    @pytest.mark.rule("FR-101", "FR-103")
    def test_the_order_of_the_answers_does_not_change_the_cards_met(self, host):
        ride = a_table("link link link", by=host)
        at = play_on(ride, "energy", 1)
        ended = set()
        for order in (lambda seat: seat, lambda seat: -seat, lambda seat: (seat + 1) % 3):
            dealt = self.answers(ride, order)
            ended.add(
                (
                    tuple(dealt),
                    tuple(
                        sorted(
                            GAME.view(last_position(ride).state, None)["places"].items(), key=str
                        ).__repr__()
                    ),
                )
            )
            ride.steps.filter(seq__gt=at.seq).delete()
            forget()
        assert len(ended) == 1

    def test_what_others_draw_and_choose_meanwhile_makes_no_answer_stale(self, host):
        ride = a_table("link link link", by=host)
        base = play_on(ride, "energy", 1).seq
        for seat in (2, 0, 1):
            loop.answer(ride=ride, seat=seat, text="draw S", token=token(), base=base, at=NOW)
        assert last_position(ride).waits_for() == (0, 1, 2)

    def test_an_answer_counts_once_and_one_to_an_older_hand_is_refused(self, host):
        ride = a_table("link link", by=host)
        base = play_on(ride, "energy", 1).seq
        said = {
            "ride": ride,
            "seat": 0,
            "text": "draw S",
            "token": "once-and-no-more",
            "base": base,
            "at": NOW,
        }
        loop.answer(**said)
        seq = last_position(ride).seq
        loop.answer(**said)
        assert last_position(ride).seq == seq
        text = GAME.write(
            last_position(ride).state, 0, GAME.legal_actions(last_position(ride).state, 0)[0]
        )
        with pytest.raises(loop.Stale):
            loop.answer(ride=ride, seat=0, text=text, token=token(), base=base, at=NOW)


class TestTakingBack:
    @pytest.mark.rule("FR-049")
    @pytest.mark.parametrize("real", [(), ("red", "blue")])
    def test_a_card_is_taken_back_while_it_lies_face_down_and_nobody_learns_which_it_was(
        self, host, real
    ):
        ride = a_table("link link", by=host, real=real)
        at = play_on(ride, "energy", 1, 2)
        last = at.steps[-1]
        others = [Client(), seated(ride, 1 - last.who)]
        own = seated(ride, last.who).get(ride.get_absolute_url()).content.decode()
        assert "Undo my last answer" in own
        loop.undo(ride=ride, seats=[last.who], seq=last.seq, token=token(), at=NOW)
        assert last.who in last_position(ride).waits_for()
        pages = []
        for text in dict.fromkeys((last.text, *self.instead(ride, last))):
            write_log(ride, {last.seq: text})
            pages.append([sent(client.get(ride.get_absolute_url())) for client in others])
        assert len(pages) > 1
        assert all(page == pages[0] for page in pages)
        loop.answer(
            ride=ride,
            seat=last.who,
            text=last.text,
            token=token(),
            base=last_position(ride).seq,
            at=NOW,
        )
        assert last_position(ride).waits_for() == (1 - last.who,)

    def instead(self, ride: Ride, last: Said) -> list[str]:
        """What else that seat may have laid."""
        at = last_position(ride)
        return [
            GAME.write(at.state, last.who, action)
            for action in GAME.legal_actions(at.state, last.who)
        ]

    @pytest.mark.rule("FR-049")
    def test_nothing_is_taken_back_when_cards_have_been_turned_up(self, host):
        """The last to choose has seen everybody's cards, though nothing was drawn since."""
        ride = a_table("link link", by=host, real=["red", "blue"])
        at = play_on(ride, "energy", 2)
        last = at.steps[-1]
        assert last.who != CHANCE
        with pytest.raises(loop.Stale):
            loop.undo(ride=ride, seats=[last.who], seq=last.seq, token=token(), at=NOW)
        assert (
            "Undo my last answer"
            not in seated(ride, last.who).get(ride.get_absolute_url()).content.decode()
        )


def test_the_app_deals_and_nobody_types_or_asks_what_could_be_dealt(host, monkeypatch):
    data = {"version": "base", "stage": {"key": "avenue-corso-paseo"}, "teams": ["red", "blue"]}
    plan = RidePlan(
        "Cards",
        "flamme_rouge",
        data,
        look(["red", "blue"], False),
        [seat_of("here"), seat_of("bot")],
        dice=Ride.Dice.TABLE,
    )
    with pytest.raises(StartRefused, match="The app deals"):
        start(plan, by=host, at=NOW)
    ride = a_table("here link", by=host)
    base = play_on(ride, "energy", 1).seq
    # so the hand is still to be dealt when the answer is sent
    monkeypatch.setattr(loop, "SYNC_BUDGET", 0)
    loop.answer(ride=ride, seat=1, text="draw S", token=token(), base=base, at=NOW)
    assert last_position(ride).waits_for() == (CHANCE,)
    tried = [
        {"dice": dice, "base": base + 1, "token": "my-own-token"}
        for dice in ("2 3 4 5", "9 9 9 9", "7 7 7 7", "12")
    ]
    said = {
        client_of(host)
        .post(reverse("play:dice", args=[ride.slug]), data, headers=PART)
        .content.decode()
        for data in tried
    }
    assert all("the app throws the dice" in text for text in said)
    assert not any("cannot give" in text for text in said)
    with pytest.raises(Refused, match="the app throws"):
        loop.throw(ride=ride, draw=(3, 4, 5, 6), token="~1", base=0, at=NOW)
