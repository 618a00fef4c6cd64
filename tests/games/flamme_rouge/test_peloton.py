"""Peloton: the breakaway, dummy teams, alone and in a crowd. Single steps are held by the
vectors.
"""

import pytest

from games.chance import Seeded
from games.engine import CHANCE, BadSetup
from games.flamme_rouge.cards import count_exhaustion, deck, size, text
from games.flamme_rouge.design import check_stage
from games.flamme_rouge.numbers import BONUS, read_table
from games.flamme_rouge.stages import StartingTeams, tiles_of_stage, with_breakaway
from games.flamme_rouge.state import OVER
from tests.games.flamme_rouge.race import GAME, events, on_road, started


def placed(race):
    """Everybody on the first start square that is offered."""
    while race.asked[0] in race.state.course.teams and race.legal(race.asked[0])[0].startswith("p"):
        race.say(f"{race.asked[0]} {race.legal(race.asked[0])[0]}")
    return race


@pytest.mark.rule("FR-P-003", "FR-P-004", "FR-P-008")
def test_the_side_follows_the_number_of_teams_dummies_included():
    assert tiles_of_stage("peloton-7", StartingTeams(2, 2)).split()[0] == "a"
    assert tiles_of_stage("peloton-7", StartingTeams(2, 3)).split()[0] == "1*"
    assert tiles_of_stage("peloton-9", StartingTeams(6)).split()[0] == "1"
    assert tiles_of_stage("la-classicissima", StartingTeams(5)).split()[0] == "1"


@pytest.mark.rule("FR-P-030", "FR-P-031", "FR-P-049")
def test_tile_2_comes_for_the_first_plain_straight_and_its_side_follows_who_bids():
    four, six = StartingTeams(4, 0, True), StartingTeams(6, 0, True)
    assert tiles_of_stage("firenze-milano", four).split()[:4] == ["a", "2*", "c", "g"]
    assert len(tiles_of_stage("firenze-milano", four).split()) == 21
    assert tiles_of_stage("firenze-milano", six).split()[:2] == ["1*", "2"]
    assert tiles_of_stage("peloton-7", StartingTeams(4)).split()[1] == "2*"
    assert tiles_of_stage("peloton-7", StartingTeams(2, 3, True)).split()[1] == "2*"
    assert with_breakaway("a b c u", four, exchange=False) == "a b c u"
    assert [error.code for error in check_stage("a b c u", 8, breakaway=True).errors] == [
        "breakaway-tile"
    ]


@pytest.mark.rule(
    "FR-P-032", "FR-P-033", "FR-P-034", "FR-P-035", "FR-P-036", "FR-P-037", "FR-P-048"
)
def test_everybody_names_a_rider_then_bids_twice_with_him_all_at_once():
    race = placed(started("red blue", "peloton-7", breakaway=True, first="red"))
    assert {place.partition(".")[0] for place in race.places.values()} <= {"3", "4"}
    assert race.asked == ["red", "blue"]
    race.say("red bidwith S")
    assert race.asked == ["blue"]
    assert not events(race, "bidders")
    race.say("blue bidwith R")
    assert events(race, "bidders")[0].riders == (0, 3)
    for first, second in (("2345", "3456"), ("2359", "3467")):
        assert race.asked == ["deal redS"]
        race.deal(first, second)
        assert race.asked == ["red", "blue"]
        race.say(f"blue bid {second[0]}", f"red bid {first[3]}")
    assert [event.figures for event in events(race, "bids")] == [(5, 3), (9, 3)]
    assert race.state.round == 1


@pytest.mark.rule("FR-P-036", "FR-113")
def test_bids_are_turned_up_when_all_have_bid():
    race = (
        placed(started("red blue", "peloton-7", breakaway=True, first="red"))
        .say("red bidwith S", "blue bidwith R")
        .deal("2345", "3456")
    )
    race.say("red bid 5")
    assert GAME.view(race.state, 1)["bidders"] == {"redS": [], "blueR": []}
    assert GAME.view(race.state, 0)["bidders"]["redS"] == ["5"]
    assert GAME.view(race.state, 1)["cards"]["redS"]["has_chosen"]
    race.say("blue bid 3")
    assert GAME.view(race.state, None)["bidders"] == {"redS": ["5"], "blueR": ["3"]}


@pytest.mark.rule("FR-P-041", "FR-P-042", "FR-P-043", "FR-P-044", "FR-P-045", "FR-135")
def test_who_gets_away_pays_with_his_bids_and_two_exhaustion_cards_and_all_who_bid_shuffle():
    race = placed(started("red blue", "peloton-7", breakaway=True, first="red")).say(
        "red bidwith S", "blue bidwith R"
    )
    race.deal("2345", "3456").say("red bid 5", "blue bid 3").deal("2359", "3467").say(
        "red bid 9", "blue bid 3"
    )
    assert race.places["redS"] == "9.0"
    state = race.state
    assert text(state.pile[0]) == "2223334445599xx"
    assert text(state.pile[3]) == "333444555666777"
    assert state.recycled == [0] * 4
    assert state.taken == [2, 0, 0, 0]
    assert all(line.square > 9 for line in state.course.lines)


@pytest.mark.rule("FR-P-046")
@pytest.mark.parametrize(
    ("red", "blue", "winner", "sums"),
    [
        ("x 5", "3 3", "redS", (7,)),  # 5 and less than 2 would not be enough
        ("x x", "3 2", "blueS", (5,)),  # twice more than 2 would be too much
    ],
)
def test_exhaustion_may_be_bid_and_counts_2(red, blue, winner, sums):
    field = started("red blue", "peloton-7", breakaway=True, first="red", handicap=(4, 0))
    race = placed(field).say("red bidwith S", "blue bidwith S")
    hands = iter(("25xx", "2334", "25xx", "2345"))
    for cards in zip(red.split(), blue.split(), strict=True):
        race.deal(next(hands), next(hands)).say(f"red bid {cards[0]}", f"blue bid {cards[1]}")
    (event,) = events(race, "breakaway")
    assert [race.names[rider] for rider in event.riders] == [winner]
    assert event.figures == sums


@pytest.mark.rule("FR-P-047", "FR-P-063", "FR-P-069")
def test_dummy_teams_do_not_bid_and_a_lone_bidder_wins_and_pays():
    race = placed(
        started("red", "peloton-7", breakaway=True, peloton="black", muscle=("white",), solo=0)
    )
    race.say("red bidwith R").deal("3456").say("red bid 3").deal("3456").say("red bid 3")
    assert race.places["redR"] == "9.0"
    assert count_exhaustion(race.state.pile[1]) == 2


@pytest.mark.rule("FR-P-060", "FR-P-062", "FR-P-067")
def test_one_peloton_team_and_several_muscle_teams_place_before_the_players_by_colour():
    race = started("red blue", "peloton-7", first="red", muscle=("pink", "green"), peloton="black")
    assert race.state.course.teams == ("red", "blue", "black", "green", "pink")
    assert race.places == {
        "blackS": "4.0",
        "blackR": "3.0",
        "greenS": "4.1",
        "greenR": "3.1",
        "pinkS": "4.2",
        "pinkR": "3.2",
    }
    with pytest.raises(BadSetup):
        started("red blue green black", "peloton-7", muscle=("pink", "white", "grey"))


def turned(race, *cards):
    """Everybody plays, and these cards of dummy teams are turned."""
    chance, row = Seeded("dummies"), list(cards)
    while race.state.round == 1 and race.state.phase != OVER:
        throw = race.state.asked.throw
        if throw is not None and throw.label.startswith("flip"):
            race.draw(row.pop(0))
        elif throw is not None:
            race.draw(*chance.draw(throw))
        else:
            seat = race.state.asked.seats[0]
            race.told += GAME.apply(race.state, seat, GAME.legal_actions(race.state, seat)[0])
    assert not row
    return race


@pytest.mark.rule("FR-P-064", "FR-P-070", "FR-P-066", "FR-P-069", "FR-P-071")
def test_cards_of_dummy_teams_are_turned_after_all_have_revealed_and_they_take_no_exhaustion():
    race = on_road(
        {"redS": "1.0", "blackS": "9.0", "blackR": "5.0", "whiteS": "20.0", "whiteR": "15.0"},
        peloton="black",
        muscle=("white",),
    )
    turned(race, 6, 9, 3)
    kinds = race.kinds()
    assert kinds.index("revealed") < kinds.index("turned") < kinds.index("moved")
    assert [event.riders for event in events(race, "turned")] == [(2, 3), (4,), (5,)]
    assert race.moved | {"redS": ""} == {
        "redS": "",
        "blackS": "15.0",
        "blackR": "11.0",
        "whiteS": "29.0",
        "whiteR": "18.0",
    }
    assert [event.riders for event in events(race, "tired")] == [(0,)]
    assert race.state.taken[2:] == [0] * 4


@pytest.mark.rule("FR-P-061", "FR-P-065", "FR-P-072")
def test_attack_moves_the_foremost_2_and_the_rearmost_9_and_turned_cards_are_gone():
    race = turned(on_road({"redS": "30.0", "blackS": "9.0", "blackR": "5.0"}, peloton="black"), 11)
    assert (race.moved["blackS"], race.moved["blackR"]) == ("11.0", "14.0")
    assert text(race.state.pile[2]) == "333444555666777!"


@pytest.mark.rule("FR-P-072")
def test_an_empty_deck_gives_a_2_without_asking():
    race = on_road(
        {"redS": "30.0", "whiteS": "9.0", "whiteR": "5.0"}, muscle=("white",), begun=False
    )
    race.state.pile[2] = 0
    turned(race.begin(), 7)
    assert (race.moved["whiteS"], race.moved["whiteR"]) == ("11.0", "12.0")


@pytest.mark.rule("FR-P-073")
def test_who_rides_alone_of_the_peloton_team_attacks_with_9():
    race = turned(on_road({"redS": "30.0", "blackR": "5.0"}, peloton="black"), 11)
    assert race.moved["blackR"] == "14.0"


@pytest.mark.rule("FR-P-074", "FR-127")
def test_dummy_teams_ride_on_by_themselves_and_have_places_like_all_others():
    race = on_road({"redS": "59.0", "whiteS": "9.0", "whiteR": "5.0"}, muscle=("white",))
    race.deal("9995").say("red play 9")
    while race.state.phase != OVER:
        assert race.state.asked.throw.label.startswith("flip")
        race.draw(*Seeded("alone").draw(race.state.asked.throw))
    outcome = GAME.outcome(race.state)
    assert {one.rider for one in outcome.finish} == {"redS", "whiteS", "whiteR"}
    assert outcome.extras.dummies == ("white",)


@pytest.mark.rule("FR-127")
@pytest.mark.parametrize("field", [{"muscle": ("white",)}, {"peloton": "white"}])
def test_riders_of_dummy_teams_take_the_bonuses_of_their_places(field):
    race = on_road({"redS": "20.0", "redR": "19.0", "whiteS": "59.0", "whiteR": "58.0"}, **field)
    outcome = race.finished()
    places = [one.rider for one in outcome.finish]
    assert {one[:-1] for one in places[:2]} == {"white"}
    assert outcome.extras.bonus == dict(zip(places, BONUS, strict=False))


@pytest.mark.rule("FR-P-075", "FR-P-076", "FR-P-078")
def test_alone_one_splits_three_exhaustion_cards_against_a_peloton_and_a_muscle_team():
    given = GAME.example("peloton", 1)
    assert (given.peloton, given.muscle, given.solo) == (
        "black",
        ("white",),
        read_table("game")["exhaustion"]["solo"],
    )
    race = placed(started("red", "peloton-7", peloton="black", muscle=("white",)))
    assert race.legal("red") == ["split 0 3", "split 1 2", "split 2 1", "split 3 0"]
    race.say("red split 1 2")
    assert [count_exhaustion(cards) for cards in race.state.pile[:2]] == [1, 2]
    assert "split 0 6" in placed(started("red", "peloton-7", solo=6)).legal("red")
    assert started("red blue", "peloton-7", first="red", peloton="black").places == {
        "blackS": "4.0",
        "blackR": "3.0",
    }


CROWD = "red blue green black white pink yellow"


@pytest.mark.rule("FR-P-080", "FR-P-081", "FR-P-082", "FR-P-083", "FR-P-085")
def test_more_than_six_pick_a_rider_each_and_ride_for_themselves():
    race = started(CROWD, "peloton-7", first="red")
    assert race.state.course.road.room >= 12
    for team in CROWD.split()[:6]:
        assert race.asked == [team]
        race.say(f"{team} {race.legal(team)[0]}")
    assert {action.split()[1] for action in race.legal("yellow")} == {"R"}
    race.say(f"yellow {race.legal('yellow')[0]}")
    assert len(race.places) == 7
    with pytest.raises(BadSetup, match="no dummy team"):
        started(CROWD, "peloton-7", peloton="orange")
    with pytest.raises(BadSetup):
        started(" ".join(f"team{letter}" for letter in "abcdefghijklm"), "peloton-7")


@pytest.mark.rule("FR-P-084", "FR-P-086", "FR-P-038")
def test_a_crowd_bids_with_its_only_riders_for_two_places_and_is_never_asked_for_whom_it_draws():
    race = placed(started(CROWD, "peloton-7", first="red", breakaway=True))
    assert race.asked[0].startswith("deal")
    outcome = race.finished()
    assert len(events(race, "breakaway")[0].riders) == 2
    assert not events(race, "draws")
    assert len(outcome.finish) == 7
    assert len(outcome.extras.seats) == 7
    assert race.state.course.setup.tiles.split()[1] == "2"


@pytest.mark.rule(
    "FR-P-005", "FR-P-006", "FR-P-010", "FR-P-018", "FR-P-050", "FR-P-053", "FR-P-054"
)
def test_official_stages_follow_the_advice_for_designers():
    for stage in (7, 8, 9, 10, 12):
        for field in (StartingTeams(4), StartingTeams(6)):
            advice = check_stage(tiles_of_stage(f"peloton-{stage}", field), field.riders)
            assert not advice.errors
            assert {hint.code for hint in advice.hints} <= {"sections-few"}, stage


@pytest.mark.rule("FR-P-051", "FR-P-052", "FR-P-055")
def test_what_the_designer_refuses_and_what_it_only_says():
    def codes(tiles, riders=8):
        advice = check_stage(tiles, riders)
        return [error.code for error in advice.errors], [hint.code for hint in advice.hints]

    assert codes("b c u")[0] == ["start", "room"]
    assert codes("a b c")[0] == ["finish"]
    assert codes("a A u u")[0] == ["tile-twice", "start", "finish"]
    assert codes("a ? u")[0] == ["tile-unknown"]
    assert "sections-many" in codes("a C b L M 5 u")[1]
    assert "supply-beside-finish" in codes("a b 9 u")[1]
    assert all(
        problem.words.endswith(".")
        for problem in (*check_stage("b", 99).errors, *check_stage("b", 99).hints)
    )


def test_a_deck_never_gives_what_it_has_not():
    race = (
        on_road({"redS": "30.0", "blackS": "9.0", "blackR": "5.0"}, peloton="black")
        .deal("2345")
        .say("red play 2")
    )
    with pytest.raises(Exception, match="“flip black” cannot give that"):
        GAME.apply(race.state, CHANCE, (9,))
    assert size(deck("333444555666777!!")) == 17
