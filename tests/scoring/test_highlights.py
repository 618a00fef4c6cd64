"""What was special about a stage: each of the things that may be, in their order, and that each is
asked for exactly.
"""

from typing import Any

import msgspec
import pytest

from tests.scoring.race import SCHEME, course_of, stage, start_list
from tourmanager.scoring import highlights as h
from tourmanager.scoring.result import StageResult


def context_of(*stages: StageResult, swing: h.SwingOfThrow = h.no_throw) -> h.StageContext:
    course = course_of(*stages)
    before = course[-2] if len(course) > 1 else None
    return h.StageContext(course[-1], before, stages, start_list(stages), SCHEME, swing)


def special(*stages: StageResult, **more: Any) -> h.Highlight | None:
    return h.find_highlight(context_of(*stages, **more))


# c1 wins the second stage and leads nothing: neither double nor triple
QUIET = (
    stage(1, "a1 10, b1 30, c1 600", lines=("s b1 a1", "hc b1 a1")),
    stage(2, "c1 10, a1 11, b1 12"),
)


def test_a_stage_may_have_nothing_special() -> None:
    assert special(*QUIET) is None


# -- less than one throw


@pytest.mark.parametrize(("swing", "found"), [(22, True), (21, False), (20, False), (0, False)])
def test_a_lead_is_decided_by_less_than_one_throw(swing: int, found: bool) -> None:
    """a1 leads b1 by 21 seconds: a throw worth 22 would have turned it, one worth 21 not."""
    said = special(*QUIET, swing=lambda leader, rival: swing)
    lead = h.Lead("individual", "yellow", "a1", "b1", 21, True)
    assert said == (h.LastThrow(lead) if found else None)


def test_a_throw_decides_nothing_in_a_stage_whose_times_do_not_count() -> None:
    first, last = QUIET[0], msgspec.structs.replace(QUIET[-1], counts="points")
    lead_by = 1000
    context = context_of(first, last, swing=lambda leader, rival: lead_by)
    assert any(lead.by_time and lead.margin for lead in context.leads())
    assert list(h.last_throws(context)) == []


def test_a_throw_decides_nothing_between_riders_level_on_time() -> None:
    level = stage(1, "a1 10, b1 10")
    assert list(h.last_throws(context_of(level, swing=lambda leader, rival: 6))) == []


# -- level before the stage


def test_who_were_level_are_parted() -> None:
    stages = (stage(1, "a1 10, b1 10, c1 90"), stage(2, "c1 5, b1 9, a1 18"))
    lead = h.Lead("individual", "yellow", "b1", "a1", 9, True)
    assert special(*stages) == h.Parted(lead)


def test_who_were_level_behind_somebody_else_are_not_told() -> None:
    """a1 and b1 were level on the second place, and lead now."""
    stages = (stage(1, "c1 1, a1 10, b1 10"), stage(2, "a1 5, b1 9, c1 500"))
    assert list(h.partings(context_of(*stages))) == []


def test_who_led_a_level_rival_and_goes_on_leading_takes_nothing() -> None:
    """b1 led a1 on the same time, by the better last place, and gains nine seconds."""
    first = stage(1, "b1 10, a1 10, c1 90")
    assert context_of(first).now.classifications["individual"].leaders == ("b1",)
    second = stage(2, "c1 5, b1 9, a1 18")
    found = [each.lead.key for each in h.partings(context_of(first, second))]
    assert "individual" not in found


def test_before_the_first_stage_nobody_is_level() -> None:
    assert list(h.partings(context_of(stage(1, "a1 10, b1 20")))) == []


def test_who_stay_level_are_not_parted() -> None:
    stages = (stage(1, "a1 10, b1 10"), stage(2, "b1 10, a1 10"))
    assert "individual" not in [found.lead.key for found in h.partings(context_of(*stages))]


# -- the last line


def test_a_lead_changes_at_the_last_line() -> None:
    first = stage(1, "c1 10, a1 11, b1 12", lines=("s b1",))
    second = stage(2, "d1 10, c1 11, a1 12, b1 13", lines=("s b1 a1", "s a1", "s a1 b1"))
    (found,) = h.last_lines(context_of(first, second))
    assert found == h.LastLine("is", "purple", "a1", "b1", "s3", "")


def test_a_lead_that_changed_before_the_last_line_is_not_told() -> None:
    first = stage(1, "c1 10, a1 11", lines=("s b1",))
    second = stage(2, "c1 10, a1 11", lines=("s a1", "s a1", "s a1", "s a1 b1"))
    assert list(h.last_lines(context_of(first, second))) == []


def test_what_the_finish_pays_has_no_last_line() -> None:
    """The regularity classification is paid at the finish: it is open until then."""
    stages = (stage(1, "a1 10, b1 11"), stage(2, "b1 10, a1 90"))
    assert "regularity" not in [found.key for found in h.last_lines(context_of(*stages))]


# -- doubles and triples


def test_the_winner_leads_too() -> None:
    """Nobody is before anybody on this first stage: a1 wins all there is."""
    found = special(stage(1, "a1 10, b1 50", lines=("s b1 a1",)))
    assert found == h.Combined("a1", ("yellow", "green"))


@pytest.mark.parametrize("kind", ["ttt", "road"])
def test_a_team_wins_its_time_trial(kind: str) -> None:
    result = stage(1, "a1 10, a2 10, a3 10, a4 10, b1 50, b2 50, b3 50, b4 50")
    found = special(msgspec.structs.replace(result, kind=kind))
    assert (found is None) is (kind == "ttt")


# -- alone before a group


@pytest.mark.parametrize("riders", [9, 10])
def test_a_lone_arrival_before_ten_riders(riders: int) -> None:
    first = stage(1, "z1 1, z2 2, " + ", ".join(f"c{n} 500" for n in range(12)))
    group = ", ".join(f"c{n} 40" for n in range(riders))
    found = special(first, stage(2, f"c11 12, {group}, z1 90, z2 91"))
    assert found == (h.Alone("c11", 28, 10) if riders == 10 else None)


# -- by one point


def test_a_jersey_is_kept_by_one_point() -> None:
    first = stage(1, "a1 10, b1 30, c1 600, d1 700", lines=("s b1",))
    assert list(h.one_points(context_of(first))) == []  # nobody had it before
    kept = stage(2, "d1 10, a1 11, b1 12, c1 90", lines=("s c1 a1 b1",))
    assert special(first, kept) == h.OnePoint(h.Lead("is", "purple", "b1", "c1", 1, False))
    by_three = stage(2, "d1 10, a1 11, b1 12, c1 90", lines=("s c1 b1 a1",))
    assert special(first, by_three) is None


def test_of_several_things_the_first_is_told() -> None:
    stages = [stage(1, "a1 10, b1 10, c1 90"), stage(2, "b1 5, a1 8, c1 90")]
    assert isinstance(special(*stages), h.Parted)
    assert isinstance(special(*stages, swing=lambda leader, rival: 5), h.LastThrow)
    stages[0] = stage(1, "a1 10, b1 11, c1 90")
    assert isinstance(special(*stages), h.Combined)


def test_a_stage_that_counts_for_nothing_has_nothing_special() -> None:
    whole = stage(1, "a1 10, b1 50")
    assert special(whole) is not None
    assert special(msgspec.structs.replace(whole, counts="nothing")) is None
