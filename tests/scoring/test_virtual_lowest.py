"""A classification that the fewest points win, while a stage is on the road: no points for a stage
not finished put nobody ahead of those who have finished it.
"""

from tests.scoring.race import names, of, parts, stage, start_list
from tourmanager.scoring.points import ByPoints
from tourmanager.scoring.ranking import ranks_by_who
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, StageResult
from tourmanager.scoring.scheme import dump_scheme, read_scheme, scheme
from tourmanager.scoring.tables import Standings
from tourmanager.scoring.virtual import Running, running_stage, virtual_standings

PACE = scheme("pace_wheel_tour")
BEFORE = stage(1, "a1 10, b1 15, a2 20, b2 30")
STARTERS = start_list([BEFORE])
FOUR = [starter.rider for starter in STARTERS]


def on_stage(number: int, *arrivals: Arrival) -> Running:
    came = [arrival.rider for arrival in arrivals]
    still = [rider for rider in FOUR if rider not in came]
    return running_stage(StageResult(number, "flat", (), arrivals), still, clock=None)


def general(running: Running, *ended: StageResult) -> tuple[Standings, dict[str, tuple[int, int]]]:
    stood = virtual_standings(ended, running, STARTERS, PACE, to_come=1)[-1]
    rows = of(stood, "individual").rows
    return stood, {row.who: (row.rank, row.figure) for row in rows}


def test_before_anybody_has_arrived_on_the_first_stage_nobody_is_first_with_no_points() -> None:
    stood, rows = general(on_stage(1))
    assert rows == {}
    assert stood.jerseys[0].leader is None
    assert stood.jerseys[0].shared == ()


def test_riders_on_the_road_have_the_points_of_an_arrival_now_behind_all_who_are_in() -> None:
    stood, rows = general(on_stage(1, Arrival("b2", 5), Arrival("a2", 70, turn=1)))
    assert rows == {"b2": (1, 0), "a2": (2, 2), "a1": (3, 3), "b1": (3, 3)}
    assert of(stood, "individual").unpaid == {"a1", "b1"}
    (part,) = parts(stood, "individual", "a1")
    assert (part.kind, part.amount, part.why) == ("on_road", 3, "on_road")


def test_on_a_later_stage_they_keep_the_order_of_the_stages_that_have_ended() -> None:
    stood, rows = general(on_stage(2), BEFORE)
    morning = virtual_standings([BEFORE], on_stage(2), STARTERS, PACE)[0]
    assert rows == {"a1": (1, 0), "b1": (2, 1), "a2": (3, 2), "b2": (4, 3)}
    assert {who: rank for who, (rank, _) in rows.items()} == ranks_by_who(
        of(morning, "individual").rows
    )
    stood, rows = general(on_stage(2, Arrival("b2", 5)), BEFORE)
    assert names(of(stood, "individual").rows) == "a1 b1 b2 a2"  # b1 won no stage, b2 the second
    assert rows["b1"] == (2, 2)


def test_who_is_level_with_somebody_who_is_in_stands_behind_them() -> None:
    first = stage(1, "a1 10, b1 15, a2 20, b2 30")
    second = on_stage(2, Arrival("a1", 5), Arrival("b2", 6))
    rows = general(second, first)[1]
    assert [who for who, (_, points) in rows.items() if points == rows["a1"][1]] == ["a1"]
    data = dump_scheme(PACE)
    data["classifications"][0]["tie_breaks"] = ["last_place"]
    level = virtual_standings([first], second, STARTERS, read_scheme(data))[-1]
    found = [(row.who, row.figure) for row in of(level, "individual").rows]
    assert found == [("a1", 0), ("b1", 3), ("b2", 4), ("a2", 4)]


def test_what_is_proved_does_not_build_on_points_of_riders_on_the_road() -> None:
    running = on_stage(2, Arrival("b2", 5))
    situation = TourProgress([BEFORE], running, [], STARTERS, PACE)
    field, stages = situation.field_and_stages
    summed = ByPoints(PACE.general, PACE, field)
    for each in stages:
        summed.add(each)
    assert summed.points == {"a1": 0, "b1": 1, "a2": 2, "b2": 3}
