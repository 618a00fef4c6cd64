"""Special traits, the option of a tour."""

import pytest

from games.engine import BadSetup, Illegal
from games.flamme_rouge.cards import text
from games.flamme_rouge.setup import Options, Setup, StageSetup
from games.flamme_rouge.traits import KEYS
from tests.games.flamme_rouge.race import GAME, Race, events, on_road

PLACES = {"redS": "9.0", "redR": "8.0", "blueS": "6.0", "blueR": "5.0"}


def with_trait(rider, trait, places=PLACES, road="60N2 5F2"):
    race = on_road(places, road, begun=False)
    number = race.names.index(rider)
    row = list(race.state.trait)
    row[number] = KEYS.index(trait)
    race.state.trait = tuple(row)
    return race.begin()


@pytest.mark.rule("FR-T-040", "FR-T-042", "FR-111")
def test_each_seat_draws_two_keeps_one_and_gives_it_to_a_rider():
    race = Race(
        GAME.start(
            Setup(
                version="peloton",
                stage=StageSetup("avenue-corso-paseo"),
                teams=("red", "blue"),
                options=Options(traits=True),
                first="red",
            )
        )
    )
    race.draw(1, 7)
    with pytest.raises(Illegal):
        race.draw(7, 2)
    race.draw(3, 2)
    assert race.asked == ["red", "blue"]
    assert race.legal("red") == [
        "keep professor S",
        "keep professor R",
        "keep pirata S",
        "keep pirata R",
    ]
    assert GAME.view(race.state, 1)["offered"] == ["Tashkent Terror", "Cannibal"]
    race.say("red keep pirata R")
    assert not events(race, "traits")
    race.say("blue keep cannibal S")
    assert GAME.view(race.state, None)["traits"] == {
        "redR": {"trait": "pirata", "used": False},
        "blueS": {"trait": "cannibal", "used": False},
    }
    crowd = {"options": {"traits": True}, "teams": ["red", "blue", "green", "black", "white"]}
    for wrong in ({"traits": ["professor", "sheriff", "", ""]}, {"traits": ["sleeper"] * 4}, crowd):
        with pytest.raises(BadSetup):
            GAME.read_setup(
                {
                    "version": "peloton",
                    "stage": {"key": "peloton-7"},
                    "teams": ["red", "blue"],
                    **wrong,
                }
            )


@pytest.mark.rule("FR-T-040", "FR-T-041", "FR-T-042")
def test_the_professor_recycles_his_hand_and_draws_four_once_a_stage():
    race = with_trait("redS", "professor").say("red draw S").deal("2345")
    assert "trait professor" in race.legal("red")
    race.say("red trait professor")
    assert text(race.state.recycled[0]) == "2345"
    race.deal("2345")
    assert race.legal("red") == ["play 2", "play 3", "play 4", "play 5"]
    assert text(race.state.pile[0]) == "2345999"


@pytest.mark.rule("FR-T-041")
def test_the_professor_may_draw_again_what_he_recycled():
    race = (
        with_trait("redS", "professor")
        .pile("redS", "2345")
        .say("red draw S")
        .deal("2345")
        .say("red trait professor")
    )
    race.deal("2345")
    assert text(race.state.pile[0] + race.state.recycled[0]) == ""


@pytest.mark.rule("FR-T-040")
def test_tashkent_terror_takes_an_exhaustion_card_out_and_draws_one():
    race = (
        with_trait("redS", "tashkent")
        .pile("redS", "23xx5")
        .say("red draw S")
        .deal("23xx")
        .say("red trait tashkent")
        .deal("5")
    )
    assert race.legal("red") == ["play 2", "play 3", "play 5", "play x"]
    race = with_trait("redS", "tashkent").pile("redS", "23455").say("red draw S").deal("2345")
    assert "trait tashkent" not in race.legal("red")


@pytest.mark.rule("FR-T-040", "FR-T-041", "FR-T-042")
def test_cannibal_and_badger_are_asked_after_the_reveal_and_ride_one_further():
    race = (
        with_trait("redS", "cannibal")
        .play("red", "S", "2345>5", "3456>6")
        .play("blue", "S", "2345>2", "3456>3")
    )
    assert race.asked == ["red"]
    assert race.legal("red") == ["trait no", "trait cannibal"]
    assert len(events(race, "revealed")) == 4
    race.say("red trait cannibal")
    assert race.moved["redS"] == "15.0"
    race.play("red", "S", "2349>9", "3456>6").play("blue", "S", "2345>2", "3456>3")
    assert race.state.round == 3  # once a stage
    race = (
        with_trait("redS", "badger")
        .play("red", "S", "2345>5", "3456>6")
        .play("blue", "S", "2345>2", "3456>3")
        .say("red trait no")
    )
    assert race.moved["redS"] == "14.0"


@pytest.mark.rule("FR-T-040")
def test_il_pirata_climbs_six_and_monsieur_chrono_rides_three_when_tired():
    race = (
        with_trait("redS", "pirata", road="9N 30A 9N")
        .play("red", "S", "2359>9", "3456>6")
        .play("blue", "S", "2345>2", "3456>3")
    )
    assert (race.moved["redS"], race.moved["redR"]) == ("15.0", "13.0")
    race = (
        with_trait("redS", "chrono")
        .pile("redS", "234x")
        .play("red", "S", "234x>x", "3456>6")
        .play("blue", "S", "2345>2", "3456>3")
    )
    assert race.moved["redS"] == "12.0"


@pytest.mark.rule("FR-T-041")
def test_a_rider_without_cards_plays_2_also_as_monsieur_chrono():
    race = (
        with_trait("redS", "chrono")
        .pile("redS", "")
        .say("red draw S")
        .deal("3456")
        .say("red play 6")
    )
    race.play("blue", "S", "2345>2", "3456>3")
    assert race.moved["redS"] == "11.0"


@pytest.mark.rule("FR-T-041")
def test_a_lone_campionissimo_shelters_only_his_own_team():
    places = {"redS": "20.0", "redR": "9.0", "blueS": "18.0", "blueR": "7.0"}
    race = (
        with_trait("redS", "campionissimo", places)
        .play("red", "S", "2345>2", "3456>3")
        .play("blue", "S", "2345>2", "3456>3")
    )
    assert (race.places["redS"], race.places["blueS"]) == ("22.0", "20.0")
    places = {"redS": "20.0", "redR": "18.0", "blueS": "9.0", "blueR": "7.0"}
    race = (
        with_trait("redS", "campionissimo", places)
        .play("red", "S", "2345>3", "3456>3")
        .play("blue", "S", "2345>2", "3456>4")
    )
    assert race.places["redR"] == "22.0"
