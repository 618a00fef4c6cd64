"""What a team holds at the start of a stage and of a tour."""

import pytest

from games.cycling_party.table.advantages import mountain_attacks, stock


@pytest.mark.rule("CP-M-061")
def test_every_stage_starts_with_a_full_stock_and_sprints_by_its_type() -> None:
    assert stock("flat") == {"bottle": 5, "sprint": 3, "attack": 1}
    assert [stock(type)["sprint"] for type in ("low", "medium", "high")] == [2, 1, 1]


@pytest.mark.rule("CP-M-011")
def test_a_tour_gives_half_as_many_mountain_attacks_as_it_has_hors_category_passes_rounded_up() -> (
    None
):
    assert [mountain_attacks(passes) for passes in range(6)] == [0, 1, 1, 2, 2, 3]
    assert [mountain_attacks(passes, rounding="down") for passes in range(6)] == [0, 0, 1, 1, 2, 2]
