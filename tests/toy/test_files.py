"""Take tours of Toy Dash out and in as files; correct, publish and prove them; run commands."""

import json
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse

from tests.factory import NOW, a_user
from tests.toy.set_up import SET_UP, a_plan
from tests.toy.test_toy import BACKEND, end_stage, log_stage, page, ride_of, ride_on, tap
from tourmanager.results.models import Entry, Standing
from tourmanager.settings import GAME_ROOMS as WITHOUT_TOY
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return a_user("dora")


@pytest.fixture
def client(director) -> Client:
    client = Client()
    client.force_login(director, backend=BACKEND)
    return client


@pytest.fixture
def tour(client, director) -> Tour:
    """A finished tour of two stages."""
    tour = SET_UP.create(a_plan("Tour of the Table", ["Ant", "Bee"]), by=director, at=NOW)
    for number in (1, 2):
        log_stage(client, tour, number)
        end_stage(client, tour, number)
    tour.refresh_from_db()
    assert tour.is_finished
    return tour


def command(name: str, *args: str) -> str:
    said = StringIO()
    call_command(name, *args, stdout=said, stderr=said)
    return said.getvalue()


def results() -> list[object]:
    return [standing.result for standing in Standing.objects.order_by("stage__number")]


def test_a_tour_goes_out_and_comes_into_an_empty_database(client, tour):
    content = client.get(reverse("results:export", args=[tour.slug])).content
    assert json.loads(content)["game"] == "toy"
    bodies = [entry.body for entry in Entry.objects.order_by("stage__number", "seq")]
    before = results()
    standings = page(client, reverse("classifications:all", args=[tour.slug]))
    Tour.objects.all().delete()
    sent = {"file": SimpleUploadedFile("tour.json", content), "name": ""}
    answer = client.post(reverse("results:import"), sent, follow=True)
    assert "was imported" in answer.content.decode()
    again = Tour.objects.get()
    assert [entry.body for entry in Entry.objects.order_by("stage__number", "seq")] == bodies
    assert results() == before
    shown = page(client, reverse("classifications:all", args=[again.slug]))
    assert shown.count("Bee Racer") == standings.count("Bee Racer")
    assert command("verify").count("WRONG") == 0


def test_commands_write_and_read_it(tmp_path, tour):
    file = tmp_path / "tour.json"
    command("tour_export", tour.name, "--output", str(file))
    Tour.objects.all().delete()
    command("tour_import", str(file), "--director", "dora")
    assert Tour.objects.get().game == "toy"
    assert "Bee Racer" in command("standings", "Tour of the Table")
    command("rebuild")


def test_a_ride_is_proved_with_its_tour(client, director):
    tour = SET_UP.create(a_plan("Ridden", ["Ant", "Bee"]), by=director, at=NOW)
    ride = ride_of(client, tour)
    ride_on(client, ride)
    client.post(reverse("play:review", args=[ride.slug]))
    assert command("verify").count("WRONG") == 0
    log = client.get(reverse("play:log", args=[ride.slug])).content.decode()
    assert log.startswith("game toy 1\n")


def test_a_server_that_does_not_know_it_refuses_in_words(client, tour):
    content = client.get(reverse("results:export", args=[tour.slug])).content
    with override_settings(GAME_ROOMS=WITHOUT_TOY):
        answer = client.get(tour.get_absolute_url(), follow=True)
        assert answer.status_code == 409
        assert "does not know the game “toy”" in answer.content.decode()
        with pytest.raises(CommandError, match="toy"):
            command("standings", tour.name)
        sent = {"file": SimpleUploadedFile("tour.json", content), "name": "Again"}
        refused = client.post(reverse("results:import"), sent)
        assert 400 <= refused.status_code < 500
        assert "game “toy”" in refused.content.decode()


def test_the_jury_corrects_a_stage(client, director):
    tour = SET_UP.create(a_plan("Judged", ["Ant", "Bee"]), by=director, at=NOW)
    log_stage(client, tour, 1)
    tap(client, tour, 1, {"do": "penalise", "who": "b1", "amount": 30, "reason": "Elbows"})
    end_stage(client, tour, 1)
    shown = page(client, reverse("results:jury", args=[tour.slug, 1]))
    assert "Elbows" in shown
    page(client, reverse("results:jury_rider", args=[tour.slug, 1, "a1"]))
    standings = page(client, reverse("classifications:one", args=[tour.slug, "individual"]))
    assert standings.index("Ant Racer") < standings.index("Bee Racer")


def test_a_stage_is_corrected_and_made_official(client, tour):
    client.post(reverse("results:reopen", args=[tour.slug, 1]), {"token": "reopen-1"})
    tap(client, tour, 1, {"do": "unit_turn", "turn": 3, "unit": 2})
    preview = page(client, reverse("results:end", args=[tour.slug, 1]))
    assert "Ant" in preview
    end_stage(client, tour, 1)
    address = reverse("classifications:explain", args=[tour.slug, "stage", "a1"])
    explained = page(client, f"{address}?stage=1")
    assert "3 turns after the first arrival" in explained
    client.post(reverse("results:official", args=[tour.slug, 1]), {"token": "official-1"})
    assert tour.stages.get(number=1).approval == Stage.Approval.OFFICIAL


def test_a_tour_is_ridden_once_more(client, tour):
    client.post(reverse("tours:duplicate", args=[tour.slug]), follow=True)
    assert Tour.objects.get(name="Tour of the Table (2)").stages.count() == 2


def test_its_scoring_is_shown_and_changed(client, tour):
    read = page(client, reverse("schemes:scoring", args=[tour.slug]))
    assert "Table-top stage" in read
    address = reverse("schemes:change", args=[tour.slug])
    form = page(client, f"{address}?part=c-points")
    assert "table-top stage" in form.lower()
    for other in ("flat stage", "low mountain", "hors category"):
        assert other not in (read + form).lower()
