"""A digital stage keeps the rules version it began with."""

from pathlib import Path

import pytest

from games.engine import UnknownEngine
from games.notation import read_log
from games.replay import outcome_checksum
from tests.play.rides import NOW, a_ride, where
from tourmanager.play.log import step_chain
from tourmanager.play.log.reading import engine_of, replay_rows, rows_of
from tourmanager.play.models import Ride, Step

pytestmark = pytest.mark.django_db
LOGS = Path(__file__).parents[1] / "games" / "golden"


@pytest.mark.rule("CP-J-075")
@pytest.mark.parametrize("version", [1, 2])
def test_a_finished_stage_keeps_the_result_of_the_rules_it_was_played_by(version: int) -> None:
    log = read_log(
        (LOGS / f"cycling_party-master-equal_pace_setters-v{version}.log").read_text(
            encoding="utf-8"
        )
    )
    ride = a_ride("bot bot bot bot", begun=False)
    Ride.objects.filter(pk=ride.pk).update(
        rules_version=version, setup=log.setup, state=Ride.State.OVER
    )
    Step.objects.filter(ride=ride).delete()
    ride = Ride.objects.get(pk=ride.pk)
    step_chain.append(
        ride,
        [
            Step(ride=ride, seq=seq, token=str(seq), who=entry.who, text=entry.text, at=NOW)
            for seq, entry in enumerate(log.entries, 1)
        ],
    )
    found = replay_rows(ride, rows_of(ride))
    assert found.over
    assert outcome_checksum(found.game, found.state) == log.end


def test_a_stage_that_begins_now_is_ridden_by_the_newest_rules() -> None:
    ride = a_ride("here bot")
    assert ride.rules_version == where(ride).game.rules_version == 2
    with pytest.raises(UnknownEngine):
        engine_of(Ride(game=ride.game, rules_version=9))
