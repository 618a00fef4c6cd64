"""A stage of bots alone: ridden by one process at a time, never by the one that shows a page."""

from datetime import timedelta

import pytest

from tests.play.rides import NOW, a_ride, say, where
from tourmanager.play.log import loop, runner
from tourmanager.play.models import Ride, Step

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The processes that would have been started."""
    names: list[str] = []
    monkeypatch.setattr(runner, "start", lambda ride, name: names.append(name))
    monkeypatch.setattr(runner.time, "sleep", lambda seconds: None)
    return names


def test_it_is_ridden_to_its_end(started: list[str]):
    ride = a_ride("bot random", road={"length": 30, "type": "flat"})
    runner.look_after(ride, where(ride), NOW)
    ride.refresh_from_db()
    runner.run(ride, started[0])
    ride.refresh_from_db()
    assert (ride.state, ride.runner) == (Ride.State.OVER, "")
    assert where(ride).game.outcome(where(ride).state).winner


def test_one_process_rides_and_a_second_one_is_not_started(started: list[str]):
    ride = a_ride("bot bot")
    for _ in range(3):
        ride.refresh_from_db()
        runner.look_after(ride, where(ride), NOW)
    assert len(started) == 1


def test_where_the_process_died_another_one_takes_over(started: list[str]):
    ride = a_ride("bot bot")
    runner.look_after(ride, where(ride), NOW)
    ride.refresh_from_db()
    runner.look_after(ride, where(ride), NOW + runner.LEASE + timedelta(seconds=1))
    assert len(started) == 2
    runner.run(ride, started[0])
    assert not Step.objects.filter(ride=ride).exists(), "who lost its place writes nothing"


def test_no_process_rides_where_a_person_is_asked(started: list[str]):
    ride = a_ride("here bot")
    runner.look_after(ride, where(ride), NOW)
    assert started == []


def test_to_watch_along_one_thing_happens_after_the_other(started: list[str]):
    ride = a_ride("bot bot", pace=1200)
    runner.look_after(ride, where(ride), NOW)
    counts = []
    for _ in range(8):
        before = len(where(ride).lines)
        ride, _ = loop.go_on(ride, NOW, runner=started[0])
        told = where(ride).lines[before:]
        counts.append(len({line.seq for line in told}))
    assert max(counts) == 1


def test_what_an_answer_has_no_time_for_is_left_to_the_process(
    started: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(loop, "SYNC_BUDGET", 0.0)
    ride = a_ride("here bot bot", road={"length": 60, "type": "flat"})
    runner.look_after(ride, where(ride), NOW)
    assert len(started) == 1
    ride.refresh_from_db()
    runner.run(ride, started[0])
    assert where(ride).waits_for() == (0,)
    say(ride, "pass turn")


@pytest.mark.parametrize("jump", [timedelta(hours=-2), timedelta(hours=2)], ids=["back", "forward"])
def test_a_dead_process_is_replaced_after_the_clock_has_jumped(
    started: list[str],
    jump: timedelta,
):
    ride = a_ride("bot bot", road={"length": 30, "type": "flat"})
    runner.look_after(ride, where(ride), NOW)
    ride.refresh_from_db()
    runner.look_after(ride, where(ride), NOW + jump)
    assert len(started) == 2, "its ride stands still"
    runner.run(ride, started[0])
    assert not Step.objects.filter(ride=ride).exists(), "who lost its place writes nothing"
    ride.refresh_from_db()
    runner.run(ride, started[1])
    ride.refresh_from_db()
    assert ride.state == Ride.State.OVER


@pytest.mark.parametrize("jump", [timedelta(hours=-2), timedelta(hours=2)], ids=["back", "forward"])
def test_a_living_process_goes_on_through_a_jump_of_the_clock(
    started: list[str],
    monkeypatch: pytest.MonkeyPatch,
    jump: timedelta,
):
    times = iter([NOW, NOW + timedelta(seconds=1)])
    monkeypatch.setattr(runner.timezone, "now", lambda: next(times, NOW + jump))
    ride = a_ride("bot bot", road={"length": 30, "type": "flat"}, pace=1)
    runner.look_after(ride, where(ride), NOW)
    ride.refresh_from_db()
    runner.run(ride, started[0])
    ride.refresh_from_db()
    assert (ride.state, len(started)) == (Ride.State.OVER, 1)


def test_two_looks_in_the_same_moment_start_one_process(started: list[str]):
    """The one that comes second may have read its clock first."""
    ride = a_ride("bot bot")
    seen_before = Ride.objects.get(pk=ride.pk)
    runner.look_after(ride, where(ride), NOW)
    runner.look_after(seen_before, where(ride), NOW - timedelta(seconds=1))
    assert len(started) == 1
