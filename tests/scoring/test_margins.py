"""What is needed at least, held against every way that small tours can go."""

from hypothesis import assume, given

from tests.scoring.outcomes import outcomes
from tests.scoring.race import SCHEME, clock_at, stage, start_list
from tests.scoring.test_bounds import SLOW, situations, ways
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.margins import deadlines, margins
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult
from tourmanager.scoring.scheme import scheme
from tourmanager.scoring.virtual import running_stage


@SLOW
@given(situations())
def test_nobody_wins_by_points_without_having_gained_so_much_more_than_the_rival(
    situation: TourProgress,
) -> None:
    assume(ways(situation) <= 900)
    bounds = Bounds(situation)
    needed = {key: margins(bounds, key) for key in ("mountain", "is", "regularity")}
    had = {key: {who: chance.figure for who, chance in bounds.of(key).items()} for key in needed}
    for _, final in outcomes(situation):
        for key, found in needed.items():
            table = final.classifications[key]
            figures = {row.who: row.figure for row in table.rows}
            for margin in found:
                if margin.rival and margin.who in table.leaders:
                    own = figures[margin.who] - had[key][margin.who]
                    theirs = figures.get(margin.rival, 0) - had[key][margin.rival]
                    assert own - theirs >= margin.missing


@SLOW
@given(situations())
def test_who_is_in_after_the_deadline_is_behind_the_best_who_was_in(
    situation: TourProgress,
) -> None:
    assume(ways(situation) <= 900)
    found = deadlines(Bounds(situation), "individual")
    if found is None:
        return
    for ends, final in outcomes(situation):
        times = {arrival.rider: arrival.seconds for arrival in ends[0].arrivals}
        rows = {row.who: row for row in final.classifications["individual"].rows}
        for rider in situation.now.result.on_road if situation.now else ():
            late = rider not in found.latest or (times[rider] or 0) > found.latest[rider]
            assert (rows[rider].figure > rows[found.leader].figure) == late


BEFORE = stage(1, "a1 10, b1 15, a2 20, b2 90")
CAST = start_list([BEFORE])


def test_riders_on_the_road_of_the_last_stage_have_a_time_to_be_in_by() -> None:
    now = running_stage(
        StageResult(2, "flat", (), (Arrival("b1", 30), Arrival("a2", 45))),
        ["a1", "b2"],
        clock=clock_at(0),
    )
    bounds = Bounds(TourProgress([BEFORE], now, [], CAST, SCHEME))
    found = deadlines(bounds, "individual")
    assert found is not None
    assert (found.leader, found.latest) == ("b1", {"a1": 35})
    assert [(each.who, each.missing, each.rival) for each in margins(bounds, "individual")] == [
        ("a1", 0, "")
    ]


def test_there_is_no_deadline_before_the_last_stage_nor_where_bonus_seconds_are_open() -> None:
    now = running_stage(
        StageResult(2, "flat", (), (Arrival("b1", 30),)), ["a1", "a2", "b2"], clock=clock_at(0)
    )
    ahead = [running_stage(StageResult(3, "flat", (), ()), [], clock=None)]
    more = TourProgress([BEFORE], now, ahead, CAST, SCHEME)
    assert deadlines(Bounds(more), "individual") is None
    rules = scheme("uci_stage_race")
    giving = TourProgress([BEFORE], now, [], CAST, rules)
    assert deadlines(Bounds(giving), "individual") is None


def test_the_margin_is_in_points_fewer_where_the_fewest_win() -> None:
    rules = scheme("pace_wheel_tour")
    ahead = [running_stage(StageResult(2, "flat", (), ()), [], clock=None)]
    bounds = Bounds(TourProgress([BEFORE], None, ahead, CAST, rules))
    assert [(each.who, each.missing, each.rival) for each in margins(bounds, "individual")] == [
        ("a1", 0, ""),
        ("b1", 1, "a1"),
        ("a2", 2, "a1"),
        ("b2", 3, "a1"),
    ]


def test_who_cannot_win_any_more_needs_nothing() -> None:
    now = running_stage(
        StageResult(2, "flat", (Passage("s1", "", "is", ("a1",)),), ()),
        ["a1", "a2", "b1", "b2"],
        clock=clock_at(0),
    )
    bounds = Bounds(TourProgress([BEFORE], now, [], CAST, SCHEME))
    assert [each.who for each in margins(bounds, "is")] == ["a1"]
