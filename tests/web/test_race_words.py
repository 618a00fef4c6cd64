"""Times, gaps, ranks and names as pages say them."""

from datetime import timedelta

import pytest
from django.template import Context, Template

from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import change, clock, gap, in_words, ordinal


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0:00"), (59, "0:59"), (754, "12:34"), (3723, "1:02:03"), (-5, "-0:05"), (None, "")],
)
def test_a_time_is_minutes_and_seconds_and_from_an_hour_on_hours(
    seconds: int | None, said: str
) -> None:
    assert clock(seconds) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "s.t."), (83, "+1:23"), (3600, "+1:00:00"), (None, "")]
)
def test_a_gap_is_what_is_lost_and_the_same_time_is_said(seconds: int | None, said: str) -> None:
    assert gap(seconds) == said


def test_a_change_of_rank_is_an_arrow_and_words() -> None:
    assert "▲2" in change(2)
    assert "up 2" in change(2)
    assert "▼1" in change(-1)
    assert "down 1" in change(-1)
    assert "same place" in change(0)
    assert change(None) == ""


def test_places_are_counted_the_english_way() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 36, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "36th", "111th")
    ]


def test_a_wait_is_said_in_minutes() -> None:
    assert in_words(timedelta(minutes=15)) == "15 minutes"
    assert in_words(timedelta(seconds=10)) == "1 minute"


def test_a_rider_is_a_jersey_and_a_name_and_his_team_for_those_who_listen() -> None:
    mark = Mark("b4", 4, "<i>Zoë</i>", "sprinter", "Blue", "BLU", "#1f6fb2", "sash")
    page = Template("{% rider mark %}{% jersey mark size='l' %}").render(Context({"mark": mark}))
    assert "&lt;i&gt;Zoë&lt;/i&gt;</span>" in page
    assert '<span class="visually-hidden"> (BLU 4)</span>' in page
    assert "<i>" not in page
    assert 'aria-label="Blue 4, &lt;i&gt;Zoë&lt;/i&gt;, sprinter"' in page
