"""A whole stage with hands of cards through the log: persons, bots, real cards, and all that
happens at a table.
"""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.engine import CHANCE
from games.flamme_rouge.actions import LAY, encode_action, payload_of_lay
from games.notation import read_log
from games.replay import replay
from tests.factory import a_user
from tests.play.rides import NOW, token
from tests.tabletop.flamme_rouge.imagined import GAME, a_table, forget, play_on
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import last_position
from tourmanager.play.log.retype import find_mistyped
from tourmanager.play.models import Ride, RideSeat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everything_drawn")]


def join(client: Client, ride: Ride, number: int) -> None:
    key = ride.seats.get(number=number).key
    assert (
        client.post(reverse("play:join", args=[ride.slug, key]), {"player": "Ann"}).status_code
        == 302
    )


def leave(client: Client, ride: Ride, number: int) -> None:
    assert client.post(reverse("play:leave", args=[ride.slug, number])).status_code == 302
    assert ride.seats.get(number=number).kind == RideSeat.Kind.BOT


def texts(ride: Ride, seat: int, since: int) -> list[str]:
    return [
        said.text for said in last_position(ride).steps if said.who == seat and said.seq > since
    ]


@pytest.mark.rule("FR-049", "FR-095", "FR-100", "FR-114", "FR-P-075")
def test_a_stage_of_persons_bots_and_real_cards_is_ridden_to_its_end():
    ride = a_table(
        "here link link bot",
        by=a_user(),
        real=["green"],
        breakaway=True,
        peloton="white",
        muscle=["pink"],
        handicap=[1, 0, 1, 0],
    )
    at_link, at_table = Client(), Client()
    join(at_link, ride, 1)
    join(at_table, ride, 2)

    at = play_on(ride, "energy", 2, 1)
    last = at.steps[-1]
    assert last.who != CHANCE
    loop.undo(ride=ride, seats=[last.who], seq=last.seq, token=token(), at=NOW)
    assert last.who in last_position(ride).waits_for()

    before = last_position(ride)
    forget()
    after = last_position(ride)
    assert after is not before
    assert GAME.digest(after.state) == GAME.digest(before.state)
    assert (after.lines, after.last_reveal, after.seq) == (
        before.lines,
        before.last_reveal,
        before.seq,
    )

    since = play_on(ride, "energy", 3).seq
    leave(at_link, ride, 1)
    leave(at_table, ride, 2)
    play_on(ride, "energy", 5)
    assert any(text.startswith("play ") for text in texts(ride, 1, since)), (
        "the bot goes on with the hands of the app"
    )
    assert {text.split()[0] for text in texts(ride, 2, since)} == {"lay"}, (
        "and for the cards on the table with what may lie there"
    )
    join(at_link, ride, 1)
    join(at_table, ride, 2)
    link = reverse("play:join", args=[ride.slug, ride.seats.get(number=1).key])
    assert "Ask for this seat" in Client().get(link).content.decode()

    page = Client().get(ride.get_absolute_url()).content.decode()
    assert "Ann rides for Blue now, on another device." in page
    shown = next(
        line.seq for line in last_position(ride).lines if line.seq > since and line.kind == "turn"
    )
    assert (
        "A bot rides for Blue now."
        in Client().get(f"{reverse('play:replay', args=[ride.slug])}?at={shown}").content.decode()
    )

    at = play_on(ride)
    ride.refresh_from_db()
    assert ride.state == Ride.State.OVER
    outcome = GAME.outcome(at.state)
    assert {one.rider for one in outcome.finish} == set(at.names)
    assert not any(said.text.startswith(("deal greenS", "deal greenR")) for said in at.steps)
    log = Client().get(reverse("play:log", args=[ride.slug])).content.decode()
    assert GAME.outcome(replay(GAME, read_log(log)).state) == outcome
    rows = log.splitlines()
    remark = next(number for number, row in enumerate(rows) if "A bot rides for Blue now." in row)
    assert sum(not row.startswith(("#", "game", "setup")) for row in rows[:remark]) == sum(
        said.seq <= since for said in at.steps
    )
    page = Client().get(reverse("play:review", args=[ride.slug]))
    assert page.status_code == 200
    assert all(
        name in page.content.decode()
        for name in ("Red Sprinteur", "Green Rouleur", "White Rouleur")
    )
    assert "Every" in Client().get(reverse("play:throws", args=[ride.slug])).content.decode()


@pytest.mark.rule("FR-P-080", "FR-P-084", "FR-P-086")
def test_seven_ride_for_themselves_each_with_cards_of_his_own():
    ride = a_table("here link link bot random bot bot", breakaway=True, real=["blue"])
    play_on(ride, "energy", 2)
    forget()
    at = play_on(ride)
    assert len(GAME.outcome(at.state).finish) == 7


def test_what_cannot_be_laid_is_refused_in_words_and_nothing_is_lost():
    ride = a_table("here here", by=a_user(), real=["red", "blue"])
    at = play_on(ride, "energy", 1)
    for text in ("lay S x", "lay R 9", "play 5", "draw S", "lay S", "lay S 8"):
        with pytest.raises(loop.Refused):
            loop.answer(ride=ride, seat=0, text=text, token=token(), base=at.seq, at=NOW)
    client = Client()
    client.force_login(ride.owner, backend="django.contrib.auth.backends.ModelBackend")
    data = {"seat": 0, "answer": "lay S x", "base": at.seq, "token": "mistyped-card"}
    response = client.post(reverse("play:answer", args=[ride.slug]), data)
    assert response.status_code == 422
    assert "Red Sprinteur has no exhaustion card" in response.content.decode()
    assert last_position(ride).seq == at.seq


class TestACardTypedWrong:
    def ride(self, *order: int, real: tuple[str, ...] = ("red",)) -> tuple[Ride, Client]:
        """Round 2 begins; in round 1 these seats chose, in this order."""
        ride = a_table("here link bot", by=a_user(), real=real, peloton="white")
        play_on(ride, "energy", 1)
        for seat in order:
            while (
                seat in (at := last_position(ride)).waits_for()
                and GAME.view(at.state, None)["round"] == 1
            ):
                text = GAME.write(at.state, seat, GAME.legal_actions(at.state, seat)[0])
                loop.answer(ride=ride, seat=seat, text=text, token=token(), base=at.seq, at=NOW)
        assert GAME.view(last_position(ride).state, None)["round"] == 2
        client = Client()
        client.force_login(ride.owner, backend="django.contrib.auth.backends.ModelBackend")
        return ride, client

    def correct(self, ride: Ride, client: Client, **data: object) -> int:
        return self.answer(ride, client, **data).status_code

    def answer(self, ride: Ride, client: Client, **data: object) -> HttpResponse:
        wrong = find_mistyped(last_position(ride))
        found = {
            "seq": wrong.seq if wrong else 1,
            "token": f"again-{last_position(ride).seq}",
        } | data
        return client.post(
            reverse("play:correct", args=[ride.slug]), found, headers={"HX-Request": "true"}
        )

    @pytest.mark.rule("FR-049")
    @pytest.mark.parametrize("order", [(0, 1), (1, 0)])
    def test_it_is_typed_again_and_everybody_else_keeps_what_he_chose(self, order):
        ride, client = self.ride(*order)
        before = last_position(ride)
        assert (
            "Type the last card of Red again"
            in client.get(ride.get_absolute_url()).content.decode()
        )
        assert self.correct(ride, client) == 200
        at = last_position(ride)
        assert (GAME.view(at.state, None)["round"], at.waits_for()) == (1, (0,))
        assert GAME.legal_actions(at.state, 0) == tuple(
            encode_action(LAY, payload_of_lay(1, card)) for card in (3, 4, 5, 6, 7)
        )
        assert said_by(at, 1) == said_by(before, 1)[: len(said_by(at, 1))]
        assert (
            "A card of Red was typed wrong"
            in Client().get(ride.get_absolute_url()).content.decode()
        )
        forget()
        loop.answer(
            ride=ride, seat=0, text="lay R 7", token=token(), base=last_position(ride).seq, at=NOW
        )
        at = last_position(ride)
        assert GAME.view(at.state, None)["round"] == 2
        assert [
            line.figures[0]
            for line in at.lines
            if line.kind == "moved" and line.riders == ("redR",)
        ] == [7]
        hands = [said.text for said in at.steps if said.text.startswith("deal blue")]
        assert hands == [said.text for said in before.steps if said.text.startswith("deal blue")]
        play_on(ride)
        assert GAME.outcome(last_position(ride).state)

    def test_one_card_after_the_other_as_far_as_the_last_cards_that_were_turned_up(self):
        ride, client = self.ride(0, 1)
        assert self.correct(ride, client) == 200
        assert self.correct(ride, client) == 200
        assert last_position(ride).waits_for() == (0,)
        assert len(GAME.legal_actions(last_position(ride).state, 0)) == 10
        assert self.correct(ride, client) == 409
        play_on(ride, "energy", 2)
        assert self.correct(ride, client) == 200

    def test_only_the_host_asks_for_it_once_and_only_for_the_last_card(self):
        ride, client = self.ride(0, 1)
        guest = Client()
        join(guest, ride, 1)
        seq = last_position(ride).seq
        assert "/sign-in/" in self.answer(ride, guest)["HX-Redirect"]
        guest.force_login(a_user(), backend="django.contrib.auth.backends.ModelBackend")
        assert self.correct(ride, guest) == 403
        assert self.correct(ride, client, seq=2) == 409
        assert last_position(ride).seq == seq
        assert self.correct(ride, client, token="one-token-only") == 200
        seq = last_position(ride).seq
        assert self.correct(ride, client, token="one-token-only") == 200
        assert last_position(ride).seq == seq

    def test_where_nobody_has_real_cards_there_is_nothing_to_type_again(self):
        ride, client = self.ride(0, 1, real=())
        assert find_mistyped(last_position(ride)) is None
        assert (
            "again"
            not in client.get(ride.get_absolute_url())
            .content.decode()
            .partition("ride-ask")[2]
            .partition("</section>")[0]
        )
        assert self.correct(ride, client) == 409


def said_by(at: Position, seat: int) -> list[str]:
    return [said.text for said in at.steps if said.who == seat]
