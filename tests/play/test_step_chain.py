"""Steps of a digital stage that were changed or cut off behind the app's back are named by
`manage.py verify`.
"""

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from tests.factory import NOW
from tests.play.rides import a_ride, ride_on, say, where
from tourmanager.play.log import loop, step_chain
from tourmanager.play.models import Ride, RideHead, Step

pytestmark = pytest.mark.django_db


@pytest.fixture
def ride(db) -> Ride:
    """A few steps of a single digital stage: answers, throws, and one that was undone."""
    ride = a_ride("here bot")
    for _ in range(3):
        say(ride)
    return ride


def found(ride: Ride) -> list[str]:
    return step_chain.find_problems(Ride.objects.get(pk=ride.pk))


def verify() -> str:
    out = StringIO()
    call_command("verify", stdout=out, no_color=True)
    return out.getvalue()


def test_untouched_steps_agree(ride):
    assert found(ride) == []
    assert "OK     1 single digital stage" in verify()


def test_a_whole_ride_agrees():
    ride = ride_on(a_ride("here bot", road={"length": 30, "type": "flat"}))
    assert Step.objects.count() > 10
    assert found(ride) == []


@pytest.mark.parametrize(
    "change",
    [{"text": "another"}, {"who": 7}, {"by_name": "X"}, {"token": "x"}, {"takes_back": 1}],
    ids=str,
)
def test_a_changed_step_is_named(ride, change):
    Step.objects.filter(ride=ride, seq=2).update(**change)
    assert found(ride)[0].startswith(f"{ride.name}: entry 2 of the log does not fit its checksum")
    with pytest.raises(CommandError):
        verify()


def test_steps_that_were_cut_off_are_named(ride):
    last = Step.objects.filter(ride=ride).order_by("-seq").first()
    last.delete()
    assert "the log was cut short" in found(ride)[0]
    Step.objects.all().delete()
    assert "the log was cut short" in found(ride)[0]


def test_what_is_taken_back_is_chained_too():
    ride = a_ride("here here here")
    (seat,) = where(ride).waits_for()
    say(ride, "pass")
    last = where(ride).steps[-1]
    loop.undo(ride=ride, seats=[seat], seq=last.seq, token="back", at=NOW)
    assert Step.objects.filter(takes_back=last.seq).exists()
    assert found(ride) == []


def test_steps_that_are_there_before_an_upgrade_are_chained_by_it(ride):
    checksums = list(Step.objects.order_by("pk").values_list("checksum", flat=True))
    heads = list(RideHead.objects.values_list("ride", "seq", "checksum"))
    Step.objects.update(checksum="unknown")
    RideHead.objects.all().delete()
    import_module("tourmanager.play.migrations.0007_fill_step_checksums").fill(apps, None)
    assert list(Step.objects.order_by("pk").values_list("checksum", flat=True)) == checksums
    assert list(RideHead.objects.values_list("ride", "seq", "checksum")) == heads
