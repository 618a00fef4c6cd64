"""The plan of a Grand Tour: what it may be, what comes of it, and that a file may not say
otherwise.
"""

import json

import msgspec
import pytest

from tests.factory import NOW
from tests.grand_tours import ROADS, a_grand_tour, a_grand_tour_plan, a_team
from tourmanager.results.files.tour_file import TourFileRefused
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    MUSCLE,
    PELOTON,
    GrandTourStage,
    RoadLine,
    TileRoad,
)
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.planning.creation import PlanRefused
from tourmanager.tours.planning.plan import RiderPlan

pytestmark = pytest.mark.django_db


def refused(plan):
    with pytest.raises(PlanRefused) as caught:
        grand_tours.create(plan, by=None, at=NOW)
    assert not Tour.objects.exists()
    return " ".join(problem.text for problem in caught.value.problems)


@pytest.mark.rule("FR-T-001")
def test_a_tour_holds_its_whole_plan():
    plan = a_grand_tour_plan(
        "peloton-7",
        "firenze-milano",
        players=2,
        dummies=(PELOTON, MUSCLE),
        breakaway=True,
        unscored=True,
        options={"handicap": "1 0", "traits": "on"},
    )
    tour = grand_tours.create(plan, by=None, at=NOW)
    assert grand_tours.plan_of(tour) == plan
    assert [stage.state for stage in tour.stages.order_by("number")] == [
        Stage.State.ACTIVE,
        Stage.State.PENDING,
    ]


def test_only_what_differs_from_the_usual_is_kept():
    options = {
        "version": "peloton",
        "traits": "off",
        "exhaustion_stock": "box",
        "handicap": "0 0 0",
    }
    assert a_grand_tour(options=options).options == {"exhaustion_stock": "box"}


ROAD = TileRoad("a b u", "Short")


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        (GrandTourStage(0, ROAD), "1 to 400 squares"),
        (GrandTourStage(401, ROAD), "1 to 400 squares"),
        (GrandTourStage(20, ROAD, type="steep"), "a type"),
        (GrandTourStage(20, TileRoad("a <b> u")), "no row of tiles"),
        (GrandTourStage(20, TileRoad("")), "no row of tiles"),
        (GrandTourStage(20, TileRoad("a u", key="../x")), "no row of tiles"),
        (GrandTourStage(20, TileRoad("a u", name="x" * 61)), "too long"),
        (GrandTourStage(20, ROAD, (RoadLine(21, "is"),)), "squares of the road"),
        (GrandTourStage(20, ROAD, (RoadLine(9, "is"), RoadLine(9, "hc", 4))), "no two on one"),
        (GrandTourStage(20, ROAD, (RoadLine(9, "alp", 4),)), "neither a sprint nor a summit"),
        (GrandTourStage(20, ROAD, (RoadLine(9, "is", 4),)), "neither a sprint nor a summit"),
        (GrandTourStage(20, ROAD, (RoadLine(9, "hc"),)), "neither a sprint nor a summit"),
        (GrandTourStage(20, ROAD, (RoadLine(9, "hc", 12),)), "neither a sprint nor a summit"),
    ],
)
def test_a_road_that_cannot_be_logged_is_refused(stage, said):
    assert said in refused(a_grand_tour_plan(stages=[stage]))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "name of the tour is missing"),
        ({"stages": []}, "1 to 21 stages"),
        ({"teams": []}, "1 to 12 players"),
        ({"teams": [a_team(0)]}, "Nobody races alone"),
        (
            {"teams": [a_team(0), a_team(1, PELOTON), a_team(2, PELOTON)]},
            "one Peloton Team at most",
        ),
        (
            {"teams": [a_team(0), *(a_team(index, MUSCLE) for index in range(1, 7))]},
            "6 teams race at most",
        ),
        (
            {
                "teams": [
                    *(a_team(index, crowd=True) for index in range(7)),
                    a_team(7, MUSCLE, crowd=True),
                ]
            },
            "no dummy team",
        ),
        ({"teams": [a_team(index) for index in range(7)]}, "each has one rider"),
        ({"teams": [a_team(0), a_team(0)]}, "there twice"),
        (
            {
                "teams": [
                    a_team(0),
                    msgspec.structs.replace(a_team(1), riders=[RiderPlan(1, "Bea", "climber")]),
                ]
            },
            "a Sprinteur and a Rouleur",
        ),
        (
            {"teams": [a_team(0), msgspec.structs.replace(a_team(1), colour="red")]},
            "colour is written",
        ),
        ({"options": {"rain": "on"}}, "no house rule"),
        ({"options": {"traits": "perhaps"}}, "Choose one of"),
        ({"options": {"handicap": "1 2"}}, "for each of 3 players"),
        ({"options": {"handicap": "1 2 99"}}, "for each of 3 players"),
        ({"scheme": "best_of_all"}, "no scoring scheme"),
        ({"rules": {"key": "x"}}, "missing"),
    ],
)
def test_what_is_no_field_of_riders_or_no_agreement_is_refused(changes, said):
    assert said in refused(a_grand_tour_plan(**changes))


def test_a_dummy_team_is_a_dummy_with_both_its_riders():
    plan = a_grand_tour_plan(dummies=(MUSCLE,))
    plan.teams[-1].riders[1].marks = []
    assert "Both riders of a dummy team" in refused(plan)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["plan"]["stages"][0]["road"].update(tiles="a; drop table"),
        lambda data: data["plan"]["stages"][0]["road"].update(tiles=7),
        lambda data: data["plan"]["stages"][0].update(length=-1),
        lambda data: data["plan"]["teams"][0]["riders"].clear(),
        lambda data: data["plan"]["options"].update(handicap="a lot of cards"),
        lambda data: data["plan"].update(stages={}),
        lambda data: data.update(letters=["a"]),
        lambda data: data.update(game="cycling_party"),
    ],
)
def test_a_file_that_was_changed_makes_no_tour(change):
    data = json.loads(export(a_grand_tour(ROADS[0])))
    data["plan"]["name"] = "Forged"
    change(data)
    with pytest.raises(TourFileRefused) as caught:
        import_tour(json.dumps(data).encode(), by=None, at=NOW)
    assert "msgspec" not in str(caught.value)
    assert Tour.objects.count() == 1


def test_a_file_brings_the_same_tour():
    tour = a_grand_tour("peloton-7", players=2, dummies=(PELOTON,), unscored=True)
    content, plan = export(tour), grand_tours.plan_of(tour)
    tour.delete()
    assert grand_tours.plan_of(import_tour(content, by=None, at=NOW)) == plan
