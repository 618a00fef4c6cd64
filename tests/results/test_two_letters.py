"""Teams beyond the 26th.

Their codes have two letters, and everything that reads a code of a rider reads both.
"""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tests.factory import NOW, a_tour, a_user
from tests.race import active_stage, say, tap
from tests.tabletop.race.test_transfer import a_race, brought, facts
from tourmanager.results.log.reading import read_stage
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.board import StageBoard
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pad import build_pad
from tourmanager.scoring import codes
from tourmanager.tabletop.cycling_party import rehearsal
from tourmanager.tours.models import Director, Tour

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_a_code_is_letters_and_a_number():
    assert codes.read_code("b4") == ("b", 4)
    assert codes.read_code("aa12") == ("aa", 12)
    assert codes.read_code("aa") == ("aa", 0)
    assert codes.team_of("zz9") == "zz"
    assert [codes.is_rider(who) for who in ("b", "aa", "b1", "aa10")] == [False, False, True, True]
    assert [str(codes.read_code(text)) for text in ("b4", "aa12", "aa")] == ["b4", "aa12", "aa"]


@pytest.fixture
def dora():
    return a_user("dora")


@pytest.fixture
def race(dora) -> Tour:
    """Thirty teams of three over two stages, both with results."""
    race = a_race(teams=30, riders=3)
    Director.objects.create(tour=race, user=dora, added_at=NOW)
    riders = list(read_stage(race.stages.select_related("tour").first()).field.riders)
    for number, order in ((1, riders), (2, riders[::-1])):
        stage = race.stages.get(number=number)
        arrivals = tuple(e.Given(rider, 9000 + place) for place, rider in enumerate(order))
        tap(stage, e.Results(arrivals=arrivals), by=dora)
        tap(stage, e.End(("PAID",)), by=dora)
    return Tour.objects.get(pk=race.pk)


def printed(tour: Tour):
    out = StringIO()
    call_command("standings", tour.slug, json=True, stdout=out)
    return json.loads(out.getvalue())


def test_every_team_beyond_the_26th_has_two_letters(race):
    assert {len(letter) for letter in race.teams.values_list("letter", flat=True)} == {2}


def test_standings_for_programs_name_the_whole_team(race):
    said = printed(race)
    assert {rider["team"] for rider in said["riders"].values()} == set(said["teams"])
    assert all(code.startswith(rider["team"]) for code, rider in said["riders"].items())
    assert len(said["standings"]["classifications"]["teams"]["rows"]) == 30


def test_pages_open_and_the_jury_decides(race, dora, client):
    client.force_login(dora, backend=BACKEND)
    field = read_stage(race.stages.select_related("tour").get(number=1)).field
    rider = next(iter(field.riders))
    home = race.get_absolute_url()
    for address in (
        "stages/1/",
        "stages/1/jury/",
        f"stages/1/jury/{rider}/",
        "classifications/",
        "jerseys/",
        f"classifications/individual/{rider}/",
        f"classifications/teams/{codes.team_of(rider)}/",
        "riders/",
    ):
        assert client.get(f"{home}{address}", follow=True).status_code == 200, address
    stage = race.stages.get(number=1)
    tap(stage, e.Reopen(), by=dora)
    tap(stage, e.Penalise(rider, 20, reason="feeding"), by=dora)
    tap(stage, e.Penalise(codes.team_of(rider), 30, "team_seconds", "cars"), by=dora)
    tap(stage, e.Status(list(field.riders)[-1], "dsq"), by=dora)
    tap(stage, e.End(("PAID",)), by=dora)
    assert verify(race).problems == []


def test_a_file_brings_it_back(race):
    copy = brought(race)
    assert facts(copy) == facts(race)
    mine, theirs = printed(race), printed(copy)
    assert mine["standings"] == theirs["standings"]


@pytest.fixture
def tour(dora) -> Tour:
    """A tour with a board, whose teams have codes of two letters, and two with the same
    first one.
    """
    tour = a_tour(by=dora, stages=2, teams=4)
    for team, letters in zip(tour.teams.order_by("seat"), ("aa", "ab", "ba", "bb"), strict=True):
        tour.teams.filter(pk=team.pk).update(letter=letters)
    return tour


def test_the_board_shows_each_rider_with_their_own_team(tour, dora, client):
    client.force_login(dora, backend=BACKEND)
    assert client.get(f"{tour.get_absolute_url()}stages/1/").status_code == 200
    reading = read_stage(active_stage(tour))
    rows = build_pad(reading, Jerseys(reading, beside_pad=True), "s1", "")
    assert [row.letter for row in rows] == ["aa", "ab", "ba", "bb"]
    assert [chip.code for chip in rows[1].chips] == ["ab1", "ab2", "ab3", "ab4", "ab5"]
    assert [len(row.chips) for row in rows] == [5, 5, 5, 5]
    assert all(chip.short for row in rows for chip in row.chips)


def test_a_tap_records_them(tour, dora, client):
    client.force_login(dora, backend=BACKEND)
    sent = {
        "entry": '{"do":"place","line":"s1","rider":"ab4"}',
        "token": "x",
        "client": "c",
        "line": "s1",
    }
    assert (
        client.post(
            f"{tour.get_absolute_url()}stages/1/record/", sent, headers={"X-Tap": "1"}
        ).status_code
        == 200
    )
    assert read_stage(active_stage(tour)).log.sheet.lines["s1"] == ["ab4"]


def test_the_board_shows_who_has_arrived(tour, dora, client):
    client.force_login(dora, backend=BACKEND)
    tap(active_stage(tour), e.Arrive(("ab4", "ba1")))
    arrivals = StageBoard(read_stage(active_stage(tour)), line="finish").finish.arrivals
    assert [row.rider for row in arrivals] == ["ab4", "ba1"]
    assert all(row.short for row in arrivals)
    assert client.get(f"{tour.get_absolute_url()}stages/1/?line=finish").status_code == 200


def test_a_whole_stage_and_its_jerseys(tour):
    reading = read_stage(active_stage(tour))
    for body in rehearsal.rehearse_road(
        reading.frame, dict.fromkeys(reading.field.riders, "") | roles(reading), "seed"
    ):
        tap(active_stage(tour), body)
    stage = active_stage(tour)
    tap(stage, e.Arrive(reading.frame.riders))
    say(stage, "time 60")
    say(stage, "end TIME_ORDER_WARNING")
    said = printed(tour)
    worn = {jersey["wearer"] for jersey in said["standings"]["jerseys"]}
    assert worn
    assert worn - {None} <= set(said["riders"])
    assert verify(tour).problems == []


def roles(reading):
    return {code: rider.role for code, rider in reading.field.riders.items()}
