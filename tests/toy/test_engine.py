"""The engine of Toy Dash keeps what every engine keeps."""

import pytest

from games.chance import Seeded
from games.engine import Illegal, NotAsked
from games.notation import read_log, write_log
from games.replay import Recording, play, replay
from tests.toy.engine import ToyDash

GAME = ToyDash()


def ridden(seed: str, seats: int = 2) -> Recording:
    recording = Recording(GAME, GAME.example("plain", seats))
    bots = {seat: GAME.bots()["steady"](seed) for seat in range(seats)}
    play(recording, bots, Seeded(seed))
    return recording


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_stage_ends_and_its_log_replays_to_the_same(seats):
    for seed in "abcdefgh":
        recording = ridden(seed, seats)
        text = write_log(recording.log())
        assert GAME.digest(replay(GAME, read_log(text)).state) == GAME.digest(recording.state)
        assert len(GAME.outcome(recording.state).finish) == seats


def test_a_refusal_changes_nothing():
    state = GAME.start(GAME.example("plain", 2))
    before = GAME.digest(state)
    with pytest.raises(NotAsked):
        GAME.apply(state, 1, 0)
    with pytest.raises(Illegal):
        GAME.apply(state, 0, 7)
    with pytest.raises(NotAsked):
        GAME.apply(state, -1, (3,))
    assert GAME.digest(state) == before
