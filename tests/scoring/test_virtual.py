"""The stage on the road: virtual standings, and what is settled of them."""

import pytest

from games.flamme_rouge.table.bunches import least_seconds
from tests.scoring.race import SCHEME, clock_at, names, stage, start_list
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.needs import by_points, by_time
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult
from tourmanager.scoring.scheme import scheme
from tourmanager.scoring.virtual import Running, TurnClock, running_stage, virtual_standings

BEFORE = stage(1, "a1 10, b1 15, a2 20, b2 30, a3 40, b3 50", lines=("s a1 b1 a2",))
STARTERS = start_list([BEFORE])
START = clock_at(0)


def on_the_road(
    arrivals: str = "",
    *,
    clock: TurnClock | None = START,
    lines: tuple[Passage, ...] = (),
    still: str = "",
) -> Running:
    """Arrivals as "a1 12 0": rider, seconds (- where the die is missing) and turn."""
    words = [each.split() for each in arrivals.split(",") if each.strip()]
    came = tuple(
        Arrival(rider, None if time == "-" else int(time), turn=int(at))
        for rider, time, at in words
    )
    missing = [
        starter.rider
        for starter in STARTERS
        if starter.rider not in {arrival.rider for arrival in came}
    ]
    return running_stage(StageResult(2, "flat", lines, came), still.split() or missing, clock=clock)


def test_riders_on_the_road_stay_in_with_the_time_of_the_clock() -> None:
    now = on_the_road("b1 5 0, a1 61 1", clock=clock_at(2))
    assert (now.result.clock, now.least, now.settled) == (120, 120, 2)
    rows = virtual_standings([BEFORE], now, STARTERS, SCHEME)[-1].classifications["individual"].rows
    assert [(row.who, row.figure) for row in rows][:3] == [("b1", 20), ("a1", 71), ("a2", 140)]
    assert len(rows) == 6


def test_a_turn_lasts_as_long_as_the_game_says() -> None:
    now = on_the_road("b1 5 0", clock=clock_at(2, seconds=10))
    assert (now.result.clock, now.least) == (20, 20)


def test_the_clock_is_never_before_the_last_who_came_in() -> None:
    assert on_the_road("b1 5 0, a1 42 0").result.clock == 42


def test_who_has_no_die_yet_is_on_the_road_and_his_turn_is_not_settled() -> None:
    now = on_the_road("b1 5 0, a1 - 0, a2 70 1", clock=clock_at(1))
    assert now.result.on_road[0] == "a1"
    assert (now.least, now.settled, now.result.clock) == (0, 0, 70)


def test_lines_logged_so_far_pay_and_their_winner_leads_virtually() -> None:
    now = on_the_road(lines=(Passage("s1", "", "is", ("b1", "b2")),))
    stood = virtual_standings([BEFORE], now, STARTERS, SCHEME)
    assert names(stood[-1].classifications["is"].rows) == "b1 a1 b2 a2"
    assert {jersey.key: jersey.leader for jersey in stood[-1].jerseys}["is"] == "b1"
    assert {jersey.key: jersey.leader for jersey in stood[0].jerseys}["is"] == "a1"


def test_what_is_paid_at_the_end_of_the_tour_is_not_paid_while_stages_are_to_come() -> None:
    """Grand Tour pays for the individual classification at the end: not with a stage to come, but
    when this one is the last.
    """
    now, rules = on_the_road("a1 10 0"), scheme("flamme_rouge_grand_tour")
    paid = [
        virtual_standings([BEFORE], now, STARTERS, rules, to_come=to_come)[-1]
        .players[0]
        .sources["individual"]
        for to_come in (1, 0)
    ]
    assert paid == [0, 3 + 1]  # Azure are first and third


def test_in_a_time_trial_nobody_is_settled_and_in_a_road_race_nobody_beats_the_winner() -> None:
    came = (Arrival("a1", 100), Arrival("b1", 120))
    assert (
        running_stage(StageResult(2, "flat", (), came, kind="itt"), ["a2"], clock=None).settled == 0
    )
    race = running_stage(StageResult(2, "flat", (), came), ["a2"], clock=None)
    assert (race.settled, race.least, race.result.clock) == (2, 100, 120)


def a_situation(now: Running, rules: str = "cycling_party_master") -> TourProgress:
    return TourProgress([BEFORE], now, [], STARTERS, scheme(rules))


def test_who_cannot_make_up_his_points_any_more_is_out() -> None:
    """5 for a1, 3 for b1 and 1 for a2; one sprint is left, and a1 has it already."""
    now = on_the_road(lines=(Passage("s1", "", "is", ("a1",)),))
    chances = Bounds(a_situation(now)).of("is")
    assert Bounds(a_situation(now)).winner("is") == "a1"
    assert [who for who, chance in chances.items() if chance.can_win is not False] == ["a1"]
    assert (chances["b1"].best, chances["b1"].rank) == (6, 2)


def test_the_fewest_places_that_win_are_named() -> None:
    """Two sprints left: b1 has 3 and a1 5; level they are told apart by sprints won, one against
    one, then by the general places.
    """
    now = on_the_road(lines=(Passage("s1", "", "is", ()), Passage("s2", "", "is", ())))
    bounds = Bounds(a_situation(now))
    need = by_points(bounds, "is", "b1")
    assert (need.missing, need.rival, need.listed) == (2, "a1", True)
    assert need.sure == ((("s1", 1), ("s2", 1)),)
    assert (("s1", 2),) in need.least


def test_seconds_on_the_line_or_bonuses_alone_are_named_by_time() -> None:
    sprints = tuple(Passage(f"s{nth}", "", "is", ()) for nth in (1, 2))
    need = by_time(
        Bounds(a_situation(on_the_road(lines=sprints, clock=None), "uci_stage_race")),
        "individual",
        "b1",
    )
    # 13 s at the first finish and its sprint for a1, 8 s for b1
    assert (need.missing, need.rival) == (10, "a1")
    assert set(need.least) >= {
        (("s1", 3), ("finish", 1)),
        (("s1", 1), ("s2", 2), ("finish", 2)),
    }
    assert (("finish", 1),) not in need.least


def test_on_the_last_stage_who_is_in_too_late_is_out_and_who_is_on_the_road_is_not() -> None:
    now = on_the_road("a1 5 0, b1 30 0, a2 9 0", clock=clock_at(0))
    chances = Bounds(a_situation(now)).of("individual")
    assert {who: chance.can_win for who, chance in chances.items()} == (
        {"a1": True, "b1": False, "a2": False, "b2": False, "a3": False, "b3": False}
    )
    assert chances["b2"].best == 30


# The winner came 3 squares past the line.
def rounds(number: int) -> TurnClock:
    return TurnClock(
        number, lambda turn: 60 * turn, lambda turn: least_seconds(turn, 3), times_follow=True
    )


@pytest.mark.rule("FR-121", "FR-122", "FR-125")
def test_in_a_game_of_rounds_nothing_is_promised_of_the_round_that_is_ridden() -> None:
    """Who comes in beside him may still change a rider's time; in a later round nobody is nearer
    than the bound says.
    """
    came = (Arrival("a1", 0, turn=0), Arrival("b1", 20, turn=0))
    first = running_stage(
        StageResult(2, "flat", (), came),
        ["a2", "b2", "a3", "b3"],
        clock=rounds(0),
    )
    assert (first.least, first.settled, first.times_open) == (0, 0, True)
    rules = scheme("flamme_rouge_grand_tour")
    chances = Bounds(TourProgress((BEFORE,), first, (), STARTERS, rules)).of("individual")
    assert {chance.can_win for chance in chances.values()} == {None}
    later = running_stage(
        StageResult(2, "flat", (), came),
        ["a2", "b2", "a3", "b3"],
        clock=rounds(1),
    )
    assert (later.least, later.settled, later.times_open) == (40, 2, False)
    done = running_stage(
        StageResult(2, "flat", (), came),
        [],
        clock=rounds(0),
    )
    assert not done.times_open
