"""What a seat sees, what others see, and what nobody can tell."""

import random

import pytest

from games.bots import bots_by_name
from games.chance import Seeded
from games.flamme_rouge.cards import deck, size
from games.flamme_rouge.view import resample_hidden, sum_of_cards
from tests.games.flamme_rouge.race import GAME, SETUPS, on_road

FOUR = {"redS": "9.0", "redR": "8.0", "blueS": "7.0", "blueR": "6.0"}


def seen(race, seat):
    return GAME.view(race.state, seat)["cards"]


@pytest.mark.rule("FR-048", "FR-111", "FR-113")
def test_only_the_owner_sees_hand_recycled_and_chosen_cards_and_what_is_in_his_piles():
    race = on_road(FOUR).play("red", "S", "2345>5").deal("3456")
    own, others = seen(race, 0), seen(race, 1)
    assert (own["redS"]["chosen"], own["redS"]["recycled"], own["redR"]["hand"]) == (
        "5",
        "234",
        "3456",
    )
    assert own["redS"]["pile"] == "22334455999"
    for rider in ("redS", "redR"):
        assert not {"hand", "chosen", "recycled", "pile"} & set(others[rider])
        assert not {"hand", "chosen", "recycled", "pile"} & set(seen(race, None)[rider])
    assert (
        others["redS"]["has_chosen"],
        others["redR"]["drawing"],
        others["redR"]["has_chosen"],
    ) == (True, True, False)


@pytest.mark.rule("FR-110", "FR-112", "FR-114")
def test_everybody_sees_the_road_what_all_cards_of_a_rider_are_together_and_how_many_lie_where():
    race = on_road(FOUR).play("red", "S", "2345>5").deal("3456")
    view = GAME.view(race.state, None)
    assert view["places"]["redS"] == [9, 0]
    assert view["cards"]["redS"]["remaining"] == "222333444555999"
    assert (view["cards"]["redS"]["pile_size"], view["cards"]["redS"]["recycled_size"]) == (11, 3)
    race.say("red play 3").play("blue", "S", "2345>2", "3456>3")
    view = GAME.view(race.state, None)
    assert view["cards"]["redS"]["remaining"] == "22233344455999x"
    assert view["taken"] == {"redS": 1, "redR": 1, "blueS": 0, "blueR": 0}


@pytest.mark.rule("FR-115", "FR-048")
def test_events_of_a_deal_and_of_a_choice_are_the_same_whatever_the_cards_are():
    told = []
    for hand, card in (("2345", "5"), ("2399", "2")):
        race = on_road(FOUR).say("red draw S").deal(hand).say(f"red play {card}")
        told.append(race.told)
    assert told[0] == told[1]


@pytest.mark.rule("FR-104", "FR-115")
def test_a_hand_of_equal_cards_is_asked_for_all_the_same():
    race = on_road(FOUR).pile("redS", "xxxx", "23").say("red draw S").deal("xxxx")
    assert race.legal("red") == ["play x"]
    assert race.asked == ["red", "blue"]


@pytest.mark.rule("FR-112", "FR-115")
def test_resampled_hands_keep_all_that_is_public():
    race = on_road(FOUR).play("red", "S", "2345>5").deal("3456")
    other = resample_hidden(race.state, 1, random.Random(4).random)
    for rider in range(4):
        assert sum_of_cards(other, rider) == sum_of_cards(race.state, rider)
        assert size(other.pile[rider]) == size(race.state.pile[rider])
    assert other.hand[0] != deck("3456") or other.chosen[0] != 5 or other.pile != race.state.pile
    assert resample_hidden(race.state, 0, random.Random(4).random).hand[0] == deck("3456")


@pytest.mark.rule("FR-111", "FR-115", "FR-T-040")
@pytest.mark.parametrize("name", SETUPS)
def test_nothing_hidden_shows_in_any_mode(name):
    state, chance, unit = GAME.start(SETUPS[name]), Seeded(name), random.Random(name).random
    bot = bots_by_name(GAME.bots())["steady"]
    while not (pending := GAME.pending(state)).over:
        for seat in (None, 0, len(GAME.seat_names(state)) - 1):
            other = resample_hidden(state, seat, unit)
            assert GAME.view(other, seat) == GAME.view(state, seat)
            assert GAME.question(other) == GAME.question(state)
            if seat is not None:
                assert GAME.choices(other, seat) == GAME.choices(state, seat)
            if seat in pending.seats:
                legal = GAME.legal_actions(state, seat)
                assert bot("seed").choose(other, seat, legal) == bot("seed").choose(
                    state, seat, legal
                )
        if pending.throw is not None:
            GAME.apply(state, -1, chance.draw(pending.throw))
        else:
            legal = GAME.legal_actions(state, pending.seats[0])
            GAME.apply(state, pending.seats[0], legal[int(unit() * len(legal))])


@pytest.mark.rule("FR-114")
def test_who_watches_is_asked_nothing_and_questions_tell_no_cards():
    race = on_road(FOUR).say("red draw S").deal("2399")
    assert GAME.view(race.state, None)["legal"] == []
    assert GAME.view(race.state, 1)["legal"] == ["draw S", "draw R"]
    assert GAME.question(race.state).words == "Red and Blue choose the energy of their riders."
    assert GAME.question(race.state, {"red": "Anna", "blue": "Bert"}).words.startswith(
        "Anna and Bert"
    )


def test_choices_say_how_far_a_card_is_good_for():
    race = on_road(FOUR).say("red draw S").deal("2399")
    offered = GAME.choices(race.state, 0)
    assert [(choice.text, choice.words, choice.then) for choice in offered] == [
        ("play 2", "2", "2 squares, to square 11"),
        ("play 3", "3", "3 squares, to square 12"),
        ("play 9", "9", "9 squares, to square 18"),
    ]
    assert {choice.rider for choice in offered} == {"redS"}
