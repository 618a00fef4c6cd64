"""The energy phase: naming riders, hands, secret cards; what is drawn, recycled and gone."""

import pytest

from games.chance import NoDraw, Seeded, Supplied
from games.engine import CHANCE, BadNotation, Illegal, NotAsked
from games.flamme_rouge.cards import deck, list_cards, size, text
from games.flamme_rouge.energy import trait_actions
from games.notation import read_draw, write_draw
from tests.games.flamme_rouge.race import GAME, events, on_road

FOUR = {"redS": "9.0", "redR": "8.0", "blueS": "7.0", "blueR": "6.0"}


def pile(race, rider):
    return text(race.state.pile[race.names.index(rider)])


def recycled(race, rider):
    return text(race.state.recycled[race.names.index(rider)])


@pytest.mark.rule("FR-045", "FR-046", "FR-051", "FR-053", "FR-070")
def test_a_round_is_cards_for_every_rider_then_movement_then_the_next_round():
    race = on_road(FOUR).play("red", "S", "2345>5", "3456>6").play("blue", "R", "3456>4", "2359>9")
    assert race.state.round == 2
    kinds = race.kinds()
    assert kinds[-1] == "turn"
    assert kinds.index("revealed") < kinds.index("moved") < kinds.index("tired")
    assert kinds.count("chosen") == kinds.count("revealed") == kinds.count("moved") == 4
    assert race.state.chosen == [0] * 4


@pytest.mark.rule("FR-047", "FR-102")
def test_the_rider_is_named_before_any_card_and_the_second_hand_comes_when_the_first_card_lies():
    race = on_road(FOUR)
    assert race.legal("red") == ["draw S", "draw R"]
    race.say("red draw R")
    assert race.asked == ["deal redR"]
    race.deal("3456")
    assert race.legal("red") == ["play 3", "play 4", "play 5", "play 6"]
    race.say("red play 6")
    assert race.asked == ["deal redS"]


@pytest.mark.rule("FR-103", "FR-105")
def test_seats_answer_in_any_order_and_one_that_owes_nothing_is_refused():
    race = on_road(FOUR)
    assert race.asked == ["red", "blue"]
    race.play("blue", "S", "2345>2", "3456>3")
    assert race.asked == ["red"]
    with pytest.raises(NotAsked, match="Red chooses now, not seat 1"):
        race.say("blue draw S")
    race.say("red draw S").deal("2345")
    with pytest.raises(Illegal, match="may not choose “play 9”"):
        race.say("red play 9")
    with pytest.raises(Illegal, match="may not choose “draw R”"):
        race.say("red draw R")


@pytest.mark.rule("FR-049", "FR-105")
def test_a_chosen_card_is_final_and_chance_is_asked_only_for_the_next_hand():
    race = on_road(FOUR).say("red draw S").deal("2345").say("red play 2").deal("3456")
    assert race.legal("red") == ["play 3", "play 4", "play 5", "play 6"]
    with pytest.raises(NotAsked, match="not chance"):
        race.draw(2, 3, 4, 5)


@pytest.mark.rule("FR-024", "FR-025", "FR-029", "FR-031", "FR-022")
def test_four_are_drawn_three_recycled_and_the_played_one_is_gone():
    race = on_road(FOUR).pile("redS", "22345x").play("red", "S", "234x>x")
    assert (pile(race, "redS"), recycled(race, "redS")) == ("25", "234")
    assert size(race.state.pile[0] + race.state.recycled[0]) == 5


@pytest.mark.rule("FR-026", "FR-030", "FR-105")
def test_when_the_pile_runs_out_its_last_cards_come_and_the_rest_from_the_recycled_ones():
    race = on_road(FOUR).pile("redS", "99", "2345").say("red draw S")
    for impossible in ("2345", "2399x", "9922", "999", "99"):
        with pytest.raises(Illegal, match="deal redS"):
            race.deal(impossible)
    race.deal("3599")
    assert (pile(race, "redS"), recycled(race, "redS")) == ("24", "")


@pytest.mark.rule("FR-027", "FR-104")
def test_fewer_than_four_cards_are_all_drawn_and_equal_ones_are_one_choice():
    race = on_road(FOUR).pile("redS", "5", "5x").say("red draw S")
    with pytest.raises(Illegal):
        race.deal("5x")
    race.deal("55x")
    assert race.legal("red") == ["play 5", "play x"]


@pytest.mark.rule("FR-028", "FR-050")
def test_a_rider_without_cards_plays_a_2_from_nowhere_and_nobody_is_asked():
    race = on_road(FOUR).pile("redS", "").say("red draw S")
    assert race.asked == ["deal redR"]
    race.deal("3456").say("red play 4").play("blue", "S", "2345>2", "3456>3")
    assert [event.figures[0] for event in events(race, "revealed")] == [1, 4, 2, 3]
    assert race.places["redS"] == "11.0"
    assert (pile(race, "redS"), recycled(race, "redS")) == ("", "")
    assert GAME.say(
        race.state, next(event for event in events(race, "moved") if event.riders == (0,))
    ) == ("Red Sprinteur plays a 2 (no cards left): 2 squares, to square 11.")


@pytest.mark.rule("FR-050", "FR-102")
def test_with_one_rider_left_his_hand_comes_without_asking():
    race = on_road({"redS": "9.0", "blueS": "7.0", "blueR": "6.0"})
    assert race.asked == ["deal redS"]
    race.deal("2345")
    assert race.asked == ["red", "blue"]
    assert race.legal("red") == ["play 2", "play 3", "play 4", "play 5"]


@pytest.mark.rule("FR-050")
def test_a_seat_whose_riders_have_arrived_is_not_asked():
    race = (
        on_road({"redS": "59.0", "blueS": "7.0", "blueR": "6.0"})
        .deal("5999")
        .say("red play 9")
        .play("blue", "S", "2345>2", "3456>3")
    )
    assert race.state.round == 2
    assert race.asked == ["blue"]


@pytest.mark.rule("FR-101")
def test_slow_and_quick_seats_meet_the_same_cards():
    hands = []
    for order in (("red", "blue"), ("blue", "red")):
        race, chance, dealt = on_road(FOUR), Seeded("quick"), {}
        for team in order:
            race.say(f"{team} draw S")
            for _ in range(2):
                drawing = race.state.asked.throw
                dealt[drawing.label] = chance.draw(drawing)
                race.draw(*dealt[drawing.label]).say(f"{team} {race.legal(team)[0]}")
        hands.append(dealt)
    assert hands[0] == hands[1]
    assert len(set(hands[0].values())) > 1


@pytest.mark.rule("FR-030")
def test_every_card_of_a_pile_is_dealt_as_often_as_it_is_there():
    counts = dict.fromkeys((2, 3, 4, 5, 9, 12), 0)
    hand = on_road(FOUR).pile("redS", "223459x").say("red draw S").state.asked.throw
    for seed in range(4000):
        for card in Seeded(seed).draw(hand):
            counts[card] += 1
    assert all(
        abs(count / 4000 - 4 / 7 * (2 if card == 2 else 1)) < 0.04 for card, count in counts.items()
    )


def test_hands_of_a_real_table_are_typed_card_by_card_in_any_order():
    race = on_road(FOUR).pile("redS", "99", "234x").say("red draw S")
    drawing = race.state.asked.throw
    assert drawing.faces([]) == (2, 3, 4, 9, 12)
    assert drawing.faces([2, 12]) == (9,)
    assert drawing.explain_fault([2, 3, 4]) == "“deal redS” cannot give 4 now."
    cards = iter([12, 9, 2, 9])
    race.draw(*Supplied(lambda sides: 0, lambda drawing, drawn: next(cards)).draw(drawing))
    assert race.legal("red") == ["play 2", "play 9", "play x"]
    with pytest.raises(NoDraw, match="cannot give 2 now"):
        Supplied.of([2, 2]).draw(drawing)


def test_a_situation_of_any_moment_begins_there_with_the_same_question():
    race = (
        on_road(FOUR, stage="avenue-corso-paseo")
        .play("red", "S", "2345>5", "3456>6")
        .say("blue draw R")
    )
    told = GAME.situation(race.state)
    given = GAME.read_setup({**GAME.write_setup(race.state.course.setup), "situation": told})
    again = GAME.start(given)
    assert GAME.situation(again) == told
    assert again.asked.throw.label == "deal blueR"
    assert trait_actions(again, 2) == []
    GAME.apply(again, CHANCE, list_cards(deck("3456")))
    assert again.asked.seats == (1,)


def test_at_a_mixed_table_hands_of_some_riders_are_typed_and_others_dealt():
    race, seeded = on_road(FOUR), Seeded("mixed")
    typed = Supplied(lambda sides: 0, lambda drawing, drawn: drawing.faces(drawn)[0])
    for said in ("red draw S", "blue draw S"):
        race.say(said)
        drawing = race.state.asked.throw
        race.draw(*(typed if drawing.rider < 2 else seeded).draw(drawing))
    assert race.legal("red") == ["play 2", "play 3"]
    assert text_of_hand(race, 1) == "".join(map(str, seeded.draw(drawing)))


def text_of_hand(race, seat):
    return text(race.state.hand[seat])


def test_a_draw_of_a_log_may_leave_its_label_out():
    drawing = on_road(FOUR).say("red draw S").state.asked.throw
    assert (
        read_draw("deal redS 2 5 9 x", drawing) == read_draw("2 5 9 12", drawing) == (2, 5, 9, 12)
    )
    assert write_draw((2, 5, 9, 12), drawing) == "deal redS 2 5 9 x"
    for wrong in ("deal blueS 2 5 9 x", "deal redS", "deal redS 2 5 9 y"):
        with pytest.raises(BadNotation, match="deal redS"):
            read_draw(wrong, drawing)
