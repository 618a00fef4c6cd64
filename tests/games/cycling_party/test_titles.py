"""Sentences as a page says them: teams and riders by their titles, or by the notation where there
are none.
"""

import re

import pytest

from games.chance import Seeded
from games.cycling_party.setup import example
from games.engine import Event
from tests.games.cycling_party.race import GAME, race
from tests.games.players import Racer

TITLES = {"red": "Lotto", "blue": "Rabobank", "green": "Cofidis", "black": "Once"}


def said(at, event, titles=TITLES):
    return GAME.say(race(at).state, event, titles)


def test_a_rider_is_called_by_the_title_of_his_team():
    event = Event("bottle", "CP-J-063", (6,), (1, 3), ((6, 20, 21),), 1)
    assert said("20: red1 blue1", event) == "Rabobank 1 gets a bottle and goes on to km 21; 3 left."
    assert (
        said("20: red1 blue1", event, None) == "blue1 gets a bottle and goes on to km 21; 3 left."
    )


def test_a_team_without_a_title_keeps_its_name():
    event = Event("turn", "CP-J-021", (), (3,), seat=1)
    assert said("20: red1 blue1", event, {"red": "Lotto"}) == "Turn 3: blue speaks first."
    assert said("20: red1 blue1", event) == "Turn 3: Rabobank speaks first."


def test_a_group_is_named_team_by_team():
    event = Event(
        "peloton", "CP-J-034", (), (5,), ((0, 20, 25), (3, 20, 25), (6, 20, 25), (1, 19, 24))
    )
    assert (
        said("20: red1 blue1", event)
        == "The peloton moves 5: Lotto 1 and 4, Rabobank 1 to km 25; Lotto 2 to km 24."
    )
    assert (
        said("20: red1 blue1", event, None)
        == "The peloton moves 5: red1, red4 and blue1 to km 25, red2 to km 24."
    )


def test_dice_and_times_stand_apart_from_the_number_of_the_rider():
    assert said("20: red1 blue1", Event("tie", "CP-M-016", (0, 6), (5, 3))).endswith(
        "Lotto 1: 5, Rabobank 1: 3."
    )
    assert (
        said("20: red1 blue1", Event("arrivals", "CP-M-028", (0, 6), (65, 70)))
        == "Arrived: Lotto 1: 1:05, Rabobank 1: 1:10."
    )


@pytest.mark.parametrize("version", GAME.versions)
def test_no_sentence_of_a_page_speaks_the_notation(version):
    setup = example(version, 4)
    state, chance, player = GAME.start(setup), Seeded("titles"), Racer("titles")
    notation = re.compile(rf"\b({'|'.join(setup.teams)})\d?\b")
    sentences = []
    while not (pending := GAME.pending(state)).over:
        if pending.throw is not None:
            events = GAME.apply(state, -1, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            events = GAME.apply(
                state, seat, player.choose(state, seat, GAME.legal_actions(state, seat))
            )
        sentences += [GAME.say(state, event, TITLES) for event in events]
    assert len(sentences) > 20
    assert [sentence for sentence in sentences if notation.search(sentence)] == []


def test_riders_are_named_by_the_numbers_that_events_speak_in():
    state = GAME.start(example("junior", 2, 5))
    assert GAME.rider_names(state)[:7] == ("red1", "red2", "red3", "red4", "red5", "", "blue1")
    assert GAME.hidden is False
