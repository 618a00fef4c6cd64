"""From the screen to the board in the middle of a stage."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_tour, a_user
from tests.play.rides import a_ride, answers, ride_on, say, where
from tests.play.test_review import ridden, signed_in
from tests.race import active_stage
from tests.race import say as log
from tourmanager.play.log.reading import look_of
from tourmanager.play.models import Ride
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry
from tourmanager.tabletop.cycling_party.screen.board_sheet import set_up

pytestmark = pytest.mark.django_db


def sheet_of(ride):
    return set_up(where(ride), look_of(ride))


def some_turns(ride: Ride, turns: int) -> Ride:
    while where(ride).state.turn < turns:
        ride = say(ride)
    return ride


def test_every_pawn_stands_where_the_turn_began():
    ride = some_turns(a_ride("here here"), 4)
    sheet = sheet_of(ride)
    squares = where(ride).game.situation(where(ride).state)["squares"]
    assert sheet.turn == 4
    assert {(mark.code, square.km) for square in sheet.squares for mark in square.marks} == set(
        squares.items()
    )
    assert [square.km for square in sheet.squares] == sorted(set(squares.values()), reverse=True)
    assert sheet.first.code == where(ride).setup.teams[3 % 2]
    assert sheet.kinds[0] == "Bottles"


def test_what_is_left_is_what_was_held_less_what_was_used():
    ride = a_ride("here here")
    while not (bottles := [text for text in answers(ride) if text.startswith("bottle")]):
        ride = say(ride)
    ride = some_turns(say(ride, bottles[0]), where(ride).state.turn + 1)
    assert sorted(team.left[0] for team in sheet_of(ride).teams) == [4, 5]


def test_the_page_is_there_for_everybody_and_only_whoever_began_may_go_on_at_the_table():
    by = a_user()
    ride = some_turns(a_ride("here here", by=by), 2)
    address = reverse("play:set_up", args=[ride.slug])
    assert "Turn 2 begins" in Client().get(address).content.decode()
    assert "Go on at the table" not in Client().get(address).content.decode()
    assert "Go on at the table" in signed_in(by).get(address).content.decode()
    assert signed_in(a_user()).post(reverse("play:to_table", args=[ride.slug])).status_code == 403
    assert signed_in(by).post(reverse("play:to_table", args=[ride.slug])).url == address
    ride.refresh_from_db()
    assert ride.state == Ride.State.LEFT


def test_before_and_after_the_race_there_is_nothing_to_set_up():
    ride = a_ride("here here", begun=False)
    assert Client().get(reverse("play:set_up", args=[ride.slug])).url == ride.get_absolute_url()
    ride = ride_on(a_ride("here here"))
    assert Client().get(reverse("play:set_up", args=[ride.slug])).url == ride.get_absolute_url()


def test_a_stage_of_a_tour_goes_on_at_the_table_with_what_has_happened():
    by = a_user()
    tour = a_tour(stages=1, by=by)
    ride = ridden(active_stage(tour), by, turns=200)
    assert ride.state == Ride.State.RIDING
    told = where(ride).game.situation(where(ride).state)
    for _ in range(2):
        signed_in(by).post(reverse("play:to_table", args=[ride.slug]))
    ride.refresh_from_db()
    sheet = read_stage(active_stage(tour)).log.sheet
    assert ride.state == Ride.State.LEFT
    assert told["passages"]
    assert {key: tuple(riders) for key, riders in told["passages"].items()} == {
        key: tuple(riders) for key, riders in sheet.lines.items() if riders
    }
    assert (sheet.digital.ride, sheet.digital.until) == (ride.slug, told["turn"])
    assert Entry.objects.filter(body__do="digital").count() == 1
    shown = signed_in(by).get(reverse("play:set_up", args=[ride.slug])).content.decode()
    assert "This stage goes on at the table" in shown
    assert (
        f"Ridden digitally until turn {told['turn']}"
        in Client().get(active_stage(tour).get_absolute_url()).content.decode()
    )


def test_a_log_that_was_changed_meanwhile_keeps_the_ride_open_and_says_what_differs():
    by = a_user()
    stage = active_stage(a_tour(stages=1, by=by))
    ride = ridden(stage, by, turns=200)
    first = where(ride).game.situation(where(ride).state)["passages"]["s1"]
    log(stage, f"place s1 {first[1]}")
    response = signed_in(by).post(reverse("play:to_table", args=[ride.slug]), follow=True)
    assert "changed at the table meanwhile" in response.content.decode()
    ride.refresh_from_db()
    assert ride.state == Ride.State.RIDING
    assert stage.entries.count() == 1
