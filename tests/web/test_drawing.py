"""A rider is told by his jersey: whose team, which number, what he does, what he leads."""

import timeit
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourmanager.riders.models import ROLES, Pattern
from tourmanager.scoring.scheme import COLOURS
from tourmanager.web import drawing
from tourmanager.web.drawing import (
    contrast,
    jersey_label,
    jersey_svg,
    luminance,
    readable_on,
    second_tone,
)
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import rider

colours = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
marks = st.builds(
    Mark,
    code=st.just("b4"),
    number=st.integers(1, 6),
    name=st.text(max_size=60),
    role=st.sampled_from(ROLES),
    team=st.text(max_size=40),
    short_name=st.text(max_size=4),
    colour=colours,
    pattern=st.sampled_from(Pattern.values),
    worn=st.sampled_from(["", *drawing.LEADERS]),
)


def a_mark(**changes: object) -> Mark:
    fields = {
        "code": "b4",
        "number": 4,
        "name": "J. Name",
        "role": "sprinter",
        "team": "Blue",
        "short_name": "BLU",
    }
    return Mark(**(fields | {"colour": "#1f6fb2", "pattern": "hoops"} | changes))


def test_a_jersey_alone_says_who_rides_in_it() -> None:
    assert jersey_label(a_mark()) == "Blue 4, J. Name, sprinter"
    assert jersey_label(a_mark(worn="yellow")) == "Blue 4, J. Name, sprinter, yellow jersey"
    assert 'role="img" aria-label="Blue 4, J. Name, sprinter"' in jersey_svg(a_mark(), alone=True)


def test_beside_a_name_the_jersey_is_silent() -> None:
    svg = jersey_svg(a_mark())
    assert 'aria-hidden="true"' in svg
    assert "Name" not in svg


@given(mark=marks, size=st.sampled_from(list(drawing.SIZES)))
def test_any_jersey_is_drawn_whole_and_escapes_what_was_typed(mark: Mark, size: str) -> None:
    printable = Mark(
        **{
            field: getattr(mark, field)
            for field in mark.__struct_fields__
            if field not in ("name", "team")
        },
        name="<b>&",
        team='"x"',
    )
    svg = jersey_svg(printable, size, alone=True)
    drawn = ET.fromstring(svg)
    assert drawn.findtext("text") == str(mark.number)
    assert drawn.get("aria-label", "").startswith('"x" ')
    assert " id=" not in svg  # repeated on a page, an id would be there twice
    assert "style=" not in svg  # the content security policy forbids it


@given(colour=colours)
def test_the_number_reads_on_any_colour(colour: str) -> None:
    # never under 4.1: a large bold figure needs 3
    assert contrast(readable_on(colour), colour) >= 4.5 * 0.9


@given(colour=colours)
def test_a_pattern_shows_on_any_colour_without_its_hue(colour: str) -> None:
    assert contrast(second_tone(colour), colour) >= 1.9


@pytest.mark.parametrize(("one", "other"), list(combinations(Pattern.values, 2)))
def test_patterns_differ_where_colours_do_not(one: str, other: str) -> None:
    assert jersey_svg(a_mark(pattern=one)) != jersey_svg(a_mark(pattern=other))


@pytest.mark.parametrize("pattern", Pattern.values)
def test_every_pattern_of_a_team_can_be_drawn(pattern: str) -> None:
    assert pattern in drawing.PATTERNS


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_a_mark_and_a_word(role: str) -> None:
    assert drawing.ROLES[role] in jersey_svg(a_mark(role=role))
    assert role.replace("_", " ") in jersey_label(a_mark(role=role))


@pytest.mark.rule("CP-M-043")
@pytest.mark.parametrize("worn", list(drawing.LEADERS))
def test_a_leader_rides_in_his_jersey_and_keeps_his_team_in_sight(worn: str) -> None:
    svg = jersey_svg(a_mark(worn=worn))
    assert drawing.LEADERS[worn] in svg
    assert "#1f6fb2" in svg
    for other, (shape, fill) in drawing.LEADER_MARKS.items():
        assert (f'd="{shape}" fill="{fill}"' in svg) == (worn == other)


def test_every_colour_that_a_scheme_may_give_is_drawn_and_named() -> None:
    assert (
        set(COLOURS)
        == set(drawing.LEADERS)
        == set(drawing.COLOUR_NAMES)
        == set(drawing.LEADER_WORDS)
    )


def test_jersey_colours_are_told_apart_in_grey() -> None:
    """By how dark they are, and where two are as dark, by what the torso bears."""
    for (one, first), (other, second) in combinations(drawing.LEADERS.items(), 2):
        marks = [drawing.LEADER_MARKS.get(colour, ("", ""))[0] for colour in (one, other)]
        assert abs(luminance(first) - luminance(second)) > 0.05 or marks[0] != marks[1], (
            one,
            other,
        )
    plain = sorted(
        luminance(drawing.LEADERS[colour])
        for colour in drawing.LEADERS.keys() - drawing.LEADER_MARKS.keys()
    )
    assert all(b - a > 0.05 for a, b in pairwise(plain))


def test_seventy_two_jerseys_are_a_matter_of_a_millisecond() -> None:
    cast = [a_mark(number=number, team=team) for team in "abcdef" for number in range(1, 7)] * 2
    for mark in cast:
        jersey_svg(mark)
    assert (
        min(timeit.repeat(lambda: [jersey_svg(mark) for mark in cast], number=1, repeat=5)) < 0.005
    )


def test_a_jersey_is_small_on_the_wire() -> None:
    assert all(len(jersey_svg(a_mark(pattern=pattern))) < 1300 for pattern in Pattern.values)


def test_a_rider_who_is_called_as_the_team_and_number_is_named_once() -> None:
    mark = Mark("a1", 1, "Red 1", "climber", "Red", "Red", "#c8202f", "plain")
    assert jersey_label(mark) == "Red 1, climber"
    assert rider(mark).count("Red 1") == 2  # the title, and what stands there
    named = Mark("a1", 1, "Ann Able", "climber", "Red", "Red", "#c8202f", "plain")
    assert jersey_label(named) == "Red 1, Ann Able, climber"
    assert " (Red 1)" in rider(named)
