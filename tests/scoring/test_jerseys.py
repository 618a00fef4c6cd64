"""Who leads, and who rides with which white counter."""

import pytest

from tests.scoring.race import SCHEME, after, course_of, stage
from tourmanager.scoring.jerseys import jerseys
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import Classification, RankedRow


@pytest.mark.rule("CP-M-042")
def test_four_leaders_wear_yellow_dots_purple_and_green() -> None:
    now = after(
        stage(1, "a1 5, b1 1, c1 9, d1 9", lines=("hc c1", "s d1")),
        stage(2, "b1 5, a1 6, c1 9, d1 9", "high"),
    )
    worn = [(jersey.colour, jersey.leader, jersey.wearer) for jersey in now.jerseys]
    assert worn == [
        ("yellow", "b1", "b1"),
        ("dots", "c1", "c1"),
        ("purple", "d1", "d1"),
        ("green", "a1", "a1"),
    ]


@pytest.mark.rule("CP-M-043")
def test_who_leads_several_rides_in_the_first_colour_and_the_spare_counters_stay_off() -> None:
    now = after(stage(1, "a1 5, b1 6", lines=("hc b1", "s b1 a1")))
    worn = [(jersey.colour, jersey.leader, jersey.wearer) for jersey in now.jerseys]
    assert worn == [
        ("yellow", "a1", "a1"),
        ("dots", "b1", "b1"),
        ("purple", "b1", None),
        ("green", "a1", None),
    ]


@pytest.mark.rule("CP-M-043")
def test_a_classification_without_points_has_no_leader() -> None:
    assert [jersey.leader for jersey in standings([], [], SCHEME).jerseys] == [None] * 4
    now = after(stage(1, "a1 5, b1 6", lines=("hill b1",)))
    assert [jersey.leader for jersey in now.jerseys] == ["a1", None, None, "a1"]


@pytest.mark.rule("CP-M-042")
def test_the_lead_passes_on_from_stage_to_stage() -> None:
    course = course_of(stage(1, "a1 5, b1 6"), stage(2, "b1 5, a1 60"), stage(3, "a1 5", out="b1"))
    assert [now.jerseys[0].leader for now in course] == ["a1", "b1", "a1"]


@pytest.mark.rule("CP-M-043")
def test_a_shared_lead_is_shown_as_shared_and_nobody_wears_the_colour() -> None:
    rows = {"is": (RankedRow(1, "a1", 5, 0), RankedRow(1, "b1", 5, 0))}
    tables = {
        ranking.key: Classification(ranking, rows.get(ranking.key, ()), (), lambda who: ())
        for ranking in SCHEME.classifications
    }
    purple = jerseys(SCHEME.classifications, tables)[2]
    assert (purple.leader, purple.wearer, purple.shared) == (None, None, ("a1", "b1"))
