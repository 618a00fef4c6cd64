"""What holds in every moment of every race."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import Random
from games.chance import Seeded
from games.flamme_rouge.cards import ENERGY, count_exhaustion, size
from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.setup import Options, Setup, StageSetup
from games.flamme_rouge.stages import ready_stages
from games.flamme_rouge.view import sum_of_cards
from games.replay import Recording
from tests.games.flamme_rouge.race import GAME

some = settings(max_examples=15, deadline=None)
alone = [key for key, stage in ready_stages().items() if stage.set != "peloton"]
stages = st.sampled_from([*alone, *(f"peloton-{number}" for number in range(7, 13))])
modes = st.sampled_from([(2, 0), (3, 0), (4, 0), (6, 0), (1, 2), (2, 3), (7, 0), (12, 0)])


def setup_of(stage, mode, breakaway, options):
    seats, dummies = mode
    others = COLOURS[seats : seats + dummies]
    setup = Setup(
        version="peloton",
        stage=StageSetup(stage),
        teams=COLOURS[:seats],
        peloton=others[0] if others else "",
        muscle=others[1:],
        breakaway=breakaway,
        options=options,
    )
    return GAME.read_setup(GAME.write_setup(setup))


def walked(setup, seed):
    recording, chance = Recording(GAME, setup), Seeded(seed)
    players = [Random(f"{seed}/{seat}") for seat in range(len(setup.teams))]
    while not (pending := GAME.pending(recording.state)).over:
        yield recording.state
        if pending.throw is not None:
            recording.answer(-1, chance.draw(pending.throw))
        else:
            seat = pending.seats[-1]
            recording.answer(
                seat,
                players[seat].choose(
                    recording.state, seat, GAME.legal_actions(recording.state, seat)
                ),
            )
    yield recording.state


@pytest.mark.rule("FR-012", "FR-024", "FR-055", "FR-P-005")
@some
@given(stages, modes, st.booleans(), st.booleans(), st.integers())
def test_no_two_riders_share_a_place_and_no_card_is_lost_or_made(stage, mode, breakaway, box, seed):
    setup = setup_of(
        stage, mode, breakaway, Options(exhaustion_stock="box" if box else "unlimited")
    )
    before = {}
    for state in walked(setup, seed):
        course = state.course
        assert len({state.place[rider] for rider in state.riders}) == len(state.riders)
        for square, taken in enumerate(state.road):
            here = [
                state.place[rider] for rider in state.riders if state.place[rider] >> 2 == square
            ]
            assert taken == sum(1 << (at & 3) for at in here)
            assert len(here) <= course.lanes[square]
            assert all(3 - (at & 3) < course.lanes[square] for at in here)
        for rider in state.riders:
            if rider < course.humans:
                cards = sum_of_cards(state, rider)
                energy = size(cards) - count_exhaustion(cards)
                assert energy <= before.get(rider, size(ENERGY[rider & 1]))
                before[rider] = energy
    outcome = GAME.outcome(state)
    assert len(outcome.finish) == setup.field.riders
    assert sorted(one.time for one in outcome.finish) == [one.time for one in outcome.finish]


@pytest.mark.rule("FR-017", "FR-079", "FR-125")
@some
@given(stages, modes, st.integers())
def test_slipstream_never_carries_anybody_over_the_line_and_times_agree_with_places(
    stage, mode, seed
):
    setup = setup_of(stage, mode, False, Options())
    recording = Recording(
        GAME,
        setup,
        lambda state, entry, events: told.extend((event, state.course) for event in events),
    )
    told, chance = [], Seeded(seed)
    players = [Random(f"{seed}/{seat}") for seat in range(len(setup.teams))]
    while not (pending := GAME.pending(recording.state)).over:
        if pending.throw is not None:
            recording.answer(-1, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            recording.answer(
                seat,
                players[seat].choose(
                    recording.state, seat, GAME.legal_actions(recording.state, seat)
                ),
            )
    for event, course in told:
        for _, start, end in event.moves:
            if event.kind == "slipped":
                assert end >> 2 == (start >> 2) + 1 < course.finish
            assert end >> 2 < course.squares
