"""The road, the decks and the start, as the base box has them."""

import pytest

from games.engine import BadSetup, Illegal, NotAsked
from games.flamme_rouge.cards import ENERGY, UNIT, count_exhaustion, list_cards, size, text
from games.flamme_rouge.course import FREE, place, squares_of_card
from games.flamme_rouge.numbers import read_table
from games.flamme_rouge.road import road, road_of_squares, tiles
from games.flamme_rouge.stages import ready_stages
from tests.games.flamme_rouge.race import GAME, on_road, setup, started
from tests.vectors.flamme_kinds import DECKS


@pytest.mark.rule("FR-001")
def test_two_to_four_teams_of_two_race_with_the_base_box():
    for seats in (2, 4):
        given = GAME.example("base", seats)
        assert len(given.teams) == seats
        assert given.tiles.split()[0] == "a"
        assert len(GAME.rider_names(GAME.start(given))) == 2 * seats
    for data in (
        {"teams": ["red"]},
        {"teams": ["red"] * 7},
        {"teams": ["red", "blue"], "breakaway": True},
    ):
        with pytest.raises(BadSetup):
            GAME.read_setup({"version": "base", "stage": {"key": "avenue-corso-paseo"}, **data})
    with pytest.raises(BadSetup, match="Peloton expansion"):
        GAME.read_setup(
            {"version": "base", "stage": {"key": "peloton-7-small"}, "teams": ["red", "blue"]}
        )


@pytest.mark.rule("FR-003", "FR-P-001", "FR-P-002")
def test_the_boxes_hold_these_tiles_and_stages():
    shapes = [tile.shape for tile in tiles().values()]
    base = [tile.shape for code, tile in tiles().items() if not code.rstrip("*").isdigit()]
    assert {shape: base.count(shape) // 2 for shape in set(base)} == {
        "start": 1,
        "finish": 1,
        "straight": 7,
        "soft": 6,
        "sharp": 6,
    }
    assert len(shapes) - len(base) == 2 * 9
    sets = [stage.set for stage in ready_stages().values()]
    assert (sets.count("base"), sets.count("peloton")) == (6, 12)
    assert len(GAME.example("peloton", 6).everybody) == 6


@pytest.mark.rule("FR-010", "FR-012")
def test_every_road_follows_from_its_tiles_and_every_tile_is_laid_once():
    for stage in ready_stages().values():
        codes = stage.tiles.split()
        assert road(codes) == road_of_squares(stage.road)
        assert len({tiles()[code].name for code in codes}) == len(codes)
        if stage.set != "peloton":
            assert set(road(codes).lanes) == {2}


@pytest.mark.rule("FR-010")
def test_the_geometry_of_every_turn_is_kept():
    for tile in tiles().values():
        assert (tile.turn in ("left", "right")) == (tile.shape in ("soft", "sharp"))
    assert (tiles()["g"].turn, tiles()["G"].turn) == ("left", "right")


@pytest.mark.rule("FR-011", "FR-015", "FR-016", "FR-017")
def test_squares_count_from_the_rearmost_start_square_to_the_last_past_the_line():
    course = road(ready_stages()["la-haute-montagne"].tiles.split())
    assert (course.terrain[0], course.terrain[4], course.terrain[5]) == ("S", "S", "N")
    assert course.terrain[course.finish - 1 : course.finish + 1] == "AF"
    assert len(course.terrain) - course.finish == 4
    assert squares_of_card(road_of_squares("2S2 9N2"), 0, 4) == 4


@pytest.mark.rule("FR-013", "FR-014", "FR-057")
def test_lanes_count_from_the_right_and_the_right_one_is_ahead():
    assert place(3, 0) > place(3, 1) > place(3, 2) > place(2, 0)
    assert [3 - FREE[3][taken] for taken in (0b0000, 0b1000, 0b1100, 0b0100)] == [0, 1, 2, 0]
    assert FREE[2][0b1100] == FREE[1][0b1000] == 0


@pytest.mark.rule("FR-020", "FR-021", "FR-P-061", "FR-P-067", "FR-P-068")
def test_decks():
    assert text(ENERGY[0]) == "222333444555999"
    assert text(ENERGY[1]) == "333444555666777"
    assert sum(list_cards(ENERGY[0])) == 69
    assert sum(list_cards(ENERGY[1])) == 75
    assert text(DECKS["peloton_team"]) == "333444555666777!!"
    state = started("red blue", peloton="black", muscle=("white",)).state
    assert [text(state.pile[rider]) for rider in range(4, 8)] == [
        "333444555666777!!",
        "",
        "2223334445555999",
        "333444555666777",
    ]
    assert size(ENERGY[0] + 20 * UNIT[12]) == 35


@pytest.mark.rule("FR-035", "FR-040", "FR-T-032")
def test_decks_start_with_the_exhaustion_of_a_handicap_and_of_a_tour():
    race = started("red blue", handicap=(2, 0), kept=(0, 1, 3, 0))
    assert [count_exhaustion(cards) for cards in race.state.pile] == [2, 3, 3, 0]
    assert [size(cards) for cards in race.state.recycled] == [0] * 4
    with pytest.raises(BadSetup, match="2 numbers from 0"):
        started("red blue", handicap=(1,))


@pytest.mark.rule("FR-036", "FR-101", "FR-102")
def test_chance_names_who_places_first_unless_the_table_does_then_it_goes_clockwise():
    race = started("red blue green").draw(1)
    order = []
    for _ in range(3):
        team = race.asked[0]
        order.append(team)
        for _ in range(2):
            race.say(f"{team} {race.legal(team)[-1]}")
    assert order == ["blue", "green", "red"]
    assert started("red blue green", first="green").asked == ["green"]
    with pytest.raises(Illegal):
        started("red blue green").draw(3)


@pytest.mark.rule("FR-037", "FR-038", "FR-039", "FR-105")
def test_a_rider_takes_the_right_lane_of_any_start_square_with_room_and_gaps_stay():
    race = started(first="red").say("red place S 2", "red place R 2")
    assert race.asked == ["blue"]
    with pytest.raises(Illegal, match="may not choose"):
        race.say("blue place S 2")
    with pytest.raises(NotAsked):
        race.say("red place S 0")
    race.say("blue place R 4", "blue place S 0")
    assert race.places == {"redS": "2.0", "redR": "2.1", "blueR": "4.0", "blueS": "0.0"}


@pytest.mark.rule("FR-T-033", "FR-T-034")
def test_a_tour_names_the_order_of_the_start_and_dummy_teams_place_before_it():
    race = started("red blue green", order=("green", "red", "blue"), peloton="black")
    assert race.asked == ["green"]
    assert race.places == {"blackS": "4.0", "blackR": "3.0"}
    race.say("green place S 4", "green place R 3")
    assert race.asked == ["red"]
    with pytest.raises(BadSetup, match="every team"):
        started("red blue", order=("red", "red"))


@pytest.mark.rule("FR-107")
def test_what_is_typed_is_read_as_it_is_written():
    race = on_road({"redS": "5.0", "redR": "4.0", "blueS": "3.0"})
    for written in (
        "place S 4",
        "pick R 3",
        "split 2 1",
        "bidwith S",
        "bid 9",
        "draw R",
        "play 5",
        "play x",
        "keep pirata R",
        "trait no",
    ):
        assert GAME.write(race.state, 0, GAME.read(race.state, 0, written)) == written
    for nonsense in (
        "play 8",
        "play 10",
        "place S",
        "draw",
        "trait sleeper",
        "keep x S",
        "pläy 5",
        "split 3 99",
    ):
        with pytest.raises(Exception, match="is no action of Flamme Rouge"):
            GAME.read(race.state, 0, nonsense)


@pytest.mark.rule("FR-P-077")
def test_the_mark_to_beat_alone_is_six():
    assert read_table("game")["exhaustion"]["record"] == 6


@pytest.mark.rule("FR-P-090")
def test_community_stages_use_base_tiles_only():
    found = [stage for stage in ready_stages().values() if stage.set == "community"]
    assert len(found) == 8
    assert all(not any(code[0].isdigit() for code in stage.tiles.split()) for stage in found)


def test_a_setup_is_read_as_it_is_written():
    given = setup(
        "red blue", "peloton-9", peloton="black", breakaway=True, stop="first", kept=(1, 2, 3, 4)
    )
    assert GAME.read_setup(GAME.write_setup(given)) == given
