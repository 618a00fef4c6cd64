"""The numbers of the schemes that ship."""

import pytest

from games.cycling_party.table.master import master
from games.flamme_rouge import numbers
from tourmanager.scoring.scheme import scheme


@pytest.mark.rule("CP-M-055")
def test_the_individual_classification_is_worth_about_four_stage_wins() -> None:
    points = scheme("cycling_party_master").manager_points.points
    assert points["individual"][0] == 4 * points["stage"][0]
    assert all(scale == sorted(scale, reverse=True) for scale in points.values())


def test_an_unknown_scheme_is_named() -> None:
    with pytest.raises(LookupError, match="'no_such'"):
        scheme("no_such")


@pytest.mark.rule("CP-M-019")
def test_the_scheme_pays_over_lines_what_the_engine_of_cycling_party_decides() -> None:
    assert scheme("cycling_party_master").line_points == master().line_points


@pytest.mark.rule("FR-T-012")
def test_the_scheme_gives_the_bonus_that_the_engine_of_flamme_rouge_gives() -> None:
    assert tuple(scheme("flamme_rouge_grand_tour").bonus.finish) == numbers.BONUS
