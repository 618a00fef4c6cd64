"""Points of the players while a stage is on the road: who has raced nothing yet is paid nothing."""

import pytest

from tests.scoring.race import SCHEME, clock_at, names, of, stage, tie_words
from tests.scoring.test_virtual import BEFORE, STARTERS
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.manager_bounds import player_chances
from tourmanager.scoring.ranking import ranks_by_who
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult
from tourmanager.scoring.scheme import dump_scheme, read_scheme, scheme
from tourmanager.scoring.tables import Standings
from tourmanager.scoring.virtual import Running, TurnClock, running_stage, virtual_standings

SIX = [starter.rider for starter in STARTERS]


def on_stage(
    number: int, arrivals: str = "", lines: tuple[Passage, ...] = (), turn: int = 0
) -> Running:
    came = tuple(
        Arrival(each.split()[0], int(each.split()[1])) for each in arrivals.split(",") if each
    )
    still = [rider for rider in SIX if rider not in [arrival.rider for arrival in came]]
    return running_stage(StageResult(number, "flat", lines, came), still, clock=clock_at(turn))


def now(stage_: Running, *ended: StageResult, to_come: int = 1) -> Standings:
    return virtual_standings(ended, stage_, STARTERS, SCHEME, to_come=to_come)[-1]


def points(stood: Standings) -> dict[str, dict[str, int]]:
    return {player.team: player.sources for player in stood.players}


NOTHING = dict.fromkeys(("stage", "individual", "mountain", "is", "regularity", "teams"), 0)


@pytest.mark.rule("CP-APP-025")
def test_before_anybody_has_arrived_on_the_first_stage_no_place_pays() -> None:
    stood = now(on_stage(1))
    assert points(stood) == {"a": NOTHING, "b": NOTHING}
    assert of(stood, "individual").rows == of(stood, "teams").rows == ()
    assert {jersey.leader for jersey in stood.jerseys} == {None}


@pytest.mark.rule("CP-APP-025")
def test_what_is_logged_over_a_line_pays_at_once() -> None:
    stood = now(on_stage(1, lines=(Passage("s1", "", "is", ("b1", "a2")),)))
    assert points(stood) == {"a": NOTHING | {"is": 4}, "b": NOTHING | {"is": 6}}


@pytest.mark.rule("CP-APP-025")
def test_arrived_riders_precede_those_on_the_road_whose_shared_place_pays_nothing() -> None:
    stood = now(on_stage(1, "b1 10, a1 20"))
    rows = of(stood, "individual").rows
    assert [(row.who, row.rank, row.figure) for row in rows[:2]] == [("b1", 1, 10), ("a1", 2, 20)]
    assert {(row.rank, row.figure) for row in rows[2:]} == {(3, 20)}
    assert of(stood, "individual").unpaid == {"a2", "a3", "b2", "b3"}
    paid = {team: sources["individual"] for team, sources in points(stood).items()}
    assert paid == {"b": 20, "a": 14}


@pytest.mark.rule("CP-APP-025")
def test_the_last_rider_on_the_road_has_a_place_of_his_own_that_pays() -> None:
    stood = now(on_stage(1, "b1 10, a1 20, a2 30, a3 40, b2 50"))
    assert names(of(stood, "individual").rows) == "b1 a1 a2 a3 b2 b3"
    assert of(stood, "individual").unpaid == frozenset()


@pytest.mark.rule("CP-APP-025")
def test_teams_that_share_a_place_with_riders_on_the_road_are_not_paid_for_it() -> None:
    data = dump_scheme(SCHEME)
    next(each for each in data["classifications"] if each["key"] == "teams")["tie_breaks"] = []
    level = virtual_standings(
        [], on_stage(1, "a1 10, b1 10"), STARTERS, read_scheme(data), to_come=1
    )[-1]
    assert [row.rank for row in of(level, "teams").rows] == [1, 1]
    assert {team: sources["teams"] for team, sources in points(level).items()} == {"a": 0, "b": 0}
    ahead = now(on_stage(1, "a1 10, b1 50"))
    assert {team: sources["teams"] for team, sources in points(ahead).items()} == {"a": 10, "b": 6}


@pytest.mark.rule("CP-APP-025", "CP-M-034")
def test_on_a_later_stage_riders_on_the_road_stand_as_after_the_stages_that_have_ended() -> None:
    after = virtual_standings([BEFORE], on_stage(2), STARTERS, SCHEME)
    assert ranks_by_who(of(after[1], "individual").rows) == ranks_by_who(
        of(after[0], "individual").rows
    )
    assert points(after[1]) == points(after[0])


def test_riders_level_on_time_and_places_keep_the_order_of_the_stage_before() -> None:
    ended = [
        stage(1, "a1 10, b1 10, a2 20, b2 20, a3 30, b3 30"),
        stage(2, "b1 10, a1 10, a2 20, b2 20, a3 30, b3 30"),
    ]
    course = virtual_standings(ended, on_stage(3), STARTERS, SCHEME)
    assert names(of(course[1], "individual").rows)[:5] == "b1 a1"
    rows = of(course[2], "individual").rows
    assert [(row.who, row.rank) for row in rows[:2]] == [("b1", 1), ("a1", 2)]
    assert (
        tie_words(rows[1])
        == "both are on the road, and the better place on the stage before decides"
    )
    assert points(course[2])["b"]["individual"] == points(course[1])["b"]["individual"]


@pytest.mark.parametrize("ended", [(), (BEFORE,)])
def test_virtual_points_are_never_more_than_a_player_can_still_have_nor_all_more_than_a_source_pays(
    ended: tuple[StageResult, ...],
) -> None:
    """At every step of a stage, on the last one and on one before."""
    number = len(ended) + 1
    order = "b1 10, a1 10, a2 45, b2 60, a3 61, b3 125".split(", ")
    for to_come in (0, 1):
        ahead = [
            running_stage(
                StageResult(number + 1, "flat", (Passage("s1", "", "is", ()),), ()),
                [],
                clock=clock_at(0),
            )
        ] * to_come
        for count in range(len(order) + 1):
            lines = (Passage("s1", "", "is", ("a1", "b1", "a2")[:count]),)
            turn = max((int(each.split()[1]) // 60 for each in order[:count]), default=0)
            running_now = on_stage(number, ", ".join(order[:count]), lines, turn)
            stood = now(running_now, *ended, to_come=to_come)
            chances = player_chances(
                Bounds(TourProgress(ended, running_now, ahead, STARTERS, SCHEME))
            )
            for player in stood.players:
                assert player.points <= chances[player.team].most
            for source, paid in SCHEME.manager_points.points.items():
                assert sum(player.sources[source] for player in stood.players) <= sum(paid) * (
                    number if source == "stage" else 1
                )


def test_in_other_schemes_too_nobody_is_paid_for_the_start() -> None:
    rules = scheme("flamme_rouge_grand_tour")
    came = StageResult(1, "flat", (), ())

    def no_time(turn: int) -> int:
        return 0

    stood = virtual_standings(
        [],
        running_stage(came, SIX, clock=TurnClock(0, no_time, no_time, times_follow=True)),
        STARTERS,
        rules,
    )[-1]
    assert {player.points for player in stood.players} == {0}
