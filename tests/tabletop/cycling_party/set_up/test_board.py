"""What to lay on the table for a stage, and where the indicators go."""

import pytest

from tourmanager.tabletop.cycling_party.set_up.board import list_indicators, list_pieces
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan


def stage(length=150):
    return StagePlan(
        "high",
        length,
        [PassPlan(95, "hc"), PassPlan(40, "second"), PassPlan(62, "first")],
        [15, 24, 33],
    )


@pytest.mark.rule("CP-APP-022", "CP-M-007", "CP-J-013")
def test_every_indicator_has_its_kilometre_in_road_order():
    laid = [(i.km, i.name) for i in list_indicators(stage())]
    assert laid == [
        (15, "Intermediate sprint 1"),
        (24, "Intermediate sprint 2"),
        (25, "Kilometre 25"),
        (33, "Intermediate sprint 3"),
        (40, "Start of pass 1"),
        (50, "Kilometre 50"),
        (55, "End of pass 1"),
        (62, "Start of pass 2"),
        (75, "Kilometre 75"),
        (85, "End of pass 2"),
        (95, "Start of pass 3"),
        (100, "Kilometre 100"),
        (100, "50 km to go"),
        (125, "Kilometre 125"),
        (126, "End of pass 3"),
        (142, "8 km to go"),
        (144, "6 km to go"),
        (150, "Kilometre 150"),
    ]


@pytest.mark.rule("CP-S-002", "CP-J-012")
def test_start_and_end_indicators_are_those_of_the_category():
    assert [(i.km, i.detail, i.key) for i in list_indicators(stage()) if i.kind == "pass_end"] == [
        (55, "second category", "p1"),
        (85, "first category", "p2"),
        (126, "hors category", "p3"),
    ]


@pytest.mark.rule("CP-M-022", "CP-M-007")
def test_twelve_time_indicators_lie_behind_the_finish():
    times = list_pieces(stage()).times
    assert [(t.square, t.least, t.most) for t in times][:2] == [(1, 55, 60), (2, 50, 55)]
    assert (times[-1].square, times[-1].least, times[-1].most) == (12, 0, 5)
    assert len(times) == 12


@pytest.mark.rule("CP-J-016", "CP-J-004")
def test_one_box_lays_150_km_and_no_more():
    fits, longer = list_pieces(stage(150)), list_pieces(stage(153))
    assert (fits.hexagons.needed, fits.road_hexagons, fits.one_box) == (54, 50, True)
    assert (longer.hexagons.missing, longer.one_box) == (1, False)
    assert [piece.name for piece in longer.missing] == ["hexagons"]


@pytest.mark.rule("CP-J-007")
def test_indicators_beyond_the_box_are_counted():
    crowded = StagePlan(
        "flat", 303, [PassPlan(20 + 10 * n, "hill") for n in range(13)], list(range(200, 206))
    )
    assert [(piece.name, piece.missing) for piece in list_pieces(crowded).missing] == [
        ("hexagons", 51),
        ("pass indicators", 2),
        ("intermediate-sprint indicators", 1),
    ]


def test_a_square_is_found_by_its_hexagon():
    found = {i.km: (i.hexagon, i.square) for i in list_indicators(stage())}
    assert found[24] == (8, 3)
    assert found[25] == (9, 1)
    assert found[50] == (17, 2)


@pytest.mark.rule("CP-S-023", "CP-M-012")
def test_a_short_stage_has_no_fifty_kilometres_to_go():
    assert [i.name for i in list_indicators(StagePlan("flat", 50)) if i.kind == "to_go"] == [
        "8 km to go",
        "6 km to go",
    ]
    assert [i.km for i in list_indicators(StagePlan("flat", 51)) if i.kind == "to_go"] == [
        1,
        43,
        45,
    ]
