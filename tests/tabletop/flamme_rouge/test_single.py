"""A single stage of Flamme Rouge: what the form makes of what was chosen, what it refuses where,
what it recommends.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.flamme_rouge.numbers import COLOURS
from tests.factory import a_user
from tests.play.test_pages import HTMX, signed_in
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.play.start import create as starting
from tourmanager.tabletop.flamme_rouge.screen.single import FlammeRougeForm

pytestmark = pytest.mark.django_db
NEW = "/rides/new/flamme_rouge/"


@pytest.fixture
def host() -> User:
    return a_user()


def fields(seats: str = "here bot:steady", **changes: Any) -> dict[str, Any]:
    usual = {
        "version": "peloton",
        "stage": "firenze-milano",
        "stop": "all",
        "exhaustion_stock": "unlimited",
        "dummies_score": "on",
        "pace": "0",
        "token": "one-press",
    }
    who = {f"seat_{index}": word for index, word in enumerate(seats.split()) if word != "-"}
    return {name: value for name, value in {**usual, **who, **changes}.items() if value is not None}


def form(host: User, seats: str = "here bot:steady", **changes: Any) -> FlammeRougeForm:
    return FlammeRougeForm(fields(seats, **changes), user=host)


def setup(host: User, seats: str = "here bot:steady", **changes: Any) -> dict[str, Any]:
    found = form(host, seats, **changes)
    assert found.is_valid(), found.errors
    return found.plan().setup


def trouble(host: User, seats: str = "here bot:steady", **changes: Any) -> dict[str, list[str]]:
    found = form(host, seats, **changes)
    assert not found.is_valid()
    return dict(found.errors)


@pytest.mark.parametrize("game", ["flamme_rouge", "cycling_party"])
def test_one_chooses_the_game_first(host: User, game: str):
    page = signed_in(host).get(reverse("play:games")).content.decode()
    address = reverse("play:new", args=[game])
    assert f'href="{address}"' in page
    assert signed_in(host).get(address).status_code == 200
    assert signed_in(host).get("/rides/new/chess/").status_code == 404
    assert Client().get(address).status_code == 302


class TestPlan:
    def test_seats_are_the_teams_that_somebody_rides_for(self, host: User):
        plan = form(
            host, "here - bot:random", stage="avenue-corso-paseo", version="base", player_0="Ann"
        )
        assert plan.is_valid(), plan.errors
        wanted = plan.plan()
        assert wanted.setup == {
            "version": "base",
            "stage": {"key": "avenue-corso-paseo"},
            "teams": ["red", "green"],
        }
        assert [(seat.kind, seat.bot, seat.player) for seat in wanted.seats] == [
            ("here", "steady", "Ann"),
            ("bot", "random", ""),
        ]
        assert wanted.name == "Avenue Corso Paseo"

    @pytest.mark.rule("FR-P-060", "FR-P-067", "FR-P-076")
    def test_alone_against_dummy_teams_with_exhaustion_to_split(self, host: User):
        found = setup(
            host, "here peloton muscle muscle", stage="peloton-7", breakaway="on", solo="6"
        )
        assert found["peloton"] == "blue"
        assert found["muscle"] == ["green", "black"]
        assert (found["teams"], found["solo"], found["breakaway"]) == (["red"], 6, True)

    def test_what_is_agreed_beside(self, host: User):
        changes = {
            "first": "blue",
            "handicap_1": "2",
            "stop": "first",
            "exhaustion_stock": "box",
            "traits": "on",
            "dummies_score": None,
        }
        found = setup(host, **changes)
        assert (found["first"], found["handicap"]) == ("blue", [0, 2])
        assert found["options"] == {
            "stop": "first",
            "exhaustion_stock": "box",
            "dummies_score": False,
            "traits": True,
        }

    def test_real_cards_are_played_by_persons(self, host: User):
        assert setup(host, "here link bot:steady", real_0="on", real_1="on", real_2="on")[
            "real"
        ] == ["red", "blue"]

    @pytest.mark.rule("FR-P-082")
    def test_twelve_ride_for_themselves_and_are_called_as_their_seats(self, host: User):
        found = form(
            host, " ".join(["here"] + ["bot:steady"] * 11), stage="peloton-8", breakaway="on"
        )
        assert found.is_valid(), found.errors
        look = found.plan().look
        assert found.plan().setup["teams"] == list(COLOURS)
        assert (look.riders["cyanS"].name, look.riders["cyanR"].name) == ("Cyan", "Cyan")
        dresses = [(mark.colour, mark.pattern) for mark in look.teams.values()]
        assert len(set(dresses)) == 12

    def test_sprinteur_and_rouleur_are_told_apart_without_colour(self, host: User):
        found = form(host)
        assert found.is_valid()
        look = found.plan().look
        assert [(look.riders[code].sign, look.riders[code].role) for code in ("redS", "redR")] == [
            ("S", "sprinteur"),
            ("R", "rouleur"),
        ]
        assert len({mark.pattern for mark in look.teams.values()}) == len(look.teams)


class TestRefused:
    @pytest.mark.parametrize(
        ("seats", "changes", "where", "words"),
        [
            ("here", {"version": "base"}, "riding", "2 to 6 teams race"),
            ("- -", {}, "riding", "1 to 12 players"),
            ("here peloton", {"version": "base"}, "riding", "2 to 6 teams race"),
            ("here here peloton", {"version": "base"}, "version", "come with Peloton"),
            ("here here", {"version": "base", "breakaway": "on"}, "version", "come with Peloton"),
            ("here here", {"version": "base", "stage": "peloton-7"}, "stage", "Peloton stage 7"),
            ("here peloton peloton", {}, "seat_2", "one Peloton Team at most, and blue is it"),
            (
                "here here here here here here here",
                {"seat_5": "muscle"},
                "riding",
                "6 teams race at most, not 7",
            ),
            ("here here", {"first": "green"}, "first", "Nobody sits"),
            ("here here", {"stage": "code", "code": "abz"}, "code", "no tile z"),
            ("here here", {"stage": "code", "code": "abcu", "breakaway": "on"}, "code", "tile 2"),
            ("here here", {"stage": "code", "code": ""}, "code", "needs tiles"),
            ("here here", {"stage": "own-999"}, "stage", "Choose a stage"),
            ("here here here here here", {"traits": "on"}, "traits", "up to 4 players"),
            ("here here", {"solo": "99"}, "solo", "30"),
            ("here here", {"handicap_0": "-1"}, "handicap_0", "0"),
            ("here bot:genius", {}, "seat_1", "Choose who sits there"),
        ],
    )
    def test_it_is_said_beside_the_field_in_words(
        self, host: User, seats: str, changes: dict[str, str], where: str, words: str
    ):
        assert words in " ".join(trouble(host, seats, **changes)[where])

    def test_nothing_typed_is_lost(self, host: User):
        response = signed_in(host).post(
            NEW, fields("here", version="base", player_0="Ann", code="abz", solo="7")
        )
        page = response.content.decode()
        assert response.status_code == 422
        assert all(f'value="{typed}"' in page for typed in ("Ann", "abz", "7"))
        assert not Ride.objects.exists()


class TestPreview:
    def shown(self, host: User, seats: str = "here bot:steady", **changes: Any) -> str:
        return signed_in(host).get(NEW, fields(seats, **changes), headers=HTMX).content.decode()

    def test_the_stage_is_drawn_as_it_lies_for_those_who_start(self, host: User):
        few, many = (
            self.shown(host, stage="peloton-7"),
            self.shown(host, "here " + "bot:steady " * 4, stage="peloton-7"),
        )
        assert "<svg" in few
        assert "room for 10 riders" in few
        assert "room for 15 riders" in many, "the side follows the number of teams"

    @pytest.mark.rule("FR-P-075", "FR-P-078", "FR-P-084")
    @pytest.mark.parametrize(
        ("seats", "words"),
        [
            ("here", "Alone one Peloton Team"),
            ("here here", "For two players"),
            ("here " * 7, "the breakaway is recommended"),
        ],
    )
    def test_what_the_rules_recommend_is_a_hint(self, host: User, seats: str, words: str):
        assert words in self.shown(host, seats, stage="peloton-7")
        assert form(host, seats, stage="peloton-7").is_valid(), "and no more than a hint"

    def test_what_cannot_be_is_said_at_once(self, host: User):
        assert "no tile z" in self.shown(host, stage="code", code="abz")
        assert "come with Peloton" in self.shown(host, version="base", breakaway="on")
        assert (
            signed_in(host)
            .get(NEW, {"stage": "nowhere", "solo": "x" * 50}, headers=HTMX)
            .status_code
            == 200
        )

    def test_an_address_may_choose_the_stage(self, host: User):
        page = (
            signed_in(host)
            .get(NEW, {"stage": "code", "code": "abKmu", "version": "peloton"})
            .content.decode()
        )
        assert 'value="abKmu"' in page
        assert "Stage of 21 squares" in page


class TestOnce:
    def test_a_press_begins_one_ride_however_often_it_is_repeated(self, host: User):
        client = signed_in(host)
        addresses = {client.post(NEW, fields()).url for _ in range(3)}
        assert len(addresses) == Ride.objects.count() == 1

    def test_what_was_changed_in_the_form_meanwhile_is_another_ride(self, host: User):
        client = signed_in(host)
        client.post(NEW, fields())
        client.post(NEW, fields(stage="la-classicissima"))
        assert Ride.objects.count() == 2

    def test_a_ride_that_is_over_is_not_come_back_to(self, host: User):
        client = signed_in(host)
        client.post(NEW, fields())
        Ride.objects.update(state=Ride.State.OVER)
        client.post(NEW, fields())
        assert Ride.objects.count() == 2

    def test_two_hosts_with_one_token_have_a_ride_each(self, host: User):
        for user in (host, a_user()):
            signed_in(user).post(NEW, fields())
        assert Ride.objects.count() == 2

    def test_without_a_token_nothing_begins(self, host: User):
        assert signed_in(host).post(NEW, fields(token=None)).status_code == 422
        assert not Ride.objects.exists()


def test_pages_of_a_ride_speak_of_cards(host: User):
    client = signed_in(host)
    client.post(NEW, fields())
    ride = Ride.objects.get()
    for page in (
        client.get(reverse("play:throws", args=[ride.slug])),
        client.get(reverse("play:seats", args=[ride.slug])),
    ):
        assert "dice" not in page.content.decode().lower()
        assert "Cards" in page.content.decode()
    assert "Flamme Rouge" in client.get(reverse("play:rides")).content.decode()


def test_before_the_start_one_sees_seats_real_cards_and_teams_without_a_player(
    host: User,
):
    client = signed_in(host)
    page = client.get(
        client.post(NEW, fields("here link muscle", real_0="on")).url
    ).content.decode()
    assert "at this device, with real cards" in page
    assert "a dummy team" in page
    assert "dice" not in page.lower()


def test_two_presses_that_arrive_together_begin_one_ride(
    host: User, monkeypatch: pytest.MonkeyPatch
):
    """The second looks before the first has written its ride; then the database says so."""
    client, looked = signed_in(host), []
    begun = starting._begun
    monkeypatch.setattr(
        starting,
        "_begun",
        lambda by, press: begun(by, press) if looked.append(press) or len(looked) == 3 else None,
    )
    assert client.post(NEW, fields()).url == client.post(NEW, fields()).url
    assert Ride.objects.count() == 1
