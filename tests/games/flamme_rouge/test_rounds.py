"""Movement and the end of a round, through whole rounds; single steps are held by the vectors."""

import pytest

from games.engine import BadSetup
from games.flamme_rouge.cards import count_exhaustion
from games.flamme_rouge.course import climb_category, squares_of_card
from games.flamme_rouge.movement import slipstream
from games.flamme_rouge.road import road, road_of_squares
from games.flamme_rouge.stages import ready_stages
from tests.games.flamme_rouge.race import GAME, events, on_road, setup, started


def ridden(places, cards, road_="60N2 5F2", **given):
    """A round in which every rider of a seat plays that card, of a hand of four of them."""
    race = on_road(places, road_, begun=False, **given)
    for rider, card in cards.items():
        race.pile(rider, str(card) * 4)
    return race.begin().finished_round()


@pytest.mark.rule("FR-054", "FR-055", "FR-064", "FR-065")
def test_riders_pass_others_and_stay_in_their_lane_until_they_move():
    race = ridden(
        {"redS": "3.0", "blueS": "3.1", "greenS": "5.0", "greenR": "5.1"},
        {"redS": 4, "blueS": 2, "greenS": 5, "greenR": 3},
    )
    assert race.moved == {"greenS": "10.0", "greenR": "8.0", "redS": "7.0", "blueS": "5.0"}
    assert {event.rule for event in events(race, "moved")} == {"FR-054"}


@pytest.mark.rule("FR-106")
def test_events_come_in_their_order_and_tell_all_figures():
    race = ridden(
        {"redS": "54.0", "blueS": "52.0", "greenS": "40.0", "greenR": "38.0"},
        {"redS": 9, "blueS": 4, "greenS": 2, "greenR": 2},
    )
    order = [
        event.kind for event in race.told if event.kind not in ("turn", "draws", "dealt", "chosen")
    ]
    assert order == ["revealed"] * 4 + ["moved"] * 4 + [
        "crossed",
        "slipped",
        "passed",
        "tired",
        "tired",
        "left",
    ]
    moved = events(race, "moved")[0]
    assert moved.figures == (9, 9, 9, 9, 0)
    assert moved.moves == ((0, 54 << 2, 63 << 2),)
    assert events(race, "crossed")[0].figures == (4,)


@pytest.mark.rule("FR-106")
def test_why_a_rider_ends_where_he_does_is_told():
    rules = {}
    for road_, start, card in (
        ("9N 9A 9N", 5, 9),
        ("9D 20N", 3, 2),
        ("9Z3 20N", 3, 2),
        ("9N 1F", 8, 9),
        ("9N 9N", 3, 4),
    ):
        race = ridden({"redS": f"{start}.0", "blueS": "0.0"}, {"redS": card, "blueS": 2}, road_)
        rules[road_] = events(race, "moved")[0].rule
    assert list(rules.values()) == ["FR-059", "FR-061", "FR-P-016", "FR-017", "FR-054"]


@pytest.mark.rule("FR-077", "FR-P-017")
def test_slipstream_goes_over_an_empty_square_of_any_terrain_and_in_supply_zones():
    for road_ in ("1N 1A 9N", "1D 1C1 9N", "9Z3", "1Z3 1D2 9Z3"):
        race = on_road({"redS": "0.0", "blueS": "2.0"}, road_, begun=False)
        slipstream(race.state)
        assert race.places == {"redS": "1.0", "blueS": "2.0"}, road_


@pytest.mark.rule("FR-P-015", "FR-P-011", "FR-P-012")
def test_zones_have_three_lanes_and_cobbles_most_of_them_one_and_no_limit():
    for stage in ready_stages().values():
        course = road(stage.tiles.split())
        assert all(
            lanes == 3
            for terrain, lanes in zip(course.terrain, course.lanes, strict=True)
            if terrain == "Z"
        )
        assert all(
            lanes < 3
            for terrain, lanes in zip(course.terrain, course.lanes, strict=True)
            if terrain == "C"
        )
    assert [squares_of_card(road_of_squares("20C1"), 0, value) for value in (2, 9)] == [2, 9]


@pytest.mark.rule("FR-090", "FR-092", "FR-082")
def test_the_round_of_an_arrival_is_completed_by_all_and_then_who_arrived_is_off_the_road():
    race = ridden(
        {"redS": "57.0", "blueS": "50.0", "greenS": "40.0"}, {"redS": 3, "blueS": 9, "greenS": 2}
    )
    assert race.moved == {"redS": "60.0", "blueS": "59.0", "greenS": "42.0"}
    assert list(race.places) == ["blueS", "greenS"]
    assert [
        count_exhaustion(race.state.recycled[race.names.index(rider)])
        for rider in ("redS", "blueS", "greenS")
    ] == [0, 0, 1]


@pytest.mark.rule("FR-023")
def test_the_box_limits_exhaustion_by_a_house_rule():
    assert started("red blue").state.stock == ()
    assert started("red blue", exhaustion_stock="box").state.stock == (45, 45)
    assert started(
        "red blue", exhaustion_stock="box", handicap=(2, 0), kept=(1, 0, 0, 3)
    ).state.stock == (42, 40)
    alone = started("red", "peloton-7", exhaustion_stock="box", peloton="black", solo=3).say(
        "red place S 2", "red place R 2"
    )
    assert alone.say("red split 1 2").state.stock == (44, 43)
    race = ridden(
        {"redS": "9.0", "blueS": "5.0", "greenS": "1.0"},
        {"redS": 2, "blueS": 2, "greenS": 2},
        exhaustion_stock="box",
        stock=(2, 9),
    )
    assert [
        count_exhaustion(race.state.recycled[race.names.index(rider)])
        for rider in ("redS", "blueS", "greenS")
    ] == [1, 1, 0]
    assert race.state.stock == (0, 9)


@pytest.mark.rule("FR-093", "FR-126", "FR-095")
def test_all_arrive_and_nobody_abandons_or_by_a_house_rule_the_first_arrival_ends_the_stage():
    outcome = started("red blue", first="red").finished()
    assert len(outcome.finish) == 4
    assert (outcome.out, outcome.behind) == ((), ())
    stopped = started("red blue", first="red", stop="first").finished()
    assert len(stopped.finish) + len(stopped.behind) == 4
    assert len({stopped.extras.rounds[one.rider] for one in stopped.finish}) == 1
    assert len(stopped.behind) >= 1


@pytest.mark.rule("FR-130", "FR-131", "FR-134", "FR-135")
def test_lines_of_a_stage_are_passed_in_order_and_a_tour_may_set_others():
    found = [
        (line.key, line.category, line.square)
        for line in started("red blue", "la-haute-montagne").state.course.lines
    ]
    assert found == [("s1", "sprint", 34), ("p1", "second", 43), ("p2", "hc", 74)]
    assert [climb_category(squares_) for squares_ in (1, 4, 5, 6, 7, 8, 9, 10, 11, 30)] == [
        *("hill", "hill", "third", "third", "second", "second", "first", "first", "hc", "hc")
    ]
    data = GAME.write_setup(setup("red blue", "peloton-9", breakaway=True))
    own = GAME.read_setup(
        {**data, "stage": {"key": "peloton-9", "lines": [[10, "hill"], [20, "sprint"]]}}
    )
    assert [line.square for line in GAME.start(own).course.lines] == [10, 20]
    for lines in ([[9, "sprint"]], [[99, "sprint"]], [[20, "wall"]]):
        with pytest.raises(BadSetup):
            GAME.read_setup({**data, "stage": {"key": "peloton-9", "lines": lines}})


@pytest.mark.rule("FR-133")
def test_a_summit_on_the_finish_has_the_order_of_arrival():
    outcome = started("red blue", "la-haute-montagne", first="red").finished()
    assert outcome.passings[-1].km == 74
    assert outcome.passings[-1].riders == tuple(one.rider for one in outcome.finish)
    assert all(len(passing.riders) == 4 for passing in outcome.passings)


@pytest.mark.rule("FR-100")
def test_the_engine_refuses_what_cannot_be_drawn_and_ends_for_good():
    race = started("red blue", first="red")
    outcome = race.finished()
    assert GAME.outcome(race.state) == outcome
    assert GAME.pending(race.state).over
    with pytest.raises(Exception, match="The stage is over"):
        race.say("red draw S")
