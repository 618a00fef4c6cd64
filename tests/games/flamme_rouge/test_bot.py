"""The bot `steady`: how it begins, and what it sees in a card. How often it wins is measured by the
bench.
"""

import pytest

from games.bots import bots_by_name
from games.chance import Seeded
from games.flamme_rouge.bot import Steady
from games.flamme_rouge.setup import Setup, StageSetup
from games.replay import play_out
from tests.games.flamme_rouge.race import GAME, on_road, started

BOT = Steady("test")


def choice(race, team):
    seat = race.state.course.teams.index(team)
    return GAME.write(
        race.state, seat, BOT.choose(race.state, seat, GAME.legal_actions(race.state, seat))
    )


@pytest.mark.rule("FR-141")
def test_it_places_the_rouleur_in_front_and_draws_for_the_foremost_first():
    race = started("red blue", first="red")
    assert choice(race, "red") == "place R 4"
    race.say("red place R 4")
    assert choice(race, "red") == "place S 3"
    race = on_road({"redS": "9.0", "redR": "8.0", "blueS": "7.0", "blueR": "6.0"})
    assert choice(race, "red") == "draw S"
    assert (
        choice(on_road({"redS": "3.0", "redR": "8.0", "blueS": "7.0", "blueR": "6.0"}), "red")
        == "draw R"
    )


@pytest.mark.rule("FR-142", "FR-143")
def test_it_saves_a_high_card_where_slipstream_brings_as_much():
    behind = on_road({"redS": "9.0", "blueS": "11.0", "blueR": "11.1"}).deal("2459")
    assert choice(behind, "red") in ("play 2", "play 4", "play 5")


@pytest.mark.rule("FR-143")
def test_it_spends_all_to_cross_the_line():
    race = on_road({"redS": "53.0", "blueS": "52.0", "blueR": "52.1"}).deal("2459")
    assert choice(race, "red") == "play 9"


@pytest.mark.rule("FR-144")
def test_it_bids_with_the_rouleur_the_second_highest_card_and_gives_him_more_exhaustion():
    race = started("red", "peloton-7", breakaway=True, peloton="black", muscle=("white",))
    for _ in range(2):
        race.say(f"red {choice(race, 'red')}")
    assert choice(race, "red") == "split 1 2"
    race.say("red split 1 2")
    assert choice(race, "red") == "bidwith R"
    race.say("red bidwith R").deal("3466")
    assert choice(race, "red") == "bid 6"


@pytest.mark.rule("FR-140")
def test_it_answers_in_every_mode_from_what_its_seat_may_see():
    """That its answers do not change with what is hidden is asked of every game's bots."""
    for seats in (1, 9):
        state = GAME.start(GAME.example("peloton", seats))
        play_out(GAME, state, {seat: Steady(str(seat)) for seat in range(seats)}, Seeded("modes"))
        assert GAME.outcome(state).winner


@pytest.mark.rule("FR-145")
def test_it_beats_three_random_bots_nearly_always_and_a_muscle_team_more_often_than_not():
    bots, won, beaten = bots_by_name(GAME.bots()), 0, 0
    for number in range(40):
        given = Setup(
            version="peloton",
            stage=StageSetup("firenze-milano"),
            teams=("red", "blue", "green", "black"),
        )
        state = GAME.start(given)
        play_out(
            GAME,
            state,
            {seat: bots["random" if seat else "steady"](f"{number}/{seat}") for seat in range(4)},
            Seeded(number),
        )
        won += GAME.outcome(state).extras.seats[0] == "red"
        state = GAME.start(
            Setup(
                version="peloton",
                stage=StageSetup("firenze-milano"),
                teams=("red",),
                muscle=("white",),
                solo=0,
            )
        )
        play_out(GAME, state, {0: bots["steady"](str(number))}, Seeded(number))
        beaten += GAME.outcome(state).extras.seats[0] == "red"
    assert won >= 33
    assert beaten >= 20
