"""Tiles in the plane: they join, turn as they say, lie on each other only where they do, and are
drawn as they lie.
"""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.flamme_rouge.road import tiles
from games.flamme_rouge.stages import ready_stages
from tourmanager.tabletop.flamme_rouge.tiles.map import map_of
from tourmanager.tabletop.flamme_rouge.tiles.panels import (
    MARGIN,
    NARROW,
    WHOLE_NARROW,
    WHOLE_WIDE,
    WIDE,
    lay_out_panels,
    merge_stretches,
)
from tourmanager.tabletop.flamme_rouge.tiles.plane import find_overlaps, lay_tiles

STRAIGHTS = [code for code, tile in tiles().items() if tile.shape not in ("start", "finish")]
rows = st.lists(st.sampled_from(STRAIGHTS), min_size=1, max_size=20).map(tuple)


def near(one, other):
    return one == pytest.approx(other, abs=1e-6)


@pytest.mark.rule("FR-010")
@given(rows)
def test_each_square_begins_where_the_one_before_ended(codes):
    for before, square in pairwise(lay_tiles(codes)):
        assert near((square.x, square.y), before.at(1))
        assert near(square.way, before.way + before.bend)


@pytest.mark.rule("FR-010")
@pytest.mark.parametrize("code", tiles())
def test_both_sides_of_every_tile_turn_as_they_say(code):
    tile, squares = tiles()[code], lay_tiles((code,))
    assert "".join(square.terrain for square in squares) == tile.road.terrain
    assert tuple(square.lanes for square in squares) == tile.road.lanes
    turned = {"sharp": 90, "soft": 45}.get(tile.shape, 0) * (-1 if tile.turn == "left" else 1)
    assert squares[-1].heading(1) == turned
    assert near(squares[0].at(0), (0, 0))


def test_a_turn_to_the_right_leads_down_and_to_the_right():
    end = lay_tiles(("j",))[-1]
    assert end.heading(1) == 90
    assert end.at(1) == pytest.approx((1.6, 1.6))
    assert lay_tiles(("e",))[-1].at(1) == pytest.approx((1.6, -1.6))


@pytest.mark.rule("FR-013")
def test_the_right_lane_lies_on_the_right():
    square = lay_tiles(("3",))[0]
    assert [square.at(0.5, square.lane(lane))[1] for lane in range(3)] == pytest.approx(
        [0.75, 0, -0.75]
    )


@pytest.mark.rule("FR-P-055")
def test_tiles_that_lie_on_each_other_are_named():
    assert find_overlaps(tuple("aegiu")) == ((0, 4),)
    assert map_of("a e g i u".split()).words == "Tiles lie on each other: a and u."
    assert not find_overlaps(tuple("aegbiu")), (
        "one straight more, and the road passes in front of the start"
    )
    assert not find_overlaps(tuple("abcd")), "who only touch lie beside each other"


@pytest.mark.parametrize("key", ready_stages())
def test_no_ready_stage_lies_on_itself(key):
    assert map_of(ready_stages()[key].tiles.split()).overlaps == ()


@pytest.mark.parametrize("key", ["la-haute-montagne", "peloton-7-large", "peloton-11-large"])
def test_a_map_is_small_and_says_what_it_shows(key):
    drawn = map_of(ready_stages()[key].tiles.split()).drawing
    assert len(drawn) < 60_000
    assert {"Start", "Sprint", "Finish"} <= {
        text.text.split(",")[0] for text in ElementTree.fromstring(drawn).iter("text")
    }


@given(rows, st.sampled_from([WIDE, NARROW, WHOLE_WIDE, WHOLE_NARROW]), st.data())
def test_every_square_of_a_stretch_is_on_one_panel_and_inside_it(codes, layout, data):
    end = len(lay_tiles(codes)) - 1
    first = data.draw(st.integers(0, end))
    last = data.draw(st.integers(first, end))
    shown = lay_out_panels(codes, [(first, last)], layout)
    assert [square.number for panel in shown for square in panel.squares] == list(
        range(first, last + 1)
    )
    for panel in shown:
        for square in panel.squares:
            for point in square.outline(square.half + MARGIN):
                x, y = panel.on(point)
                assert -0.5 <= x <= panel.width + 0.5
                assert -0.5 <= y <= panel.height + 0.5


def test_small_gaps_between_what_is_shown_are_shown_too():
    assert merge_stretches([(39, 46), (9, 16), (11, 18)], 77) == [(9, 18), (39, 46)]
    assert merge_stretches([(9, 16), (20, 26)], 77) == [(9, 26)]
    assert merge_stretches([(-1, 6), (74, 81)], 77) == [(0, 6), (74, 77)]
