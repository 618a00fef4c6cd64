"""The profile: it draws any road, always the same, and its signs never lie on each other."""

from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

import msgspec
import pytest
from django.template import engines
from hypothesis import given
from hypothesis import strategies as st

from games.cycling_party.table.master import master
from tourmanager.scoring.vocabulary import Climb
from tourmanager.tabletop.cycling_party.set_up.course import StageLike, lines_on_road
from tourmanager.tabletop.cycling_party.set_up.course import to_profile as road_of_plan
from tourmanager.tabletop.cycling_party.set_up.model_tours import propose_stage
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPES, VOCABULARY
from tourmanager.tours.profile.drawing import draw_profile, spread_evenly, wrap_note
from tourmanager.tours.profile.ground import LAYOUTS
from tourmanager.tours.profile.layout import ProfileLine, profile_lines
from tourmanager.tours.profile.terrain import Ascent, build_road

SQUARES = master().pass_length
TAG = "{% load profile %}{% profile course lines=lines size=size %}"


def lines_of(plan: StageLike) -> list[ProfileLine]:
    """The plain signs of a plan."""
    return profile_lines(lines_on_road(plan), VOCABULARY.climbs)


def ascent(foot: int, top: int, category: str) -> Ascent:
    climb = VOCABULARY.climbs[category]
    return Ascent(foot, top, climb.height, climb.descent)


def drawn(course, lines=None, size="large"):
    html = (
        engines["django"]
        .from_string(TAG)
        .render({"course": road_of_plan(course), "lines": lines, "size": size})
    )
    return ElementTree.fromstring(html.strip())


def high():
    return StagePlan(
        "high",
        150,
        [PassPlan(40, "second"), PassPlan(62, "first"), PassPlan(95, "hc")],
        [15, 24, 33],
    )


def in_states():
    states = {"s1": ("done", "b4 r1 k2"), "s2": ("open", "1 of 3")}
    for line in lines_of(high()):
        state, note = states.get(line.key, ("empty", ""))
        yield ProfileLine(
            line.key,
            line.label,
            line.short,
            line.category,
            line.start,
            line.km,
            state,
            f"?line={line.key}",
            note,
            climb=line.climb,
        )


@pytest.mark.rule("CP-S-002")
def test_a_harder_category_towers_over_an_easier_one():
    summits = [
        max(point.height for point in build_road(120, [ascent(40, 80, category)]))
        for category in CATEGORIES
    ]
    assert summits == sorted(set(summits))
    assert summits == pytest.approx([0.17, 0.34, 0.57, 0.8, 1.0])


class Dune(NamedTuple):
    """The line of a game that nobody knew."""

    key: str = "p1"
    label: str = "Pass 1"
    category: str = "dune"
    start: int | None = 20
    km: int = 40


def test_a_game_says_what_its_climbs_are_called_and_how_high_they_are():
    known = {"dune": Climb("high dune", "dune", "DU", height=0.9, descent=5)}
    (line,) = profile_lines([Dune()], known)
    assert "high dune" in line.spoken
    (wide, narrow) = draw_profile(60, [line])
    assert max(point.height for point in wide.ground.points) == pytest.approx(0.9)
    assert "dune" in [text.words for text in wide.signs[0].texts]
    assert "DU" in [text.words for text in narrow.signs[0].texts]


def test_a_climb_that_its_game_does_not_know_is_drawn_without_a_word():
    (line,) = profile_lines([Dune()], {})
    (wide, narrow) = draw_profile(60, [line])
    assert max(point.height for point in wide.ground.points) == pytest.approx(0.34)
    assert [text.words for text in narrow.signs[0].texts] == ["P1", "40"]


def test_the_road_rises_on_mountain_squares_and_comes_down_behind_them():
    points = build_road(150, [ascent(60, 84, "first")])
    climb = [point.height for point in points if 60 <= point.km <= 84]
    assert climb == sorted(climb)
    assert points[-1].height < 0.2


@pytest.mark.parametrize("gap", [1, 2, 5, 9, 14, 30])
def test_every_pass_is_a_climb_and_no_road_is_a_cliff(gap):
    for first in CATEGORIES:
        for second in CATEGORIES:
            points = build_road(
                150,
                [
                    ascent(60 - SQUARES[first], 60, first),
                    ascent(60 + gap, 60 + gap + SQUARES[second], second),
                ],
            )
            foot = next(point.height for point in points if point.km == 60 + gap)
            assert foot <= VOCABULARY.climbs[second].height * 0.7
            assert [point.km for point in points] == sorted({point.km for point in points})
            for before, after in pairwise(points):
                if gap >= 5:
                    assert abs(after.height - before.height) / (after.km - before.km) < 0.35


def test_all_stages_have_one_scale_and_a_flat_one_less_sky():
    third = [PassPlan(60, "third"), PassPlan(80, "hill"), PassPlan(100, "hill")]
    (flat, _), (mountains, _) = (
        draw_profile(150, lines_of(StagePlan("flat", 150, passes)), "large")
        for passes in (third, high().passes)
    )
    assert flat.ground.height < mountains.ground.height
    assert flat.ground.layout == mountains.ground.layout


def test_the_same_road_is_drawn_the_same_every_time():
    assert draw_profile(150, lines_of(high())) == draw_profile(150, lines_of(high()))


@given(st.sampled_from(TYPES), st.text(max_size=9), st.sampled_from(sorted(LAYOUTS)))
def test_signs_stand_beside_each_other_in_road_order(type_, seed, size):
    stage = propose_stage(type_, "long", seed)
    for drawing in draw_profile(stage.length, lines_of(stage), size):
        boxes = [(float(sign.left), float(sign.width)) for sign in drawing.signs]
        assert [sign.line.km for sign in drawing.signs] == sorted(
            sign.line.km for sign in drawing.signs
        )
        for (left, width), (after, _) in pairwise(boxes):
            assert left + width <= after
        assert boxes[0][0] >= 0
        assert sum(boxes[-1]) <= drawing.ground.layout.width


def test_signs_are_large_enough_for_a_finger_on_a_tablet():
    wide, _ = draw_profile(150, list(in_states()))
    page = 1024 - 32
    for sign in wide.signs:
        assert float(sign.width) * page / wide.ground.layout.width >= 48
        assert wide.ground.layout.sign_height * page / wide.ground.layout.width >= 48


@given(st.lists(st.floats(0, 1000), max_size=20).map(sorted))
def test_boxes_are_spread_apart_and_stay_in(wanted):
    middles = spread_evenly(wanted, 40, 4, 0, 1000)
    assert all(after - before >= 43.999 for before, after in pairwise(middles))
    assert all(19.999 <= middle <= 980.001 for middle in middles)


def test_boxes_with_room_stand_where_they_belong():
    assert spread_evenly([100, 300, 305, 900], 40, 4, 0, 1000) == [100, 280.5, 324.5, 900]


@pytest.mark.rule("CP-APP-013")
def test_a_sign_with_an_address_is_a_link_that_says_what_it_is():
    wide, narrow = drawn(high(), list(in_states()))
    links = {link.get("data-line"): link for link in wide.iter("a")}
    assert list(links) == ["s1", "s2", "s3", "p1", "p2", "p3"]
    assert links["s1"].get("aria-label") == "Sprint 1, km 15, done: b4 r1 k2"
    assert links["s2"].get("aria-current") == "step"
    assert links["p1"].get("href") == "?line=p1"
    assert links["p1"].get("aria-label") == "Pass 1, second category, km 40 to 55, still empty"
    assert wide.get("role") == "group"
    assert not list(narrow.iter("a"))


def test_a_profile_without_links_is_a_picture_with_words():
    for drawing in drawn(high()):
        assert drawing.get("role") == "img"
        assert (
            drawing.get("aria-label")
            == "Profile of the stage: 150 km, high mountain. Sprint 1, km 15; Sprint 2, km 24;"
            " Sprint 3, km 33; Pass 1, second category, km 40 to 55; Pass 2, first category, km"
            " 62 to 85; Pass 3, hors category, km 95 to 126. Finish at km 150."
        )


def test_each_state_is_told_without_colour():
    """Where no script changes it; a sign that is a link has both marks, and the style shows the one
    of its state.
    """
    wide, _ = draw_profile(150, [msgspec.structs.replace(line, href="") for line in in_states()])
    signs = {sign.line.key: sign for sign in wide.signs}
    assert signs["s1"].tick
    assert not signs["s1"].pointer
    assert signs["s2"].pointer
    assert not signs["s2"].tick
    assert not signs["p1"].tick + signs["p1"].pointer
    linked, _ = draw_profile(150, list(in_states()))
    assert all(sign.tick and sign.pointer for sign in linked.signs if sign.href)


def test_the_order_on_a_sign_keeps_to_its_rows():
    assert wrap_note("b4 r1 k2") == ["b4 r1 k2"]
    assert wrap_note("b4 r1 k2 g3 o1") == ["b4 r1 k2", "g3 o1"]
    assert wrap_note("b4 r1 k2 g3 o1 p6 b1") == ["b4 r1 k2", "g3 o1 p6…"]
    assert wrap_note("") == []


def test_nothing_on_the_page_needs_an_inline_style():
    html = ElementTree.tostring(drawn(high(), list(in_states())), encoding="unicode")
    assert "style=" not in html
    assert " id=" not in html


anything = st.integers() | st.integers(-5, 320)


@given(
    st.builds(
        StagePlan,
        type=st.sampled_from(TYPES) | st.text(),
        length=anything,
        passes=st.lists(
            st.builds(PassPlan, anything, st.sampled_from(CATEGORIES) | st.text()), max_size=9
        ),
        sprints=st.lists(anything, max_size=30),
    ),
    st.sampled_from(sorted(LAYOUTS)),
)
def test_a_plan_under_repair_is_still_drawn(course, size):
    for drawing in draw_profile(course.length, lines_of(course), size):
        assert "nan" not in drawing.ground.ridge
        numbers = drawing.ground.ridge[1:].replace("L", " ").split()
        xs = [float(x) for x in numbers[::2]]
        assert xs == sorted(xs)
        assert all(0 <= float(y) <= drawing.ground.height for y in numbers[1::2])
        assert len(drawing.ground.ticks) < 30


def test_lines_of_a_tour_and_of_a_plan_are_the_same_signs():
    assert [line.key for line in lines_of(high())] == ["s1", "s2", "s3", "p1", "p2", "p3"]
    assert profile_lines([], {}) == []
