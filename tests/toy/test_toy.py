"""A game nobody knew is set up, logged, scored, ridden, exported and imported, and every page that
takes a tour or a ride shows it.
"""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_user
from tests.toy.engine import ToyDash
from tests.toy.screen import ToyScreen
from tests.toy.set_up import SET_UP, a_plan
from tests.toy.table import ToyTable
from tourmanager.play.models import Ride
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry
from tourmanager.results.sheet import core_entries as core
from tourmanager.results.sheet.contract import GameSheet
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.sheet import EntryRefused, begin_sheet
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
_tokens = iter(range(1, 10_000))


@pytest.fixture
def director():
    return a_user("dora")


@pytest.fixture
def client(director) -> Client:
    client = Client()
    client.force_login(director, backend=BACKEND)
    return client


@pytest.fixture
def tour(director) -> Tour:
    return SET_UP.create(a_plan("Tour of the Table", ["Ant", "Bee"]), by=director, at=NOW)


def tap(client: Client, tour: Tour, number: int, entry: dict) -> None:
    """Send an entry as the page's button does."""
    page = reverse("results:record", args=[tour.slug, number])
    sent = {"entry": json.dumps(entry), "token": f"tap-{next(_tokens)}"}
    response = client.post(page, sent, headers={"X-Tap": "1"})
    assert response.status_code == 200, response.content.decode()


def log_stage(client: Client, tour: Tour, number: int) -> None:
    tap(client, tour, number, {"do": "toy.push", "rider": "b1"})
    tap(client, tour, number, {"do": "place", "line": "s1", "rider": "b1"})
    tap(client, tour, number, {"do": "arrive", "riders": ["b1"]})
    tap(client, tour, number, {"do": "turn", "turn": 1})
    tap(client, tour, number, {"do": "arrive", "riders": ["a1"]})


def end_stage(client: Client, tour: Tour, number: int):
    sent = {"token": f"end-{next(_tokens)}"}
    return client.post(reverse("results:end", args=[tour.slug, number]), sent)


def page(client: Client, address: str) -> str:
    response = client.get(address, follow=True)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


def test_it_is_offered_and_set_up(client):
    assert "Toy Dash" in page(client, "/tours/new/")
    begin = reverse("tours:begin", args=["toy"])
    assert "Set up a Toy Dash" in page(client, begin)
    made = client.post(begin, {"name": "Grand Table", "stages": 2, "teams": "Ant Bee"}, follow=True)
    tour = Tour.objects.get(name="Grand Table")
    assert made.redirect_chain[-1][0] == reverse("results:stage", args=[tour.slug, 1])
    assert "The bell hangs behind stone 2." in made.content.decode()


def test_a_plan_that_cannot_be_raced_is_refused_in_words(client):
    sent = {"name": "Alone", "stages": 1, "teams": "Ant"}
    response = client.post(reverse("tours:begin", args=["toy"]), sent)
    assert response.status_code == 422
    assert "Two to four teams ride." in response.content.decode()


def test_its_own_entries_are_logged_undone_and_redone(client, tour):
    address = reverse("results:stage", args=[tour.slug, 1])
    tap(client, tour, 1, {"do": "toy.push", "rider": "a1"})
    assert "Ant 1 pushes, 1 so far" in page(client, f"{address}?line=finish")
    assert "Undo: Ant 1 pushes" in page(client, f"{address}?line=finish")
    tap(client, tour, 1, {"do": "undo", "seq": 1})
    assert "Ant 1 pushes, 0 so far" in page(client, f"{address}?line=finish")
    tap(client, tour, 1, {"do": "redo", "seq": 1})
    assert "Ant 1 pushes, 1 so far" in page(client, f"{address}?line=finish")


def test_entries_it_does_not_know_are_refused_in_its_words(client, tour):
    sent = {"entry": '{"do": "square", "square": 1}', "token": "t-1"}
    response = client.post(
        reverse("results:record", args=[tour.slug, 1]), sent, headers={"X-Tap": "1"}
    )
    assert response.status_code == 422
    assert "Toy Dash has turns" in response.content.decode()
    assert not Entry.objects.exists()


def test_other_games_do_not_know_its_entries(client, director):
    from tests.factory import a_tour

    other = a_tour(by=director, stages=1)
    sent = {"entry": '{"do": "toy.push", "rider": "a1"}', "token": "t-1"}
    response = client.post(
        reverse("results:record", args=[other.slug, 1]), sent, headers={"X-Tap": "1"}
    )
    assert response.status_code == 422


def test_its_refusals_are_in_its_words(client, tour):
    log_stage(client, tour, 1)
    sent = {"entry": '{"do": "move", "line": "finish", "rider": "a1", "place": 1}', "token": "t-1"}
    response = client.post(
        reverse("results:record", args=[tour.slug, 1]), sent, headers={"X-Tap": "1"}
    )
    assert response.status_code == 422
    assert "Ant 1 and Bee 1 crossed in different turns." in response.content.decode()


def test_a_game_without_words_of_its_own_is_refused_in_plain_ones(tour, monkeypatch):
    class PlainTable(ToyTable):
        def sheet(self, sheet: CoreSheet) -> GameSheet:
            return GameSheet(sheet)

    frame = read_stage(tour.stages.get(number=1)).frame
    monkeypatch.setattr(ToyTable, "sheet", PlainTable.sheet)
    plain, words = begin_sheet(frame), []
    for entry in (
        core.Turn(1),
        core.UnitTurn(1, 1),
        core.Square(1),
        core.Time(60),
        core.Arrive(("a1",), square=21),
    ):
        with pytest.raises(EntryRefused) as refused:
            plain.apply(entry)
        words.append(str(refused.value))
    clock, order = (
        "This game has no clock.",
        "This game logs only the order in which riders arrive.",
    )
    assert words == [clock, clock, order, order, "Nobody comes that far behind the line."]
    monkeypatch.setattr(GameSheet, "may_pass", lambda sheet, one, other: False)
    plain.apply(core.Arrive(("a1", "b1")))
    with pytest.raises(EntryRefused, match="What was logged of Bee 1 and Ant 1 decides"):
        plain.apply(core.Move("finish", "b1", 1))


def test_an_arrival_stands_where_it_is_put_among_those_of_its_turn(tour):
    sheet = begin_sheet(read_stage(tour.stages.get(number=1)).frame)
    first, second = sheet.frame.riders[0], sheet.frame.riders[-1]
    for entry in (core.Arrive((first,)), core.Turn(2), core.Arrive((second,), place=1)):
        sheet.apply(entry)
    assert (sheet.order, sheet.units[2].turn) == ([second, first], 0)
    sheet.apply(core.Regroup((second,), 2))
    assert (sheet.order, sheet.units[3].turn) == ([first, second], 2)


def test_a_stage_is_scored(client, tour):
    log_stage(client, tour, 1)
    assert end_stage(client, tour, 1).status_code == 302
    standings = page(client, reverse("classifications:all", args=[tour.slug]))
    assert standings.index("Bee Racer") < standings.index("Ant Racer")
    time = page(client, reverse("classifications:explain", args=[tour.slug, "stage", "a1"]))
    assert "1 turns after the first arrival" in time
    assert "Pushed 0 times." in time
    points = page(client, reverse("classifications:explain", args=[tour.slug, "points", "b1"]))
    assert "bell" in points
    assert "Toy points" in page(client, reverse("classifications:manager_points", args=[tour.slug]))


def test_who_is_on_the_road_has_the_seconds_of_its_turns(client, tour):
    tap(client, tour, 1, {"do": "arrive", "riders": ["b1"]})
    tap(client, tour, 1, {"do": "turn", "turn": 2})
    for key in ("individual", "teams"):
        address = reverse("classifications:one", args=[tour.slug, key])
        standings = page(client, f"{address}?stage=now")
        assert "+0:20" in standings, key


def test_the_demo_shows_it(db):
    call_command("demo", verbosity=0)
    tour = Tour.objects.get(name="Toy Tour")
    assert tour.stages.get(number=1).state == Stage.State.ENDED
    page(Client(), tour.get_absolute_url())


# -- ridden in the browser


def ride_of(client: Client, tour: Tour, **seats: str) -> Ride:
    address = reverse("play:of_stage", args=[tour.slug, 1])
    assert "Take seats" in page(client, address)
    sent = {"seat_0": "here", "seat_1": "bot:steady", "player_0": "", "player_1": ""}
    sent |= {"dice": "app", "pace": "0"} | seats
    response = client.post(address, sent)
    assert response.status_code == 302, response.content.decode()
    ride = Ride.objects.get()
    if ride.state == Ride.State.SEATING:
        client.post(reverse("play:begin", args=[ride.slug]))
    return ride


def ride_on(client: Client, ride: Ride, answer: str = "push") -> None:
    from tourmanager.play.log.reading import last_position

    for _ in range(60):
        ride.refresh_from_db()
        if ride.state != Ride.State.RIDING:
            return
        seq = last_position(ride).seq
        sent = {"answer": answer, "seat": "0", "token": f"a-{next(_tokens)}", "base": str(seq)}
        response = client.post(reverse("play:answer", args=[ride.slug]), sent, follow=True)
        assert response.status_code == 200, response.content.decode()
    raise AssertionError("the stage goes on for ever")


def test_it_is_ridden_and_recorded(client, tour):
    ride = ride_of(client, tour)
    shown = page(client, ride.get_absolute_url())
    assert "rolls or pushes" in shown
    assert 'class="toy-square"' in shown
    ride_on(client, ride)
    result = page(client, reverse("play:review", args=[ride.slug]))
    assert "Record and end the stage" in result
    assert "turn +0" in result
    client.post(reverse("play:review", args=[ride.slug]))
    ride.refresh_from_db()
    assert ride.recorded_at is not None
    assert tour.stages.get(number=1).state == Stage.State.ENDED
    assert "toy.push" in {entry.body["do"] for entry in Entry.objects.all()}
    assert "toy-square" in page(client, reverse("play:replay", args=[ride.slug]))


def test_a_result_of_which_nothing_was_used_says_so_in_plain_words(client, tour):
    ride = ride_of(client, tour)
    ride_on(client, ride, answer="roll")
    assert "Nobody used anything." in page(client, reverse("play:review", args=[ride.slug]))


def test_secrets_and_the_table_are_told_in_words_of_no_other_game(client, tour, monkeypatch):
    monkeypatch.setattr(ToyDash, "hidden", True)
    monkeypatch.setattr(ToyScreen, "teams_at_table", lambda screen, setup: ("a",))
    address = reverse("play:of_stage", args=[tour.slug, 1])
    sent = {"seat_0": "here", "seat_1": "here", "dice": "table", "pace": "0"}
    refused = client.post(address, sent)
    assert "The app draws in this game." in refused.content.decode()
    seating = client.post(address, sent | {"dice": "app"}, follow=True).content.decode()
    assert "at this device, with the game on the table" in seating
    ride = Ride.objects.get()
    client.post(reverse("play:begin", args=[ride.slug]))
    shown = page(client, ride.get_absolute_url())
    assert "I am Ant: show my seat" in shown
    seats = page(client, reverse("play:seats", args=[ride.slug]))
    assert "In this game seats have secrets" in seats
    assert "Plays on the table and types what lies there." in seats
    link = {"number": "0", "who": "link", "player": "Ann"}
    client.post(reverse("play:seats", args=[ride.slug]), link)
    joining = page(Client(), reverse("play:join", args=[ride.slug, ride.seats.get(number=0).key]))
    assert "You play on the table and type what lies there." in joining
    for text in (refused.content.decode(), seating, shown, seats, joining):
        assert not re.search(r"\b(cards?|hands?|dealt)\b", re.sub(r"<[^>]*>", "", text))


def test_a_single_stage_is_ridden(client):
    assert "Toy Dash" in page(client, "/rides/new/")
    address = reverse("play:new", args=["toy"])
    page(client, address)
    sent = {"seat_0": "here", "seat_1": "bot:steady", "player_0": "", "player_1": ""}
    sent |= {"dice": "app", "pace": "0", "token": "start-1"}
    assert client.post(address, sent).status_code == 302
    ride = Ride.objects.get()
    client.post(reverse("play:begin", args=[ride.slug]))
    ride_on(client, ride)
    assert "Ride it again" in page(client, reverse("play:review", args=[ride.slug]))


def test_its_styles_and_scripts_are_found(client, tour):
    for path in ("toy/stage.css", "toy/stage.js", "toy/ride.css"):
        assert finders.find(path), path
    shown = page(client, f"{reverse('results:stage', args=[tour.slug, 1])}?line=finish")
    assert "toy/stage.js" in shown
